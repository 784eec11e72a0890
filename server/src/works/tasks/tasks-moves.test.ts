import {
  createTask,
  deleteTask,
  filterTasks,
  getTask,
  moveTask,
  type Task,
  type TaskNode,
  updateTask,
} from '@plinth/api/works/tasks'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../kernel/testing/databases.ts'
import { newCompany, startSuite } from '../../testing/test-server.ts'
import { newProject } from '../projects/projects.factory.ts'
import { newTask, taskBody } from './tasks.factory.ts'

/** Created fresh for each test. */
let projectId: string

const { server, company, owner } = await startSuite()
beforeEach(async () => {
  projectId = (await newProject(owner)).id
})

const outline = (nodes: TaskNode[]): string[] =>
  nodes.flatMap((node) => [`${node.hierarchyPath} ${node.title}`, ...outline(node.children)])
const tree = async () => outline(await owner.ok(filterTasks, { body: { projectId } }))
const add = (title: string, parent?: Task) => newTask(owner, projectId, { title, parentId: parent?.id ?? null })
const remove = ({ id }: Task) => owner.ok(deleteTask, { params: { id } })
const move = ({ id }: Task, parent: Task | null) =>
  owner.ok(updateTask, { params: { id }, body: { parentId: parent?.id ?? null } })
const refusedMove = ({ id }: Task, parentId: string) =>
  owner.refused(updateTask, { params: { id }, body: { parentId } })

/** A chain of tasks, each below the one before. */
async function chain(...titles: string[]): Promise<Task[]> {
  const tasks: Task[] = []
  for (const title of titles) tasks.push(await add(title, tasks.at(-1)))
  return tasks
}

describe('moving a task by an edit', () => {
  test('to another parent or to the top keeps its subtree together', async () => {
    const [first] = await chain('a', 'b', 'c')
    const second = await add('x')
    const b = (await owner.ok(filterTasks, { body: { projectId } }))[0]?.children[0]
    if (!first || !b) throw new Error('no tree')
    await move(b, second)
    expect(await tree()).toEqual(['1 a', '2 x', '2.1 b', '2.1.1 c'])
    await move(b, null)
    expect(await tree()).toEqual(['1 a', '2 x', '3 b', '3.1 c'])
  })

  test('does not count as an edit of the tasks below: an open form of one of them can still be saved', async () => {
    const [top, below] = await chain('a', 'b')
    const other = await add('x')
    if (!top || !below) throw new Error('no tree')
    await move(top, other)
    const saved = await owner.ok(updateTask, {
      params: { id: below.id },
      body: { title: 'B', updatedAt: below.updatedAt },
    })
    expect(saved.hierarchyPath).toBe('1.1.1')
  })

  test('to its present parent does not change its place', async () => {
    const top = await add('a')
    const [b] = [await add('b', top), await add('c', top)]
    await owner.ok(updateTask, { params: { id: b.id }, body: { parentId: top.id, title: 'B' } })
    expect(await tree()).toEqual(['1 a', '1.1 B', '1.2 c'])
  })

  test('is stored together with the other changes of the edit', async () => {
    const [a, b] = [await add('a'), await add('b')]
    const body = { parentId: a.id, title: 'B', status: 'COMPLETED' } as const
    expect(await owner.ok(updateTask, { params: { id: b.id }, body })).toMatchObject({ ...body, hierarchyPath: '1.1' })
  })

  test('below itself, its child or its grandchild answers 409 and changes nothing', async () => {
    const tasks = await chain('a', 'b', 'c')
    const [top] = tasks
    if (!top) throw new Error('no chain')
    for (const { id } of tasks)
      expect(await refusedMove(top, id)).toMatchObject({ status: 409, fields: [{ path: 'parentId' }] })
    expect(await tree()).toEqual(['1 a', '1.1 b', '1.1.1 c'])
  })

  test('below a task of another project answers 409, as creating a task there does', async () => {
    const other = await newTask(owner, (await newProject(owner)).id)
    const own = await add('a')
    expect(await refusedMove(own, other.id)).toMatchObject({ status: 409, fields: [{ path: 'parentId' }] })
    const body = taskBody(projectId, { parentId: other.id })
    expect(await owner.refused(createTask, { body })).toMatchObject({ status: 409, fields: [{ path: 'parentId' }] })
    expect(await tree()).toEqual(['1 a'])
  })

  test('below another company’s task, a deleted or an unknown one answers 404, as creating a task there does', async () => {
    const stranger = await (await newCompany(server)).as()
    const theirs = await newTask(stranger, (await newProject(stranger)).id)
    const [own, deleted] = [await add('a'), await add('b')]
    await remove(deleted)
    for (const id of [theirs.id, deleted.id, company.id]) {
      expect(await refusedMove(own, id)).toMatchObject({ status: 404, message: 'Not found' })
      const refusal = await owner.refused(createTask, { body: taskBody(projectId, { parentId: id }) })
      expect(refusal).toMatchObject({ status: 404, message: 'Not found' })
    }
    expect(await tree()).toEqual(['1 a'])
  })

  test('takes deleted sub-tasks along, however deep they then lie', async () => {
    const [top, , , last] = await chain('a', 'b', 'c', 'd')
    const [x, y] = await chain('x', 'y')
    if (!top || !last || !x || !y) throw new Error('no chain')
    await remove(last)
    await move(top, y)
    expect(await tree()).toEqual(['1 x', '1.1 y', '1.1.1 a', '1.1.1.1 b', '1.1.1.1.1 c'])
    await move(top, null)
    expect(await tree()).toEqual(['1 x', '1.1 y', '2 a', '2.1 b', '2.1.1 c'])
  })
})

