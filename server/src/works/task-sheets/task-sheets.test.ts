import { updateUser } from '@plinth/api/access/users'
import { messageOf } from '@plinth/api/kernel/messages'
import { downloadTaskTemplate, exportTasks, uploadTasks } from '@plinth/api/works/task-sheets'
import type { Task } from '@plinth/api/works/tasks'
import { readXlsx } from 'hucre/xlsx'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { newUser } from '../../access/users/users.factory.ts'
import { adminClient, newId } from '../../kernel/testing/databases.ts'
import { fileOf, workbook } from '../../platform/contract-imports/contract-imports.factory.ts'
import { everything, newCompany, startTestServer, type TestServer } from '../../testing/test-server.ts'
import { newProject } from '../projects/projects.factory.ts'
import { newTask } from '../tasks/tasks.factory.ts'
import { exported, newTree, tasksOf, uploadSheet } from './task-sheets.factory.ts'

let server: TestServer
let admin: pg.Client
beforeAll(async () => {
  server = await startTestServer()
  admin = await adminClient(inject('admin'))
})
afterAll(async () => {
  await admin.end()
  await server.stop()
})

/** Uploads a sheet to a project with the tasks of another sheet, first as a dry run, and returns what that changed. */
async function outcome(before: string, sheet: string) {
  const { owner, projectId } = await newTree(server)
  if (before) expect(await uploadSheet(owner, projectId, before)).toMatchObject({ failed: 0 })
  const tasksBefore = await tasksOf(owner, projectId)
  const dry = await uploadSheet(owner, projectId, sheet, 'true')
  expect(await tasksOf(owner, projectId)).toEqual(tasksBefore)
  const done = await uploadSheet(owner, projectId, sheet)
  const { message: _, sentences: __, isDryRun: ___, ...dryAnswer } = dry
  expect(done, 'a dry run answers the same').toMatchObject(dryAnswer)
  const tasks = await tasksOf(owner, projectId)
  if (done.failed > 0) expect(tasks, 'one fault rejects the whole sheet').toEqual(tasksBefore)
  return { done, was: tasksBefore, tasks, reasons: done.failures.map(({ row, reason }) => [row, reason]) }
}

const numbersAndTitles = (tasks: readonly Task[]) =>
  tasks.map(({ hierarchyPath, title }) => `${hierarchyPath} ${title}`)
const three = 'Number,Title\n1,A\n1.1,B\n2,C\n'

