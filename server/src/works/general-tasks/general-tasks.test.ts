import { deleteUser, updateUser } from '@plinth/api/access/users'
import { noteModules } from '@plinth/api/documents/notes'
import { type CallInput } from '@plinth/api/kernel/client'
import { filterAuditTrail } from '@plinth/api/platform/audit-trail'
import { deleteContract } from '@plinth/api/tenders/contracts'
import {
  countGeneralTasks,
  createGeneralTask,
  deleteGeneralTask,
  filterGeneralTasks,
  generalTaskPriorities,
  generalTaskStates,
  getGeneralTask,
  listGeneralTaskAssignees,
  type RelatedRecord,
  relatedRecords,
  setGeneralTaskState,
  updateGeneralTask,
} from '@plinth/api/works/general-tasks'
import { repeatUnits } from '@plinth/api/works/repetition'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { newDeposit } from '../../deposits/deposits/deposits.factory.ts'
import { newGuarantee } from '../../guarantees/instruments/instruments.factory.ts'
import { adminClient, newId } from '../../kernel/testing/databases.ts'
import { dayFromToday } from '../../kernel/testing/days.ts'
import { newContract } from '../../tenders/contracts/contracts.factory.ts'
import { type Client, everything, newCompany, startSuite } from '../../testing/test-server.ts'
import { newProject } from '../projects/projects.factory.ts'
import { newTask } from '../tasks/tasks.factory.ts'
import { generalTaskBody, newGeneralTask } from './general-tasks.factory.ts'

let records: Record<RelatedRecord, { id: string; name: string }>
const { server, company, owner } = await startSuite()
beforeAll(async () => {
  const contract = await newContract(owner)
  const deposit = await newDeposit(owner, contract.id)
  const instrument = await newGuarantee(owner)
  const project = await newProject(owner)
  const task = await newTask(owner, project.id)
  records = {
    CONTRACT: { id: contract.id, name: contract.contractName },
    DEPOSIT: { id: deposit.id, name: `${deposit.depositType} ${deposit.instrumentNo}` },
    INSTRUMENT: { id: instrument.id, name: `${instrument.kind} ${instrument.number}` },
    PROJECT: { id: project.id, name: project.projectName },
    TASK: { id: task.id, name: task.title },
  }
})

type Edit = CallInput<typeof updateGeneralTask>['body']
const read = (id: string, by: Client = owner) => by.ok(getGeneralTask, { params: { id } })
const change = (id: string, body: Edit, by: Client = owner) => by.ok(updateGeneralTask, { params: { id }, body })
const refusedChange = (id: string, body: object, by: Client = owner) =>
  by.refused(updateGeneralTask, { params: { id }, body })

