import { getTask, listAssignees, listTaskStatusHistory, type TaskStatus, updateTask } from '@plinth/api/works/tasks'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Client, type Company, newCompany, startTestServer, type TestServer } from '../../testing/test-server.ts'
import { newProject } from '../projects/projects.factory.ts'
import { newTask } from './tasks.factory.ts'

type Person = Client & { userId: string }

let server: TestServer
/** Created fresh for each test, with its first user. */
let company: Company
let requester: Person
let taskId: string

beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  company = await newCompany(server)
  requester = await company.as()
  const { id: projectId } = await newProject(requester)
  taskId = (await newTask(requester, projectId)).id
})
afterAll(() => server.stop())

const to = (status: TaskStatus) => ({
  params: { id: taskId },
  body: { status, ...(status === 'REJECTED' && { rejectionReason: 'Voids' }) },
})
const setStatus = (by: Person, status: TaskStatus) => by.ok(updateTask, to(status))
const refusal = async (by: Person, status: TaskStatus) => {
  const { message, fields, ...answer } = await by.refused(updateTask, to(status))
  return [answer.status, message, fields?.map(({ path }) => path)]
}

const own = [409, 'You asked for this review yourself: somebody else approves or rejects it', ['status']]
const decisions: TaskStatus[] = ['APPROVED', 'REJECTED']

describe.each(decisions)('a review decided as %s', (decision) => {
  test('is rejected for the user who requested it', async () => {
    const other = await company.as({ 'Project Tasks': ['canView', 'canEdit'] })
    const requested = await setStatus(requester, 'UNDER_REVIEW')
    expect(await refusal(requester, decision)).toEqual(own)
    expect(await requester.ok(getTask, { params: { id: taskId } })).toEqual(requested)
    expect(await requester.ok(listTaskStatusHistory, { params: { id: taskId } })).toHaveLength(2)
    expect(await setStatus(other, decision)).toMatchObject({ status: decision, reviewRequestedBy: requester.userId })
  })

  test('is still rejected for the requester after the task passed through another status', async () => {
    await company.as()
    await setStatus(requester, 'UNDER_REVIEW')
    await setStatus(requester, 'COMPLETED')
    expect(await refusal(requester, decision)).toEqual(own)
  })

  test('is allowed to an earlier requester once somebody else has requested the review', async () => {
    const other = await company.as()
    await setStatus(requester, 'UNDER_REVIEW')
    await setStatus(other, 'IN_PROGRESS')
    await setStatus(other, 'UNDER_REVIEW')
    expect(await setStatus(requester, decision)).toMatchObject({ status: decision, reviewRequestedBy: other.userId })
  })

  test('is allowed to the requester if nobody else can decide it', async () => {
    const gone = await company.as()
    const idle = await company.as()
    await company.as({ 'Project Tasks': ['canView', 'canCreate'], Projects: ['canEdit'] })
    await server.door.inTenant(company.id, null, async (db) => {
      await sql`update users set deleted_at = now() where id = ${gone.userId}`.execute(db)
      await sql`update users set is_active = false where id = ${idle.userId}`.execute(db)
    })
    await setStatus(requester, 'UNDER_REVIEW')
    expect(await setStatus(requester, decision)).toMatchObject({
      status: decision,
      reviewRequestedBy: requester.userId,
    })
  })
})

test('a task whose review nobody requested can be decided by anybody who may edit tasks', async () => {
  await company.as()
  expect(await setStatus(requester, 'APPROVED')).toMatchObject({
    approvedBy: requester.userId,
    reviewRequestedBy: null,
  })
})

test('the requester may withdraw the request, and edit a decided task', async () => {
  const other = await company.as()
  await setStatus(requester, 'UNDER_REVIEW')
  await setStatus(requester, 'IN_PROGRESS')
  await setStatus(requester, 'UNDER_REVIEW')
  await setStatus(other, 'APPROVED')
  const body = { status: 'APPROVED', comment: 'Filed' } as const
  expect(await requester.ok(updateTask, { params: { id: taskId }, body })).toMatchObject({ comment: 'Filed' })
})

test('the list of assignees shows who may decide a review', async () => {
  const viewer = await company.as({ 'Project Tasks': ['canView'] })
  const people = await viewer.ok(listAssignees, {})
  const mayReview = Object.fromEntries(people.map((one) => [one.id, one.mayReview]))
  expect(mayReview).toEqual({ [requester.userId]: true, [viewer.userId]: false })
})
