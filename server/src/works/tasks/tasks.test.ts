import { createProject, deleteProject } from '@plinth/api/works/projects'
import {
  createTask,
  deleteTask,
  filterTasks,
  getTask,
  listAssignees,
  listTaskProjects,
  moveTask,
  type TaskStatus,
  taskPriorities,
  taskStatuses,
  updateTask,
} from '@plinth/api/works/tasks'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { newId } from '../../kernel/testing/databases.ts'
import { newContract } from '../../tenders/contracts/contracts.factory.ts'
import { type Client, newCompany, startSuite } from '../../testing/test-server.ts'
import { newProject } from '../projects/projects.factory.ts'
import { newTask, taskBody } from './tasks.factory.ts'

const everyField = {
  title: 'Excavation, "hard" rock',
  description: 'ಅಗೆತ in layers\nof 300 mm',
  estimatedQuantity: 1234.567,
  units: 'cum',
  estimatedRate: 450.005,
  taxPercentage: 18.25,
  actualQuantity: 0.001,
  actualRate: 999999999999.999,
  estimatedEffortHours: 40,
  actualEffortHours: 0,
  status: 'IN_PROGRESS',
  taskType: 'Civil',
  priority: 'BLOCKER',
  givenStartDate: '2025-01-01',
  givenEndDate: '2025-12-31',
  actualStartDate: '2025-02-28',
  actualEndDate: '2025-02-28',
  progress: 33.33,
  isMilestone: true,
  isBillable: true,
  rejectionReason: 'Not compacted',
  terminationReason: 'None',
  comment: 'Second shift',
} as const

const { server, company, owner } = await startSuite()
const projectId = (await newProject(owner)).id

const read = (id: string) => owner.ok(getTask, { params: { id } })
const edit = (id: string, body: object) => owner.ok(updateTask, { params: { id }, body })
const refusedEdit = (id: string, body: object) => owner.refused(updateTask, { params: { id }, body })
const refused = (body: object) => owner.refused(createTask, { body })

describe('a new task', () => {
  test('stores every field [3.22]', async () => {
    const parent = await newTask(owner, projectId)
    const values = { ...everyField, assignedTo: owner.userId, parentId: parent.id }
    const created = await newTask(owner, projectId, values)
    expect(created).toMatchObject({ ...values, projectId, tenantId: company.id, createdBy: owner.userId })
    expect(await read(created.id)).toEqual(created)
  })

  test('is by default a draft at 14 per cent tax without progress, with every other field empty', async () => {
    const { id } = await newProject(owner)
    const {
      id: _,
      createdAt,
      updatedAt,
      ...rest
    } = await owner.ok(createTask, { body: { projectId: id, title: ' Dig ' } })
    const empty = Object.fromEntries(Object.keys(everyField).map((name) => [name, null]))
    const defaults = { status: 'DRAFT', taxPercentage: 14, progress: 0, isMilestone: false, isBillable: false }
    const place = { tenantId: company.id, projectId: id, contractId: null, parentId: null, hierarchyPath: '1' }
    const review = { completedBy: null, approvedBy: null, approvalDate: null, isApproved: false }
    const refusal = { reviewRequestedBy: null, reviewRequestedAt: null, rejectedBy: null, rejectedAt: null }
    const stamps = {
      createdBy: owner.userId,
      updatedBy: owner.userId,
      isDeleted: false,
      deletedAt: null,
      deletedBy: null,
    }
    const values = { title: 'Dig', assignedTo: null, estimatedAmount: null, actualAmount: null, rollup: null }
    expect(rest).toEqual({ ...empty, ...defaults, ...place, ...review, ...refusal, ...stamps, ...values })
    expect(createdAt).toBe(updatedAt)
  })

  test('has the contract of its project, whatever the body says', async () => {
    const contract = await newContract(owner, { status: 'AWARDED' })
    const project = await owner.ok(createProject, { body: { contractId: contract.id } })
    const body = { ...taskBody(project.id), contractId: newId() }
    expect(await owner.ok(createTask, { body })).toMatchObject({ contractId: contract.id })
  })

  test.each(taskStatuses)('can have the status %s', async (status) => {
    const reason = status === 'REJECTED' ? { rejectionReason: 'Not compacted' } : {}
    expect((await newTask(owner, projectId, { status, ...reason })).status).toBe(status)
  })
  test.each(taskPriorities)('can have the priority %s', async (priority) => {
    expect((await newTask(owner, projectId, { priority })).priority).toBe(priority)
  })

  test.each([
    ['title', undefined],
    ['title', null],
    ['title', ' '],
    ['title', 'x'.repeat(301)],
    ['projectId', undefined],
    ['projectId', null],
    ['projectId', 'first'],
    ['parentId', 7],
    ['assignedTo', 'me'],
    ['status', 'DONE'],
    ['status', null],
    ['priority', 'high'],
    ['estimatedQuantity', -1],
    ['estimatedQuantity', '5'],
    ['estimatedRate', 1.2345],
    ['actualQuantity', 1e12],
    ['actualRate', true],
    ['estimatedEffortHours', [8]],
    ['actualEffortHours', -0.5],
    ['taxPercentage', 100.01],
    ['taxPercentage', -1],
    ['taxPercentage', null],
    ['progress', 101],
    ['progress', '50'],
    ['isMilestone', 'true'],
    ['isBillable', null],
    ['givenStartDate', '2025-13-01'],
    ['actualEndDate', '2025-06-31'],
    ['units', 'x'.repeat(51)],
    ['description', 'a\u0000'],
    ['level', 3],
    ['position', 1],
  ])('with %s %j is rejected', async (field, value) => {
    const refusal = await refused({ ...taskBody(projectId), [field]: value })
    expect([refusal.status, refusal.fields?.[0]?.path]).toEqual([400, field])
  })

  test.each([
    ['givenStartDate', 'givenEndDate'],
    ['actualStartDate', 'actualEndDate'],
  ])('cannot have its %s after its %s', async (first, last) => {
    const body = { ...taskBody(projectId), [first]: '2025-05-02', [last]: '2025-05-01' }
    expect(await refused(body)).toMatchObject({ status: 400, fields: [{ path: last }] })
  })

  test('in an unknown, deleted or another company’s project answers 404', async () => {
    const theirs = await newProject(await (await newCompany(server)).as())
    const deleted = await newProject(owner)
    await owner.ok(deleteProject, { params: { id: deleted.id } })
    for (const id of [newId(), theirs.id, deleted.id])
      expect(await refused(taskBody(id))).toMatchObject({ status: 404, message: 'Not found' })
  })
})

