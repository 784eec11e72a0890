import {
  type GeneralTask,
  type GeneralTaskState,
  generalTaskStates,
  getGeneralTask,
  setGeneralTaskLine,
  setGeneralTaskState,
  updateGeneralTask,
} from '@plinth/api/works/general-tasks'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { newId } from '../../kernel/testing/databases.ts'
import { untilOthersWait } from '../../kernel/testing/lock-waits.ts'
import { type Client, startSuite } from '../../testing/test-server.ts'
import { newGeneralTask } from './general-tasks.factory.ts'

/** The states of a task, and the checklist that can prevent a task from being done. */

const { server, company, owner } = await startSuite()

const set = (id: string, state: GeneralTaskState, by: Client = owner) =>
  by.ok(setGeneralTaskState, { params: { id }, body: { state } })
const refusedSet = (id: string, state: GeneralTaskState, updatedAt?: string) =>
  owner.refused(setGeneralTaskState, { params: { id }, body: { state, ...(updatedAt && { updatedAt }) } })
const tick = (id: string, lineId: string | undefined, isDone = true) =>
  owner.ok(setGeneralTaskLine, { params: { id, lineId: lineId ?? '' }, body: { isDone } })
const refusedTick = (id: string, lineId: string | undefined) =>
  owner.refused(setGeneralTaskLine, { params: { id, lineId: lineId ?? '' }, body: { isDone: true } })
const change = (id: string, lines: object[]) =>
  owner.ok(updateGeneralTask, { params: { id }, body: { lines: lines as never } })
const linesIn = ({ lines }: GeneralTask) => lines.map(({ text, isRequired, isDone }) => [text, isRequired, isDone])
const inDatabase = (text: string) => server.door.inTenant(company.id, owner.userId, (db) => sql.raw(text).execute(db))

const steps: Record<GeneralTaskState, readonly GeneralTaskState[]> = {
  OPEN: ['DOING', 'DONE', 'CANCELLED'],
  DOING: ['OPEN', 'DONE', 'CANCELLED'],
  DONE: ['OPEN'],
  CANCELLED: ['OPEN'],
}

/** Creates a task in this state. */
async function inState(state: GeneralTaskState) {
  const created = await newGeneralTask(owner)
  return state === 'OPEN' ? created : set(created.id, state)
}

describe.each(generalTaskStates)('a task that is %s', (from) => {
  test.each(generalTaskStates)('becomes %s where the steps allow it, and is rejected otherwise', async (to) => {
    const { id } = await inState(from)
    if (from === to || steps[from].includes(to)) expect(await set(id, to)).toMatchObject({ state: to })
    else
      expect(await refusedSet(id, to)).toMatchObject({
        status: 409,
        message: `A task that is ${from} cannot become ${to}`,
        fields: [{ path: 'state' }],
      })
  })
})

describe('the state of a task', () => {
  test('records who finished it and when, until it is opened again', async () => {
    const colleague = await company.as({ 'General Tasks': ['canEdit'] })
    const { id, updatedAt } = await newGeneralTask(owner)
    const done = await set(id, 'DONE', colleague)
    expect(done).toMatchObject({ doneBy: colleague.userId, doneByName: expect.stringMatching(/^Person/) })
    expect(done.doneAt! >= updatedAt).toBe(true)
    // Finishing it a second time changes nothing.
    expect(await set(id, 'DONE')).toEqual(done)
    expect(await set(id, 'OPEN')).toMatchObject({ state: 'OPEN', doneAt: null, doneBy: null })
  })

  test('rejects a stale change', async () => {
    const created = await newGeneralTask(owner)
    const started = await set(created.id, 'DOING')
    expect(await refusedSet(created.id, 'DONE', created.updatedAt)).toMatchObject({ status: 412 })
    const body = { state: 'DONE', updatedAt: started.updatedAt } as const
    expect(await owner.ok(setGeneralTaskState, { params: { id: created.id }, body })).toMatchObject({ state: 'DONE' })
  })

  test('can be changed only with canEdit', async () => {
    const { id, lines } = await newGeneralTask(owner, { lines: [{ text: 'One' }] })
    const reader = await company.as({ 'General Tasks': ['canView', 'canCreate', 'canDelete', 'canReport'] })
    const params = { id, lineId: lines[0]?.id ?? '' }
    expect((await reader.refused(setGeneralTaskState, { params, body: { state: 'DONE' } })).status).toBe(403)
    expect((await reader.refused(setGeneralTaskLine, { params, body: { isDone: true } })).status).toBe(403)
  })

  test('is enforced by the database, with who finished it and when', async () => {
    const { id } = await newGeneralTask(owner)
    await expect(inDatabase("insert into general_tasks (title, state) values ('x', 'DONE')")).rejects.toThrow('begins')
    await inDatabase(`update general_tasks set done_by = '${newId()}', done_at = now() where id = '${id}'`)
    expect(await owner.ok(getGeneralTask, { params: { id } })).toMatchObject({ doneBy: null, doneAt: null })
  })
})

