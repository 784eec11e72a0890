import { getTask, listAssignees, listTaskStatusHistory, type TaskStatus, updateTask } from '@plinth/api/works/tasks'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Client, type Company, newCompany, startTestServer, type TestServer } from '../../testing/test-server.ts'
import { newProject } from '../projects/projects.factory.ts'
import { newTask } from './tasks.factory.ts'

type Person = Client & { userId: string }

let server: TestServer
/** A new one for every test, and its first person. */
let company: Company
let asker: Person
let taskId: string

beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  company = await newCompany(server)
  asker = await company.as()
  const { id: projectId } = await newProject(asker)
  taskId = (await newTask(asker, projectId)).id
})
afterAll(() => server.stop())

const to = (status: TaskStatus) => ({
  params: { id: taskId },
  body: { status, ...(status === 'REJECTED' && { rejectionReason: 'Voids' }) },
})
const turn = (by: Person, status: TaskStatus) => by.ok(updateTask, to(status))
const refusal = async (by: Person, status: TaskStatus) => {
  const { message, fields, ...answer } = await by.refused(updateTask, to(status))
  return [answer.status, message, fields?.map(({ path }) => path)]
}

const own = [409, 'You asked for this review yourself: somebody else approves or rejects it', ['status']]
const decisions: TaskStatus[] = ['APPROVED', 'REJECTED']

describe.each(decisions)('a review, decided as %s,', (decision) => {
  test('is not decided by the one who asked for it', async () => {
    const other = await company.as({ 'Project Tasks': ['canView', 'canEdit'] })
    const asked = await turn(asker, 'UNDER_REVIEW')
    expect(await refusal(asker, decision)).toEqual(own)
    expect(await asker.ok(getTask, { params: { id: taskId } })).toEqual(asked)
    expect(await asker.ok(listTaskStatusHistory, { params: { id: taskId } })).toHaveLength(2)
    expect(await turn(other, decision)).toMatchObject({ status: decision, reviewRequestedBy: asker.userId })
  })

  test('stays with the others when the task passes through another status first', async () => {
    await company.as()
    await turn(asker, 'UNDER_REVIEW')
    await turn(asker, 'COMPLETED')
    expect(await refusal(asker, decision)).toEqual(own)
  })

  test('comes to the one who asked before, once somebody else has asked', async () => {
    const other = await company.as()
    await turn(asker, 'UNDER_REVIEW')
    await turn(other, 'IN_PROGRESS')
    await turn(other, 'UNDER_REVIEW')
    expect(await turn(asker, decision)).toMatchObject({ status: decision, reviewRequestedBy: other.userId })
  })

  test('is decided by the only person who can', async () => {
    const gone = await company.as()
    const idle = await company.as()
    await company.as({ 'Project Tasks': ['canView', 'canCreate'], Projects: ['canEdit'] })
    await server.door.inTenant(company.id, null, async (db) => {
      await sql`update users set deleted_at = now() where id = ${gone.userId}`.execute(db)
      await sql`update users set is_active = false where id = ${idle.userId}`.execute(db)
    })
    await turn(asker, 'UNDER_REVIEW')
    expect(await turn(asker, decision)).toMatchObject({ status: decision, reviewRequestedBy: asker.userId })
  })
})

test('a task of which nobody has asked a review is decided by anybody who may edit', async () => {
  await company.as()
  expect(await turn(asker, 'APPROVED')).toMatchObject({ approvedBy: asker.userId, reviewRequestedBy: null })
})

test('the one who asked may take the task back, and edit what was decided', async () => {
  const other = await company.as()
  await turn(asker, 'UNDER_REVIEW')
  await turn(asker, 'IN_PROGRESS')
  await turn(asker, 'UNDER_REVIEW')
  await turn(other, 'APPROVED')
  const body = { status: 'APPROVED', comment: 'Filed' } as const
  expect(await asker.ok(updateTask, { params: { id: taskId }, body })).toMatchObject({ comment: 'Filed' })
})

test('whoever may decide is told among those a task can be given to', async () => {
  const viewer = await company.as({ 'Project Tasks': ['canView'] })
  const people = await viewer.ok(listAssignees, {})
  const mayReview = Object.fromEntries(people.map((one) => [one.id, one.mayReview]))
  expect(mayReview).toEqual({ [asker.userId]: true, [viewer.userId]: false })
})