describe('an edit', () => {
  test('changes the fields it contains, keeps the ones it leaves out, and clears those that are null', async () => {
    const created = await newTask(owner, projectId, everyField)
    const edited = await edit(created.id, { title: 'Backfill', progress: 50, units: null, isMilestone: false })
    const { updatedAt: before, ...unchanged } = created
    const { updatedAt, ...rest } = edited
    expect(rest).toEqual({ ...unchanged, title: 'Backfill', progress: 50, units: null, isMilestone: false })
    expect(updatedAt > before).toBe(true)
    expect(await read(created.id)).toEqual(edited)
  })

  test('can send the whole stored task back, as the tree returns it', async () => {
    const created = await newTask(owner, projectId, { ...everyField, assignedTo: owner.userId })
    const { updatedAt: _, ...sent } = created
    expect(await edit(created.id, { ...created, children: [] })).toMatchObject(sent)
  })

  test.each([{ title: null }, { taxPercentage: null }, { status: null }, { progress: -1 }, { isBillable: null }])(
    'of %j is rejected and changes nothing',
    async (body) => {
      const created = await newTask(owner, projectId)
      const refusal = await refusedEdit(created.id, { comment: 'Not kept', ...body })
      expect(refusal).toMatchObject({ status: 400, fields: [{ path: Object.keys(body)[0] }] })
      expect(await read(created.id)).toEqual(created)
    },
  )

  test('cannot move a task to another project', async () => {
    const created = await newTask(owner, projectId)
    const other = await newProject(owner)
    expect(await edit(created.id, { projectId: other.id, title: 'Still here' })).toMatchObject({ projectId })
    expect(await owner.ok(filterTasks, { body: { projectId: other.id } })).toEqual([])
  })

  test('of a task that was saved in between answers 412, even if it would move the task', async () => {
    const [created, parent] = [await newTask(owner, projectId), await newTask(owner, projectId)]
    const saved = await edit(created.id, { updatedAt: created.updatedAt, comment: 'First' })
    for (const body of [{ comment: 'Second' }, { parentId: parent.id }])
      expect((await refusedEdit(created.id, { updatedAt: created.updatedAt, ...body })).status).toBe(412)
    expect(await read(created.id)).toEqual(saved)
  })

  test('of a deleted task answers 404, as every other call does', async () => {
    const { id } = await newTask(owner, projectId)
    await owner.ok(deleteTask, { params: { id } })
    for (const endpoint of [getTask, deleteTask])
      expect((await owner.refused(endpoint, { params: { id } })).status).toBe(404)
    expect((await refusedEdit(id, { title: 'x' })).status).toBe(404)
    expect((await refusedEdit(id, { parentId: null })).status).toBe(404)
  })
})

