import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { newTree, tasksOf, uploadSheet } from './task-sheets.factory.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

describe('a bill of quantities', () => {
  const failuresOf = ({ failures }: Awaited<ReturnType<typeof uploadSheet>>) =>
    failures.map(({ row, reason }): [number, string] => [row, reason])
  const isSum = expect.stringMatching(
    /^Title says that the row is a sum of others\. Please remove it\. A task of that name needs/,
  )

  test.each(['Total', 'Grand Total (Rs.)', 'Sub total', 'कुल योग', 'Carried forward'])(
    'with a row %s stores nothing, and names that row',
    async (label) => {
      const { owner, projectId } = await newTree(server)
      const sheet = `Sl. No.;Item of work;Qty;Unit;Rate;Amount\n1;Excavation;10;cum;5;50\n2;Lining;20;cum;7;140\n`
      const refused = await uploadSheet(owner, projectId, `${sheet};${label};30;;;190\n`)
      expect(failuresOf(refused)).toEqual([[4, isSum]])
      expect(refused.failures).toMatchObject([
        { refId: 'Row 4', faults: [{ column: 'Item of work (B)', value: label }] },
      ])
      const numbered = await uploadSheet(owner, projectId, `${sheet}3;${label};30;;;190\n`)
      expect(failuresOf(numbered)).toEqual([[4, isSum]])
      expect(await tasksOf(owner, projectId)).toEqual([])
      const done = await uploadSheet(owner, projectId, sheet)
      expect(done).toMatchObject({ added: 2, ignoredColumns: ['Amount'] })
      expect(await tasksOf(owner, projectId)).toMatchObject([
        { title: 'Excavation', estimatedQuantity: 10, units: 'cum', estimatedRate: 5 },
        { title: 'Lining' },
      ])
    },
  )

  test('accepts a task whose title only begins like a sum, and a sum title on a row with the values of a task', async () => {
    const { owner, projectId } = await newTree(server)
    const rows = '1;Excavation;10;cum;\n2;Total station survey;1;job;\n3;Total earthwork;500;;\n4;Total;;;Planned\n'
    expect(
      failuresOf(await uploadSheet(owner, projectId, `Number;Title;Estimated quantity;Units;Status\n${rows}`)),
    ).toEqual([])
    expect(await tasksOf(owner, projectId)).toHaveLength(4)
  })

  test('with one date written month first stores nothing, and names the ambiguous dates', async () => {
    const { owner, projectId } = await newTree(server)
    const rows = '1;A;3/5/2026\n2;B;2026/03/05\n3;C;3/25/2026\n'
    expect(failuresOf(await uploadSheet(owner, projectId, `Number;Title;Given start date\n${rows}`))).toEqual([
      [
        2,
        'Given start date may be 2026-05-03 or 2026-03-05, since row 4 has the month first (3/25/2026). Write it with the year first',
      ],
      [4, 'Given start date must be a day such as 05/03/2026, the day first'],
    ])
  })

  test('is read with Hindi digits, with NA as empty, and reports dates that were numbers', async () => {
    const { owner, projectId } = await newTree(server)
    const done = await uploadSheet(
      owner,
      projectId,
      'Number;Title;Qty;Units;Rate;Planned start;Assignee;Comment\n१;A;१,२५०.५;NA;-;46086;TBD;NA\n१.१;B;;;;;;\n',
    )
    expect(done).toMatchObject({
      added: 2,
      notes: [
        { kind: 'DAY_NUMBER', column: 'Planned start (F)', rows: 1, row: 2, held: '46086', stored: '2026-03-05' },
      ],
    })
    expect(await tasksOf(owner, projectId)).toMatchObject([
      {
        hierarchyPath: '1',
        estimatedQuantity: 1250.5,
        units: null,
        estimatedRate: null,
        givenStartDate: '2026-03-05',
        assignedTo: null,
        comment: 'NA',
      },
      { hierarchyPath: '1.1' },
    ])
  })
})
