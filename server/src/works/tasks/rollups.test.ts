import { getProject, listProjectStatusHistory, type Project, updateProject } from '@plinth/api/works/projects'
import {
  createTask,
  deleteTask,
  getTask,
  getTaskBranch,
  listTaskStatusHistory,
  moveTask,
  type Task,
  updateTask,
} from '@plinth/api/works/tasks'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../kernel/testing/databases.ts'
import { newCompany, startSuite } from '../../testing/test-server.ts'
import { newProject } from '../projects/projects.factory.ts'
import { newTask, sumFaults, taskBody } from './tasks.factory.ts'

/** Created fresh for each test. */
let project: Project

const { server, company, owner } = await startSuite()
beforeEach(async () => {
  project = await newProject(owner)
})
afterEach(async () => {
  expect(await server.door.inTenant(company.id, null, sumFaults)).toEqual([])
})

type Given = NonNullable<Parameters<typeof taskBody>[1]>
const add = (overrides: Given = {}, above?: Task) =>
  newTask(owner, project.id, { taxPercentage: 0, ...overrides, parentId: above?.id ?? null })
const read = ({ id }: Task) => owner.ok(getTask, { params: { id } })
const edit = ({ id }: Task, body: object) => owner.ok(updateTask, { params: { id }, body })
const remove = ({ id }: Task) => owner.ok(deleteTask, { params: { id } })
const move = ({ id }: Task, above: Task | null) =>
  owner.ok(moveTask, { params: { id }, body: { parentId: above?.id ?? null } })
const rollup = async (task: Task) => (await read(task)).rollup
const ofProject = async () => (await owner.ok(getProject, { params: { id: project.id } })).rollup
const cost = (rupees: number) => ({ estimatedQuantity: 1, estimatedRate: rupees })
const spent = (rupees: number) => ({ actualQuantity: 1, actualRate: rupees })

const nothing = {
  estimatedAmount: 0,
  actualAmount: 0,
  estimatedEffortHours: 0,
  actualEffortHours: 0,
  progress: 0,
  givenStartDate: null,
  givenEndDate: null,
  actualStartDate: null,
  actualEndDate: null,
}

describe('an amount', () => {
  test.each([
    [10, 25.5, 14, 290.7],
    [0.005, 1, 0, 0.01],
    [1.005, 1, 0, 1.01],
    [2.675, 1, 0, 2.68],
    [0.04, 1, 12.5, 0.05],
    [0.1, 0.2, 0, 0.02],
    [0.004, 1, 0, 0],
    [0.001, 0.001, 100, 0],
    [33.333, 3.003, 18, 118.12],
    [1234.567, 450.005, 18.25, 656_951.26],
    [999_999_999_999.999, 1, 0, 1_000_000_000_000],
    [999_999_999_999.999, 999_999_999_999.999, 100, 1.999999999999996e24],
  ])('of %d at %d with %d per cent of tax is %d, to the paisa', async (quantity, rate, taxPercentage, rupees) => {
    const top = await add()
    const estimated = { estimatedQuantity: quantity, estimatedRate: rate, taxPercentage }
    const created = await add({ ...estimated, actualQuantity: quantity, actualRate: rate }, top)
    expect(created).toMatchObject({ estimatedAmount: rupees, actualAmount: rupees })
    const sums = { tasks: 1, estimatedAmount: rupees, actualAmount: rupees }
    expect([await rollup(top), await ofProject()]).toMatchObject([sums, sums])
  })

  test('is null without a quantity or a rate, and 0 when one of them is 0', async () => {
    const top = await add()
    const [half, other, zero] = [
      await add({ estimatedQuantity: 5, actualRate: 5 }, top),
      await add({ estimatedRate: 5, actualQuantity: 5 }, top),
      await add({ estimatedQuantity: 0, estimatedRate: 5, actualQuantity: 5, actualRate: 0 }, top),
    ]
    for (const created of [half, other]) expect(created).toMatchObject({ estimatedAmount: null, actualAmount: null })
    expect(zero).toMatchObject({ estimatedAmount: 0, actualAmount: 0 })
    expect(await rollup(top)).toEqual({ tasks: 3, ...nothing })
  })

  test('of a paisa is not lost next to an immense one', async () => {
    const top = await add()
    const immense = await add({ estimatedQuantity: 999_999_999_999.999, estimatedRate: 999_999_999_999.999 }, top)
    await add(cost(0.01), top)
    await remove(immense)
    expect(await rollup(top)).toMatchObject({ tasks: 1, estimatedAmount: 0.01 })
  })

  test('is rounded per task: three times half a paisa is three paise', async () => {
    for (let count = 0; count < 3; count += 1) await add(cost(0.005))
    expect(await ofProject()).toMatchObject({ estimatedAmount: 0.03 })
  })
})

