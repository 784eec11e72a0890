import {
  countTasks,
  filterTasks,
  type Task,
  type TaskNode,
  type TaskQuickFilter,
  taskQuickFilters,
  updateTask,
} from '@plinth/api/works/tasks'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { dayFromToday } from '../../kernel/testing/days.ts'
import { type Client, type Company, newCompany, startTestServer, type TestServer } from '../../testing/test-server.ts'
import { newProject } from '../projects/projects.factory.ts'
import { newTask, type taskBody } from './tasks.factory.ts'

/** The quick filters of the task list: whose tasks, what is due, and what is under review. */

let server: TestServer
let company: Company
let owner: Client & { userId: string }
let projectId: string
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  company = await newCompany(server)
  owner = await company.as()
  projectId = (await newProject(owner)).id
})
afterAll(() => server.stop())

const add = (title: string, overrides: Parameters<typeof taskBody>[1] = {}, parent?: Task) =>
  newTask(owner, projectId, { title, ...overrides, parentId: parent?.id ?? null })
const flatten = (nodes: readonly TaskNode[]): TaskNode[] => nodes.flatMap((node) => [node, ...flatten(node.children)])
/** Titles of the tasks found. The answer also has the tasks above them; in these tests those match too. */
const found = async (quickFilters: TaskQuickFilter[], others = {}, by: Client = owner) =>
  flatten(await by.ok(filterTasks, { body: { ...others, quickFilters } }))
    .map(({ title }) => title)
    .toSorted()
const countsOf = async (body = {}, by: Client = owner) =>
  Object.fromEntries(
    (await by.ok(countTasks, { body })).map(({ quickFilter, count, amount }) => [quickFilter, amount ?? count]),
  )

test('OVERDUE finds open tasks after their given end, apart from DUE_TODAY and THIS_WEEK', async () => {
  await add('late', { givenEndDate: dayFromToday(-1) })
  await add('today', { givenEndDate: dayFromToday(0), status: 'IN_PROGRESS' })
  await add('far off', { givenEndDate: dayFromToday(8) })
  await add('no day')
  for (const status of ['COMPLETED', 'TERMINATED', 'CANCELLED'] as const)
    await add(status, { givenEndDate: dayFromToday(-9), status })
  await add('ended in time', {
    status: 'IN_PROGRESS',
    givenEndDate: dayFromToday(-2),
    actualEndDate: dayFromToday(-3),
  })
  await add('ended late', { status: 'REOPENED', givenEndDate: dayFromToday(-5), actualEndDate: dayFromToday(-3) })
  expect(await found(['OVERDUE'])).toEqual(['ended late', 'late'])
  expect(await found(['DUE_TODAY'])).toEqual(['today'])
  expect(await found(['THIS_WEEK'])).toContain('today')
  expect(await found(['THIS_WEEK'])).not.toContain('late')
})

test('THIS_WEEK ends on Sunday', async () => {
  const weekday = (new Date(dayFromToday(0)).getUTCDay() + 6) % 7
  await add('Sunday', { givenEndDate: dayFromToday(6 - weekday) })
  await add('Monday after', { givenEndDate: dayFromToday(7 - weekday) })
  expect(await found(['THIS_WEEK'])).toEqual(['Sunday'])
})

test('a task without dates of its own is due with the tasks below it, until they are done', async () => {
  const phase = await add('phase')
  const below = await add('step', { givenEndDate: dayFromToday(-4) }, phase)
  expect(await found(['OVERDUE'])).toEqual(['phase', 'step'])
  await owner.ok(updateTask, { params: { id: below.id }, body: { progress: 100, status: 'COMPLETED' } })
  expect(await found(['OVERDUE'])).toEqual([])
})

test('MINE finds open tasks assigned to the caller', async () => {
  const engineer = await company.as()
  await add('hers', { assignedTo: engineer.userId })
  await add('hers, late', { assignedTo: engineer.userId, givenEndDate: dayFromToday(-1) })
  await add('hers, done', { assignedTo: engineer.userId, status: 'COMPLETED' })
  await add('his', { assignedTo: owner.userId })
  expect(await found(['MINE'], {}, engineer)).toEqual(['hers', 'hers, late'])
  expect(await found(['MINE'])).toEqual(['his'])
  expect(await found(['MINE', 'OVERDUE'], {}, engineer)).toEqual(['hers, late'])
  expect(await countsOf({ quickFilters: ['MINE'] }, engineer)).toMatchObject({ MINE: 2, OVERDUE: 1 })
})

test('TO_REVIEW finds tasks whose review somebody else requested', async () => {
  const engineer = await company.as()
  const { id } = await add('poured')
  await engineer.ok(updateTask, { params: { id }, body: { status: 'UNDER_REVIEW' } })
  expect(await found(['TO_REVIEW'])).toEqual(['poured'])
  expect(await found(['TO_REVIEW'], {}, engineer)).toEqual([])
})

test('the counts equal what the search finds, together with its other filters', async () => {
  const { id: other } = await newProject(owner)
  await add('Plinth beam, block A', { givenEndDate: dayFromToday(-1), assignedTo: owner.userId })
  await add('Plinth beam, block B', { givenEndDate: dayFromToday(0) })
  await newTask(owner, other, { title: 'Elsewhere', givenEndDate: dayFromToday(-1) })
  for (const body of [{}, { projectId }, { search: 'beam a' }, { quickFilters: ['OVERDUE' as const] }]) {
    const counts = await countsOf(body)
    for (const name of taskQuickFilters)
      expect(counts[name], `${name} ${JSON.stringify(body)}`).toBe(
        (await found([...(body.quickFilters ?? []), name], body, owner)).length,
      )
  }
  expect(await countsOf({ projectId: other })).toMatchObject({ OVERDUE: 1, MINE: 0 })
})
