import type { TaskNode } from '@plinth/api/works/tasks'
import { expect, test } from 'vitest'
import { isOpen, isOwnPlace, placeByKey, placeByZone, type TreeMoves } from '../../ui/tree/useTreeDrag.ts'
import { rowsBetween } from '../../ui/tree/useTreeKeys.ts'
import {
  amountOf,
  everyTask,
  foldedFrom,
  groupedRows,
  headingLevel,
  heightOf,
  levelOf,
  mayHaveSubTasks,
  mayStandUnder,
  parentChoices,
  taskRows,
  turnFor,
  unfolded,
  withToggled,
} from './task-tree.ts'

/** A tree from its numbers: `node('1', [node('1.1')])`; the id is the number with the project's prefix. */
const node = (hierarchyPath: string, children: TaskNode[] = [], projectId = 'p') =>
  ({
    id: `${projectId}${hierarchyPath}`,
    projectId,
    hierarchyPath,
    title: `Task ${hierarchyPath}`,
    children,
  }) as TaskNode

const deep = node('1', [node('1.1', [node('1.1.1', [node('1.1.1.1', [node('1.1.1.1.1')])])]), node('1.2')])
const trees = [deep, node('2')]
const numbers = (nodes: readonly TaskNode[]) => nodes.map(({ hierarchyPath }) => hierarchyPath)

test('the number of dots is the level', () => {
  expect(everyTask([deep]).map(levelOf)).toEqual([0, 1, 2, 3, 4, 1])
})

test('a task at level 4 cannot have sub-tasks', () => {
  expect(mayHaveSubTasks({ hierarchyPath: '1.1.1.1' })).toBe(true)
  expect(mayHaveSubTasks({ hierarchyPath: '1.1.1.1.1' })).toBe(false)
})

test('the height is the number of levels below', () => {
  expect([heightOf(deep), heightOf(node('2'))]).toEqual([4, 0])
})

test('the rows are the tasks in order, each with its position among its siblings', () => {
  const rows = taskRows(trees, unfolded)
  expect(rows.map(({ id }) => id)).toEqual(['p1', 'p1.1', 'p1.1.1', 'p1.1.1.1', 'p1.1.1.1.1', 'p1.2', 'p2'])
  expect(rows[5]).toMatchObject({ parentId: 'p1', depth: 1, level: 1, position: 2, siblings: 2, expanded: undefined })
})

test('the rows exclude everything below a folded task', () => {
  const rows = taskRows(trees, withToggled(unfolded, 'p1.1'))
  expect(rows.map(({ id }) => id)).toEqual(['p1', 'p1.1', 'p1.2', 'p2'])
  expect(rows[1]?.expanded).toBe(false)
})

test('projects are headings sorted by name, which fold their tasks', () => {
  const both = [...trees, node('1', [], 'q')]
  const nameOf = (id: string) => (id === 'p' ? 'Phase 10' : 'Phase 9')
  const rows = groupedRows(both, nameOf, withToggled(unfolded, 'p'))
  expect(rows.map(({ name, depth, level }) => [name, depth, level])).toEqual([
    ['Phase 9', 0, null],
    ['1 Task 1', 1, 0],
    ['Phase 10', 0, null],
  ])
  expect(rows[1]?.parentId).toBe('q')
})

test('a tree is folded from a level on, except for tasks unfolded there', () => {
  const shown = (folding: typeof unfolded) => taskRows(trees, folding).map(({ item }) => item?.hierarchyPath)
  expect(shown(foldedFrom(headingLevel))).toEqual(['1', '2'])
  expect(shown(foldedFrom(1))).toEqual(['1', '1.1', '1.2', '2'])
  expect(shown(withToggled(foldedFrom(1), 'p1.1'))).toEqual(['1', '1.1', '1.1.1', '1.2', '2'])
  expect(shown(withToggled(withToggled(foldedFrom(1), 'p1'), 'p1'))).toEqual(['1', '1.1', '1.2', '2'])
  expect(groupedRows(trees, String, foldedFrom(headingLevel))).toHaveLength(1)
})

/** The rows of the tree in the form that the grid uses. */
function gridOf(nodes: TaskNode[]) {
  const rows = taskRows(nodes, unfolded)
  return { rows, indexOf: new Map(rows.map(({ id }, index) => [id, index])) }
}
const plan = gridOf([node('1', [node('1.1', [node('1.1.1')]), node('1.2'), node('1.3')]), node('2')])
const at = (id: string) => plan.indexOf.get(`p${id}`) ?? -1

test('an arrow key moves a task among its siblings, below the one before it or out of its parent', () => {
  const place = (key: string, id: string) => placeByKey(key, plan, at(id))
  expect(place('ArrowUp', '1.2')).toEqual({ parentId: 'p1', beforeId: 'p1.1' })
  expect(place('ArrowDown', '1.1')).toEqual({ parentId: 'p1', beforeId: 'p1.3' })
  expect(place('ArrowDown', '1.2')).toEqual({ parentId: 'p1', beforeId: null })
  expect(place('ArrowRight', '1.2')).toEqual({ parentId: 'p1.1', beforeId: null })
  expect(place('ArrowLeft', '1.1.1')).toEqual({ parentId: 'p1', beforeId: 'p1.2' })
  expect(place('ArrowLeft', '1.3')).toEqual({ parentId: null, beforeId: 'p2' })
})