describe('a task sheet', () => {
  test('creates the tree of its numbers, in whatever order its rows are', async () => {
    const numbers = [
      '2',
      '1.1.1.1.1',
      '1.10',
      '1.1',
      '1',
      '1.1.1',
      '1.2',
      '1.1.1.1',
      '1.3',
      '1.4',
      '1.5',
      '1.6',
      '1.7',
      '1.8',
      '1.9',
    ]
    const { done, tasks } = await outcome(
      '',
      `Number;Title\n${numbers.map((number) => `${number};T ${number}`).join('\n')}\n`,
    )
    expect(done).toMatchObject({ added: 15, changed: 0, unchanged: 0, failed: 0, rowsRead: 15, failures: [] })
    expect(done.message).toBe('15 tasks were added, 0 changed.')
    expect(done.sentences).toEqual([
      messageOf('{count} tasks were added, {changed} changed.', { count: '15', changed: '0' }),
    ])
    expect(tasks).toHaveLength(15)
    for (const { hierarchyPath, title } of tasks) expect(title).toBe(`T ${hierarchyPath}`)
  })

  test('gives a new task the defaults of the form for empty cells', async () => {
    const { tasks } = await outcome('', 'Number,Title,Status,Tax,Progress,Milestone,Billable,Units\n1,A,,,,,,\n')
    expect(tasks).toMatchObject([
      { status: 'DRAFT', taxPercentage: 14, progress: 0, isMilestone: false, isBillable: false, units: null },
    ])
  })

  test('changes the fields of its columns, and leaves other fields and other tasks unchanged', async () => {
    const {
      done,
      was: tasksBefore,
      tasks,
    } = await outcome(
      'Number,Title,Units,Tax,Comment,Status\n1,A,cum,5,first,Planned\n1.1,B,sqm,5,second,Planned\n2,C,m,5,third,Planned\n',
      'Number,Tax,Comment,Status,Title\n1.1,,,,\n1,18,,On hold,A2\n',
    )
    expect(done).toMatchObject({ added: 0, changed: 2, unchanged: 0 })
    expect(tasks).toMatchObject([
      { title: 'A2', units: 'cum', taxPercentage: 18, comment: null, status: 'ON_HOLD' },
      { title: 'B', units: 'sqm', taxPercentage: 5, comment: null, status: 'PLANNED' },
      { title: 'C', units: 'm', taxPercentage: 5, comment: 'third', status: 'PLANNED' },
    ])
    expect(tasks[0]?.updatedAt).not.toBe(tasksBefore[0]?.updatedAt)
    expect(tasks[2]?.updatedAt).toBe(tasksBefore[2]?.updatedAt)
    expect(done.message).toBe('No tasks were added, 2 changed.')
  })

  test('equal to the stored tasks changes nothing', async () => {
    const { done, was: tasksBefore, tasks } = await outcome(three, three)
    expect(done).toMatchObject({
      added: 0,
      changed: 0,
      unchanged: 3,
      message: 'No tasks were added, 0 changed. 3 tasks are as before.',
    })
    expect(tasks).toEqual(tasksBefore)
  })

  test('adds tasks after and below the stored ones, and the sums above them follow', async () => {
    const { tasks } = await outcome(
      `${three}`,
      'Number,Title,Estimated quantity,Estimated rate,Tax,Estimated effort (hours)\n3,D,2,100,0,1.5\n1.2,E,1.125,8,0,\n1.1.1,F,1,0.001,0,2\n',
    )
    expect(numbersAndTitles(tasks)).toEqual(['1 A', '1.1 B', '1.1.1 F', '1.2 E', '2 C', '3 D'])
    expect(tasks[0]?.rollup).toMatchObject({ tasks: 2, estimatedAmount: 9, estimatedEffortHours: 2 })
  })

  test('leaves gaps between positions, as tasks created one by one do', async () => {
    const { owner, projectId } = await newTree(server)
    await uploadSheet(owner, projectId, three)
    await newTask(owner, projectId, { title: 'Z' })
    await uploadSheet(owner, projectId, 'Number,Title\n4,Y\n')
    expect(numbersAndTitles(await tasksOf(owner, projectId))).toEqual(['1 A', '1.1 B', '2 C', '3 Z', '4 Y'])
  })

  test('lists the columns that it ignores, except those that only the server sets', async () => {
    const { done } = await outcome('', 'hierarchyPath,Title,Site,Created by,estimatedAmount\n1,A,here,me,5\n')
    expect(done).toMatchObject({ added: 1, ignoredColumns: ['Site'] })
    const { owner, projectId } = await newTree(server)
    const refusal = await owner.refused(uploadTasks, { query: { projectId }, body: fileOf('Title\nA\n') })
    expect(refusal).toMatchObject({ status: 400, message: expect.stringContaining('is headed "Number"') })
  })
})

describe('a cell', () => {
  test.each([
    ['Estimated quantity', '1,250.125', { estimatedQuantity: 1250.125 }],
    ['Actual rate', '.001', { actualRate: 0.001 }],
    ['Estimated effort (hours)', '7.5', { estimatedEffortHours: 7.5 }],
    ['Progress', '45%', { progress: 45 }],
    ['Tax', '18', { taxPercentage: 18 }],
    ['Milestone', 'yes', { isMilestone: true }],
    ['Milestone', 'TRUE', { isMilestone: true }],
    ['Billable', '1', { isBillable: true }],
    ['Billable', 'No', { isBillable: false }],
    ['Priority', 'urgent', { priority: 'URGENT' }],
    ['Status', 'In progress', { status: 'IN_PROGRESS' }],
    ['Given start date', '05/03/2026', { givenStartDate: '2026-03-05' }],
  ])('of %s accepts %s', async (heading, typed, expected) => {
    const { owner, projectId } = await newTree(server)
    await uploadSheet(owner, projectId, `Number;Title;${heading}\n1;A;${typed}\n`)
    expect(await tasksOf(owner, projectId)).toMatchObject([expected])
  })

  test.each([
    ['Estimated quantity', '1.0005', 'Estimated quantity must have at most 12 digits and 3 decimals'],
    ['Estimated quantity', 'ten', 'Estimated quantity must be a number such as 1,250.125'],
    ['Estimated rate', '-1', 'Estimated rate must not be negative'],
    ['Progress', '101', 'Progress must be at most 100'],
    ['Progress', 'half', 'Progress must be a percentage such as 4.25 or 18%'],
    ['Milestone', 'maybe', 'Milestone must be Yes or No'],
    ['Priority', 'soon', 'Priority must be one of High, Medium, Low, Urgent, Blocker'],
    ['Given start date', '4500', 'Given start date must be a day such as 05/03/2026, the day first'],
    ['Units', 'x'.repeat(51), 'Units must be at most 50 characters'],
  ])('of %s rejects %s', async (heading, typed, reason) => {
    const { owner, projectId } = await newTree(server)
    const { failures } = await uploadSheet(owner, projectId, `Number;Title;${heading}\n1;A;${typed}\n`)
    expect(failures).toMatchObject([
      { row: 2, refId: '1', reason, faults: [{ column: `${heading} (C)`, value: typed }] },
    ])
  })
})

