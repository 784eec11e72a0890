import { maxTaskLevel, type Task, type TaskNode } from '@plinth/api/tasks'
import type { TreeRow } from '../ui/TreeGridRow.tsx'
import { findTask } from './task-patch.ts'

/** The dots of the number count the level: 1 is at 0, 1.2.3 at 2. */
export const levelOf = ({ hierarchyPath }: Pick<Task, 'hierarchyPath'>) => hierarchyPath.split('.').length - 1

export const mayHaveSubTasks = (task: Pick<Task, 'hierarchyPath'>) => levelOf(task) < maxTaskLevel

/** Every task of the trees, each before those below it. */
export const everyTask = (nodes: readonly TaskNode[]): TaskNode[] =>
  nodes.flatMap((node) => [node, ...everyTask(node.children)])

/** How many levels there are below a task. */
export const heightOf = ({ children }: TaskNode): number =>
  children.reduce((height, child) => Math.max(height, 1 + heightOf(child)), 0)

export const taskLabel = ({ hierarchyPath, title }: Pick<Task, 'hierarchyPath' | 'title'>) =>
  `${hierarchyPath} ${title}`

/** The tasks of a project that a task may stand under: not itself, nothing below it, and no level after the last. */
export function parentChoices(nodes: readonly TaskNode[], movedId?: string): TaskNode[] {
  const moved = movedId === undefined ? undefined : findTask(nodes, movedId)
  const height = moved ? heightOf(moved) : 0
  const within = new Set(moved ? everyTask([moved]).map(({ id }) => id) : [])
  return everyTask(nodes).filter((node) => !within.has(node.id) && levelOf(node) + 1 + height <= maxTaskLevel)
}

/** Whether a task with all below it may stand below this one; without one, at the top. */
export function mayStandUnder(task: TaskNode, parent: TaskNode | undefined): boolean {
  if (!parent) return true
  return parent.projectId === task.projectId && levelOf(parent) + 1 + heightOf(task) <= maxTaskLevel
}

/** A task is approved after those below it, and reopened before them: of several, the lower turn comes first. */
export const turnFor = (task: Task, status: string) =>
  status === 'APPROVED' || status === 'CANCELLED' ? -levelOf(task) : levelOf(task)

/** Which rows are folded: those of this level and the ones below it, but for the exceptions. Projects are at level -1. */
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

type Row = TreeRow<TaskNode>

/** The rows on the screen: every task but those below a folded one. */
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

/** The rows under a heading for each project, by its name. */
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