test('an arrow key at an edge of the siblings moves nothing', () => {
  const edges = [
    placeByKey('ArrowUp', plan, at('1.1')),
    placeByKey('ArrowDown', plan, at('1.3')),
    placeByKey('ArrowRight', plan, at('1')),
    placeByKey('ArrowLeft', plan, at('2')),
  ]
  expect(edges).toEqual([null, null, null, null])
})

test('a task can be dropped before, after or below another; after an unfolded task it becomes its first sub-task', () => {
  expect(placeByZone('before', plan, at('1.2'))).toEqual({ parentId: 'p1', beforeId: 'p1.2' })
  expect(placeByZone('after', plan, at('1.2'))).toEqual({ parentId: 'p1', beforeId: 'p1.3' })
  expect(placeByZone('after', plan, at('1.3'))).toEqual({ parentId: 'p1', beforeId: null })
  expect(placeByZone('after', plan, at('1.1'))).toEqual({ parentId: 'p1.1', beforeId: 'p1.1.1' })
  expect(placeByZone('under', plan, at('2'))).toEqual({ parentId: 'p2', beforeId: null })
})

test('a task cannot be dropped at its own place, below itself, or where it may not be', () => {
  const moves: TreeMoves<TaskNode> = {
    onMove: () => Promise.resolve(),
    mayStand: (_, parentId) => parentId !== 'p2',
    onRefused: () => undefined,
  }
  const canDrop = (id: string, parentId: string | null, beforeId: string | null) =>
    !isOwnPlace(plan, `p${id}`, { parentId, beforeId }) && isOpen(moves, plan, `p${id}`, { parentId, beforeId })
  expect([canDrop('1.1', 'p1', 'p1.1'), canDrop('1.1', 'p1', 'p1.2'), canDrop('1.3', 'p1', null)]).toEqual([
    false,
    false,
    false,
  ])
  expect([canDrop('1', 'p1', null), canDrop('1', 'p1.1.1', null), canDrop('1.2', 'p2', null)]).toEqual([
    false,
    false,
    false,
  ])
  expect([canDrop('1.1', 'p1', null), canDrop('1.2', null, null), canDrop('1.2', 'p1.1', 'p1.1.1')]).toEqual([
    true,
    true,
    true,
  ])
})

test('a task fits below another of its project unless its own sub-tasks would pass level 4', () => {
  const [child] = deep.children
  expect(mayStandUnder(deep, undefined)).toBe(true)
  expect(mayStandUnder(node('3'), node('1.1.1.1'))).toBe(true)
  expect(mayStandUnder(node('3'), node('1.1.1.1.1'))).toBe(false)
  expect(child && mayStandUnder(child, node('2'))).toBe(true)
  expect(child && mayStandUnder(child, node('2.1'))).toBe(false)
  expect(mayStandUnder(node('3'), node('1', [], 'q'))).toBe(false)
})

test('a range of rows works in both directions and leaves out headings', () => {
  expect(rowsBetween(plan, 'p1.2', 'p1.1')).toEqual(['p1.1', 'p1.1.1', 'p1.2'])
  const rows = groupedRows([node('1'), node('1', [], 'q')], String, unfolded)
  const grouped = { rows, indexOf: new Map(rows.map(({ id }, index) => [id, index])) }
  expect(rowsBetween(grouped, 'p', 'q1')).toEqual(['p1', 'q1'])
})

test('of tasks that are changed together, those below are approved first and reopened last', () => {
  const inOrder = (status: string) =>
    [node('1'), node('1.1')].toSorted((a, b) => turnFor(a, status) - turnFor(b, status))
  expect(numbers(inOrder('APPROVED'))).toEqual(['1.1', '1'])
  expect(numbers(inOrder('REOPENED'))).toEqual(['1', '1.1'])
})

test('a new task may be put below any task except those at level 4', () => {
  expect(numbers(parentChoices(trees))).toEqual(['1', '1.1', '1.1.1', '1.1.1.1', '1.2', '2'])
})

test('a moved task can be put neither below itself nor so deep that its own sub-tasks pass level 4', () => {
  expect(numbers(parentChoices(trees, 'p1.1'))).toEqual(['1', '2'])
  expect(numbers(parentChoices(trees, 'p1'))).toEqual([])
  expect(numbers(parentChoices(trees, 'p2'))).toEqual(['1', '1.1', '1.1.1', '1.1.1.1', '1.2'])
})

test('an amount is quantity by rate plus tax, to the paisa', () => {
  expect(amountOf(40, 180, 18)).toBe(8496)
  expect(amountOf(1.005, 100, 0)).toBe(100.5)
  expect(amountOf(0.333, 10.05, 14)).toBe(3.82)
  expect(amountOf(0, 10, 14)).toBe(0)
  expect([amountOf(null, 1, 14), amountOf(1, undefined, 14)]).toEqual([null, null])
})
