import { exportFormats } from '@plinth/api/kernel/exports'
import { kindsOf } from '@plinth/api/kernel/kinds'
import { createTask, type Task, taskFields, taskPriorities, taskStatuses } from '@plinth/api/works/tasks'
import fc from 'fast-check'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newUser } from '../../access/users/users.factory.ts'
import { isBlankWord } from '../../kernel/sheets/sheet-blanks.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { newProject } from '../projects/projects.factory.ts'
import { newTask } from '../tasks/tasks.factory.ts'
import { exported, newTree, type Owner, tasksOf, uploadSheet } from './task-sheets.factory.ts'
import { taskFieldNames, taskSheet } from './task-sheets.rules.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const nasty = [
  '=1+1',
  "'=1",
  "''",
  '"',
  '"quoted", and more',
  'a,b;c\td|e',
  'line\nline',
  'line\r\n\r\nline',
  '\u0001\u001F bell',
  '0012',
  '1.10',
  '1e5',
  '05/03/2026',
  '50%',
  'TRUE',
  '_x0041_',
  '<b>&amp;</b>',
  'नहर की खुदाई',
  '🚧',
  '-5',
  '+91 98',
  '@SUM(A1)',
]
const text = (max: number) =>
  fc
    .oneof(fc.string({ maxLength: max, unit: 'grapheme' }), fc.constantFrom(...nasty))
    .map((typed) => typed.trim().slice(0, max).trim())
    .filter((typed) => typed.isWellFormed() && !['\u0000', '\uFFFE', '\uFFFF'].some((sign) => typed.includes(sign)))
/** Without dashes and other words for blank, which count as empty in such a column. */
const name = (max: number) => text(max).filter((typed) => !isBlankWord(typed))
const quantity = fc.oneof(
  fc.integer({ min: 0, max: 999_999_999_999_999 }).map((units) => units / 1_000),
  fc.constantFrom(0, 0.001, 1.005, 999_999_999_999.999),
)
const share = fc.integer({ min: 0, max: 10_000 }).map((units) => units / 100)
const day = fc
  .integer({ min: 0, max: 109_500 })
  .map((days) => new Date(Date.UTC(1900, 0, 1 + days)).toISOString().slice(0, 10))
const days = fc.tuple(day, day).map((pair) => pair.toSorted())
const maybe = <T>(values: fc.Arbitrary<T>) => fc.option(values, { freq: 3 })

const aTask = fc
  .record({
    above: fc.nat(1_000),
    title: text(300).filter((typed) => typed !== ''),
    description: maybe(text(200)),
    units: maybe(name(50)),
    taskType: maybe(name(100)),
    terminationReason: maybe(text(100)),
    rejectionReason: maybe(text(100)),
    comment: maybe(text(200)),
    estimatedQuantity: maybe(quantity),
    estimatedRate: maybe(quantity),
    actualQuantity: maybe(quantity),
    actualRate: maybe(quantity),
    estimatedEffortHours: maybe(quantity),
    actualEffortHours: maybe(quantity),
    taxPercentage: share,
    progress: share,
    status: fc.constantFrom(...taskStatuses),
    priority: maybe(fc.constantFrom(...taskPriorities)),
    isMilestone: fc.boolean(),
    isBillable: fc.boolean(),
    given: maybe(days),
    actual: maybe(days),
    person: fc.nat(3),
  })
  .map(({ given, actual, ...rest }) => ({
    ...rest,
    givenStartDate: given?.[0] ?? null,
    givenEndDate: given?.[1] ?? null,
    actualStartDate: actual?.[0] ?? null,
    actualEndDate: actual?.[1] ?? null,
  }))
type Tree = typeof aTask extends fc.Arbitrary<infer T> ? T[] : never

/** Creates the tasks one by one, each below an earlier one; tasks that a rule of the tree rejects are skipped. */
async function createTree(owner: Owner, projectId: string, tree: Tree, people: (string | null)[]): Promise<void> {
  const created: string[] = []
  for (const { above, person, ...fields } of tree) {
    const parentId = created[above % (created.length + 1)] ?? null
    const body = { ...fields, projectId, parentId, assignedTo: people[person] ?? null }
    const reply = await owner.sendCall(createTask, { body })
    expect([201, 400, 409], reply.text).toContain(reply.status)
    if (reply.status === 201) created.push(JSON.parse(reply.text).id)
  }
}

