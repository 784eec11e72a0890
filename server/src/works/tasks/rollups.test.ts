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

/** A new one for every test. */
let project: Project

const { server, company, owner } = await startSuite()
beforeEach(async () => {
  project = await newProject(owner)
})
afterEach(async () => {
  expect(await server.door.inTenant(company.id, null, sumFaults)).toEqual([])
})

type Given = NonNullable<Parameters<typeof taskBody>[1]>
const add = (given: Given = {}, above?: Task) =>
  newTask(owner, project.id, { taxPercentage: 0, ...given, parentId: above?.id ?? null })
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
    const made = await add({ ...estimated, actualQuantity: quantity, actualRate: rate }, top)
    expect(made).toMatchObject({ estimatedAmount: rupees, actualAmount: rupees })
    const sums = { tasks: 1, estimatedAmount: rupees, actualAmount: rupees }
    expect([await rollup(top), await ofProject()]).toMatchObject([sums, sums])
  })

  test('is empty while its quantity or its rate is, and 0 when one of them is 0', async () => {
    const top = await add()
    const [half, other, zero] = [
      await add({ estimatedQuantity: 5, actualRate: 5 }, top),
      await add({ estimatedRate: 5, actualQuantity: 5 }, top),
      await add({ estimatedQuantity: 0, estimatedRate: 5, actualQuantity: 5, actualRate: 0 }, top),
    ]
    for (const made of [half, other]) expect(made).toMatchObject({ estimatedAmount: null, actualAmount: null })
    expect(zero).toMatchObject({ estimatedAmount: 0, actualAmount: 0 })
    expect(await rollup(top)).toEqual({ tasks: 3, ...nothing })
  })

  test('of a paisa is not lost beside an immense one', async () => {
    const top = await add()
    const immense = await add({ estimatedQuantity: 999_999_999_999.999, estimatedRate: 999_999_999_999.999 }, top)
    await add(cost(0.01), top)
    await remove(immense)
    expect(await rollup(top)).toMatchObject({ tasks: 1, estimatedAmount: 0.01 })
  })

  test('is rounded in each task: three times half a paisa is three paise', async () => {
    for (let count = 0; count < 3; count += 1) await add(cost(0.005))
    expect(await ofProject()).toMatchObject({ estimatedAmount: 0.03 })
  })
})

describe("a parent's own figures", () => {
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

  test('stay as they are, and count above only where those below have none', async () => {
    const top = await add()
    const parent = await add(own, top)
    expect(await rollup(top)).toEqual({ tasks: 1, ...passedOn })
    const leaf = await add({}, parent)
    // A task that counts makes no headway, and has not ended.
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

  test('count each for itself: hours of its own beside amounts from below', async () => {
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

describe('days', () => {
  test('are the first and the last below, and shrink again after an edit, a move and a delete', async () => {
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

  test('have no actual end before every task below that counts has ended, however deep', async () => {
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

test('a move below a sibling changes the parent twice, and only the second time counts above', async () => {
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
  const left = {
    ...nothing,
    actualAmount: 30,
    actualEffortHours: 3,
    actualStartDate: '2025-02-01',
    actualEndDate: '2025-03-01',
  }

  test('counts for what was spent, not for what was planned, and again when it is taken up again', async () => {
    const top = await add()
    const task = await add(planned, top)
    const before = await rollup(top)
    await edit(task, { status: 'CANCELLED' })
    expect([await rollup(top), await ofProject()]).toEqual([
      { tasks: 1, ...left },
      { tasks: 1, ...left },
    ])
    const other = await add({ progress: 80 }, top)
    expect(await rollup(top)).toEqual({ tasks: 2, ...left, progress: 80, actualEndDate: null })
    await remove(other)
    await edit(task, { status: 'REOPENED' })
    expect(await rollup(top)).toEqual(before)
  })

  test('takes its whole branch along, which keeps its own figures', async () => {
    const top = await add()
    const branch = await add({}, top)
    await add(planned, branch)
    const ofBranch = await rollup(branch)
    await edit(branch, { status: 'CANCELLED' })
    expect(await rollup(top)).toEqual({ tasks: 1, ...left })
    expect(await rollup(branch)).toEqual(ofBranch)
    await add({ ...cost(7), ...spent(2) }, branch)
    expect(await rollup(top)).toEqual({ tasks: 1, ...left, actualAmount: 32, actualEndDate: null })
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
      // Beside it `to` has a task that is not begun.
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

  test('leave a deleted task out, and are none when nothing is left', async () => {
    const [top] = [await add(), await add(cost(1))]
    const leaf = await add(weight, top)
    await remove(leaf)
    expect([await rollup(top), await ofProject()]).toMatchObject([null, { tasks: 2, estimatedAmount: 1 }])
  })

  test('are right after one statement that changes tasks on every level', async () => {
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

  test('of twenty tasks edited in the same moment are exact', async () => {
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

describe('what climbs', () => {
  test('is no edit: whoever has a task above or the project open can still save it', async () => {
    const dated = { givenStartDate: '2025-01-01', givenEndDate: '2025-12-31', actualStartDate: '2025-02-01' } as const
    const [top, apart] = [await add(), await add()]
    const parent = await add({}, top)
    const [leaf] = [await add({ ...dated, actualEndDate: '2025-11-30' }, parent), await add(dated, parent)]
    project = await owner.ok(getProject, { params: { id: project.id } })
    const unmoved = async () => {
      for (const task of [top, parent, apart]) expect((await read(task)).updatedAt).toBe(task.updatedAt)
      const { updatedAt, updatedBy } = await owner.ok(getProject, { params: { id: project.id } })
      expect({ updatedAt, updatedBy }).toEqual({ updatedAt: project.updatedAt, updatedBy: project.updatedBy })
    }
    // Neither the first day below nor the last: nothing above changes at all.
    await edit(leaf, { givenStartDate: '2025-03-01', givenEndDate: '2025-04-01', actualStartDate: '2025-03-01' })
    await unmoved()
    for (const change of [cost(9), { progress: 5 }, { givenStartDate: '2024-01-01' }, { status: 'COMPLETED' }, {}]) {
      await edit(leaf, change)
      await unmoved()
    }
    await remove(await add(cost(3), parent))
    await move(leaf, apart)
    await move(leaf, parent)
    await unmoved()
    const saved = { params: { id: parent.id }, body: { title: 'Saved', updatedAt: parent.updatedAt } }
    expect(await owner.ok(updateTask, saved)).toMatchObject({ title: 'Saved', rollup: { estimatedAmount: 9 } })
    const body = { projectName: 'Saved', updatedAt: project.updatedAt }
    expect(await owner.ok(updateProject, { params: { id: project.id }, body })).toMatchObject({ projectName: 'Saved' })
  })

  test('cannot be written by anybody: neither the sums nor what they make', async () => {
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

  test('is not taken from a client either: the figures that the server sets are not read', async () => {
    const forged = { rollup: { tasks: 9, ...nothing, estimatedAmount: 9 }, estimatedAmount: 9, actualAmount: 9 }
    const made = await owner.ok(createTask, { body: { ...taskBody(project.id), ...forged } })
    expect(made).toMatchObject({ rollup: null, estimatedAmount: null, actualAmount: null })
    expect(await edit(made, forged)).toMatchObject({ rollup: null, estimatedAmount: null, actualAmount: null })
  })
})

describe('beside a task', () => {
  test('stand the tasks above it, from the top down', async () => {
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

  test('stands every status it has had, newest first, with who gave it; and so beside a project', async () => {
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
  ])('its %s is not there for one that is absent, deleted or foreign', async (_, endpoint) => {
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
