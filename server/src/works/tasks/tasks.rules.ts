/** The columns that a tree is built from. */
export interface Placed {
  id: string
  parentId: string | null
  projectId: string
}

export interface TreeNode<Row> {
  row: Row
  /** The dotted number, such as 1.2.3. */
  hierarchyPath: string
  children: TreeNode<Row>[]
}

/**
 * Builds the trees of one or more projects from rows in sibling order. Every task is numbered among all its live siblings; then
 * branches without a wanted task are left out, and the tasks above a wanted task are kept.
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

/** Siblings with their dotted numbers; top-level tasks are numbered separately in each project. */
function numbered<Row extends Placed>(siblings: readonly Row[], prefix: string): [Row, string][] {
  const counts = new Map<string, number>()
  return siblings.map((row) => {
    const place = (counts.get(row.projectId) ?? 0) + 1
    counts.set(row.projectId, place)
    return [row, `${prefix}${place}`]
  })
}