describe('the figures of a parent itself', () => {
  const own = {
    ...cost(1000),
    ...spent(900),
    estimatedEffortHours: 80,
    actualEffortHours: 70,
    progress: 60,
    givenStartDate: '2025-01-10',
    givenEndDate: '2025-01-20',
    actualStartDate: '2025-01-11',
    actualEndDate: '2025-01-21',
  } as const
  const passedOn = {
    estimatedAmount: 1000,
    actualAmount: 900,
    estimatedEffortHours: 80,
    actualEffortHours: 70,
    progress: 60,
    givenStartDate: '2025-01-10',
    givenEndDate: '2025-01-20',
    actualStartDate: '2025-01-11',
    actualEndDate: '2025-01-21',
  }

  test('stay as they are, and count above only where the tasks below have none', async () => {
    const top = await add()
    const parent = await add(own, top)
    expect(await rollup(top)).toEqual({ tasks: 1, ...passedOn })
    const leaf = await add({}, parent)
    // A counted sub-task without figures has no progress and no end.
    expect(await rollup(top)).toEqual({ tasks: 1, ...passedOn, progress: 0, actualEndDate: null })
    const below = {
      ...cost(5),
      ...spent(6),
      estimatedEffortHours: 7,
      actualEffortHours: 8,
      progress: 9,
      givenStartDate: '2025-02-01',
      givenEndDate: '2025-02-02',
      actualStartDate: '2025-02-03',
      actualEndDate: '2025-02-04',
    }
    await edit(leaf, below)
    const { estimatedQuantity: _, estimatedRate: __, actualQuantity: ___, actualRate: ____, ...figures } = below
    const sums = { tasks: 1, estimatedAmount: 5, actualAmount: 6, ...figures }
    expect([await rollup(parent), await rollup(top), await ofProject()]).toEqual([sums, sums, sums])
    expect(await read(parent)).toEqual({ ...parent, rollup: sums })
    await remove(leaf)
    expect(await read(parent)).toEqual(parent)
    expect(await rollup(top)).toEqual({ tasks: 1, ...passedOn })
  })

  test('count one by one: its own hours next to amounts from below', async () => {
    const top = await add()
    const parent = await add(own, top)
    await add({ ...cost(40), givenStartDate: '2025-03-01' }, parent)
    expect(await rollup(top)).toMatchObject({
      estimatedAmount: 40,
      actualAmount: 900,
      estimatedEffortHours: 80,
      givenStartDate: '2025-03-01',
      givenEndDate: '2025-01-20',
    })
  })
})

describe('the dates of a rollup', () => {
  test('are the earliest and latest below, and follow an edit, a move and a deletion', async () => {
    const [top, other] = [await add(), await add()]
    const span = (from: number, to: number) => ({
      givenStartDate: `2025-05-0${from}`,
      givenEndDate: `2025-05-0${to}`,
      actualStartDate: `2025-06-0${from}`,
      actualEndDate: `2025-06-0${to}`,
    })
    const parent = await add({}, top)
    const inner = await add(span(4, 5), parent)
    const [wide, wider, widest] = [
      await add(span(3, 6), parent),
      await add(span(2, 7), parent),
      await add(span(1, 8), parent),
    ]
    expect([await rollup(top), await ofProject()]).toMatchObject([span(1, 8), { ...span(1, 8), actualEndDate: null }])
    await edit(widest, span(4, 4))
    expect(await rollup(top)).toMatchObject(span(2, 7))
    await move(wider, other)
    expect([await rollup(top), await rollup(other)]).toMatchObject([span(3, 6), span(2, 7)])
    expect(await ofProject()).toMatchObject(span(2, 7))
    await remove(wide)
    expect([await rollup(parent), await rollup(top)]).toMatchObject([span(4, 5), span(4, 5)])
    await edit(inner, { givenStartDate: null, givenEndDate: null, actualStartDate: null, actualEndDate: null })
    await remove(widest)
    expect(await rollup(top)).toEqual({ tasks: 1, ...nothing })
  })

  test('have no actual end until every counted task below has ended, at any depth', async () => {
    const top = await add()
    const [first, parent] = [
      await add({ actualEndDate: '2025-07-01' }, top),
      await add({ actualEndDate: '2025-07-30' }, top),
    ]
    expect(await rollup(top)).toMatchObject({ actualEndDate: '2025-07-30' })
    const [deep, dropped] = [await add({}, parent), await add({}, parent)]
    expect(await rollup(top)).toMatchObject({ actualEndDate: null })
    await edit(deep, { actualEndDate: '2025-07-15' })
    expect([await rollup(parent), await rollup(top)]).toMatchObject([{ actualEndDate: null }, { actualEndDate: null }])
    await edit(dropped, { status: 'CANCELLED' })
    expect([await rollup(parent), await rollup(top)]).toMatchObject([
      { actualEndDate: '2025-07-15' },
      { actualEndDate: '2025-07-15' },
    ])
    await edit(first, { actualEndDate: null })
    expect(await rollup(top)).toMatchObject({ actualEndDate: null })
    await remove(first)
    expect([await rollup(top), await ofProject()]).toMatchObject([
      { actualEndDate: '2025-07-15' },
      { actualEndDate: '2025-07-15' },
    ])
  })
})

