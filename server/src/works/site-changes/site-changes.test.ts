import { filterAuditTrail } from '@plinth/api/platform/audit-trail'
import {
  maxSiteChangeDays,
  type SiteChange,
  type SiteChangeAnswer,
  sendSiteChanges,
} from '@plinth/api/works/site-changes'
import { getTask, maxCommentLength, updateTask } from '@plinth/api/works/tasks'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dayInIndia, newId } from '../../kernel/testing/databases.ts'
import { type Client, type Company, newCompany, startTestServer, type TestServer } from '../../testing/test-server.ts'
import { newProject } from '../projects/projects.factory.ts'
import { newTask, sumFaults } from '../tasks/tasks.factory.ts'
import { lockTree } from '../tasks/tasks.queries.ts'
import { noteOf, progressOf, quantityOf, statusOf } from './site-changes.factory.ts'
import { sumOf, withNote } from './site-changes.rules.ts'

let server: TestServer
let company: Company
let owner: Awaited<ReturnType<Company['as']>>
let projectId: string
let taskId: string

beforeAll(async () => {
  server = await startTestServer()
  company = await newCompany(server)
  owner = await company.as()
  projectId = (await newProject(owner)).id
})
beforeEach(async () => {
  taskId = (await newTask(owner, projectId, { estimatedQuantity: 400, units: 'm³', actualQuantity: 120 })).id
})
afterAll(() => server.stop())

const send = (by: Client, ...changes: SiteChange[]) => by.ok(sendSiteChanges, { body: { changes } })
const outcomes = async (by: Client, ...changes: SiteChange[]) =>
  (await send(by, ...changes)).map(({ outcome }) => outcome)
const stored = (id = taskId) => owner.ok(getTask, { params: { id } })
const siteEngineer = () => company.as({ 'Project Tasks': ['canView', 'canEdit'] })

describe('the site change rules', () => {
  test('add quantities exactly, to the thousandth', () => {
    expect(sumOf(null, 0.1)).toBe(0.1)
    expect(sumOf(0.1, 0.2)).toBe(0.3)
    expect(sumOf(999_999_999_999.998, 0.001)).toBe(999_999_999_999.999)
    expect(sumOf(1, -1)).toBe(0)
  })

  test('put a note below the existing comment, with its day and its author', () => {
    expect(withNote(null, 'Pump broke', '2026-03-05', 'Ravi')).toBe('05 Mar 2026, Ravi: Pump broke')
    expect(withNote('As drawn', 'Two\nlines', '2026-11-24', 'Ravi')).toBe('As drawn\n24 Nov 2026, Ravi: Two\n  lines')
  })
})