const place = ({ id }: Task, parent: Task | null, before?: Task | null) =>
  owner.ok(moveTask, {
    params: { id },
    body: { parentId: parent?.id ?? null, ...(before !== undefined && { beforeId: before?.id ?? null }) },
  })
const refusedPlace = ({ id }: { id: string }, parentId: string | null, beforeId?: string) =>
  owner.sendCall(moveTask, { params: { id }, body: { parentId, beforeId } })
const titles = async () => (await tree()).join(', ')

describe('a place among siblings', () => {
  test('is first, last, or before any sibling, and all siblings are renumbered', async () => {
    const [a, b, c, d] = [await add('a'), await add('b'), await add('c'), await add('d')]
    await add('below', d)
    expect(await place(d, null, a)).toMatchObject({ hierarchyPath: '1', parentId: null })
    expect(await tree()).toEqual(['1 d', '1.1 below', '2 a', '3 b', '4 c'])
    expect(await place(a, null, c)).toMatchObject({ hierarchyPath: '3' })
    expect(await titles()).toBe('1 d, 1.1 below, 2 b, 3 a, 4 c')
    expect(await place(b, null)).toMatchObject({ hierarchyPath: '4' })
    expect(await place(d, null, null)).toMatchObject({ hierarchyPath: '4' })
    expect(await tree()).toEqual(['1 a', '2 c', '3 b', '4 d', '4.1 below'])
  })

  test('may be the present one: before the next sibling, or last when the task is last', async () => {
    const [, b, c] = [await add('a'), await add('b'), await add('c')]
    for (let count = 0; count < 25; count += 1) await place(b, null, c)
    await place(c, null)
    expect(await titles()).toBe('1 a, 2 b, 3 c')
  })

  test('may be between the sub-tasks of another parent, with the whole subtree', async () => {
    const [a, x] = [await add('a'), await add('x')]
    const [b] = [await add('b', a), await add('c', a)]
    const [y, z] = [await add('y', x), await add('z', x)]
    await add('d', b)
    expect(await place(b, x, z)).toMatchObject({ hierarchyPath: '2.2', parentId: x.id })
    expect(await tree()).toEqual(['1 a', '1.1 c', '2 x', '2.1 y', '2.2 b', '2.2.1 d', '2.3 z'])
    expect(await place(z, null, a)).toMatchObject({ hierarchyPath: '1', parentId: null })
    expect(await place(x, z)).toMatchObject({ hierarchyPath: '1.1' })
    expect(await tree()).toEqual(['1 z', '1.1 x', '1.1.1 y', '1.1.2 b', '1.1.2.1 d', '2 a', '2.1 c'])
    expect((await owner.ok(getTask, { params: { id: y.id } })).hierarchyPath).toBe('1.1.1')
  })

  test('between the same two siblings can be given sixty times, from either side', async () => {
    const top = await add('top')
    const [first, last] = [await add('first', top), await add('last', top)]
    const order: string[] = []
    for (let count = 0; count < 60; count += 1) {
      const task = await add(`t${count}`, top)
      const half = Math.ceil(order.length / 2)
      const middle = order[half]
      const next =
        count < 30
          ? last
          : ((await owner.ok(filterTasks, { body: { projectId } }))[0]?.children ?? []).find(
              ({ title }) => title === middle,
            )
      await place(task, top, next ?? last)
      order.splice(count < 30 ? order.length : half, 0, task.title)
    }
    const [{ children } = { children: [] }] = await owner.ok(filterTasks, { body: { projectId } })
    expect(children.map(({ title }) => title)).toEqual(['first', ...order, 'last'])
    expect(children.map(({ hierarchyPath }) => hierarchyPath)).toEqual(children.map((_, index) => `1.${index + 1}`))
    for (const task of [first, last])
      expect((await owner.ok(getTask, { params: { id: task.id } })).updatedAt).toBe(task.updatedAt)
  })

  test('is no edit of the task among its siblings, and an edit of that task alone below another parent', async () => {
    const parent = await add('p')
    const [a, b] = [await add('a'), await add('b')]
    const below = await add('c', b)
    for (let count = 0; count < 3; count += 1) {
      expect(await place(b, null, a)).toMatchObject({ updatedAt: b.updatedAt, hierarchyPath: '2' })
      expect(await place(a, null, b)).toMatchObject({ updatedAt: a.updatedAt, hierarchyPath: '2' })
    }
    const mover = await company.as()
    const moved = await mover.ok(moveTask, { params: { id: b.id }, body: { parentId: parent.id } })
    expect(moved.updatedAt > b.updatedAt).toBe(true)
    expect(moved).toMatchObject({ updatedBy: mover.userId })
    for (const one of [parent, a, below])
      expect((await owner.ok(getTask, { params: { id: one.id } })).updatedAt).toBe(one.updatedAt)
  })

  test('before itself, or before a task that is not below that parent, answers 409 and names beforeId', async () => {
    const [a, b] = [await add('a'), await add('b')]
    const below = await add('c', a)
    const fault = { code: 'conflict', fields: [{ path: 'beforeId' }] }
    for (const [parentId, beforeId] of [
      [null, b.id],
      [null, below.id],
      [a.id, a.id],
      [a.id, b.id],
    ] as const) {
      const { status, text } = await refusedPlace(b, parentId, beforeId)
      expect(status).toBe(409)
      expect(JSON.parse(text)).toMatchObject(fault)
    }
    expect(await tree()).toEqual(['1 a', '1.1 c', '2 b'])
  })

  test('of, below or before another company’s, a deleted or an unknown task always answers the same 404', async () => {
    const stranger = await (await newCompany(server)).as()
    const theirs = await newTask(stranger, (await newProject(stranger)).id)
    const [own, other, deleted] = [await add('a'), await add('b'), await add('x')]
    await remove(deleted)
    const replies = await Promise.all(
      [theirs.id, deleted.id, newId()].flatMap((id) => [
        refusedPlace({ id }, null),
        refusedPlace({ id }, other.id),
        refusedPlace({ id }, null, own.id),
        refusedPlace(own, id),
        refusedPlace(own, id, other.id),
        refusedPlace(own, null, id),
      ]),
    )
    expect([...new Set(replies.map(({ status, text }) => `${status} ${text}`))]).toEqual([
      '404 {"code":"not_found","message":"Not found"}',
    ])
    expect(await titles()).toBe('1 a, 2 b')
  })

  test('in another project, too deep, or below itself answers 409 with the reason, and changes nothing', async () => {
    const elsewhere = await newTask(owner, (await newProject(owner)).id)
    const tasks = await chain('a', 'b', 'c', 'd', 'e')
    const [x, y] = await chain('x', 'y')
    const [top, , , , deepest] = tasks
    if (!top || !deepest || !x || !y) throw new Error('no chain')
    const before = await owner.ok(filterTasks, { body: { projectId } })
    const refusal = async (...args: Parameters<typeof refusedPlace>) => {
      const { status, text } = await refusedPlace(...args)
      return { status, ...JSON.parse(text) }
    }
    expect(await refusal(y, elsewhere.id)).toMatchObject({ status: 409, fields: [{ path: 'parentId' }] })
    expect(await refusal(y, null, elsewhere.id)).toMatchObject({ status: 409, fields: [{ path: 'beforeId' }] })
    for (const [task, parent] of [
      [y, deepest],
      [x, tasks[3]],
      [x, deepest],
    ])
      expect(await refusal(task ?? x, parent?.id ?? null)).toMatchObject({
        status: 409,
        message: 'Maximum level reached (Level 4)',
        fields: [{ path: 'parentId' }],
      })
    for (const { id } of tasks)
      expect(await refusal(top, id)).toMatchObject({ status: 409, fields: [{ path: 'parentId' }] })
    expect(await owner.ok(filterTasks, { body: { projectId } })).toEqual(before)
  })
})

