import { add, decimal, multiply, numberOf, percentage } from '@plinth/api/kernel/decimal'
import { maxTaskLevel, type Task, type TaskNode, type taskFields } from '@plinth/api/works/tasks'
import * as z from 'zod/mini'
import type { TreeRow } from '../../ui/tree/TreeGridRow.tsx'

/** The number of dots is the level: 1 is at level 0, 1.2.3 at level 2. */
export const levelOf = ({ hierarchyPath }: Pick<Task, 'hierarchyPath'>) => hierarchyPath.split('.').length - 1

export const mayHaveSubTasks = (task: Pick<Task, 'hierarchyPath'>) => levelOf(task) < maxTaskLevel

/** Every task of the trees, each before those below it. */
export const everyTask = (nodes: readonly TaskNode[]): TaskNode[] =>
  nodes.flatMap((node) => [node, ...everyTask(node.children)])

/** The number of levels below a task. */
export const heightOf = ({ children }: TaskNode): number =>
  children.reduce((height, child) => Math.max(height, 1 + heightOf(child)), 0)

export const taskLabel = ({ hierarchyPath, title }: Pick<Task, 'hierarchyPath' | 'title'>) =>
  `${hierarchyPath} ${title}`

/** The tasks that a task can be put below: not itself, none below it, and none that would make it pass the last level. */
export function parentChoices(nodes: readonly TaskNode[], movedId?: string): TaskNode[] {
  const moved = movedId === undefined ? undefined : findTask(nodes, movedId)
  const height = moved ? heightOf(moved) : 0
  const within = new Set(moved ? everyTask([moved]).map(({ id }) => id) : [])
  return everyTask(nodes).filter((node) => !within.has(node.id) && levelOf(node) + 1 + height <= maxTaskLevel)
}

/** Whether a task with everything below it fits below this parent; without a parent, at the top. */
export function mayStandUnder(task: TaskNode, parent: TaskNode | undefined): boolean {
  if (!parent) return true
  return parent.projectId === task.projectId && levelOf(parent) + 1 + heightOf(task) <= maxTaskLevel
}

/** The order in which several tasks are changed, lowest first: a task is approved after those below it, and reopened before them. */
export const turnFor = (task: Task, status: string) =>
  status === 'APPROVED' || status === 'CANCELLED' ? -levelOf(task) : levelOf(task)

/**
 * Quantity by rate plus tax, in rupees, rounded half up to the paisa, as the server computes it. Null if quantity or rate is missing.
 */
export function amountOf(quantity: unknown, rate: unknown, tax: unknown): number | null {
  if (typeof quantity !== 'number' || typeof rate !== 'number') return null
  const withTax = add(decimal(100), decimal(typeof tax === 'number' ? tax : 0))
  return numberOf(percentage(multiply(decimal(quantity), decimal(rate)), withTax, 2))
}

/** The folded rows: those of this level and deeper, with exceptions. Projects are at level -1. */
export interface Folding {
  openTo: number
  except: ReadonlySet<string>
}
export const headingLevel = -1
export const foldedFrom = (level: number): Folding => ({ openTo: level, except: new Set() })
export const unfolded = foldedFrom(maxTaskLevel)

export const isFolded = ({ openTo, except }: Folding, id: string, level: number) => level >= openTo !== except.has(id)

export function withToggled({ openTo, except }: Folding, id: string): Folding {
  const next = new Set(except)
  if (!next.delete(id)) next.add(id)
  return { openTo, except: next }
}

const storedFoldings = z.array(z.object({ tree: z.string(), openTo: z.int(), except: z.array(z.string()) }))
const storageKey = (userId: string) => `plinth.folded.${userId}`
/** The numbers of trees, and of rows in each, whose folding is stored; the last folded ones are kept. */
const maxStored = { trees: 20, rows: 500 }

function storedOf(userId: string) {
  try {
    return storedFoldings.parse(JSON.parse(localStorage.getItem(storageKey(userId)) ?? '[]'))
  } catch {
    return []
  }
}

export function storeFolding(userId: string, tree: string, { openTo, except }: Folding) {
  const others = storedOf(userId).filter((stored) => stored.tree !== tree)
  const stored = [...others, { tree, openTo, except: [...except].slice(-maxStored.rows) }].slice(-maxStored.trees)
  try {
    localStorage.setItem(storageKey(userId), JSON.stringify(stored))
  } catch {
    // Storage is full: the tree opens unfolded the next time.
  }
}

export function loadFolding(userId: string, tree: string): Folding {
  const stored = storedOf(userId).find((one) => one.tree === tree)
  return stored ? { openTo: stored.openTo, except: new Set(stored.except) } : unfolded
}

type Row = TreeRow<TaskNode>

