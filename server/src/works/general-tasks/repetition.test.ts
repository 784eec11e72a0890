import { updateUser } from '@plinth/api/access/users'
import type { CallInput } from '@plinth/api/kernel/client'
import { daysAfter, monthsAfter } from '@plinth/api/kernel/later-days'
import { deleteContract } from '@plinth/api/tenders/contracts'
import {
  createGeneralTask,
  deleteGeneralTask,
  filterGeneralTasks,
  type GeneralTask,
  type GeneralTaskState,
  generalTaskStates,
  getGeneralTask,
  setGeneralTaskLine,
  setGeneralTaskState,
  updateGeneralTask,
} from '@plinth/api/works/general-tasks'
import { nextDay, type Repetition, repeatUnits } from '@plinth/api/works/repetition'
import { sql } from 'kysely'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { adminClient } from '../../kernel/testing/databases.ts'
import { dice } from '../../kernel/testing/dice.ts'
import { seed, seedOf } from '../../kernel/testing/seed.ts'
import { newContract } from '../../tenders/contracts/contracts.factory.ts'
import { newCompany, startSuite } from '../../testing/test-server.ts'
import { generalTaskBody, newGeneralTask } from './general-tasks.factory.ts'

/** Repeated tasks: finishing one creates the next. */

const { server, company, owner } = await startSuite()
const admin = await adminClient(inject('admin'))
afterAll(() => admin.end())

type Edit = CallInput<typeof updateGeneralTask>['body']
const read = (id: string) => owner.ok(getGeneralTask, { params: { id } })
const change = (id: string, body: Edit) => owner.ok(updateGeneralTask, { params: { id }, body })
const refusedChange = (id: string, body: object) => owner.refused(updateGeneralTask, { params: { id }, body })
const set = (id: string, state: GeneralTaskState) => owner.ok(setGeneralTaskState, { params: { id }, body: { state } })
const monthly = { repeatEvery: 1, repeatUnit: 'MONTHS' } as const

/** Finishes a task, and returns the task that this created. */
async function finish(id: string): Promise<GeneralTask> {
  const { nextId } = await set(id, 'DONE')
  if (!nextId) throw new Error('there is no next one')
  return read(nextId)
}

async function days(first: GeneralTask, count: number) {
  const found: (string | null)[] = []
  for (let last = first; found.length < count; found.push(last.dueOn)) last = await finish(last.id)
  return found
}

describe('a repetition', () => {
  test.each([
    ['a number without a unit', { dueOn: '2026-01-01', repeatEvery: 2 }, 'repeatUnit', 'is required with repeatEvery'],
    [
      'a unit without a number',
      { dueOn: '2026-01-01', repeatUnit: 'DAYS' },
      'repeatEvery',
      'is required with repeatUnit',
    ],
    ['no day', monthly, 'dueOn', 'is required of a task that repeats'],
    [
      'a series that begins later',
      { ...monthly, dueOn: '2026-01-01', repeatFrom: '2026-01-02' },
      'repeatFrom',
      'must not be after dueOn',
    ],
    ['none of something', { ...monthly, dueOn: '2026-01-01', repeatEvery: 0 }, 'repeatEvery', 'must be at least 1'],
    ['366 of something', { ...monthly, dueOn: '2026-01-01', repeatEvery: 366 }, 'repeatEvery', 'must be at most 365'],
  ])('with %s is rejected, on create and on edit', async (_, wrong, path, message) => {
    const { id } = await newGeneralTask(owner)
    const refusals = [
      await owner.refused(createGeneralTask, { body: { ...generalTaskBody(), ...wrong } }),
      await refusedChange(id, wrong),
    ]
    for (const refusal of refusals)
      expect(refusal).toMatchObject({ status: 400, message: expect.stringContaining(message), fields: [{ path }] })
  })

  test('keeps its due day, and ends when it is removed', async () => {
    const { id } = await newGeneralTask(owner, { ...monthly, dueOn: '2026-01-31' })
    expect(await refusedChange(id, { dueOn: null })).toMatchObject({ status: 400, fields: [{ path: 'dueOn' }] })
    expect(await change(id, { repeatEvery: null, repeatUnit: null })).toMatchObject({ repeatFrom: null })
    expect(await set(id, 'DONE')).toMatchObject({ nextId: null, nextDueOn: null })
  })

  test('counts from the due day at the time it was entered or changed, unless the body names another day', async () => {
    const created = await newGeneralTask(owner, { ...monthly, dueOn: '2026-01-31' })
    expect(created.repeatFrom).toBe('2026-01-31')
    for (const dueOn of ['2026-02-03', '2026-01-30', '2026-03-05'])
      expect(await change(created.id, { dueOn })).toMatchObject({
        dueOn,
        repeatFrom: '2026-01-31',
        seriesOn: '2026-01-31',
      })
    expect(await change(created.id, { repeatEvery: 2 })).toMatchObject({
      repeatFrom: '2026-03-05',
      seriesOn: '2026-03-05',
    })
    expect(await change(created.id, { dueOn: '2026-03-09', repeatFrom: '2026-03-01' })).toMatchObject({
      repeatFrom: '2026-03-01',
      seriesOn: '2026-03-09',
    })
    expect(await change(created.id, { repeatFrom: null })).toMatchObject({ repeatFrom: '2026-03-09' })
    expect(await newGeneralTask(owner, { ...monthly, dueOn: '2026-02-28', repeatFrom: '2026-01-31' })).toMatchObject({
      repeatFrom: '2026-01-31',
    })
  })
})