describe('a row is rejected', () => {
  const tooDeep = 'Number Maximum level reached (Level 4)'
  test.each([
    ['1..2,X', 'Number must be a number such as 1.2.3'],
    ['0.1,X', 'Number must be a number such as 1.2.3'],
    ['1.02,X', 'Number must be a number such as 1.2.3'],
    ['99999999999999999999,X', 'Number must be a number such as 1.2.3'],
    [',X', 'Number is required'],
    ['1.1.1.1.1.1,X', tooDeep],
    ['1.3,X', 'Number 1.3 comes after 1.1: 1.2 is missing'],
    ['1.1.2,X', 'Number 1.1.2 is the first below 1.1: 1.1.1 is missing'],
    ['4,X', 'Number 4 comes after 2: 3 is missing'],
    ['3.1,X', 'Number 3.1 stands below 3, which is missing'],
    ['3,', 'Title is required'],
  ])('%s: %s', async (row, reason) => {
    const { reasons } = await outcome(three, `Number,Title\n${row}\n`)
    expect(reasons).toEqual([[2, reason]])
  })

  test('when its number repeats another row', async () => {
    const { reasons } = await outcome('', 'Number,Title\n1,A\n2,B\n1,C\n1.1,D\n1.1,E\n')
    expect(reasons).toEqual([
      [4, 'Number is also that of row 2'],
      [6, 'Number is also that of row 5. If one of them is 1.10, format the column as text'],
    ])
  })

  test('with all its faults listed, as every other faulty row is', async () => {
    const { done, reasons } = await outcome(
      three,
      'Number,Title,Given start date,Given end date,Status,Rejection reason\n1,,06/03/2026,05/03/2026,nowhere,\n1.3,,,,Rejected,\n2,C,,,,\n3,D,,,,\n',
    )
    expect(reasons).toEqual([
      [2, `Given end date must not be before Given start date; ${statusChoices}`],
      [
        3,
        'Number 1.3 comes after 1.1: 1.2 is missing; Title is required; Rejection reason is required to reject a task',
      ],
    ])
    expect(done).toMatchObject({ rowsRead: 4, added: 1, changed: 0, unchanged: 1, failed: 2 })
    expect(done.message).toBe('Nothing was stored: 2 rows have a fault.')
  })
  const statusChoices =
    'Status must be one of Draft, Planned, Assigned, Initiated, In progress, On hold, Reopened, Under review, Completed, Approved, Rejected, Terminated, Cancelled'

  test('when its days contradict the stored days of the task', async () => {
    const before = 'Number,Title,Given start date,Given end date\n1,A,05/03/2026,10/03/2026\n'
    const { reasons } = await outcome(before, 'Number,Given end date\n1,04/03/2026\n')
    expect(reasons).toEqual([[2, 'Given end date must not be before Given start date']])
    const later = await outcome(before, 'Number,Given start date\n1,11/03/2026\n')
    expect(later.reasons).toEqual([[2, 'Given start date must not be after Given end date']])
  })

  test('and at most 1,000 rejected rows are listed, but all are counted', async () => {
    const { owner, projectId } = await newTree(server)
    const rows = Array.from({ length: 1_200 }, (_, at) => `${at + 1},\n`).join('')
    const done = await uploadSheet(owner, projectId, `Number,Title\n${rows}`)
    expect(done).toMatchObject({ failed: 1_200, added: 0, rowsRead: 1_200 })
    expect(done.failures).toHaveLength(1_000)
  })
})

