/** What a task's place in a tree is known by. */
export interface Placed {
  id: string
  parentId: string | null
  projectId: string
}

export interface TreeNode<Row> {
  row: Row
  /** The dotted number. */
  hierarchyPath: string
  children: TreeNode<Row>[]
}

/**
 * The trees of one or more projects from rows in sibling order. Every task is numbered by its place among all live
 * siblings, then the branches without a wanted task are left out; a wanted task brings the tasks above it along.
 */
export function buildTrees<Row extends Placed>(
  rows: readonly Row[],
  isWanted: (id: string) => boolean,
): TreeNode<Row>[] {
  const childrenOf = Map.groupBy(rows, (row) => row.parentId)
  const branches = (parentId: string | null, prefix: string): TreeNode<Row>[] =>
    numbered(childrenOf.get(parentId) ?? [], prefix).flatMap(([row, hierarchyPath]) => {
      const children = branches(row.id, `${hierarchyPath}.`)
      return children.length > 0 || isWanted(row.id) ? [{ row, hierarchyPath, children }] : []
    })
  return branches(null, '')
}

/** Siblings with their dotted numbers; tasks at the top are counted in each project anew. */
function numbered<Row extends Placed>(siblings: readonly Row[], prefix: string): [Row, string][] {
  const counts = new Map<string, number>()
  return siblings.map((row) => {
    const place = (counts.get(row.projectId) ?? 0) + 1
    counts.set(row.projectId, place)
    return [row, `${prefix}${place}`]
  })
}