describe('the next task', () => {
  test('is due a month later, on the last day of a short month, and on the original day again after it', async () => {
    const first = await newGeneralTask(owner, { ...monthly, dueOn: '2026-01-31' })
    expect(await days(first, 4)).toEqual(['2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31'])
    const leap = await newGeneralTask(owner, { repeatEvery: 1, repeatUnit: 'YEARS', dueOn: '2028-02-29' })
    expect(await days(leap, 4)).toEqual(['2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29'])
    const weekly = await newGeneralTask(owner, { repeatEvery: 2, repeatUnit: 'WEEKS', dueOn: '2026-03-02' })
    expect(await days(weekly, 2)).toEqual(['2026-03-16', '2026-03-30'])
  })

  test('skips no day, however late the one before was done, and ignores that the one before was postponed', async () => {
    const late = await newGeneralTask(owner, { ...monthly, dueOn: '2020-01-20' })
    expect(await days(late, 2)).toEqual(['2020-02-20', '2020-03-20'])
    const putOff = await newGeneralTask(owner, { ...monthly, dueOn: '2026-01-20' })
    await change(putOff.id, { dueOn: '2026-01-23' })
    expect(await days(putOff, 2)).toEqual(['2026-02-20', '2026-03-20'])
  })

  test('is due on the next day of the series wherever the one before was moved, so that each month has exactly one', async () => {
    const first = await newGeneralTask(owner, { ...monthly, title: 'GSTR-3B', dueOn: '2027-01-31' })
    await change(first.id, { dueOn: '2027-02-28' })
    const second = await finish(first.id)
    expect(second).toMatchObject({ dueOn: '2027-02-28', seriesOn: '2027-02-28' })
    await change(second.id, { dueOn: '2027-02-20' })
    expect(await finish(second.id)).toMatchObject({ dueOn: '2027-03-31', repeatFrom: '2027-01-31' })
    const earlier = await newGeneralTask(owner, { ...monthly, dueOn: '2027-01-31' })
    await change(earlier.id, { dueOn: '2027-01-20' })
    expect(await finish(earlier.id)).toMatchObject({ dueOn: '2027-02-28', repeatFrom: '2027-01-31' })
  })

  test.each(repeatUnits)(
    'falls on each day of a series of %s exactly once, however the ones before were moved',
    async (repeatUnit) => {
      const roll = dice(seedOf(`moved ${repeatUnit}`))
      for (const [from, every] of [
        ['2027-01-31', 1],
        ['2028-02-29', 1],
        ['2027-08-30', 2],
      ] as const) {
        let task = await newGeneralTask(owner, { repeatEvery: every, repeatUnit, dueOn: from })
        for (let nth = 0; nth < 8; nth += 1) {
          const months = nth * every * (repeatUnit === 'YEARS' ? 12 : 1)
          const days = nth * every * (repeatUnit === 'WEEKS' ? 7 : 1)
          const isByMonths = repeatUnit === 'MONTHS' || repeatUnit === 'YEARS'
          const due = isByMonths ? monthsAfter(from, months) : daysAfter(from, days)
          expect(task.dueOn, `${from}, ${nth}, seed ${seed}`).toBe(due)
          for (let moves = roll(3); moves > 0; moves -= 1)
            await change(task.id, { dueOn: daysAfter(due, roll(2 * every * 40) - every * 40) })
          task = await finish(task.id)
        }
      }
    },
  )

  test('keeps the texts, the linked record and the assignee, with its checklist unticked', async () => {
    const { id: recordId } = await newContract(owner)
    const values = {
      title: 'GST return',
      note: 'GSTR-3B of the month before',
      priority: 'HIGH',
      recordType: 'CONTRACT',
      recordId,
      assigneeId: owner.userId,
      ...monthly,
    } as const
    const lines = [{ text: 'Reconcile', isRequired: true }, { text: 'Pay' }, { text: 'Gone' }]
    const created = await newGeneralTask(owner, { ...values, dueOn: '2026-03-20', lines })
    await change(created.id, { lines: created.lines.slice(0, 2) })
    await owner.ok(setGeneralTaskLine, {
      params: { id: created.id, lineId: created.lines[0]?.id ?? '' },
      body: { isDone: true },
    })
    await set(created.id, 'DOING')
    const next = await finish(created.id)
    expect(next).toMatchObject({
      ...values,
      state: 'OPEN',
      dueOn: '2026-04-20',
      repeatFrom: '2026-03-20',
      doneAt: null,
    })
    expect(next.lines.map(({ text, isRequired, isDone }) => [text, isRequired, isDone])).toEqual([
      ['Reconcile', true, false],
      ['Pay', false, false],
    ])
    expect(await read(created.id)).toMatchObject({ nextId: next.id, nextDueOn: '2026-04-20' })
  })

  test('loses a deleted record, and has no assignee once its assignee may not view it', async () => {
    const { id: recordId } = await newContract(owner)
    const leaver = await company.as({ 'General Tasks': ['canView'] })
    const body = {
      ...monthly,
      recordType: 'CONTRACT',
      recordId,
      assigneeId: leaver.userId,
      dueOn: '2026-01-01',
    } as const
    const created = await newGeneralTask(owner, body)
    await owner.ok(deleteContract, { params: { id: recordId } })
    await owner.ok(updateUser, { params: { id: leaver.userId }, body: { isActive: false } })
    expect(await finish(created.id)).toMatchObject({ recordId: null, assigneeId: null, dueOn: '2026-02-01' })
  })

  test('is created once: reopening and finishing the task again, or changing or deleting the next one, creates no other', async () => {
    const created = await newGeneralTask(owner, { ...monthly, title: 'Once', dueOn: '2026-01-01' })
    const next = await finish(created.id)
    await set(created.id, 'DONE')
    expect(await set(created.id, 'OPEN')).toMatchObject({ nextId: next.id })
    expect(await finish(created.id)).toEqual(next)
    await owner.ok(deleteGeneralTask, { params: { id: next.id } })
    await set(created.id, 'OPEN')
    expect(await set(created.id, 'DONE')).toMatchObject({ nextId: null })
    const { totalElements } = await owner.ok(filterGeneralTasks, { body: { title: 'Once' } })
    expect(totalElements).toBe(1)
  })

  test('is created once when several callers finish the task at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const created = await newGeneralTask(owner, { ...monthly, title: `Together ${round}`, dueOn: '2026-01-01' })
      const replies = await Promise.all(
        Array.from({ length: 6 }, () =>
          owner.sendCall(setGeneralTaskState, { params: { id: created.id }, body: { state: 'DONE' } }),
        ),
      )
      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
      const { totalElements } = await owner.ok(filterGeneralTasks, { body: { title: `Together ${round}` } })
      expect(totalElements).toBe(2)
    }
  })

  test('is unique in the database too, and never changes the task that it follows', async () => {
    const created = await newGeneralTask(owner, { ...monthly, dueOn: '2026-01-01' })
    const next = await finish(created.id)
    const inDatabase = (text: string) => server.door.inTenant(company.id, null, (db) => sql.raw(text).execute(db))
    await expect(
      inDatabase(`insert into general_tasks (title, follows_id) values ('Another', '${created.id}')`),
    ).rejects.toMatchObject({ code: '23505' })
    await expect(inDatabase(`update general_tasks set follows_id = null where id = '${next.id}'`)).rejects.toThrow(
      'never changes',
    )
  })

  test('does not exist for a cancelled task, nor beyond the last day that can be stored', async () => {
    const cancelled = await newGeneralTask(owner, { ...monthly, dueOn: '2026-01-01' })
    expect(await set(cancelled.id, 'CANCELLED')).toMatchObject({ nextId: null })
    const last = await newGeneralTask(owner, { ...monthly, dueOn: '2199-12-15' })
    expect(await set(last.id, 'DONE')).toMatchObject({ nextId: null })
  })
})

