import type { CallInput } from '@plinth/api/kernel/client'
import {
  createTask,
  deleteTask,
  filterTasks,
  getTask,
  type Task,
  type TaskNode,
  updateTask,
} from '@plinth/api/works/tasks'
import { beforeEach, describe, expect, test } from 'vitest'
import { newCompany, startSuite } from '../../testing/test-server.ts'
import { newProject } from '../projects/projects.factory.ts'
import { newTask, taskBody } from './tasks.factory.ts'

/** Created fresh for each test. */
let projectId: string

const { server, owner } = await startSuite()
beforeEach(async () => {
  projectId = (await newProject(owner)).id
})

type Filter = CallInput<typeof filterTasks>['body']
const outline = (nodes: TaskNode[]): string[] =>
  nodes.flatMap((node) => [`${node.hierarchyPath} ${node.title}`, ...outline(node.children)])
const tree = async (filter: Filter = {}) => outline(await owner.ok(filterTasks, { body: { projectId, ...filter } }))
const add = (title: string, parent?: Task, more: Partial<Parameters<typeof taskBody>[1]> = {}) =>
  newTask(owner, projectId, { title, parentId: parent?.id ?? null, ...more })
const read = ({ id }: Task) => owner.ok(getTask, { params: { id } })
const remove = ({ id }: Task) => owner.ok(deleteTask, { params: { id } })
const move = ({ id }: Task, parent: Task | null) =>
  owner.ok(updateTask, { params: { id }, body: { parentId: parent?.id ?? null } })

/** A chain of tasks, each below the one before. */
async function chain(...titles: string[]): Promise<Task[]> {
  const tasks: Task[] = []
  for (const title of titles) tasks.push(await add(title, tasks.at(-1)))
  return tasks
}

describe('levels of tasks', () => {
  test('go from 0 to 4, and a fifth is rejected with the words of the screen [5.25 9.9]', async () => {
    const tasks = await chain('a', 'b', 'c', 'd', 'e')
    expect(tasks.map((task) => task.hierarchyPath)).toEqual(['1', '1.1', '1.1.1', '1.1.1.1', '1.1.1.1.1'])
    const body = taskBody(projectId, { parentId: tasks[4]?.id ?? null })
    expect(await owner.refused(createTask, { body })).toMatchObject({
      status: 409,
      message: 'Maximum level reached (Level 4)',
      fields: [{ path: 'parentId' }],
    })
    expect(await tree()).toHaveLength(5)
  })

  test('limit a move: three levels do not fit below level 2, and nothing is changed', async () => {
    const [, , below] = await chain('a', 'b', 'c')
    const [top] = await chain('x', 'y', 'z')
    const before = await owner.ok(filterTasks, { body: { projectId } })
    const request = { params: { id: top?.id ?? '' }, body: { parentId: below?.id, title: 'Not kept' } }
    expect(await owner.refused(updateTask, request)).toMatchObject({
      status: 409,
      message: 'Maximum level reached (Level 4)',
    })
    expect(await owner.ok(filterTasks, { body: { projectId } })).toEqual(before)
  })

  test('allow three levels below level 1, down to the last', async () => {
    const [, below] = await chain('a', 'b')
    const [top] = await chain('x', 'y', 'z')
    if (top && below) await move(top, below)
    expect(await tree()).toEqual(['1 a', '1.1 b', '1.1.1 x', '1.1.1.1 y', '1.1.1.1.1 z'])
  })
})

describe('the number of a task', () => {
  test('is in the answer to its creation', async () => {
    const first = await add('a')
    const second = await add('b')
    const created = [first, second, await add('c', second), await add('d', second), await add('e', first)]
    expect(created.map((task) => task.hierarchyPath)).toEqual(['1', '2', '2.1', '2.2', '1.1'])
  })

  test('closes the gap of a deleted task, in the tree and in every answer', async () => {
    const [first, second, third] = [await add('a'), await add('b'), await add('c')]
    const below = await add('d', third)
    await remove(second)
    expect(await tree()).toEqual(['1 a', '2 c', '2.1 d'])
    expect((await read(below)).hierarchyPath).toBe('2.1')
    await remove(first)
    expect((await read(below)).hierarchyPath).toBe('1.1')
    expect((await add('e')).hierarchyPath).toBe('2')
  })

  test('follows a move, for the task, its subtree and its former siblings', async () => {
    const [first, second, third] = [await add('a'), await add('b'), await add('c')]
    const below = await add('d', second)
    expect(await move(second, first)).toMatchObject({ hierarchyPath: '1.1', parentId: first.id })
    expect((await read(below)).hierarchyPath).toBe('1.1.1')
    expect((await read(third)).hierarchyPath).toBe('2')
    expect(await move(below, null)).toMatchObject({ hierarchyPath: '3', parentId: null })
    expect(await tree()).toEqual(['1 a', '1.1 b', '2 c', '3 d'])
  })

  test('sorts 10 after 9', async () => {
    for (let count = 1; count <= 11; count += 1) await add(`t${count}`)
    expect((await tree()).slice(8)).toEqual(['9 t9', '10 t10', '11 t11'])
  })
})