describe('a spreadsheet', () => {
  test('that turned numbers into other numbers or days is read where possible, and the rest is reported', async () => {
    const { owner, projectId } = await newTree(server)
    const good = await workbook([
      ['Number', 'Title'],
      [1, 'A'],
      [1.1, 'B'],
      ['1.2', 'C'],
      [2, 'D'],
    ])
    expect(await uploadSheet(owner, projectId, good)).toMatchObject({ added: 4 })
    const shortened = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((digit) => [Number(`1.${digit}`), `T${digit}`])
    const bad = await workbook([
      ['Number', 'Title'],
      ...shortened,
      [1.1, 'was 1.10'],
      [new Date('2026-02-01T00:00:00Z'), 'was 2.1'],
    ])
    const { failures } = await uploadSheet(owner, projectId, bad)
    expect(failures.map(({ row, reason }) => [row, reason])).toEqual([
      [11, 'Number is also that of row 2. If one of them is 1.10, format the column as text'],
      [12, 'Number was taken for a day by the spreadsheet program: format the column as text'],
    ])
  })

  test('template has numbers formatted as text and an example that can be uploaded', async () => {
    const { owner, projectId } = await newTree(server)
    const { text } = await owner.sendCall(downloadTaskTemplate, { query: { format: 'csv' } })
    const headings = text.trim().split(',')
    expect(headings).toHaveLength(25)
    expect(await uploadSheet(owner, projectId, `${text}1,Only a title\n`)).toMatchObject({
      added: 1,
      ignoredColumns: [],
    })
    const response = await fetch(`${server.url}${downloadTaskTemplate.path}`, {
      headers: { authorization: `Bearer ${owner.session.accessToken}` },
    })
    const [sheet, help] = (await readXlsx(Buffer.from(await response.arrayBuffer()))).sheets
    expect(sheet?.rows).toEqual([headings])
    const example = (help?.rows.slice(1) ?? []).map((row) => row[2] ?? null)
    const other = (await newProject(owner)).id
    expect(await uploadSheet(owner, other, await workbook([headings, example]))).toMatchObject({
      added: 1,
      failures: [],
    })
  })
})

describe('the assignee in a sheet', () => {
  test('is an active user of the company, by e-mail address, mobile number or a unique name', async () => {
    const { company, owner, projectId } = await newTree(server)
    const [first, second] = [await company.person({}), await company.person({})]
    const single = await newUser(owner, { username: 'Only One' })
    for (const _ of [1, 2]) await newUser(owner, { username: 'Twin Name' })
    const gone = await newUser(owner, { username: 'Gone Away' })
    await owner.ok(updateUser, { params: { id: gone.id }, body: { isActive: false } })
    const foreign = await (await newCompany(server)).person({})
    const rows = [first.email.toUpperCase(), second.mobileNo.replace(/(\d{5})$/, ' $1'), ' only one ']
    const sheet = (names: string[]) =>
      `Number,Title,Assigned to\n${names.map((name, at) => `${at + 1},T,${name}\n`).join('')}`
    await uploadSheet(owner, projectId, sheet(rows))
    expect((await tasksOf(owner, projectId)).map(({ assignedTo }) => assignedTo)).toEqual([
      first.userId,
      second.userId,
      single.id,
    ])
    const { failures } = await uploadSheet(owner, projectId, sheet(['Twin Name', 'Gone Away', foreign.email, 'nobody']))
    const nobody = 'Assigned to is nobody who can be assigned a task: give their e-mail address'
    expect(failures.map(({ reason }) => reason)).toEqual([
      'Assigned to is the name of several people: give the e-mail address',
      nobody,
      nobody,
      nobody,
    ])
  })

  test('stays after they have left, and is cleared by an empty cell', async () => {
    const { company, owner, projectId } = await newTree(server)
    const person = await company.person({})
    await newTask(owner, projectId, { assignedTo: person.userId })
    await owner.ok(updateUser, { params: { id: person.userId }, body: { isActive: false } })
    const sheet = await exported(server, owner, projectId, 'csv')
    expect(sheet.toString()).toContain(person.email)
    expect(await uploadSheet(owner, projectId, sheet)).toMatchObject({ unchanged: 1 })
    expect(await uploadSheet(owner, projectId, 'Number,Title,Assigned to\n1,B,\n')).toMatchObject({ changed: 1 })
    expect(await tasksOf(owner, projectId)).toMatchObject([{ title: 'B', assignedTo: null }])
  })
})

