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

describe('the rules', () => {
  test('quantities add up to the thousandth', () => {
    expect(sumOf(null, 0.1)).toBe(0.1)
    expect(sumOf(0.1, 0.2)).toBe(0.3)
    expect(sumOf(999_999_999_999.998, 0.001)).toBe(999_999_999_999.999)
    expect(sumOf(1, -1)).toBe(0)
  })

  test('a note stands below what the comment said, with its day and who wrote it', () => {
    expect(withNote(null, 'Pump broke', '2026-03-05', 'Ravi')).toBe('05 Mar 2026, Ravi: Pump broke')
    expect(withNote('As drawn', 'Two\nlines', '2026-11-24', 'Ravi')).toBe('As drawn\n24 Nov 2026, Ravi: Two\n  lines')
  })
})

describe('what is sent from site', () => {
  test('is applied in its order, by whoever may change tasks, and leaves its entry in the trail', async () => {
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

  test('is applied once, however often and at whatever moment it is sent', async () => {
    const change = quantityOf(taskId, 5)
    const answers = await Promise.all(Array.from({ length: 12 }, () => outcomes(owner, change)))
    expect(answers.flat().toSorted()).toEqual(['APPLIED', ...Array.from({ length: 11 }, () => 'SAME')])
    const [again] = await send(owner, change)
    expect(again).toMatchObject({ outcome: 'SAME', task: { actualQuantity: 125 } })
    expect((await stored()).actualQuantity).toBe(125)
  })

  test('adds up exactly, whoever else sends at that moment', async () => {
    const people = await Promise.all(Array.from({ length: 4 }, siteEngineer))
    const changes = Array.from({ length: 20 }, (_, at) => quantityOf(taskId, (at + 101) / 1000))
    const sent = await Promise.all(changes.map((change, at) => outcomes(people[at % 4] ?? owner, change)))
    expect(sent.flat()).toEqual(Array.from({ length: 20 }, () => 'APPLIED'))
    expect((await stored()).actualQuantity).toBe(122.21)
  })

  test('keeps every note, below what the comment said', async () => {
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

  test('has its note on the day it was written in the company, and on no day to come', async () => {
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
  test.each(others)('is refused with %s, and changes nothing', async (_, other) => {
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

  test('is refused for another task, which it leaves as it is', async () => {
    const other = (await newTask(owner, projectId, { actualQuantity: 1 })).id
    const change = quantityOf(taskId, 5)
    expect(await outcomes(owner, change)).toEqual(['APPLIED'])
    expect(await outcomes(owner, { ...change, taskId: other })).toEqual(['REFUSED'])
    expect((await stored(other)).actualQuantity).toBe(1)
  })

  test('is the same in whatever order its fields are sent', async () => {
    const change = quantityOf(taskId, 5)
    expect(await outcomes(owner, change)).toEqual(['APPLIED'])
    const turned = Object.fromEntries(Object.entries(change).toReversed()) as SiteChange
    expect(await outcomes(owner, turned)).toEqual(['SAME'])
  })

  test('is the same with another value that the phone showed, and does not take back what was set since', async () => {
    const change = progressOf(taskId, 40, 0)
    expect(await outcomes(owner, change)).toEqual(['APPLIED'])
    await owner.ok(updateTask, { params: { id: taskId }, body: { progress: 60 } })
    expect(await outcomes(owner, { ...change, seen: 60 } as SiteChange)).toEqual(['SAME'])
    expect((await stored()).progress).toBe(60)
  })

  test('and of which nobody noted what it said, as before this was noted, is the same', async () => {
    const change = quantityOf(taskId, 5)
    expect(await outcomes(owner, change)).toEqual(['APPLIED'])
    await server.door.inTenant(company.id, owner.userId, (db) =>
      db.updateTable('site_changes').set({ digest: null }).where('id', '=', change.id).execute(),
    )
    expect(await outcomes(owner, { ...change, quantity: 500 } as SiteChange)).toEqual(['SAME'])
  })
})

describe('a note from site', () => {
  const breaks = ['\n', '\r\n', '\r', '\v', '\f', '\u0085', '\u2028', '\u2029'].map(
    (text) => [JSON.stringify(text), text] as const,
  )
  test.each(breaks)('imitates no line of somebody else’s behind %s', async (_, lineBreak) => {
    const signed = '24 Nov 2026, Asha: Approved as measured'
    await send(owner, noteOf(taskId, `Rain${lineBreak}${signed}${lineBreak}${lineBreak}${signed}`))
    const lines = ((await stored()).comment ?? '').split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/u)
    expect(lines[0]).toMatch(/^\d\d \w{3} \d{4}, .+: Rain$/)
    expect(lines.slice(1)).toEqual([`  ${signed}`, '  ', `  ${signed}`])
  })
})

describe('what somebody has set meanwhile', () => {
  test('stands, and is told with what it is now; a quantity and a note always go in', async () => {
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

  test('is no conflict where both set the same; and what was claimed can be sent again on what was seen then', async () => {
    await owner.ok(updateTask, { params: { id: taskId }, body: { progress: 60 } })
    expect(await outcomes(owner, progressOf(taskId, 60, 0))).toEqual(['APPLIED'])
    const change = { ...progressOf(taskId, 40, 0), id: newId() }
    expect(await outcomes(owner, change)).toEqual(['CLAIMED'])
    expect(await outcomes(owner, { ...change, seen: 60 } as SiteChange)).toEqual(['APPLIED'])
    expect((await stored()).progress).toBe(40)
  })
})

/** Holds the project's tree while `work` runs, which is told how to wait until somebody waits for it. */
const holdingTree = (work: (untilAwaited: () => Promise<void>) => Promise<void>) =>
  server.door.inTenant(company.id, null, async (db) => {
    await lockTree(db, projectId)
    const awaited = sql<{ is: boolean }>`select exists (select from pg_locks l
      where not l.granted and pg_backend_pid() = any (pg_blocking_pids(l.pid))) as is`
    await work(() => expect.poll(async () => (await awaited.execute(db)).rows[0]?.is).toBe(true))
  })

describe('permission', () => {
  test('is asked for each change as it arrives', async () => {
    const engineer = await siteEngineer()
    let answers: Promise<SiteChangeAnswer[]> | undefined
    await holdingTree(async (untilAwaited) => {
      answers = send(engineer, quantityOf(taskId, 1), quantityOf(taskId, 2))
      await untilAwaited()
      await server.door.inTenant(company.id, null, (db) =>
        db.deleteFrom('user_roles').where('user_id', '=', engineer.userId).execute(),
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

describe('what is refused', () => {
  test('is told of each with the reason, takes nothing of the others along, and is tried anew when it is sent again', async () => {
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

  test('whoever asked for a review does not decide it from site either', async () => {
    await siteEngineer()
    await owner.ok(updateTask, { params: { id: taskId }, body: { status: 'UNDER_REVIEW' } })
    const [answer] = await send(owner, statusOf(taskId, 'APPROVED', 'UNDER_REVIEW'))
    expect(answer).toMatchObject({
      outcome: 'REFUSED',
      message: 'You asked for this review yourself: somebody else approves or rejects it',
      task: { status: 'UNDER_REVIEW' },
    })
  })

  test('another company’s task is as if there were none, and an id is one person’s own', async () => {
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
