import type { Task, TaskNode } from '@plinth/api/works/tasks'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { everyTask, findTask, ordinalOf, patchTasks, placeTask, siblingsOf, type TaskPlace } from './task-tree.ts'

/**
 * Builds a tree from its shape: each list is a task, and its elements are its sub-tasks. The ids are numbers with the project's
 * prefix.
 */
type Shape = Shape[]
function treeOf(shape: Shape, projectId = 'p', parent: TaskNode | null = null): TaskNode[] {
  return shape.map((below, index) => {
    const hierarchyPath = parent ? `${parent.hierarchyPath}.${index + 1}` : String(index + 1)
    const id = `${projectId}${hierarchyPath}`
    const node = { id, projectId, hierarchyPath, parentId: parent?.id ?? null, title: id } as TaskNode
    return { ...node, children: treeOf(below, projectId, node) }
  })
}

const linesOf = (nodes: readonly TaskNode[]) =>
  everyTask(nodes).map(({ id, hierarchyPath }) => `${hierarchyPath} ${id}`)
const nodeAt = (nodes: TaskNode[], id: string) => findTask(nodes, id) as TaskNode
/** 1 (1.1 (1.1.1), 1.2), 2, 3 */
const trees = treeOf([[[[]], []], [], []])

test('a patch changes its tasks, and keeps the objects outside the path to them', () => {
  const next = patchTasks(trees, new Map<string, Partial<Task>>([['p1.2', { progress: 40 }]]))
  expect(nodeAt(next, 'p1.2')).toMatchObject({ progress: 40, title: 'p1.2' })
  expect(next[0]).not.toBe(trees[0])
  expect(nodeAt(next, 'p1.1')).toBe(nodeAt(trees, 'p1.1'))
  expect(next[1]).toBe(trees[1])
})

test('a patch of an absent task keeps the same array', () => {
  expect(patchTasks(trees, new Map([['other', { progress: 40 }]]))).toBe(trees)
})

test('a task moves below another, before one of its sub-tasks, with everything below it', () => {
  const next = placeTask(trees, 'p1.1', { parentId: null, beforeId: 'p3' })
  expect(linesOf(next)).toEqual(['1 p1', '1.1 p1.2', '2 p2', '3 p1.1', '3.1 p1.1.1', '4 p3'])
  expect(nodeAt(next, 'p1.1').parentId).toBeNull()
})

test('a task moves below a task whose number changes by the move', () => {
  const next = placeTask(trees, 'p1', { parentId: 'p2', beforeId: null })
  expect(linesOf(next)).toEqual(['1 p2', '1.1 p1', '1.1.1 p1.1', '1.1.1.1 p1.1.1', '1.1.2 p1.2', '2 p3'])
})

test('a task moves among its siblings, forwards and back', () => {
  const forwards = placeTask(trees, 'p1.1', { parentId: 'p1', beforeId: null })
  expect(linesOf(forwards).slice(0, 4)).toEqual(['1 p1', '1.1 p1.2', '1.2 p1.1', '1.2.1 p1.1.1'])
  expect(linesOf(placeTask(forwards, 'p1.1', { parentId: 'p1', beforeId: 'p1.2' }))).toEqual(linesOf(trees))
})

test('a filter that hides siblings does not change their numbers', () => {
  const filtered = trees.filter(({ id }) => id !== 'p2')
  const next = placeTask(filtered, 'p1', { parentId: null, beforeId: null })
  expect(next.map(({ hierarchyPath, id }) => `${hierarchyPath} ${id}`)).toEqual(['2 p3', '3 p1'])
  const before = placeTask(filtered, 'p3', { parentId: null, beforeId: 'p1' })
  expect(before.map(({ hierarchyPath, id }) => `${hierarchyPath} ${id}`)).toEqual(['1 p3', '2 p1'])
})

test('a move changes no number in another project', () => {
  const both = [...treeOf([[], []], 'q'), ...trees]
  const next = placeTask(both, 'p3', { parentId: null, beforeId: 'p1' })
  expect(linesOf(next).slice(0, 3)).toEqual(['1 q1', '2 q2', '1 p3'])
})

test.each<[string, string, TaskPlace]>([
  ['the task', 'other', { parentId: null, beforeId: null }],
  ['the parent', 'p1', { parentId: 'other', beforeId: null }],
  ['the sibling below that parent', 'p1', { parentId: 'p2', beforeId: 'p3' }],
  ['a place outside of the task itself', 'p1', { parentId: 'p1.1', beforeId: null }],
  ['another task to come before', 'p2', { parentId: null, beforeId: 'p2' }],
])('trees that lack %s are not changed', (_, id, place) => {
  expect(placeTask(trees, id, place)).toBe(trees)
})

const fewOf = (below: fc.Arbitrary<Shape>) => fc.array(below, { maxLength: 3 })
const shapes = fewOf(fewOf(fewOf(fc.constant([]))))

/** Every number matches the place of its task, and every task has the right parent. */
function expectNumbered(nodes: readonly TaskNode[], parent: TaskNode | null = null) {
  for (const [index, node] of nodes.entries()) {
    expect(node.hierarchyPath).toBe(parent ? `${parent.hierarchyPath}.${index + 1}` : String(index + 1))
    expect(node.parentId).toBe(parent?.id ?? null)
    expectNumbered(node.children, node)
  }
}

test('after any moves every number is right and no task is lost, and a move can be undone', () => {
  const pick = fc.nat({ max: 1000 })
  fc.assert(
    fc.property(shapes, fc.array(fc.tuple(pick, pick, pick), { maxLength: 8 }), (shape, moves) => {
      let nodes = treeOf(shape)
      const ids = linesOf(nodes).map((line) => line.split(' ')[1])
      if (ids.length === 0) return
      for (const [which, under, before] of moves) {
        const all = everyTask(nodes)
        const moved = all[which % all.length] as TaskNode
        const parent = [null, ...all][under % (all.length + 1)] ?? null
        const siblings = siblingsOf(nodes, { projectId: 'p', parentId: parent?.id ?? null })
        const beforeId = [null, ...siblings][before % (siblings.length + 1)]?.id ?? null
        const next = placeTask(nodes, moved.id, { parentId: parent?.id ?? null, beforeId })
        const old = siblingsOf(nodes, moved).find((sibling) => ordinalOf(sibling) === ordinalOf(moved) + 1)
        const undone = placeTask(next, moved.id, { parentId: moved.parentId, beforeId: old?.id ?? null })
        expect(linesOf(undone)).toEqual(linesOf(nodes))
        nodes = next
        expectNumbered(nodes)
      }
      expect(
        everyTask(nodes)
          .map(({ id }) => id)
          .toSorted(),
      ).toEqual(ids.toSorted())
    }),
  )
})