test('moving a task below its sibling leaves exact sums above', async () => {
  const top = await add({ actualStartDate: '2025-06-01' })
  const ended = await add({ actualStartDate: '2025-06-02', actualEndDate: '2025-06-09' }, top)
  const open = await add({ actualStartDate: '2025-06-03' }, top)
  await move(open, ended)
  expect(await ofProject()).toMatchObject({ actualStartDate: '2025-06-03', actualEndDate: null })
})

describe('a cancelled task', () => {
  const planned = {
    ...cost(100),
    ...spent(30),
    estimatedEffortHours: 8,
    actualEffortHours: 3,
    progress: 40,
    givenStartDate: '2025-01-01',
    givenEndDate: '2025-12-31',
    actualStartDate: '2025-02-01',
    actualEndDate: '2025-03-01',
  } as const
  const remaining = {
    ...nothing,
    actualAmount: 30,
    actualEffortHours: 3,
    actualStartDate: '2025-02-01',
    actualEndDate: '2025-03-01',
  }

  test('counts with what was spent but not with what was planned, until it is reopened', async () => {
    const top = await add()
    const task = await add(planned, top)
    const before = await rollup(top)
    await edit(task, { status: 'CANCELLED' })
    expect([await rollup(top), await ofProject()]).toEqual([
      { tasks: 1, ...remaining },
      { tasks: 1, ...remaining },
    ])
    const other = await add({ progress: 80 }, top)
    expect(await rollup(top)).toEqual({ tasks: 2, ...remaining, progress: 80, actualEndDate: null })
    await remove(other)
    await edit(task, { status: 'REOPENED' })
    expect(await rollup(top)).toEqual(before)
  })

  test('cancels its whole branch for the sums above, while the branch keeps its own figures', async () => {
    const top = await add()
    const branch = await add({}, top)
    await add(planned, branch)
    const ofBranch = await rollup(branch)
    await edit(branch, { status: 'CANCELLED' })
    expect(await rollup(top)).toEqual({ tasks: 1, ...remaining })
    expect(await rollup(branch)).toEqual(ofBranch)
    await add({ ...cost(7), ...spent(2) }, branch)
    expect(await rollup(top)).toEqual({ tasks: 1, ...remaining, actualAmount: 32, actualEndDate: null })
  })
})

