import type { TaskNode } from '@plinth/api/tasks'
import { expect, test } from 'vitest'
import { amountOf } from './task-amounts.ts'
import {
  everyTask,
  foldable,
  groupedRows,
  heightOf,
  levelOf,
  mayHaveSubTasks,
  parentChoices,
  taskRows,
} from './task-tree.ts'

/** A tree from its numbers: `node('1', [node('1.1')])`; the number is the id too. */
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
const none: ReadonlySet<string> = new Set()

test('the dots of the number count the level', () => {
  expect(everyTask([deep]).map(levelOf)).toEqual([0, 1, 2, 3, 4, 1])
})

test('a task at level 4 has no sub-tasks', () => {
  expect(mayHaveSubTasks({ hierarchyPath: '1.1.1.1' })).toBe(true)
  expect(mayHaveSubTasks({ hierarchyPath: '1.1.1.1.1' })).toBe(false)
})

test('the height counts the levels below', () => {
  expect([heightOf(deep), heightOf(node('2'))]).toEqual([4, 0])
})

test('rows are the tasks in order, each with its place among its siblings', () => {
  const rows = taskRows(trees, none)
  expect(rows.map(({ id }) => id)).toEqual(['p1', 'p1.1', 'p1.1.1', 'p1.1.1.1', 'p1.1.1.1.1', 'p1.2', 'p2'])
  expect(rows[5]).toMatchObject({ parentId: 'p1', depth: 1, level: 1, position: 2, siblings: 2, expanded: undefined })
})

test('what is below a folded task is no row', () => {
  const rows = taskRows(trees, new Set(['p1.1']))
  expect(rows.map(({ id }) => id)).toEqual(['p1', 'p1.1', 'p1.2', 'p2'])
  expect(rows[1]?.expanded).toBe(false)
})

test('projects are headings in the order of their names, and fold what is theirs', () => {
  const both = [...trees, node('1', [], 'q')]
  const nameOf = (id: string) => (id === 'p' ? 'Phase 10' : 'Phase 9')
  const rows = groupedRows(both, nameOf, new Set(['p']))
  expect(rows.map(({ name, depth, level }) => [name, depth, level])).toEqual([
    ['Phase 9', 0, null],
    ['1 Task 1', 1, 0],
    ['Phase 10', 0, null],
  ])
  expect(rows[1]?.parentId).toBe('q')
})

test('everything with something below it can be folded', () => {
  expect(foldable(trees)).toEqual(['p', 'p1', 'p1.1', 'p1.1.1', 'p1.1.1.1'])
})

test('a new task may stand under any but those at level 4', () => {
  expect(numbers(parentChoices(trees))).toEqual(['1', '1.1', '1.1.1', '1.1.1.1', '1.2', '2'])
})

test('a moved task goes neither under itself nor so deep that its own sub-tasks pass level 4', () => {
  expect(numbers(parentChoices(trees, 'p1.1'))).toEqual(['1', '2'])
  expect(numbers(parentChoices(trees, 'p1'))).toEqual([])
  expect(numbers(parentChoices(trees, 'p2'))).toEqual(['1', '1.1', '1.1.1', '1.1.1.1', '1.2'])
})

test('an amount is quantity by rate with the tax, to the paisa', () => {
  expect(amountOf(40, 180, 18)).toBe(8496)
  expect(amountOf(1.005, 100, 0)).toBe(100.5)
  expect(amountOf(0.333, 10.05, 14)).toBe(3.82)
  expect(amountOf(0, 10, 14)).toBe(0)
  expect([amountOf(null, 1, 14), amountOf(1, undefined, 14)]).toEqual([null, null])
})