describe('a site change', () => {
  test('is applied in order, by a user who may edit tasks, and is recorded in the audit trail', async () => {
    const engineer = await siteEngineer()
    const answers = await send(
      engineer,
      quantityOf(taskId, 12.5),
      progressOf(taskId, 40, 0),
      progressOf(taskId, 45, 40),
      statusOf(taskId, 'IN_PROGRESS', 'DRAFT'),
      noteOf(taskId, 'Rock at 4 m'),
      quantityOf(taskId, -2.5),
    )
    expect(answers.map(({ outcome }) => outcome)).toEqual(Array.from({ length: 6 }, () => 'APPLIED'))
    const task = await stored()
    expect(task).toMatchObject({ actualQuantity: 130, progress: 45, status: 'IN_PROGRESS', updatedBy: engineer.userId })
    expect(answers.at(-1)?.task).toEqual(task)
    const { content } = await owner.ok(filterAuditTrail, { body: { recordId: taskId, action: ['CHANGED'] } })
    expect(content.length).toBeGreaterThanOrEqual(6)
    expect(await server.door.inTenant(company.id, null, (db) => sumFaults(db, projectId))).toEqual([])
  })

  test('is applied once, however often and however concurrently it is sent', async () => {
    const change = quantityOf(taskId, 5)
    const answers = await Promise.all(Array.from({ length: 12 }, () => outcomes(owner, change)))
    expect(answers.flat().toSorted()).toEqual(['APPLIED', ...Array.from({ length: 11 }, () => 'SAME')])
    const [again] = await send(owner, change)
    expect(again).toMatchObject({ outcome: 'SAME', task: { actualQuantity: 125 } })
    expect((await stored()).actualQuantity).toBe(125)
  })

  test('adds its quantity exactly, whoever else sends at that moment', async () => {
    const people = await Promise.all(Array.from({ length: 4 }, siteEngineer))
    const changes = Array.from({ length: 20 }, (_, at) => quantityOf(taskId, (at + 101) / 1000))
    const sent = await Promise.all(changes.map((change, at) => outcomes(people[at % 4] ?? owner, change)))
    expect(sent.flat()).toEqual(Array.from({ length: 20 }, () => 'APPLIED'))
    expect((await stored()).actualQuantity).toBe(122.21)
  })

  test('keeps every note, below the existing comment', async () => {
    await owner.ok(updateTask, { params: { id: taskId }, body: { comment: 'As drawn' } })
    const engineer = await siteEngineer()
    await Promise.all([send(engineer, noteOf(taskId, 'Rain')), send(owner, noteOf(taskId, 'Pump broke'))])
    const [first, ...notes] = (await stored()).comment?.split('\n') ?? []
    expect(first).toBe('As drawn')
    const [year, month, date] = dayInIndia(new Date()).split('-')
    const monthName = new Date(`${year}-${month}-01`).toLocaleString('en-US', { month: 'short' })
    const day = `${date} ${monthName} ${year}`
    expect(notes.toSorted()).toEqual(notes.filter((note) => note.startsWith(`${day}, `)).toSorted())
    expect(notes.map((note) => note.replace(/^.*: /, '')).toSorted()).toEqual(['Pump broke', 'Rain'])
  })

  test('dates its note by the company’s day of writing, and never in the future', async () => {
    await send(
      owner,
      { ...noteOf(taskId, 'Night shift'), madeAt: dayAgo(3) },
      { ...noteOf(taskId, 'Fast clock'), madeAt: dayAgo(-30) },
    )
    const lines = (await stored()).comment?.split('\n') ?? []
    expect(lines.map((line) => line.slice(0, 2))).toEqual([
      dayInIndia(dayAgo(3)).slice(8),
      dayInIndia(new Date()).slice(8),
    ])
  })
})

const dayAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

describe('a change whose id was sent before', () => {
  const others: [string, (change: SiteChange) => SiteChange][] = [
    ['another quantity', (change) => ({ ...change, quantity: 500 }) as SiteChange],
    ['another kind', ({ id }) => ({ ...noteOf(taskId, 'Rock'), id })],
    ['another moment', (change) => ({ ...change, madeAt: dayAgo(1) })],
  ]
  test.each(others)('is rejected with %s, and changes nothing', async (_, other) => {
    const change = quantityOf(taskId, 5)
    expect(await outcomes(owner, change)).toEqual(['APPLIED'])
    const [answer] = await send(owner, other(change))
    expect(answer).toMatchObject({
      outcome: 'REFUSED',
      message: 'Another change was made under this id. Nothing was changed: enter it again.',
      task: { actualQuantity: 125, comment: null },
    })
    expect(await outcomes(owner, change)).toEqual(['SAME'])
    expect(await stored()).toMatchObject({ actualQuantity: 125, comment: null })
  })

  test('is rejected for another task, and leaves that task unchanged', async () => {
    const other = (await newTask(owner, projectId, { actualQuantity: 1 })).id
    const change = quantityOf(taskId, 5)
    expect(await outcomes(owner, change)).toEqual(['APPLIED'])
    expect(await outcomes(owner, { ...change, taskId: other })).toEqual(['REFUSED'])
    expect((await stored(other)).actualQuantity).toBe(1)
  })

  test('is recognised in whatever order its fields are sent', async () => {
    const change = quantityOf(taskId, 5)
    expect(await outcomes(owner, change)).toEqual(['APPLIED'])
    const reversed = Object.fromEntries(Object.entries(change).toReversed()) as SiteChange
    expect(await outcomes(owner, reversed)).toEqual(['SAME'])
  })

  test('is recognised with another `seen` value, and does not undo what was set since', async () => {
    const change = progressOf(taskId, 40, 0)
    expect(await outcomes(owner, change)).toEqual(['APPLIED'])
    await owner.ok(updateTask, { params: { id: taskId }, body: { progress: 60 } })
    expect(await outcomes(owner, { ...change, seen: 60 } as SiteChange)).toEqual(['SAME'])
    expect((await stored()).progress).toBe(60)
  })

  test('is recognised without a stored digest, as rows from before the digest have none', async () => {
    const change = quantityOf(taskId, 5)
    expect(await outcomes(owner, change)).toEqual(['APPLIED'])
    await server.door.inTenant(company.id, owner.userId, (db) =>
      sql`update site_changes set digest = null where id = ${change.id}`.execute(db),
    )
    expect(await outcomes(owner, { ...change, quantity: 500 } as SiteChange)).toEqual(['SAME'])
  })
})