describe('deleting a task', () => {
  test('with sub-tasks is rejected with their number', async () => {
    const top = await add('a')
    const below = [await add('b', top), await add('c', top)]
    const refusal = () => owner.refused(deleteTask, { params: { id: top.id } })
    expect(await refusal()).toMatchObject({ status: 409, message: expect.stringContaining('2 sub-tasks') })
    for (const [index, task] of below.entries()) {
      await remove(task)
      if (index === 0)
        expect(await refusal()).toMatchObject({ status: 409, message: expect.stringMatching(/1 sub-task$/) })
    }
    await remove(top)
    expect(await tree()).toEqual([])
  })
})

describe('concurrent requests', () => {
  test('to move two tasks below each other: one succeeds, one is rejected, and the tree stays valid', async () => {
    for (let trial = 0; trial < 10; trial += 1) {
      const [a, b] = [await add('a'), await add('b')]
      const send = (task: Task, parent: Task) =>
        owner.sendCall(updateTask, { params: { id: task.id }, body: { parentId: parent.id } })
      const replies = await Promise.all([send(a, b), send(b, a)])
      expect(replies.map((reply) => reply.status).toSorted((a, b) => a - b)).toEqual([200, 409])
      const lines = await tree()
      expect(lines).toHaveLength(2 * (trial + 1))
    }
  })

  test('to move a subtree and to add tasks to it all succeed', async () => {
    for (let trial = 0; trial < 10; trial += 1) {
      const [x, z] = [await add('x'), await add('z')]
      const y = await add('y', x)
      const moved = owner.sendCall(updateTask, { params: { id: x.id }, body: { parentId: z.id } })
      const body = taskBody(projectId, { parentId: y.id })
      const added = Array.from({ length: 4 }, () => owner.sendCall(createTask, { body }))
      const replies = await Promise.all([moved, ...added])
      expect(replies.map((reply) => reply.status)).toEqual([200, 201, 201, 201, 201])
    }
  })

  test('to create twenty tasks below one parent give twenty numbers', async () => {
    const top = await add('a')
    await Promise.all(Array.from({ length: 20 }, () => add('b', top)))
    expect(await tree()).toEqual(['1 a', ...Array.from({ length: 20 }, (_, index) => `1.${index + 1} b`)])
  })

  test('to delete a parent and to add a task to it never both succeed', async () => {
    const outcomes = new Set<string>()
    for (let trial = 0; trial < 20; trial += 1) {
      const [parent, other] = [await add('parent'), await add('other')]
      const removal = () => owner.sendCall(deleteTask, { params: { id: parent.id } })
      const arrival = () =>
        trial % 4 < 2
          ? owner.sendCall(createTask, { body: taskBody(projectId, { parentId: parent.id }) })
          : owner.sendCall(updateTask, { params: { id: other.id }, body: { parentId: parent.id } })
      const [removed, arrived] =
        trial % 2 ? await Promise.all([removal(), arrival()]) : (await Promise.all([arrival(), removal()])).toReversed()
      outcomes.add(
        `${removed?.status} ${arrived?.status === 404 ? 'refused' : arrived && arrived.status < 300 ? 'done' : arrived?.status}`,
      )
    }
    expect([...outcomes].filter((outcome) => !['204 refused', '409 done'].includes(outcome))).toEqual([])
    const orphans = await server.door.inTenant(company.id, null, (db) =>
      sql`select from tasks t join tasks p on p.id = t.parent_id where t.deleted_at is null and p.deleted_at is not null`.execute(
        db,
      ),
    )
    expect(orphans.rows).toHaveLength(0)
  })
})