describe('the review of a task', () => {
  test('follows the status: requested, rejected, completed, approved, reopened', async () => {
    const reviewer = await company.as()
    const { id } = await newTask(owner, projectId)
    const to = (by: Client, status: TaskStatus) =>
      by.ok(updateTask, {
        params: { id },
        body: { status, ...(status === 'REJECTED' && { rejectionReason: 'Voids' }) },
      })
    const requested = await to(owner, 'UNDER_REVIEW')
    expect(requested).toMatchObject({ reviewRequestedBy: owner.userId, isApproved: false, completedBy: null })
    expect(requested.reviewRequestedAt).not.toBeNull()
    const rejected = await to(reviewer, 'REJECTED')
    expect(rejected).toMatchObject({ rejectedBy: reviewer.userId, reviewRequestedBy: owner.userId, isApproved: false })
    expect(rejected.rejectedAt).not.toBeNull()
    const completed = await to(owner, 'COMPLETED')
    expect(completed).toMatchObject({ completedBy: owner.userId, rejectedBy: null, rejectedAt: null, approvedBy: null })
    const approved = await to(reviewer, 'APPROVED')
    expect(approved).toMatchObject({ approvedBy: reviewer.userId, isApproved: true, completedBy: owner.userId })
    expect(approved.approvalDate).not.toBeNull()
    expect(await edit(id, { comment: 'Filed' })).toMatchObject({
      approvedBy: reviewer.userId,
      approvalDate: approved.approvalDate,
    })
    expect(await to(owner, 'REOPENED')).toMatchObject({
      approvedBy: null,
      approvalDate: null,
      isApproved: false,
      completedBy: null,
    })
  })

  test('cannot be set by the body of a new task or an edit', async () => {
    const [other, moment] = [newId(), '2001-01-01T00:00:00Z']
    const people = { completedBy: other, approvedBy: other, reviewRequestedBy: other, rejectedBy: other }
    const moments = { approvalDate: moment, reviewRequestedAt: moment, rejectedAt: moment }
    const forgedFields = { ...people, ...moments, isApproved: true, createdBy: other, hierarchyPath: '9' }
    const empty = Object.fromEntries(Object.keys({ ...people, ...moments }).map((name) => [name, null]))
    const created = await owner.ok(createTask, { body: { ...taskBody(projectId), ...forgedFields } })
    expect(created).toMatchObject({ ...empty, isApproved: false, createdBy: owner.userId })
    expect(created.hierarchyPath).not.toBe('9')
    expect(await edit(created.id, forgedFields)).toMatchObject({ ...empty, isApproved: false })
    const approved = await edit(created.id, { ...forgedFields, status: 'APPROVED' })
    expect(approved).toMatchObject({ approvedBy: owner.userId, completedBy: owner.userId, rejectedBy: null })
    expect(approved.approvalDate).not.toBe(moment)
  })
})

describe('a rejection', () => {
  test.each([undefined, null, '', '  '])(
    'with the reason %j is refused by the server, and nothing is stored',
    async (rejectionReason) => {
      const created = await newTask(owner, projectId)
      const body = { status: 'REJECTED', rejectionReason, title: 'Refused without a word' }
      const refusal = {
        status: 400,
        message: expect.stringContaining('required'),
        fields: [{ path: 'rejectionReason' }],
      }
      expect(await refusedEdit(created.id, body)).toMatchObject(refusal)
      expect(await refused(taskBody(projectId, { ...body, status: 'REJECTED' }))).toMatchObject(refusal)
      expect(await read(created.id)).toEqual(created)
      expect(await owner.ok(filterTasks, { body: { projectId, title: body.title } })).toEqual([])
    },
  )

  test('may use the stored reason, which cannot be removed while the task is rejected', async () => {
    const created = await newTask(owner, projectId, { rejectionReason: 'Voids' })
    expect(await edit(created.id, { status: 'REJECTED' })).toMatchObject({ rejectionReason: 'Voids' })
    expect(await refusedEdit(created.id, { rejectionReason: null })).toMatchObject({ status: 400 })
    expect(await edit(created.id, { rejectionReason: 'Cracks' })).toMatchObject({ rejectedBy: owner.userId })
    expect(await edit(created.id, { status: 'REOPENED', rejectionReason: null })).toMatchObject({ rejectedBy: null })
  })
})