describe('a note from site', () => {
  const breaks = ['\n', '\r\n', '\r', '\v', '\f', '\u0085', '\u2028', '\u2029'].map(
    (text) => [JSON.stringify(text), text] as const,
  )
  test.each(breaks)('cannot imitate a signed line of somebody else after %s', async (_, lineBreak) => {
    const signed = '24 Nov 2026, Asha: Approved as measured'
    await send(owner, noteOf(taskId, `Rain${lineBreak}${signed}${lineBreak}${lineBreak}${signed}`))
    const lines = ((await stored()).comment ?? '').split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/u)
    expect(lines[0]).toMatch(/^\d\d \w{3} \d{4}, .+: Rain$/)
    expect(lines.slice(1)).toEqual([`  ${signed}`, '  ', `  ${signed}`])
  })
})

describe('a value that somebody else has set meanwhile', () => {
  test('stays, and the answer says what it is now; quantities and notes are always applied', async () => {
    await owner.ok(updateTask, { params: { id: taskId }, body: { progress: 60, status: 'ON_HOLD' } })
    const [progress, status, ...others] = await send(
      owner,
      progressOf(taskId, 40, 0),
      statusOf(taskId, 'IN_PROGRESS', 'DRAFT'),
      quantityOf(taskId, 1),
      noteOf(taskId, 'Rain'),
    )
    expect(progress).toMatchObject({
      outcome: 'CLAIMED',
      message: 'Somebody has set the progress to 60% meanwhile.',
      task: { progress: 60 },
    })
    expect(status).toMatchObject({ outcome: 'CLAIMED', message: 'Somebody has set the status to On hold meanwhile.' })
    expect(others.map(({ outcome }) => outcome)).toEqual(['APPLIED', 'APPLIED'])
    expect(await stored()).toMatchObject({ progress: 60, status: 'ON_HOLD', actualQuantity: 121 })
  })

  test('is no conflict if both values are equal, and a claimed change can be sent again with the new `seen` value', async () => {
    await owner.ok(updateTask, { params: { id: taskId }, body: { progress: 60 } })
    expect(await outcomes(owner, progressOf(taskId, 60, 0))).toEqual(['APPLIED'])
    const change = { ...progressOf(taskId, 40, 0), id: newId() }
    expect(await outcomes(owner, change)).toEqual(['CLAIMED'])
    expect(await outcomes(owner, { ...change, seen: 60 } as SiteChange)).toEqual(['APPLIED'])
    expect((await stored()).progress).toBe(40)
  })
})

/** Locks the project's tree while `work` runs, and passes it a function that waits until another session waits for the lock. */
const whileTreeIsLocked = (work: (untilBlocked: () => Promise<void>) => Promise<void>) =>
  server.door.inTenant(company.id, null, async (db) => {
    await lockTree(db, projectId)
    const blocked = sql<{ is: boolean }>`select exists (select from pg_locks l
      where not l.granted and pg_backend_pid() = any (pg_blocking_pids(l.pid))) as is`
    await work(() => expect.poll(async () => (await blocked.execute(db)).rows[0]?.is).toBe(true))
  })