describe('a general task', () => {
  test('starts OPEN, with normal priority and no assignee, and is read as it was stored', async () => {
    const created = await newGeneralTask(owner, { title: '  Pay the water bill ' })
    expect(created).toMatchObject({
      title: 'Pay the water bill',
      note: null,
      state: 'OPEN',
      priority: 'NORMAL',
      recordType: null,
      recordId: null,
      recordName: null,
      assigneeId: null,
      assigneeName: null,
      dueOn: null,
      doneAt: null,
      doneBy: null,
      repeatEvery: null,
      repeatFrom: null,
      nextId: null,
      lineCount: 0,
      lines: [],
      createdBy: owner.userId,
    })
    expect(await read(created.id)).toEqual(created)
  })

  test('ignores the state in a body: only its own call changes it', async () => {
    const body = { ...generalTaskBody(), state: 'DONE', doneBy: newId() }
    const created = await owner.ok(createGeneralTask, { body })
    expect(created).toMatchObject({ state: 'OPEN', doneBy: null })
    expect(await change(created.id, { state: 'DONE', title: 'Other' })).toMatchObject({
      state: 'OPEN',
      title: 'Other',
    })
  })

  test('keeps fields that an edit leaves out, clears them with null, and rejects a stale edit', async () => {
    const created = await newGeneralTask(owner, { note: 'Cash only', dueOn: '2026-05-01', priority: 'HIGH' })
    const changed = await change(created.id, { dueOn: null })
    expect(changed).toMatchObject({ note: 'Cash only', priority: 'HIGH', dueOn: null })
    expect(await refusedChange(created.id, { title: 'x', updatedAt: created.updatedAt })).toMatchObject({ status: 412 })
    await change(created.id, { title: 'x', updatedAt: changed.updatedAt })
  })

  test.each([
    ['no title', { title: ' ' }, 'title'],
    ['a title of 301 characters', { title: 'x'.repeat(301) }, 'title'],
    ['a note of 4,001 characters', { note: 'x'.repeat(4001) }, 'note'],
    ['no such priority', { priority: 'URGENT' }, 'priority'],
    ['a record without its kind', { recordId: newId() }, 'recordType'],
    ['a kind without its record', { recordType: 'CONTRACT' }, 'recordId'],
    ['a general task as the linked record', { recordType: 'GENERAL_TASK', recordId: newId() }, 'recordType'],
    ['no such field', { colour: 'red' }, 'colour'],
  ])('is rejected with %s, on create and on edit', async (_, wrong, path) => {
    const { id } = await newGeneralTask(owner)
    const refusals = [
      await owner.refused(createGeneralTask, { body: { ...generalTaskBody(), ...wrong } }),
      await refusedChange(id, wrong),
    ]
    for (const refusal of refusals) expect(refusal).toMatchObject({ status: 400, fields: [{ path }] })
  })

  test('of another company, or that was deleted, is not found', async () => {
    const created = await newGeneralTask(owner)
    const other = await (await newCompany(server)).as()
    await owner.ok(deleteGeneralTask, { params: { id: created.id } })
    const theirs = await newGeneralTask(other)
    for (const id of [created.id, theirs.id]) {
      const params = { id }
      expect((await owner.refused(getGeneralTask, { params })).status).toBe(404)
      expect((await refusedChange(id, { title: 'x' })).status).toBe(404)
      expect((await owner.refused(setGeneralTaskState, { params, body: { state: 'DONE' } })).status).toBe(404)
      expect((await owner.refused(deleteGeneralTask, { params })).status).toBe(404)
    }
  })

  test('is recorded in the audit trail with its checklist, under its title', async () => {
    const created = await newGeneralTask(owner, { title: 'Tell of it', lines: [{ text: 'First' }] })
    const { content } = await owner.ok(filterAuditTrail, { body: { recordId: created.id } })
    expect(content).toMatchObject([{ action: 'CREATED', recordType: 'general_tasks', recordName: 'Tell of it' }])
    const line = await owner.ok(filterAuditTrail, { body: { recordId: created.lines[0]?.id ?? '' } })
    expect(line.content).toMatchObject([{ recordType: 'general_task_lines', recordName: 'Tell of it' }])
  })

  test('has the value lists of the wire in its database constraints', async () => {
    const admin = await adminClient(inject('admin'))
    const columns = { state: generalTaskStates, priority: generalTaskPriorities, repeat_unit: repeatUnits }
    for (const [column, values] of Object.entries(columns)) {
      const { rows } = await admin.query(
        `select pg_get_constraintdef(oid) as source from pg_constraint where conrelid = 'general_tasks'::regclass and conname = $1`,
        [`general_tasks_${column}_check`],
      )
      const stored = [...rows[0].source.matchAll(/'([A-Z_]+)'/g)].map(([, value]) => value)
      expect(stored, column).toEqual([...values])
    }
    await admin.end()
  })
})