describe('a review in a sheet', () => {
  const withStatus = (...rows: string[]) =>
    `Number,Title,Status,Rejection reason\n${rows.map((row) => `${row}\n`).join('')}`

  test('needs a reason for a rejection, and the server sets who decided and when', async () => {
    const before = withStatus('1,A,Under review,')
    expect((await outcome(before, withStatus('1,A,Rejected,'))).reasons).toEqual([
      [2, 'Rejection reason is required to reject a task'],
    ])
    const { tasks } = await outcome(before, withStatus('1,A,Rejected,cracked', '2,B,Completed,', '3,C,Approved,'))
    expect(tasks).toMatchObject([
      { rejectionReason: 'cracked', rejectedBy: expect.any(String), rejectedAt: expect.any(String) },
      { completedBy: expect.any(String) },
      { isApproved: true, approvedBy: expect.any(String) },
    ])
  })

  test('cannot approve a task above an open one', async () => {
    const { reasons } = await outcome(
      withStatus('1,A,Draft,', '1.1,B,Draft,', '1.2,C,Draft,', '1.3,D,Cancelled,'),
      withStatus('1,A,Approved,', '1.2,C,Approved,', '2,E,Approved,', '2.1,F,Draft,', '2.2,G,Rejected,no'),
    )
    expect(reasons).toEqual([
      [2, 'Status cannot be Approved: 1 of its sub-tasks is not approved yet'],
      [4, 'Status cannot be Approved: 2 of its sub-tasks are not approved yet'],
    ])
  })

  test('cannot open a task below an approved one', async () => {
    const { reasons } = await outcome(
      withStatus('1,A,Approved,', '1.1,B,Approved,', '1.2,C,Cancelled,'),
      withStatus('1.1,B,Reopened,', '1.2,C2,Cancelled,', '1.3,D,,', '1.4,E,Cancelled,', '1.1.1,F,Draft,'),
    )
    expect(reasons).toEqual([
      [2, 'Status must be Approved or Cancelled: task 1 above it is approved'],
      [4, 'Status must be Approved or Cancelled: task 1 above it is approved'],
    ])
  })

  test('can approve and reopen a whole tree in one sheet', async () => {
    const tree = (status: string) =>
      withStatus(...['1', '1.1', '1.1.1', '1.1.1.1', '1.1.1.1.1', '1.2', '2'].map((number) => `${number},T,${status},`))
    const { done, tasks } = await outcome(tree('Under review'), tree('Approved'))
    expect(done).toMatchObject({ changed: 7 })
    expect(tasks.every(({ isApproved }) => isApproved)).toBe(true)
    const reopened = await outcome(tree('Approved'), `${tree('Reopened')}1.3,New,Draft,\n1.1.2,New,Draft,\n`)
    expect(reopened.done).toMatchObject({ changed: 7, added: 2 })
    const opened = await outcome(
      withStatus('1,A,Approved,', '1.1,B,Cancelled,'),
      withStatus('1.1,B,Draft,', '1.1.1,C,Draft,', '1,A,Reopened,'),
    )
    expect(opened.done).toMatchObject({ changed: 2, added: 1, failed: 0 })
    const deeper = await outcome(tree('Cancelled'), tree('Approved').replace('1.2,T,Approved', '1.2,T,Cancelled'))
    expect(deeper.done).toMatchObject({ changed: 6, unchanged: 1 })
  })
})