describe('the sums', () => {
  const weight = { ...cost(50), estimatedEffortHours: 2, progress: 10 } as const

  test('follow a branch from parent to parent, level to level, and to the top', async () => {
    const [from, to] = [await add(), await add()]
    const [deep, branch] = [await add({}, to), await add({}, from)]
    await add(weight, branch)
    for (const above of [deep, from, to]) {
      await move(branch, above)
      // Next to the branch, `to` has another task without progress.
      const expected = { estimatedAmount: 50, estimatedEffortHours: 2, progress: above === to ? 5 : 10 }
      expect(await rollup(above)).toMatchObject(expected)
      for (const { id } of [from, to].filter((one) => one !== above && !(above === deep && one === to)))
        expect((await owner.ok(getTask, { params: { id } })).rollup?.estimatedAmount ?? 0).toBe(0)
      expect(await ofProject()).toMatchObject({ estimatedAmount: 50 })
    }
    await edit(branch, { parentId: null })
    expect([await rollup(to), await ofProject()]).toMatchObject([
      { estimatedAmount: 0 },
      { tasks: 3, estimatedAmount: 50 },
    ])
  })

  test('leave out deleted tasks, and are null when none is left', async () => {
    const [top] = [await add(), await add(cost(1))]
    const leaf = await add(weight, top)
    await remove(leaf)
    expect([await rollup(top), await ofProject()]).toMatchObject([null, { tasks: 2, estimatedAmount: 1 }])
  })

  test('are exact after one statement that changes tasks on every level', async () => {
    let above: Task | undefined
    for (let level = 0; level < 5; level += 1) {
      for (let count = 0; count < 3; count += 1) await add({ ...weight, progress: count }, above)
      above = await add({}, above)
    }
    await server.door.inTenant(company.id, owner.userId, (db) =>
      sql`update tasks set progress = (level + 1) * 7, estimated_rate = level * 10 + 3, actual_effort_hours = 2.5,
        given_start_date = date '2025-01-01' + level, actual_end_date = date '2025-02-01' + level,
        status = case when level = 3 then 'CANCELLED' else status end where project_id = ${project.id}`.execute(db),
    )
    expect(await server.door.inTenant(company.id, null, sumFaults)).toEqual([])
    expect(await ofProject()).toMatchObject({
      tasks: 4,
      actualEffortHours: 3 * 5 * 2.5 + 2.5,
      givenStartDate: '2025-01-01',
    })
  })

  test('are exact after twenty concurrent edits', async () => {
    const parents = [await add(), await add()]
    const leaves: Task[] = []
    for (let count = 0; count < 20; count += 1) leaves.push(await add({}, parents[count % 2]))
    const replies = await Promise.all(
      leaves.map(({ id }, index) =>
        owner.sendCall(updateTask, { params: { id }, body: { ...cost(index + 0.01), progress: index } }),
      ),
    )
    expect(replies.map(({ status }) => status)).toEqual(leaves.map(() => 200))
    expect(await ofProject()).toMatchObject({ tasks: 2, estimatedAmount: 190.2 })
  })
})

describe('a change of sums', () => {
  test('does not count as an edit: an open form of a parent or the project can still be saved', async () => {
    const dated = { givenStartDate: '2025-01-01', givenEndDate: '2025-12-31', actualStartDate: '2025-02-01' } as const
    const [top, otherTop] = [await add(), await add()]
    const parent = await add({}, top)
    const [leaf] = [await add({ ...dated, actualEndDate: '2025-11-30' }, parent), await add(dated, parent)]
    project = await owner.ok(getProject, { params: { id: project.id } })
    const expectUnchanged = async () => {
      for (const task of [top, parent, otherTop]) expect((await read(task)).updatedAt).toBe(task.updatedAt)
      const { updatedAt, updatedBy } = await owner.ok(getProject, { params: { id: project.id } })
      expect({ updatedAt, updatedBy }).toEqual({ updatedAt: project.updatedAt, updatedBy: project.updatedBy })
    }
    // The change is inside the dates of the sums, so that nothing above changes.
    await edit(leaf, { givenStartDate: '2025-03-01', givenEndDate: '2025-04-01', actualStartDate: '2025-03-01' })
    await expectUnchanged()
    for (const change of [cost(9), { progress: 5 }, { givenStartDate: '2024-01-01' }, { status: 'COMPLETED' }, {}]) {
      await edit(leaf, change)
      await expectUnchanged()
    }
    await remove(await add(cost(3), parent))
    await move(leaf, otherTop)
    await move(leaf, parent)
    await expectUnchanged()
    const saved = { params: { id: parent.id }, body: { title: 'Saved', updatedAt: parent.updatedAt } }
    expect(await owner.ok(updateTask, saved)).toMatchObject({ title: 'Saved', rollup: { estimatedAmount: 9 } })
    const body = { projectName: 'Saved', updatedAt: project.updatedAt }
    expect(await owner.ok(updateProject, { params: { id: project.id }, body })).toMatchObject({ projectName: 'Saved' })
  })

  test('cannot be made by SQL as the server, neither to the sums nor to the columns derived from them', async () => {
    await add(cost(5))
    interface Column {
      table: string
      column: string
      generated: boolean
    }
    const run = (statement: string) =>
      server.door.inTenant(company.id, owner.userId, (db) => sql.raw<Column>(statement).execute(db))
    const columns = await run(`select table_name as "table", column_name as column, is_generated = 'ALWAYS' as generated
      from information_schema.columns where table_name in ('tasks', 'projects')
        and column_name ~ '^(below|rolled)_|sub_tasks$|^(estimated|actual)_amount$|^above_id$'`)
    expect(columns.rows).toHaveLength(2 * 19 + 9 + 3)
    for (const { table, column, generated } of columns.rows) {
      const denied = { code: generated ? '428C9' : '42501' }
      await expect(run(`update ${table} set ${column} = null`), column).rejects.toMatchObject(denied)
      const names = table === 'tasks' ? 'project_id, title, position' : 'project_name'
      const values = table === 'tasks' ? `'${project.id}', 'Forged', 1` : `'Forged'`
      const insert = `insert into ${table} (${names}, ${column}) values (${values}, null)`
      await expect(run(insert), column).rejects.toMatchObject(denied)
    }
    for (const name of ['pass_up', 'pass_up_to_tasks', 'pass_up_to_projects']) {
      const refusal = { code: '42501', message: `permission denied for function ${name}` }
      await expect(run(`select app.${name}('{}', '{}')`)).rejects.toMatchObject(refusal)
    }
    for (const trigger of ['sums_new', 'sums_changed'])
      await expect(run(`alter table tasks disable trigger ${trigger}`)).rejects.toMatchObject({ code: '42501' })
    expect(await ofProject()).toMatchObject({ tasks: 1, estimatedAmount: 5 })
  })

  test('cannot be made by a client: the server ignores these figures in a body', async () => {
    const forged = { rollup: { tasks: 9, ...nothing, estimatedAmount: 9 }, estimatedAmount: 9, actualAmount: 9 }
    const created = await owner.ok(createTask, { body: { ...taskBody(project.id), ...forged } })
    expect(created).toMatchObject({ rollup: null, estimatedAmount: null, actualAmount: null })
    expect(await edit(created, forged)).toMatchObject({ rollup: null, estimatedAmount: null, actualAmount: null })
  })
})