describe('permission', () => {
  test('is checked for each change as it is applied', async () => {
    const engineer = await siteEngineer()
    let answers: Promise<SiteChangeAnswer[]> | undefined
    await whileTreeIsLocked(async (untilBlocked) => {
      answers = send(engineer, quantityOf(taskId, 1), quantityOf(taskId, 2))
      await untilBlocked()
      await server.door.inTenant(company.id, null, (db) =>
        sql`delete from user_roles where user_id = ${engineer.userId}`.execute(db),
      )
    })
    expect(await answers).toMatchObject([
      { outcome: 'APPLIED' },
      { outcome: 'REFUSED', message: 'You do not have permission to do this.', task: null },
    ])
    expect((await stored()).actualQuantity).toBe(121)
    expect((await engineer.sendCall(sendSiteChanges, { body: { changes: [quantityOf(taskId, 4)] } })).status).toBe(403)
  })
})

describe('a rejected change', () => {
  test('is answered with the reason, does not affect the others, and is tried again when it is sent again', async () => {
    const { id: parent } = await newTask(owner, projectId)
    await newTask(owner, projectId, { parentId: parent })
    const gone = newId()
    const long = 'x'.repeat(maxCommentLength - 10)
    await owner.ok(updateTask, { params: { id: parent }, body: { comment: long } })
    const answers = await send(
      owner,
      statusOf(parent, 'APPROVED', 'DRAFT'),
      statusOf(taskId, 'REJECTED', 'DRAFT'),
      noteOf(parent, 'No room'),
      quantityOf(taskId, -120.001),
      quantityOf(gone, 1),
      { ...quantityOf(taskId, 1), madeAt: dayAgo(maxSiteChangeDays + 1) },
      quantityOf(taskId, 1),
    )
    expect(answers.map(({ outcome }) => outcome)).toEqual([...Array.from({ length: 6 }, () => 'REFUSED'), 'APPLIED'])
    expect(answers.map(({ message }) => message)).toEqual([
      'It cannot be approved: 1 of its sub-tasks is not approved yet',
      'rejectionReason is required to reject a task',
      'The comment of the task has no room for the note. Shorten the comment, and send the note again.',
      'Only 120 is done: no more can be taken back.',
      'Not found',
      'madeAt is too long ago: enter it again',
      undefined,
    ])
    expect(answers[4]?.task).toBeNull()
    expect((await stored(parent)).comment).toBe(long)
    expect((await stored()).actualQuantity).toBe(121)

    const note = noteOf(parent, 'Room now')
    expect(await outcomes(owner, note)).toEqual(['REFUSED'])
    await owner.ok(updateTask, { params: { id: parent }, body: { comment: '' } })
    expect(await outcomes(owner, note)).toEqual(['APPLIED'])
  })

  test('can be the decision of a review by the user who requested it', async () => {
    await siteEngineer()
    await owner.ok(updateTask, { params: { id: taskId }, body: { status: 'UNDER_REVIEW' } })
    const [answer] = await send(owner, statusOf(taskId, 'APPROVED', 'UNDER_REVIEW'))
    expect(answer).toMatchObject({
      outcome: 'REFUSED',
      message: 'You asked for this review yourself: somebody else approves or rejects it',
      task: { status: 'UNDER_REVIEW' },
    })
  })

  test('can be one to another company’s task, and ids of different users do not collide', async () => {
    const elsewhere = await newCompany(server)
    const stranger = await elsewhere.as()
    const change = quantityOf(taskId, 7)
    expect(await send(stranger, change)).toMatchObject([{ outcome: 'REFUSED', message: 'Not found', task: null }])
    expect(await outcomes(owner, change)).toEqual(['APPLIED'])
    const engineer = await siteEngineer()
    expect(await outcomes(engineer, change)).toEqual(['APPLIED'])
    expect((await stored()).actualQuantity).toBe(134)
  })
})