describe('permission', () => {
  test('to create alone does not allow changes: such a row is rejected', async () => {
    const { company, owner, projectId } = await newTree(server)
    await uploadSheet(owner, projectId, three)
    const adder = await company.as({ ...everything, 'Project Tasks': ['canCreate'] })
    expect(await uploadSheet(adder, projectId, `${three}3,D\n`)).toMatchObject({ added: 1, unchanged: 3, failed: 0 })
    const refused = await uploadSheet(adder, projectId, 'Number,Title\n1,A2\n4,E\n')
    expect(refused.failures.map(({ reason }) => reason)).toEqual([
      'It would change a task, and you do not have the permission to edit tasks',
    ])
    expect(numbersAndTitles(await tasksOf(owner, projectId))).toEqual(['1 A', '1.1 B', '2 C', '3 D'])
  })

  test('does not reach projects of other companies', async () => {
    const { owner, projectId } = await newTree(server)
    const stranger = await (await newCompany(server)).as()
    for (const [by, id] of [
      [stranger, projectId],
      [owner, newId()],
    ] as const) {
      expect(await by.refused(uploadTasks, { query: { projectId: id }, body: fileOf('no sheet') })).toMatchObject({
        status: 404,
        message: 'Not found',
      })
      expect(await by.refused(exportTasks, { query: { projectId: id } })).toMatchObject({
        status: 404,
        message: 'Not found',
      })
    }
  })
})

describe('a file', () => {
  test.each([
    [
      'of more than 10,000 tasks',
      `Number,Title\n${'1,A\n'.repeat(10_001)}`,
      'The sheet has more than 10,000 rows. Please split it.',
    ],
    ['without a row', 'Number,Title\n', 'There are headings, but no rows below them.'],
    ['with a heading twice', 'Number,Title,Name,title\n1,A,,\n', 'Columns B and D are both headed "Title".'],
    [
      'of more text than can be held',
      `Number,Title,Comment\n${Array.from({ length: 5_100 }, (_, at) => `${at + 1},A,${'x'.repeat(4_000)}\n`).join('')}`,
      'The sheet holds more text than can be stored at once. Please split it.',
    ],
  ])('%s is rejected as a whole', async (_, content, message) => {
    const { owner, projectId } = await newTree(server)
    expect(await owner.refused(uploadTasks, { query: { projectId }, body: fileOf(content) })).toMatchObject({
      status: 400,
      message,
    })
  })
})

test('a text file named neither CSV nor Excel is rejected, whatever it contains [5.22]', async () => {
  const { owner, projectId } = await newTree(server)
  const send = (name: string) => {
    const body = new File(['Number,Title\n1,A\n'], name, { type: 'text/plain' })
    return owner.sendCall(uploadTasks, { query: { projectId }, body })
  }
  const refused = await send('plan.txt')
  expect([refused.status, JSON.parse(refused.text).message]).toEqual([415, 'Only CSV or Excel files are allowed.'])
  expect((await send('plan.csv')).status).toBe(200)
})

describe('a row that only the database rejects', () => {
  test('is reported, and nothing is stored', async () => {
    const { owner, projectId } = await newTree(server)
    await uploadSheet(owner, projectId, three)
    const tasksBefore = await tasksOf(owner, projectId)
    await admin.query(`alter table tasks add constraint "400 title is not to be had" check (title <> 'Not to be had')`)
    const added = await uploadSheet(owner, projectId, 'Number,Title\n1,A2\n3,D\n4,Not to be had\n5,E\n')
    const changed = await uploadSheet(owner, projectId, 'Number,Title\n1,A2\n2,Not to be had\n3,D\n')
    await admin.query('alter table tasks drop constraint "400 title is not to be had"')
    expect(added).toMatchObject({ added: 2, changed: 1, failed: 1, failures: [{ row: 4, refId: '4' }] })
    expect(changed).toMatchObject({
      added: 1,
      changed: 1,
      failed: 1,
      failures: [{ row: 3, reason: 'title is not to be had' }],
    })
    expect(await tasksOf(owner, projectId)).toEqual(tasksBefore)
  })
})

describe('an upload', () => {
  test('waits for other writers in the project and is checked against their result', async () => {
    const { company, owner, projectId } = await newTree(server)
    await uploadSheet(owner, projectId, three)
    const last = (await tasksOf(owner, projectId)).at(-1)
    await admin.query('begin')
    await admin.query("select set_config('app.tenant_id', $1, true)", [company.id])
    await admin.query('select from projects where id = $1 for no key update', [projectId])
    await admin.query('update tasks set deleted_at = now() where id = $1', [last?.id])
    const done = uploadSheet(owner, projectId, 'Number,Title\n3,D\n')
    const waiting = 'select from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))'
    while ((await admin.query(waiting)).rows.length === 0);
    await admin.query('commit')
    expect((await done).failures).toMatchObject([{ reason: 'Number 3 comes after 1: 2 is missing' }])
  })
})