describe('the assignee', () => {
  test('is a user of the company who may view general tasks, and the list offers exactly these', async () => {
    const viewer = await company.as({ 'General Tasks': ['canView'] })
    const blind = await company.as({ 'General Tasks': ['canEdit'], Contracts: ['canView'] })
    expect(await newGeneralTask(owner, { assigneeId: viewer.userId })).toMatchObject({ assigneeId: viewer.userId })
    const may = { status: 400, message: 'assigneeId must be somebody who may view general tasks' }
    const { id } = await newGeneralTask(owner)
    const body = generalTaskBody({ assigneeId: blind.userId })
    expect(await owner.refused(createGeneralTask, { body })).toMatchObject(may)
    expect(await refusedChange(id, { assigneeId: blind.userId })).toMatchObject(may)
    const other = await (await newCompany(server)).as()
    for (const assigneeId of [other.userId, newId()])
      expect(await refusedChange(id, { assigneeId })).toMatchObject({
        status: 400,
        message: 'assigneeId must be a person of your company',
      })
    const offered = (await owner.ok(listGeneralTaskAssignees, {})).map((person) => person.id)
    expect(offered).toContain(viewer.userId)
    expect(offered).not.toContain(blind.userId)
  })

  test('stays when they leave, and the task can be edited, but they get no new tasks', async () => {
    const leaver = await company.as({ 'General Tasks': ['canView'] })
    const created = await newGeneralTask(owner, { assigneeId: leaver.userId })
    await owner.ok(updateUser, { params: { id: leaver.userId }, body: { isActive: false } })
    await change(created.id, { title: 'Still theirs', assigneeId: leaver.userId })
    expect(
      await owner.refused(createGeneralTask, { body: generalTaskBody({ assigneeId: leaver.userId }) }),
    ).toMatchObject({ status: 400 })
    await owner.ok(deleteUser, { params: { id: leaver.userId } })
    expect(await change(created.id, { priority: 'LOW' })).toMatchObject({ assigneeId: leaver.userId })
  })
})

describe.each(relatedRecords)('a task about a %s', (recordType) => {
  const module = noteModules[recordType]
  const without = Object.fromEntries(Object.entries(everything).filter(([name]) => name !== module))

  test('shows its name to users who may view it, and can be linked to another record or to none', async () => {
    const { id: recordId, name } = records[recordType]
    const created = await newGeneralTask(owner, { recordType, recordId })
    expect(created).toMatchObject({ recordType, recordId, recordName: name })
    expect(created.recordContractId).toBe(recordType === 'DEPOSIT' ? records.CONTRACT.id : null)
    const found = await owner.ok(filterGeneralTasks, { body: { recordId } })
    expect(found.content.map(({ id }) => id)).toEqual([created.id])
    const reader = await company.as(without)
    expect(await read(created.id, reader)).toMatchObject({ recordType, recordId, recordName: null })
    const next = relatedRecords[(relatedRecords.indexOf(recordType) + 1) % relatedRecords.length] ?? 'CONTRACT'
    expect(await change(created.id, { recordType: next, recordId: records[next].id })).toMatchObject({
      recordType: next,
      recordName: records[next].name,
    })
    expect(await change(created.id, { recordType: null, recordId: null })).toMatchObject({
      recordType: null,
      recordId: null,
    })
  })

  test('is created by a user who may view the record; an edit by others keeps the link', async () => {
    const { id: recordId } = records[recordType]
    const by = await company.as(without)
    const body = generalTaskBody({ recordType, recordId })
    expect(await by.refused(createGeneralTask, { body })).toMatchObject({ status: 403, fields: [{ path: 'recordId' }] })
    const created = await newGeneralTask(owner, { recordType, recordId })
    expect(await change(created.id, { recordType, recordId, title: 'Changed' }, by)).toMatchObject({
      title: 'Changed',
      recordId,
    })
    const plain = await newGeneralTask(owner)
    expect((await refusedChange(plain.id, { recordType, recordId }, by)).status).toBe(403)
  })

  test('of another company, or that does not exist, is rejected', async () => {
    const wrong = relatedRecords[(relatedRecords.indexOf(recordType) + 1) % relatedRecords.length] ?? 'CONTRACT'
    const { id } = await newGeneralTask(owner)
    for (const recordId of [newId(), records[wrong].id])
      expect(await refusedChange(id, { recordType, recordId })).toMatchObject({
        status: 404,
        fields: [{ path: 'recordId' }],
      })
  })
})

test('deleting a record keeps the task linked to it, without the name', async () => {
  const { id: recordId } = await newContract(owner)
  const created = await newGeneralTask(owner, { recordType: 'CONTRACT', recordId })
  await owner.ok(deleteContract, { params: { id: recordId } })
  expect(await read(created.id)).toMatchObject({ recordType: 'CONTRACT', recordId, recordName: null })
  expect(await change(created.id, { recordType: 'CONTRACT', recordId, title: 'Stays' })).toMatchObject({
    title: 'Stays',
  })
})

