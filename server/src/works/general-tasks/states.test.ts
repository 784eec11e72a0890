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

/** The states of a task, and the checklist that may stand in their way. */

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
const told = ({ lines }: GeneralTask) => lines.map(({ text, isRequired, isDone }) => [text, isRequired, isDone])
const inDatabase = (text: string) => server.door.inTenant(company.id, owner.userId, (db) => sql.raw(text).execute(db))

const steps: Record<GeneralTaskState, readonly GeneralTaskState[]> = {
  OPEN: ['DOING', 'DONE', 'CANCELLED'],
  DOING: ['OPEN', 'DONE', 'CANCELLED'],
  DONE: ['OPEN'],
  CANCELLED: ['OPEN'],
}

/** A task that is in this state. */
async function inState(state: GeneralTaskState) {
  const made = await newGeneralTask(owner)
  return state === 'OPEN' ? made : set(made.id, state)
}

describe.each(generalTaskStates)('a task that is %s', (from) => {
  test.each(generalTaskStates)('becomes %s where there is such a step', async (to) => {
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
  test('tells who finished it and when, until it is opened again', async () => {
    const colleague = await company.as({ 'General Tasks': ['canEdit'] })
    const { id, updatedAt } = await newGeneralTask(owner)
    const done = await set(id, 'DONE', colleague)
    expect(done).toMatchObject({ doneBy: colleague.userId, doneByName: expect.stringMatching(/^Person/) })
    expect(done.doneAt! >= updatedAt).toBe(true)
    // A second time it is done as it was.
    expect(await set(id, 'DONE')).toEqual(done)
    expect(await set(id, 'OPEN')).toMatchObject({ state: 'OPEN', doneAt: null, doneBy: null })
  })

  test('is not changed over what somebody else saved', async () => {
    const made = await newGeneralTask(owner)
    const begun = await set(made.id, 'DOING')
    expect(await refusedSet(made.id, 'DONE', made.updatedAt)).toMatchObject({ status: 412 })
    const body = { state: 'DONE', updatedAt: begun.updatedAt } as const
    expect(await owner.ok(setGeneralTaskState, { params: { id: made.id }, body })).toMatchObject({ state: 'DONE' })
  })

  test('is changed with canEdit alone', async () => {
    const { id, lines } = await newGeneralTask(owner, { lines: [{ text: 'One' }] })
    const reader = await company.as({ 'General Tasks': ['canView', 'canCreate', 'canDelete', 'canReport'] })
    const params = { id, lineId: lines[0]?.id ?? '' }
    expect((await reader.refused(setGeneralTaskState, { params, body: { state: 'DONE' } })).status).toBe(403)
    expect((await reader.refused(setGeneralTaskLine, { params, body: { isDone: true } })).status).toBe(403)
  })

  test('is kept by the database, with who and when', async () => {
    const { id } = await newGeneralTask(owner)
    await expect(inDatabase("insert into general_tasks (title, state) values ('x', 'DONE')")).rejects.toThrow('begins')
    await inDatabase(`update general_tasks set done_by = '${newId()}', done_at = now() where id = '${id}'`)
    expect(await owner.ok(getGeneralTask, { params: { id } })).toMatchObject({ doneBy: null, doneAt: null })
  })
})

describe('a checklist', () => {
  test('has its lines in their order, and is changed as a whole: what has an id stays, with its tick', async () => {
    const made = await newGeneralTask(owner, {
      lines: [{ text: ' Form 16 ' }, { text: 'Challan', isRequired: true }, { text: 'Stamp', isDone: true }],
    })
    expect(told(made)).toEqual([
      ['Form 16', false, false],
      ['Challan', true, false],
      ['Stamp', false, false],
    ])
    expect(made).toMatchObject({ lineCount: 3, doneLines: 0, requiredOpenLines: 1 })
    const [form, challan, stamp] = made.lines
    await tick(made.id, challan?.id)
    expect(await tick(made.id, stamp?.id)).toMatchObject({ doneLines: 2, requiredOpenLines: 0 })
    const changed = await change(made.id, [
      { id: stamp?.id, text: 'Stamp paper' },
      { text: 'Photos' },
      { id: challan?.id, text: 'Challan', isRequired: true, isDone: false },
    ])
    expect(told(changed)).toEqual([
      ['Stamp paper', false, true],
      ['Photos', false, false],
      ['Challan', true, true],
    ])
    expect(changed.lines.map(({ id }) => id)).not.toContain(form?.id)
    expect(told(await owner.ok(updateGeneralTask, { params: { id: made.id }, body: { title: 'x' } }))).toHaveLength(3)
    expect((await change(made.id, [])).lines).toEqual([])
  })

  test('takes lines of its own alone, each once, and twenty at the most', async () => {
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

  test('that must be ticked keeps the task from being done, and says what', async () => {
    const { id, lines } = await newGeneralTask(owner, {
      lines: [{ text: 'Sign', isRequired: true }, { text: 'Copy' }, { text: 'Send by post', isRequired: true }],
    })
    const refusal = { status: 409, message: 'Tick these first: Sign, Send by post', fields: [{ path: 'state' }] }
    expect(await refusedSet(id, 'DONE')).toMatchObject(refusal)
    await tick(id, lines[0]?.id)
    await tick(id, lines[2]?.id)
    await tick(id, lines[2]?.id, false)
    expect(await refusedSet(id, 'DONE')).toMatchObject({ message: 'Tick these first: Send by post' })
    // What need not be ticked, and what was taken out, is in nobody's way.
    await change(id, lines.slice(0, 2))
    expect(await set(id, 'DONE')).toMatchObject({ state: 'DONE', lineCount: 2, doneLines: 1 })
  })

  test('of a task that is cancelled without it is in nobody’s way', async () => {
    const { id } = await newGeneralTask(owner, { lines: [{ text: 'Sign', isRequired: true }] })
    expect(await set(id, 'CANCELLED')).toMatchObject({ state: 'CANCELLED' })
  })

  test.each(['DONE', 'CANCELLED'] as const)('of a task that is %s stays until it is opened again', async (state) => {
    const { id, lines } = await newGeneralTask(owner, { lines: [{ text: 'Copy' }] })
    await set(id, state)
    const reopen = { status: 409, message: 'The task is done or cancelled: reopen it to change its checklist.' }
    expect(await refusedTick(id, lines[0]?.id)).toMatchObject(reopen)
    const body = { lines: [...lines, { text: 'More' }] }
    expect(await owner.refused(updateGeneralTask, { params: { id }, body })).toMatchObject(reopen)
    // The whole record can be sent back, as it is.
    expect(told(await change(id, lines))).toEqual([['Copy', false, false]])
    await set(id, 'OPEN')
    await tick(id, lines[0]?.id)
  })

  test('is ticked line by line, of its own task', async () => {
    const [one, other] = [
      await newGeneralTask(owner, { lines: [{ text: 'One' }] }),
      await newGeneralTask(owner, { lines: [{ text: 'Other' }] }),
    ]
    const ticked = await tick(one.id, one.lines[0]?.id)
    expect(told(ticked)).toEqual([['One', false, true]])
    // A tick is no edit of the task: whoever has it open saves what they typed.
    expect(ticked.updatedAt).toBe(one.updatedAt)
    expect(await tick(one.id, one.lines[0]?.id)).toEqual(ticked)
    for (const lineId of [other.lines[0]?.id, newId()])
      expect(await refusedTick(one.id, lineId)).toMatchObject({ status: 404 })
    await change(one.id, [])
    expect(await refusedTick(one.id, one.lines[0]?.id)).toMatchObject({ status: 404 })
  })

  test('is held with its task by whoever changes it, whatever sends that', async () => {
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

  test('that loses a tick while the task is finished leaves no task done with a line open', async () => {
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