describe('a search for tasks', () => {
  test('by project returns its whole tree and nothing of another project', async () => {
    const other = await newProject(owner)
    await newTask(owner, other.id, { title: 'elsewhere' })
    const [first, second] = [await add('a'), await add('b')]
    await add('c', first)
    await add('d', second)
    expect(await tree()).toEqual(['1 a', '1.1 c', '2 b', '2.1 d'])
    const [root] = await owner.ok(filterTasks, { body: { projectId } })
    const { children, ...self } = root ?? { children: [] }
    expect(self).toEqual(await read(first))
    expect(children).toMatchObject([{ title: 'c', children: [] }])
  })

  test.each<[Filter, string[]]>([
    [{ title: 'CURING' }, ['2 Structures', '2.1 Curing 50%']],
    [{ title: '0%' }, ['2 Structures', '2.1 Curing 50%']],
    [{ title: '_' }, []],
    [{ title: 'structures' }, ['2 Structures']],
    [{ description: 'trench' }, ['1 Earthwork', '1.2 Digging', '1.2.1 Left side']],
    [{ taskType: 'survey' }, ['1 Earthwork', '1.1 Setting out']],
    [{ status: ['COMPLETED'] }, ['1 Earthwork', '1.2 Digging']],
    [{ status: 'COMPLETED' }, ['1 Earthwork', '1.2 Digging']],
    [{ priority: ['URGENT', 'BLOCKER'] }, ['1 Earthwork', '1.1 Setting out', '2 Structures', '2.1 Curing 50%']],
    [{ givenStartDate: '2025-03-01' }, ['2 Structures', '2.1 Curing 50%']],
    [{ givenEndDate: '2025-02-28' }, ['1 Earthwork', '1.1 Setting out']],
    [{ status: 'DRAFT', title: 'side' }, ['1 Earthwork', '1.2 Digging', '1.2.1 Left side']],
    [{ title: 'side', status: 'COMPLETED' }, []],
    [
      { title: '', status: [] },
      ['1 Earthwork', '1.1 Setting out', '1.2 Digging', '1.2.1 Left side', '2 Structures', '2.1 Curing 50%'],
    ],
  ])('for %j returns the matches below their parents, with their true numbers', async (filter, expected) => {
    const earth = await add('Earthwork')
    await add('Setting out', earth, { taskType: 'Survey', priority: 'URGENT', givenEndDate: '2025-02-28' })
    const digging = await add('Digging', earth, { status: 'COMPLETED' })
    await add('Left side', digging, { description: 'Trench at km 4' })
    const structures = await add('Structures')
    await add('Curing 50%', structures, { priority: 'BLOCKER', givenStartDate: '2025-03-01' })
    expect(await tree(filter)).toEqual(expected)
  })

  test('by assignee returns the tasks of that user', async () => {
    const top = await add('a')
    await add('b', top, { assignedTo: owner.userId })
    await add('c', top)
    expect(await tree({ assignedTo: owner.userId })).toEqual(['1 a', '1.1 b'])
    expect(await tree({ assignedTo: top.id })).toEqual([])
  })

  test('without a project covers the whole company, and no other', async () => {
    const [own, other] = [await (await newCompany(server)).as(), await (await newCompany(server)).as()]
    for (const name of ['first', 'second']) {
      const project = await newProject(own)
      const top = await newTask(own, project.id, { title: `${name} top` })
      await newTask(own, project.id, { title: `${name} below`, parentId: top.id })
    }
    const found = async (body: Filter, by = own) => outline(await by.ok(filterTasks, { body }))
    expect((await found({})).toSorted()).toEqual(['1 first top', '1 second top', '1.1 first below', '1.1 second below'])
    expect(await found({ title: 'second below' })).toEqual(['1 second top', '1.1 second below'])
    expect(await found({}, other)).toEqual([])
    expect(await found({ projectId }, other)).toEqual([])
  })

  test.each([
    [{ status: 'DONE' }, 'status'],
    [{ assignedTo: 'me' }, 'assignedTo'],
    [{ parentId: null }, 'parentId'],
  ])('for %j is rejected', async (body, path) => {
    expect(await owner.refused(filterTasks, { body })).toMatchObject({ status: 400, fields: [{ path }] })
  })
})