describe('the quick filters', () => {
  test('match the tasks they name, by the company’s own day', async () => {
    const other = await newCompany(server)
    const [me, colleague] = [await other.as(), await other.as()]
    const sunday = (8 - (new Date(`${dayFromToday(0)}T00:00:00Z`).getUTCDay() || 7)) % 8
    const days = { overdue: -1, today: 0, later: sunday }
    for (const [title, days_] of Object.entries(days))
      for (const assigneeId of [me.userId, colleague.userId])
        await newGeneralTask(me, { title, dueOn: dayFromToday(days_), assigneeId })
    const sundayIsLast = await newGeneralTask(me, { title: 'sunday', dueOn: dayFromToday(sunday - 1) })
    await newGeneralTask(me, { title: 'no day', assigneeId: me.userId })
    const done = await newGeneralTask(me, { title: 'done', dueOn: dayFromToday(-3), assigneeId: me.userId })
    const cancelled = await newGeneralTask(me, { title: 'cancelled', assigneeId: me.userId })
    const doing = await newGeneralTask(me, { title: 'doing', assigneeId: me.userId })
    const set = (id: string, state: 'DONE' | 'CANCELLED' | 'DOING') =>
      me.ok(setGeneralTaskState, { params: { id }, body: { state } })
    await set(done.id, 'DONE')
    await set(cancelled.id, 'CANCELLED')
    await set(doing.id, 'DOING')
    const old = await newGeneralTask(me, { title: 'done long ago' })
    await set(old.id, 'DONE')
    const admin = await adminClient(inject('admin'))
    await admin.query('set session_replication_role = replica')
    await admin.query("update general_tasks set done_at = now() - interval '8 days' where id = $1", [old.id])
    await admin.end()

    const found = async (
      ...quickFilters: ('MINE' | 'OVERDUE' | 'TODAY' | 'THIS_WEEK' | 'WITHOUT_DAY' | 'DONE_LATELY')[]
    ) =>
      (await me.ok(filterGeneralTasks, { body: { quickFilters, pagination: { size: 50 } } })).content
        .map(({ title }) => title)
        .toSorted()
    expect(await found('MINE')).toEqual(['doing', 'later', 'no day', 'overdue', 'today'])
    expect(await found('OVERDUE')).toEqual(['overdue', 'overdue'])
    const isToday = sundayIsLast.dueOn === dayFromToday(0)
    expect(await found('TODAY')).toEqual([...(isToday ? ['sunday'] : []), 'today', 'today'])
    expect(await found('THIS_WEEK')).toEqual(['sunday', 'today', 'today'])
    expect(await found('WITHOUT_DAY')).toEqual(['doing', 'no day'])
    expect(await found('DONE_LATELY')).toEqual(['done'])
    expect(await found('MINE', 'OVERDUE')).toEqual(['overdue'])
    const counts = await me.ok(countGeneralTasks, { body: {} })
    expect(Object.fromEntries(counts.map(({ quickFilter, count }) => [quickFilter, count]))).toEqual({
      MINE: 5,
      OVERDUE: 2,
      TODAY: isToday ? 3 : 2,
      THIS_WEEK: 3,
      WITHOUT_DAY: 2,
      DONE_LATELY: 1,
    })
  })

  test('combine with the filters of the list', async () => {
    const by = await (await newCompany(server)).as()
    await newGeneralTask(by, {
      title: 'Road tax of the tipper',
      note: 'RTO Hassan',
      dueOn: '2026-04-01',
      priority: 'HIGH',
    })
    await newGeneralTask(by, { title: 'Insurance', dueOn: '2026-04-02', assigneeId: by.userId })
    const titles = async (body: CallInput<typeof filterGeneralTasks>['body']) =>
      (await by.ok(filterGeneralTasks, { body: { ...body, sort: { field: 'title' } } })).content.map(
        ({ title }) => title,
      )
    const [first, second] = ['Insurance', 'Road tax of the tipper']
    expect(await titles({ search: 'hassan TIPPER' })).toEqual([second])
    expect(await titles({ title: 'insur' })).toEqual([first])
    expect(await titles({ priority: ['HIGH'] })).toEqual([second])
    expect(await titles({ state: ['OPEN'] })).toEqual([first, second])
    expect(await titles({ state: ['DONE'] })).toEqual([])
    expect(await titles({ assigneeId: by.userId })).toEqual([first])
    expect(await titles({ dueFrom: '2026-04-02' })).toEqual([first])
    expect(await titles({ dueTo: '2026-04-01' })).toEqual([second])
  })
})