describe('approval', () => {
  const open = taskStatuses.filter((status) => status !== 'APPROVED' && status !== 'CANCELLED')
  const reason = { rejectionReason: 'Voids' }
  const aboveIsApproved = { status: 409, message: 'The task above is approved: reopen it first' }
  const below = (parentId: string, status: TaskStatus = 'DRAFT') =>
    newTask(owner, projectId, { parentId, status, ...reason })
  /** An approved task above an approved one. */
  async function approved() {
    const parent = await newTask(owner, projectId)
    const child = await below(parent.id, 'APPROVED')
    await edit(parent.id, { status: 'APPROVED' })
    return [parent.id, child.id] as const
  }

  test('needs every sub-task to be approved or cancelled, and the answer counts the open ones', async () => {
    const parent = await newTask(owner, projectId)
    const [first, second, dropped] = [await below(parent.id), await below(parent.id), await below(parent.id)]
    const approve = { status: 'APPROVED', comment: 'Not kept' }
    const refusal = async () => {
      const { status, message, fields } = await refusedEdit(parent.id, approve)
      return [status, message, fields?.[0]?.path, fields?.[0]?.parts?.values]
    }
    const text = 'It cannot be approved: '
    await edit(dropped.id, { status: 'CANCELLED' })
    expect(await refusal()).toEqual([409, `${text}2 of its sub-tasks are not approved yet`, 'status', { count: 2 }])
    await edit(first.id, { status: 'APPROVED' })
    expect(await refusal()).toEqual([409, `${text}1 of its sub-tasks is not approved yet`, 'status', { count: 1 }])
    expect(await read(parent.id)).toMatchObject({ status: 'DRAFT', comment: null, isApproved: false, approvedBy: null })
    await owner.ok(deleteTask, { params: { id: second.id } })
    expect(await edit(parent.id, approve)).toMatchObject({ status: 'APPROVED', approvedBy: owner.userId })
  })

  test.each(open)(
    'needs a sub-task that is %s to be decided first, and that cannot be undone below an approved task',
    async (status) => {
      const parent = await newTask(owner, projectId)
      const child = await below(parent.id, status)
      expect((await refusedEdit(parent.id, { status: 'APPROVED' })).status).toBe(409)
      const reviewer = await company.as()
      await reviewer.ok(updateTask, { params: { id: child.id }, body: { status: 'APPROVED' } })
      await edit(parent.id, { status: 'APPROVED' })
      expect(await refusedEdit(child.id, { status, ...reason })).toMatchObject(aboveIsApproved)
      expect((await read(child.id)).isApproved).toBe(true)
    },
  )

  test('rejects every open task below: new, moved or reopened', async () => {
    const [parentId, childId] = await approved()
    const before = await read(parentId)
    const other = await newTask(owner, projectId, { status: 'COMPLETED' })
    const refusals = [
      await refused(taskBody(projectId, { parentId })),
      await refusedEdit(other.id, { parentId }),
      await owner.refused(moveTask, { params: { id: other.id }, body: { parentId } }),
      await owner.refused(moveTask, { params: { id: other.id }, body: { parentId, beforeId: childId } }),
      await refusedEdit(childId, { status: 'REOPENED' }),
      await refused(taskBody(projectId, { parentId: childId })),
    ]
    for (const refusal of refusals) expect(refusal).toMatchObject(aboveIsApproved)
    expect(await read(parentId)).toEqual(before)
    expect((await read(other.id)).parentId).toBeNull()
  })

  test('accepts cancelled and approved tasks below, and any task after it is reopened', async () => {
    const [parentId, childId] = await approved()
    const [dropped, done] = [
      await newTask(owner, projectId, { status: 'CANCELLED' }),
      await below(parentId, 'CANCELLED'),
    ]
    await owner.ok(moveTask, { params: { id: dropped.id }, body: { parentId, beforeId: done.id } })
    await below(parentId, 'APPROVED')
    await edit(childId, { status: 'CANCELLED' })
    expect((await read(parentId)).isApproved).toBe(true)
    await edit(parentId, { status: 'REOPENED' })
    expect(await edit(childId, { status: 'REOPENED' })).toMatchObject({ approvedBy: null, approvalDate: null })
    await below(parentId)
    expect(await read(parentId)).toMatchObject({ isApproved: false, approvedBy: null, rollup: { tasks: 5 } })
  })

  test('and the reopening of a task below it never both succeed at the same moment', async () => {
    const outcomes = new Set<string>()
    for (let trial = 0; trial < 20; trial += 1) {
      const parent = await newTask(owner, projectId)
      const child = await below(parent.id, 'APPROVED')
      const approve = () => owner.sendCall(updateTask, { params: { id: parent.id }, body: { status: 'APPROVED' } })
      const reopen = () => owner.sendCall(updateTask, { params: { id: child.id }, body: { status: 'REOPENED' } })
      const create = () => owner.sendCall(createTask, { body: taskBody(projectId, { parentId: parent.id }) })
      const other = trial % 4 < 2 ? reopen : create
      const [approval, opened] =
        trial % 2 ? await Promise.all([approve(), other()]) : (await Promise.all([other(), approve()])).toReversed()
      outcomes.add(`${approval?.status} ${opened?.status === 201 ? 200 : opened?.status}`)
    }
    expect([...outcomes].filter((outcome) => !['200 409', '409 200'].includes(outcome))).toEqual([])
  })
})

