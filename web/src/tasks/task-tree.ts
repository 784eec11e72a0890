import { maxTaskLevel, type Task, type TaskNode } from '@plinth/api/tasks'
import type { TreeRow } from '../ui/TreeGridRow.tsx'

/** The dots of the number count the level: 1 is at 0, 1.2.3 at 2. */
export const levelOf = ({ hierarchyPath }: Pick<Task, 'hierarchyPath'>) => hierarchyPath.split('.').length - 1

export const mayHaveSubTasks = (task: Pick<Task, 'hierarchyPath'>) => levelOf(task) < maxTaskLevel

/** Every task of the trees, each before those below it. */
export const everyTask = (nodes: readonly TaskNode[]): TaskNode[] =>
  nodes.flatMap((node) => [node, ...everyTask(node.children)])

const findTask = (nodes: readonly TaskNode[], id: string) => everyTask(nodes).find((node) => node.id === id)

/** How many levels there are below a task. */
export const heightOf = ({ children }: TaskNode): number => Math.max(0, ...children.map((child) => 1 + heightOf(child)))

export const taskLabel = ({ hierarchyPath, title }: Pick<Task, 'hierarchyPath' | 'title'>) =>
  `${hierarchyPath} ${title}`

/** The tasks of a project that a task may stand under: not itself, nothing below it, and no level after the last. */
export function parentChoices(nodes: readonly TaskNode[], movedId?: string): TaskNode[] {
  const moved = movedId === undefined ? undefined : findTask(nodes, movedId)
  const height = moved ? heightOf(moved) : 0
  const within = new Set(moved ? everyTask([moved]).map(({ id }) => id) : [])
  return everyTask(nodes).filter((node) => !within.has(node.id) && levelOf(node) + 1 + height <= maxTaskLevel)
}

type Row = TreeRow<TaskNode>
type Folded = ReadonlySet<string>

/** The rows on the screen: every task but those below a folded one. */
export function taskRows(nodes: readonly TaskNode[], folded: Folded, parentId: string | null = null, depth = 0): Row[] {
  return nodes.flatMap((item, index) => {
    const { id, children } = item
    const expanded = children.length === 0 ? undefined : !folded.has(id)
    const row: Row = {
      id,
      parentId,
      name: taskLabel(item),
      depth,
      level: levelOf(item),
      position: index + 1,
      siblings: nodes.length,
      expanded,
      item,
    }
    return [row, ...(expanded ? taskRows(children, folded, id, depth + 1) : [])]
  })
}

export const byProject = (nodes: readonly TaskNode[]) => Map.groupBy(nodes, ({ projectId }) => projectId)

/** The rows under a heading for each project, by its name. */
export function groupedRows(nodes: readonly TaskNode[], nameOf: (projectId: string) => string, folded: Folded): Row[] {
  const groups = [...byProject(nodes)]
    .map(([id, tasks]) => ({ id, tasks, name: nameOf(id) }))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en-IN', { numeric: true }))
  return groups.flatMap(({ id, tasks, name }, index) => {
    const expanded = !folded.has(id)
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
    return [heading, ...(expanded ? taskRows(tasks, folded, id, 1) : [])]
  })
}

/** Whatever can be folded: the projects, and the tasks with sub-tasks. */
export const foldable = (nodes: readonly TaskNode[]) => [
  ...byProject(nodes).keys(),
  ...everyTask(nodes).flatMap(({ id, children }) => (children.length > 0 ? [id] : [])),
]
