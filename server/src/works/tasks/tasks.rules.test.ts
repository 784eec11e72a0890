import { describe, expect, test } from 'vitest'
import { buildTrees, type Placed, type TreeNode } from './tasks.rules.ts'

/** A row with only the columns that the tree is built from. */
const row = (id: string, parentId: string | null = null, projectId = 'p'): Placed => ({ id, parentId, projectId })

const outline = (nodes: TreeNode<Placed>[]): string[] =>
  nodes.flatMap(({ row, hierarchyPath, children }) => [`${hierarchyPath} ${row.id}`, ...outline(children)])
const all = () => true

describe('a tree of tasks', () => {
  test('numbers siblings in the order of the rows, even with other rows between them', () => {
    const rows = [row('a'), row('b', 'a'), row('c'), row('d', 'a'), row('e', 'd'), row('f', 'c')]
    expect(outline(buildTrees(rows, all))).toEqual(['1 a', '1.1 b', '1.2 d', '1.2.1 e', '2 c', '2.1 f'])
  })

  test('is the same when a child comes before its parent', () => {
    expect(outline(buildTrees([row('b', 'a'), row('a')], all))).toEqual(['1 a', '1.1 b'])
  })

  test('restarts the top-level numbers in each project', () => {
    const rows = [row('a', null, 'p'), row('b', null, 'q'), row('c', null, 'p'), row('d', 'b', 'q')]
    expect(outline(buildTrees(rows, all))).toEqual(['1 a', '1 b', '1.1 d', '2 c'])
  })

  test('sorts 10 after 9', () => {
    const rows = Array.from({ length: 11 }, (_, index) => row(`t${index + 1}`))
    expect(buildTrees(rows, all).at(-1)).toMatchObject({ row: { id: 't11' }, hierarchyPath: '11' })
  })

  test('keeps wanted tasks and those above them, with their true numbers', () => {
    const rows = [row('a'), row('b', 'a'), row('c', 'a'), row('d', 'c'), row('e', 'c'), row('f'), row('g', 'f')]
    expect(outline(buildTrees(rows, (id) => id === 'e'))).toEqual(['1 a', '1.2 c', '1.2.2 e'])
    expect(outline(buildTrees(rows, (id) => id === 'f'))).toEqual(['2 f'])
    expect(buildTrees(rows, () => false)).toEqual([])
  })

  test('of no rows is empty', () => {
    expect(buildTrees([], all)).toEqual([])
  })
})