describe('a checklist', () => {
  test('keeps its order, and is replaced as a whole: lines sent with their id keep their tick', async () => {
    const created = await newGeneralTask(owner, {
      lines: [{ text: ' Form 16 ' }, { text: 'Challan', isRequired: true }, { text: 'Stamp', isDone: true }],
    })
    expect(linesIn(created)).toEqual([
      ['Form 16', false, false],
      ['Challan', true, false],
      ['Stamp', false, false],
    ])
    expect(created).toMatchObject({ lineCount: 3, doneLines: 0, requiredOpenLines: 1 })
    const [form, challan, stamp] = created.lines
    await tick(created.id, challan?.id)
    expect(await tick(created.id, stamp?.id)).toMatchObject({ doneLines: 2, requiredOpenLines: 0 })
    const changed = await change(created.id, [
      { id: stamp?.id, text: 'Stamp paper' },
      { text: 'Photos' },
      { id: challan?.id, text: 'Challan', isRequired: true, isDone: false },
    ])
    expect(linesIn(changed)).toEqual([
      ['Stamp paper', false, true],
      ['Photos', false, false],
      ['Challan', true, true],
    ])
    expect(changed.lines.map(({ id }) => id)).not.toContain(form?.id)
    expect(
      linesIn(await owner.ok(updateGeneralTask, { params: { id: created.id }, body: { title: 'x' } })),
    ).toHaveLength(3)
    expect((await change(created.id, [])).lines).toEqual([])
  })

  test('accepts only its own lines, each once, and at most twenty', async () => {
    const [one, other] = [
      await newGeneralTask(owner, { lines: [{ text: 'One' }] }),
      await newGeneralTask(owner, { lines: [{ text: 'Other' }] }),
    ]
    const refused = (lines: object[]) => owner.refused(updateGeneralTask, { params: { id: one.id }, body: { lines } })
    const [line] = one.lines
    for (const id of [other.lines[0]?.id, newId()])
      expect(await refused([{ id, text: 'x' }])).toMatchObject({ status: 400, fields: [{ path: 'lines' }] })
    expect((await refused([line, line] as object[])).message).toContain('once')
    expect((await refused(Array.from({ length: 21 }, () => ({ text: 'x' })))).status).toBe(400)
    expect(await refused([{ text: ' ' }])).toMatchObject({ status: 400 })
    const twenty = await change(one.id, [line!, ...Array.from({ length: 19 }, (_, nth) => ({ text: `${nth}` }))])
    expect(twenty.lineCount).toBe(20)
    await expect(
      inDatabase(`insert into general_task_lines (task_id, position, text) values ('${one.id}', 1, 'x')`),
    ).rejects.toThrow('at most 20 lines')
  })

  test('with required lines unticked keeps the task from being done, and the answer names them', async () => {
    const { id, lines } = await newGeneralTask(owner, {
      lines: [{ text: 'Sign', isRequired: true }, { text: 'Copy' }, { text: 'Send by post', isRequired: true }],
    })
    const refusal = { status: 409, message: 'Tick these first: Sign, Send by post', fields: [{ path: 'state' }] }
    expect(await refusedSet(id, 'DONE')).toMatchObject(refusal)
    await tick(id, lines[0]?.id)
    await tick(id, lines[2]?.id)
    await tick(id, lines[2]?.id, false)
    expect(await refusedSet(id, 'DONE')).toMatchObject({ message: 'Tick these first: Send by post' })
    // Optional lines and deleted lines block nothing.
    await change(id, lines.slice(0, 2))
    expect(await set(id, 'DONE')).toMatchObject({ state: 'DONE', lineCount: 2, doneLines: 1 })
  })

  test('with required lines unticked does not keep the task from being cancelled', async () => {
    const { id } = await newGeneralTask(owner, { lines: [{ text: 'Sign', isRequired: true }] })
    expect(await set(id, 'CANCELLED')).toMatchObject({ state: 'CANCELLED' })
  })

  test.each(['DONE', 'CANCELLED'] as const)(
    'of a task that is %s cannot change until the task is reopened',
    async (state) => {
      const { id, lines } = await newGeneralTask(owner, { lines: [{ text: 'Copy' }] })
      await set(id, state)
      const reopen = { status: 409, message: 'The task is done or cancelled: reopen it to change its checklist.' }
      expect(await refusedTick(id, lines[0]?.id)).toMatchObject(reopen)
      const body = { lines: [...lines, { text: 'More' }] }
      expect(await owner.refused(updateGeneralTask, { params: { id }, body })).toMatchObject(reopen)
      // An edit that sends the checklist back unchanged is accepted.
      expect(linesIn(await change(id, lines))).toEqual([['Copy', false, false]])
      await set(id, 'OPEN')
      await tick(id, lines[0]?.id)
    },
  )

  test('is ticked line by line, only through its own task', async () => {
    const [one, other] = [
      await newGeneralTask(owner, { lines: [{ text: 'One' }] }),
      await newGeneralTask(owner, { lines: [{ text: 'Other' }] }),
    ]
    const ticked = await tick(one.id, one.lines[0]?.id)
    expect(linesIn(ticked)).toEqual([['One', false, true]])
    // A tick does not change the task’s `updatedAt`, so an open edit form can still save.
    expect(ticked.updatedAt).toBe(one.updatedAt)
    expect(await tick(one.id, one.lines[0]?.id)).toEqual(ticked)
    for (const lineId of [other.lines[0]?.id, newId()])
      expect(await refusedTick(one.id, lineId)).toMatchObject({ status: 404 })
    await change(one.id, [])
    expect(await refusedTick(one.id, one.lines[0]?.id)).toMatchObject({ status: 404 })
  })

  test('is locked together with its task by every writer', async () => {
    const { id, lines } = await newGeneralTask(owner, { lines: [{ text: 'Sign', isRequired: true }] })
    await tick(id, lines[0]?.id)
    const [finished] = await server.door.inTenant(company.id, owner.userId, async (db) => {
      await sql`update general_task_lines set is_done = false where task_id = ${id}`.execute(db)
      const sent = owner.sendCall(setGeneralTaskState, { params: { id }, body: { state: 'DONE' } })
      await untilOthersWait(db)
      return [sent]
    })
    expect((await finished)?.status).toBe(409)
  })

  test('that loses a tick while the task is finished never leaves a done task with a required line open', async () => {
    for (let round = 0; round < 15; round += 1) {
      const { id, lines } = await newGeneralTask(owner, { lines: [{ text: 'Sign', isRequired: true }] })
      await tick(id, lines[0]?.id)
      const params = { id, lineId: lines[0]?.id ?? '' }
      const replies = await Promise.all([
        owner.sendCall(setGeneralTaskState, { params, body: { state: 'DONE' } }),
        owner.sendCall(setGeneralTaskLine, { params, body: { isDone: false } }),
      ])
      expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
      const { state, requiredOpenLines } = await owner.ok(getGeneralTask, { params })
      expect(state === 'DONE' ? requiredOpenLines : 0).toBe(0)
    }
  })
})
