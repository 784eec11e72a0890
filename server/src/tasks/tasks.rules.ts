import type { Task, TaskNode } from '@plinth/api/tasks'

/** A task as it is stored: its number among the others is counted when the tree is built. */
export type TaskRow = Omit<Task, 'hierarchyPath'>

const grouped = (rows: readonly TaskRow[]) => Map.groupBy(rows, (row) => row.parentId)

/**
 * The trees of one or more projects from rows in sibling order. Every task is numbered by its place among all live
 * siblings, then the branches without a wanted task are left out; a wanted task brings the tasks above it along.
 */
export function buildTrees(rows: readonly TaskRow[], isWanted: (id: string) => boolean): TaskNode[] {
  const childrenOf = grouped(rows)
  const branches = (parentId: string | null, prefix: string): TaskNode[] =>
    numbered(childrenOf.get(parentId) ?? [], prefix).flatMap(([row, hierarchyPath]) => {
      const children = branches(row.id, `${hierarchyPath}.`)
      return children.length > 0 || isWanted(row.id) ? [{ ...row, hierarchyPath, children }] : []
    })
  return branches(null, '')
}

/** Siblings with their dotted numbers; tasks at the top are counted in each project anew. */
function numbered(siblings: readonly TaskRow[], prefix: string): [TaskRow, string][] {
  const counts = new Map<string, number>()
  return siblings.map((row) => {
    const place = (counts.get(row.projectId) ?? 0) + 1
    counts.set(row.projectId, place)
    return [row, `${prefix}${place}`]
  })
}