/** The rows on the screen: every task except those below a folded one. */
export function taskRows(nodes: readonly TaskNode[], folding: Folding, parentId: string | null = null, depth = 0) {
  const rows: Row[] = []
  for (const [index, item] of nodes.entries()) {
    const { id, children } = item
    const level = levelOf(item)
    const expanded = children.length === 0 ? undefined : !isFolded(folding, id, level)
    const name = taskLabel(item)
    rows.push({ id, parentId, name, depth, level, position: index + 1, siblings: nodes.length, expanded, item })
    if (expanded) for (const row of taskRows(children, folding, id, depth + 1)) rows.push(row)
  }
  return rows
}

export const byProject = (nodes: readonly TaskNode[]) => Map.groupBy(nodes, ({ projectId }) => projectId)

/** The rows below a heading for each project, sorted by its name. */
export function groupedRows(nodes: readonly TaskNode[], nameOf: (projectId: string) => string, folding: Folding) {
  const groups = [...byProject(nodes)]
    .map(([id, tasks]) => ({ id, tasks, name: nameOf(id) }))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en-IN', { numeric: true }))
  return groups.flatMap(({ id, tasks, name }, index) => {
    const expanded = !isFolded(folding, id, headingLevel)
    const heading: Row = {
      id,
      parentId: null,
      name,
      depth: 0,
      level: null,
      position: index + 1,
      siblings: groups.length,
      expanded,
      item: null,
    }
    return [heading, ...(expanded ? taskRows(tasks, folding, id, 1) : [])]
  })
}

/** The fields that an edit of a task may change. */
export type TaskEdit = Partial<Pick<Task, keyof typeof taskFields>>

/** A place for a task: below a parent (null for the top), before one of its sub-tasks or, with null, after them all. */
export interface TaskPlace {
  parentId: string | null
  beforeId: string | null
}

type Nodes = readonly TaskNode[]

/** Maps a list, and returns the same array if nothing changed. */
function mapIfChanged(nodes: TaskNode[], change: (node: TaskNode) => TaskNode): TaskNode[] {
  const next = nodes.map(change)
  return next.every((node, index) => node === nodes[index]) ? nodes : next
}

/** The trees with new values in these tasks. Everything outside the path to them stays the same object. */
export function patchTasks(nodes: TaskNode[], changes: ReadonlyMap<string, Partial<Task>>): TaskNode[] {
  return mapIfChanged(nodes, (node) => {
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

function renumbered(node: TaskNode, hierarchyPath: string): TaskNode {
  if (node.hierarchyPath === hierarchyPath) return node
  const children = node.children.map((child) => renumbered(child, numberBelow(hierarchyPath, ordinalOf(child))))
  return { ...node, hierarchyPath, children }
}

/** Renumbers the siblings from an ordinal on. Filters hide siblings, so that an ordinal does not follow from the index. */
function shiftOrdinals(nodes: TaskNode[], from: number, by: number, { path, projectId }: Below): TaskNode[] {
  return mapIfChanged(nodes, (node) => {
    const ordinal = ordinalOf(node)
    const stays = node.projectId !== projectId || ordinal < from
    return stays ? node : renumbered(node, numberBelow(path, ordinal + by))
  })
}

interface Below {
  /** The parent's number; empty at the top. */
  path: string
  projectId: string
}

/** The trees with `change` applied to the tasks directly below a parent. */
function changeBelow(
  nodes: TaskNode[],
  parentId: string | null,
  change: (children: TaskNode[], path: string) => TaskNode[],
): TaskNode[] {
  if (parentId === null) return change(nodes, '')
  return mapIfChanged(nodes, (node) => {
    const here = node.id === parentId
    const children = here ? change(node.children, node.hierarchyPath) : changeBelow(node.children, parentId, change)
    return children === node.children ? node : { ...node, children }
  })
}

/**
 * The trees with a task, and everything below it, at another place, and with the numbers that follow. Trees that lack the task or its
 * new place belong to a filter and are not changed.
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

  const withoutMoved = changeBelow(nodes, moved.parentId, (siblings, path) => {
    const others = siblings.filter((node) => node.id !== id)
    return shiftOrdinals(others, ordinalOf(moved), -1, { path, projectId })
  })
  return changeBelow(withoutMoved, parentId, (siblings, path) => {
    const own = siblings.filter((node) => node.projectId === projectId)
    const before = own.find((node) => node.id === beforeId)
    const last = own.at(-1)
    const ordinal = before ? ordinalOf(before) : last ? ordinalOf(last) + 1 : 1
    const at = before ? siblings.indexOf(before) : last ? siblings.indexOf(last) + 1 : siblings.length
    const placed = renumbered({ ...moved, parentId }, numberBelow(path, ordinal))
    return shiftOrdinals(siblings, ordinal, 1, { path, projectId }).toSpliced(at, 0, placed)
  })
}