describe('the assignee of a task', () => {
  test('must be a user of the company: anybody else answers 404 and nothing is stored', async () => {
    const stranger = await (await newCompany(server)).person({})
    const created = await newTask(owner, projectId)
    for (const assignedTo of [stranger.userId, newId(), company.id]) {
      expect((await refused(taskBody(projectId, { assignedTo, title: 'Unassignable' }))).status).toBe(404)
      expect((await refusedEdit(created.id, { assignedTo })).status).toBe(404)
    }
    expect(await read(created.id)).toEqual(created)
    expect(await owner.ok(filterTasks, { body: { projectId, title: 'Unassignable' } })).toEqual([])
  })

  test('who has left does not prevent edits of the task, and cannot be assigned to another', async () => {
    const person = await company.person({})
    const created = await newTask(owner, projectId, { assignedTo: person.userId })
    await server.door.inTenant(company.id, null, (db) =>
      sql`update users set deleted_at = now() where id = ${person.userId}`.execute(db),
    )
    expect(await edit(created.id, { ...created, title: 'Carried on' })).toMatchObject({ assignedTo: person.userId })
    expect((await refused(taskBody(projectId, { assignedTo: person.userId }))).status).toBe(404)
  })

  test('is chosen from the company’s own active users, sorted by name', async () => {
    const own = await newCompany(server)
    const caller = await own.as({ 'Project Tasks': ['canView'] })
    const [second, inactive, deleted] = [await own.person({}), await own.person({}), await own.person({})]
    await server.door.inTenant(own.id, null, async (db) => {
      await sql`update users set username = 'Zubin', designation = 'Surveyor' where id = ${second.userId}`.execute(db)
      await sql`update users set username = 'Asha' where id = ${caller.userId}`.execute(db)
      await sql`update users set is_active = false where id = ${inactive.userId}`.execute(db)
      await sql`update users set deleted_at = now() where id = ${deleted.userId}`.execute(db)
    })
    expect(await caller.ok(listAssignees, {})).toEqual([
      { id: caller.userId, username: 'Asha', designation: null, mayReview: false },
      { id: second.userId, username: 'Zubin', designation: 'Surveyor', mayReview: false },
    ])
  })
})

describe('the project list of the tasks screen', () => {
  test('has names for users who may view projects, and only the ids of projects with tasks for others', async () => {
    const own = await newCompany(server)
    const maker = await own.as()
    const [empty, planned, cleared] = [
      await newProject(maker, { projectName: 'Without tasks' }),
      await newProject(maker, { projectName: 'With tasks' }),
      await newProject(maker, { projectName: 'Cleared' }),
    ]
    await newTask(maker, planned.id)
    const gone = await newTask(maker, cleared.id)
    await maker.ok(deleteTask, { params: { id: gone.id } })
    const named = [cleared, planned, empty].map(({ id, projectName }) => ({ id, projectName }))
    for (const module of ['Projects', 'Project Tasks'] as const)
      expect(await (await own.as({ Projects: ['canView'], [module]: ['canView'] })).ok(listTaskProjects, {})).toEqual(
        named,
      )
    const worker = await own.as({ 'Project Tasks': ['canView'], Projects: ['canEdit'] })
    expect(await worker.ok(listTaskProjects, {})).toEqual([{ id: planned.id, projectName: null }])
    const { id } = await newProject(maker)
    await maker.ok(deleteProject, { params: { id } })
    expect(await maker.ok(listTaskProjects, {})).toEqual(named)
  })
})