test('the days that the screen predicts equal those of the database', async () => {
  const roll = dice(seedOf('repetitions'))
  const day = () => new Date(Date.UTC(2020, 0, 1 + roll(4000))).toISOString().slice(0, 10)
  const repetitions = Array.from({ length: 2000 }, () => {
    const [from, after] = [day(), day()].toSorted() as [string, string]
    const unit = repeatUnits[roll(4)] ?? 'DAYS'
    return { from, after, unit, every: 1 + roll(roll(2) === 0 ? 4 : 365) } satisfies Repetition & { after: string }
  })
  const { rows } = await admin.query(
    `select app.next_due(first, every, unit, after)::text as day
     from unnest($1::date[], $2::int[], $3::text[], $4::date[]) with ordinality one (first, every, unit, after, nth) order by nth`,
    [
      repetitions.map(({ from }) => from),
      repetitions.map(({ every }) => every),
      repetitions.map(({ unit }) => unit),
      repetitions.map(({ after }) => after),
    ],
  )
  for (const [at, one] of repetitions.entries()) expect(rows[at].day, JSON.stringify(one)).toBe(nextDay(one, one.after))
})

test('after 300 random calls, 8 at once, every task ever done has exactly one follower, due on the next day', async () => {
  const by = await (await newCompany(server)).as()
  const roots = await Promise.all(
    Array.from({ length: 5 }, (_, nth) =>
      newGeneralTask(by, {
        title: `Series ${nth}`,
        ...monthly,
        dueOn: '2026-01-31',
        lines: [{ text: 'One', isRequired: nth % 2 === 0 }, { text: 'Two' }],
      }),
    ),
  )
  const outcomes = new Map<string, number>()
  await Promise.all(
    Array.from({ length: 8 }, async (_, writer) => {
      const roll = dice(seedOf(`series ${writer}`))
      for (let act = 0; act < 38; act += 1) {
        const { content } = await by.ok(filterGeneralTasks, { body: { pagination: { size: 200 } } })
        const task = content[roll(content.length)] ?? roots[0]!
        const params = { id: task.id }
        const which = roll(10)
        const { lines } = await by.ok(getGeneralTask, { params })
        const reply =
          which < 6
            ? await by.sendCall(setGeneralTaskState, { params, body: { state: generalTaskStates[roll(4)] } })
            : which < 9
              ? await by.sendCall(setGeneralTaskLine, {
                  params: { ...params, lineId: lines[roll(lines.length)]?.id ?? '' },
                  body: { isDone: roll(4) > 0 },
                })
              : await by.sendCall(updateGeneralTask, { params, body: { lines: lines.toReversed() } })
        outcomes.set(`${which < 6 ? 'state' : which < 9 ? 'tick' : 'lines'} ${reply.status}`, 1)
      }
    }),
  )
  const faults = await admin.query(
    `select t.id from general_tasks t where t.tenant_id = $1 and (
       (t.state = 'DONE' and not exists (select from general_tasks n where n.tenant_id = t.tenant_id and n.follows_id = t.id))
       or (t.state = 'DONE') <> (t.done_at is not null)
       or (t.follows_id is not null and t.due_on <> (select app.next_due('2026-01-31', 1, 'MONTHS', b.due_on)
         from general_tasks b where b.tenant_id = t.tenant_id and b.id = t.follows_id))
       or (t.state = 'DONE' and exists (select from general_task_lines l where l.tenant_id = t.tenant_id and l.task_id = t.id
         and l.deleted_at is null and l.is_required and not l.is_done)))`,
    [(await admin.query('select tenant_id from general_tasks where id = $1', [roots[0]!.id])).rows[0].tenant_id],
  )
  expect(faults.rows, `seed ${seed}`).toEqual([])
  expect(
    [...outcomes.keys()].filter((key) => !/ (200|409)$/.test(key)),
    `seed ${seed}`,
  ).toEqual([])
  for (const key of ['state 200', 'state 409', 'tick 200', 'tick 409', 'lines 200'])
    expect([...outcomes.keys()]).toContain(key)
})
