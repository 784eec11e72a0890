import type { Task, TaskNode, taskFields } from '@plinth/api/tasks'

/** What an edit of a task may change. */
export type TaskEdit = Partial<Pick<Task, keyof typeof taskFields>>

/** Where a task is put: under a parent (null for the top), before one of its sub-tasks or, with null, behind them all. */
export interface TaskPlace {
  parentId: string | null
  beforeId: string | null
}

type Nodes = readonly TaskNode[]

/** The same list with what `change` makes of each, and itself where that is nothing new. */
function mapped(nodes: TaskNode[], change: (node: TaskNode) => TaskNode): TaskNode[] {
  const next = nodes.map(change)
  return next.every((node, index) => node === nodes[index]) ? nodes : next
}

/** The trees with new values in these tasks. Whatever lies off the way to them stays the same object. */
export function patchTasks(nodes: TaskNode[], changes: ReadonlyMap<string, Partial<Task>>): TaskNode[] {
  return mapped(nodes, (node) => {
    const children = patchTasks(node.children, changes)
    const change = changes.get(node.id)
    return change === undefined && children === node.children ? node : { ...node, ...change, children }
  })
}

export function findTask(nodes: Nodes, id: string): TaskNode | undefined {
  for (const node of nodes) {
    const found = node.id === id ? node : findTask(node.children, id)
    if (found) return found
  }
  return undefined
}

/** The last part of the number: 3 of 1.2.3. */
export const ordinalOf = ({ hierarchyPath }: Pick<Task, 'hierarchyPath'>) => Number(hierarchyPath.split('.').at(-1))

/** The tasks that are numbered together: below one parent, or at the top of one project. */
export function siblingsOf(nodes: Nodes, { projectId, parentId }: Pick<Task, 'projectId' | 'parentId'>): TaskNode[] {
  const there = parentId === null ? nodes : (findTask(nodes, parentId)?.children ?? [])
  return there.filter((node) => node.projectId === projectId)
}

const numberBelow = (path: string, ordinal: number) => (path === '' ? String(ordinal) : `${path}.${ordinal}`)

function numbered(node: TaskNode, hierarchyPath: string): TaskNode {
  if (node.hierarchyPath === hierarchyPath) return node
  const children = node.children.map((child) => numbered(child, numberBelow(hierarchyPath, ordinalOf(child))))
  return { ...node, hierarchyPath, children }
}

/** The siblings from this number on, counted up or down. Filters hide siblings, so that no number follows from a place. */
function shifted(nodes: TaskNode[], from: number, by: number, { path, projectId }: Below): TaskNode[] {
  return mapped(nodes, (node) => {
    const ordinal = ordinalOf(node)
    const stays = node.projectId !== projectId || ordinal < from
    return stays ? node : numbered(node, numberBelow(path, ordinal + by))
  })
}

interface Below {
  /** The parent's number; '' at the top. */
  path: string
  projectId: string
}

/** The trees with what `change` makes of the tasks directly below a parent. */
function changeBelow(
  nodes: TaskNode[],
  parentId: string | null,
  change: (children: TaskNode[], path: string) => TaskNode[],
): TaskNode[] {
  if (parentId === null) return change(nodes, '')
  return mapped(nodes, (node) => {
    const here = node.id === parentId
    const children = here ? change(node.children, node.hierarchyPath) : changeBelow(node.children, parentId, change)
    return children === node.children ? node : { ...node, children }
  })
}

/**
 * The trees with a task, and all below it, at another place, and every number as it is there. Trees that lack the task or
 * its new place stay as they are: they are some filter's.
 */
export function placeTask(nodes: TaskNode[], id: string, { parentId, beforeId }: TaskPlace): TaskNode[] {
  const moved = findTask(nodes, id)
  if (!moved) return nodes
  const { projectId } = moved
  const there = siblingsOf(nodes, { projectId, parentId })
  const isKnown = parentId === null || findTask(nodes, parentId)?.projectId === projectId
  const isBelowItself = parentId !== null && findTask([moved], parentId) !== undefined
  const isBeforeOther = beforeId === null || (beforeId !== id && there.some((node) => node.id === beforeId))
  if (!isKnown || isBelowItself || !isBeforeOther) return nodes

  const left = changeBelow(nodes, moved.parentId, (siblings, path) => {
    const others = siblings.filter((node) => node.id !== id)
    return shifted(others, ordinalOf(moved), -1, { path, projectId })
  })
  return changeBelow(left, parentId, (siblings, path) => {
    const own = siblings.filter((node) => node.projectId === projectId)
    const before = own.find((node) => node.id === beforeId)
    const last = own.at(-1)
    const ordinal = before ? ordinalOf(before) : last ? ordinalOf(last) + 1 : 1
    const at = before ? siblings.indexOf(before) : last ? siblings.indexOf(last) + 1 : siblings.length
    const placed = numbered({ ...moved, parentId }, numberBelow(path, ordinal))
    return shifted(siblings, ordinal, 1, { path, projectId }).toSpliced(at, 0, placed)
  })
}