const fieldsOf = (task: Task) => [task.hierarchyPath, ...taskFieldNames.map((name) => task[name] || null)]

describe('an exported tree', () => {
  test.each(exportFormats)('as %s is imported back unchanged', { timeout: 240_000 }, async (format) => {
    const { owner, projectId: _ } = await newTree(server)
    const byMobile = await newUser(owner, { email: null, mobileNo: '+919812345678' })
    const people = [null, (await newUser(owner)).id, byMobile.id]
    await fc.assert(
      fc.asyncProperty(fc.array(aTask, { minLength: 3, maxLength: 25 }), async (tree) => {
        const [from, to] = [(await newProject(owner)).id, (await newProject(owner)).id]
        await createTree(owner, from, tree, people)
        const created = await tasksOf(owner, from)
        fc.pre(created.length > 0)
        const sheet = await exported(server, owner, from, format)
        const counts = { failures: [], ignoredColumns: [], failed: 0 }
        expect(await uploadSheet(owner, to, sheet)).toMatchObject({
          ...counts,
          added: created.length,
          changed: 0,
          unchanged: 0,
        })
        expect((await tasksOf(owner, to)).map(fieldsOf)).toEqual(created.map(fieldsOf))
        expect(String(await exported(server, owner, to, 'csv'))).toBe(
          String(await exported(server, owner, from, 'csv')),
        )
        expect(await uploadSheet(owner, from, sheet)).toMatchObject({
          ...counts,
          added: 0,
          changed: 0,
          unchanged: created.length,
        })
        expect(await tasksOf(owner, from)).toEqual(created)
      }),
      { numRuns: 8 },
    )
  })

  test('has the columns and words of the screen, and its numbers as text', async () => {
    const { owner, projectId } = await newTree(server)
    const { id } = await newTask(owner, projectId, {
      title: '=A',
      estimatedRate: 12.345,
      status: 'ON_HOLD',
      isMilestone: true,
    })
    for (let at = 0; at < 10; at += 1) await newTask(owner, projectId, { parentId: id, title: `B${at}` })
    const lines = String(await exported(server, owner, projectId, 'csv')).split('\r\n')
    expect(lines[0]).toBe(`\uFEFF${Object.values(taskSheet.labels).join(',')}`)
    expect(lines[1]).toBe("1,'=A,,,,12.345,14,,,,,On hold,,,,,,,0,Yes,No,,,,")
    expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual([
      '1',
      ...Array.from({ length: 10 }, (_, at) => `1.${at + 1}`),
      '',
    ])
    const [sheet] = (await readXlsx(await exported(server, owner, projectId, 'xlsx'))).sheets
    expect(sheet?.rows[11]?.slice(0, 2)).toEqual(['1.10', 'B9'])
    expect(sheet?.rows[1]?.[5]).toBe(12.345)
  })

  test('with characters that a workbook cannot hold is still imported back unchanged', async () => {
    const { owner, projectId } = await newTree(server)
    await newTask(owner, projectId, { title: 'A\uFFFEB', description: '', comment: 'one\rtwo\r\nthree' })
    for (const format of exportFormats)
      expect(await uploadSheet(owner, projectId, await exported(server, owner, projectId, format))).toMatchObject({
        unchanged: 1,
      })
  })

  test('without tasks is a sheet of headings', async () => {
    const { owner, projectId } = await newTree(server)
    expect(
      String(await exported(server, owner, projectId, 'csv'))
        .trim()
        .split('\r\n'),
    ).toHaveLength(1)
  })
})

test('a task sheet has a column for every field of a task, each of a readable kind', () => {
  const { parentId: _, ...fields } = taskFields
  expect(Object.keys(taskSheet.labels).toSorted()).toEqual(['number', ...Object.keys(fields)].toSorted())
  expect(kindsOf({ shape: taskFields }).estimatedRate).toBe('number')
})