describe('the context of a task', () => {
  test('includes the tasks above it, from the top down', async () => {
    const chain: Task[] = []
    for (let level = 0; level < 5; level += 1) {
      await add({ title: 'Elsewhere' }, chain.at(-1))
      chain.push(await add({ title: `Level ${level}` }, chain.at(-1)))
    }
    for (const [level, { id }] of chain.entries()) {
      const branch = await owner.ok(getTaskBranch, { params: { id } })
      expect(branch.map((task) => task.title)).toEqual(chain.slice(0, level + 1).map((task) => task.title))
      expect(branch.map((task) => task.hierarchyPath)).toEqual(
        chain.slice(0, level + 1).map((_, index) => Array.from({ length: index + 1 }, () => '2').join('.')),
      )
      expect(branch.at(-1)).toEqual(await owner.ok(getTask, { params: { id } }))
    }
  })

  test('includes every status it has had, newest first, with who set it; a project has the same', async () => {
    const reviewer = await company.as()
    const { id } = await add({ status: 'PLANNED' })
    await reviewer.ok(updateTask, { params: { id }, body: { status: 'IN_PROGRESS' } })
    await owner.ok(updateTask, { params: { id }, body: { progress: 5 } })
    expect(await owner.ok(listTaskStatusHistory, { params: { id } })).toMatchObject([
      { fromStatus: 'PLANNED', toStatus: 'IN_PROGRESS', changedBy: reviewer.userId },
      { fromStatus: null, toStatus: 'PLANNED', changedBy: owner.userId },
    ])
    await reviewer.ok(updateProject, { params: { id: project.id }, body: { status: 'ON_HOLD' } })
    expect(await owner.ok(listProjectStatusHistory, { params: { id: project.id } })).toMatchObject([
      { fromStatus: 'DRAFT', toStatus: 'ON_HOLD', changedBy: reviewer.userId },
      { fromStatus: null, toStatus: 'DRAFT', changedBy: owner.userId },
    ])
  })

  test.each([
    ['branch', getTaskBranch],
    ['status history', listTaskStatusHistory],
  ])('answers 404 for the %s of a task that is unknown, deleted or another company’s', async (_, endpoint) => {
    const stranger = await (await newCompany(server)).as()
    const theirs = await newTask(stranger, (await newProject(stranger)).id)
    const deleted = await add()
    await remove(deleted)
    const replies = await Promise.all(
      [newId(), theirs.id, deleted.id].map((id) => owner.sendCall(endpoint, { params: { id } })),
    )
    expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(replies[0]?.status).toBe(404)
  })
})
