import { requestOf } from '@plinth/api/kernel/client'
import { updateAgreement } from '@plinth/api/money/agreements'
import {
  deleteScheduleItem,
  getSchedule,
  type ScheduleItem,
  updateScheduleItem,
} from '@plinth/api/works/schedule-items'
import { downloadScheduleTemplate, uploadSchedule } from '@plinth/api/works/schedule-sheets'
import { type CellValue, readXlsx, writeXlsx } from 'hucre/xlsx'
import { describe, expect, inject, test } from 'vitest'
import { adminClient } from '../../kernel/testing/databases.ts'
import { newWorkOrder } from '../../money/agreements/agreements.factory.ts'
import { fileOf, workbook } from '../../platform/contract-imports/contract-imports.factory.ts'
import { newCompany, startSuite } from '../../testing/test-server.ts'
import { newItem } from '../schedule-items/schedule-items.factory.ts'
import { type Content, uploadBoq } from './schedule-sheets.factory.ts'

const { server, owner } = await startSuite()

const itemsOf = async (agreementId: string) => (await owner.ok(getSchedule, { params: { agreementId } })).items
const newAgreement = async () => (await newWorkOrder(owner)).id
const refused = (agreementId: string, content: Content, name = 'boq.csv') =>
  owner.refused(uploadSchedule, { params: { agreementId }, query: {}, body: fileOf(content, name) })

/** The content of a schedule without the fields that the server sets; each item has the number of its section. */
function contentOf(items: readonly ScheduleItem[]) {
  const numbers = new Map(items.map(({ id, itemNo }) => [id, itemNo]))
  return items.map(({ parentId, kind, level, itemNo, sorCode, description, unit, quantity, rate, amount }) => ({
    section: parentId && numbers.get(parentId),
    kind,
    level,
    itemNo,
    sorCode,
    description,
    unit,
    quantity,
    rate,
    amount,
  }))
}

/** The BOQ of a tender as departments send it: titles, headings in two rows, merged cells, continued descriptions, totals, GST. */
const messyRows: CellValue[][] = [
  ['PUBLIC WORKS DEPARTMENT, DIVISION SOUTH'],
  ['Name of work: Construction of a school at Jamkhed'],
  [],
  ['Sl.', 'DSR code', 'Nomenclature', 'Quantity', 'Per', 'Rate', null, 'Amount (Rs.)'],
  [null, null, null, null, null, 'In figures', 'In words', null],
  [1, 2, 3, 4, 5, 6, 7, 8],
  ['1', null, 'Earthwork in excavation by mechanical means, including dressing of sides and'],
  [null, null, 'disposal within 50 m'],
  ['a)', '2.8.1', 'Ordinary soil', 120.5, 'Cum', 185.25, 'One hundred eighty five and paise twenty five', 22_322.63],
  ['b)', '2.8.2', 'Hard rock', '1,040', 'm3', '₹ 640/-', null, 665_600],
  [null, null, 'Sub Total', null, null, null, null, 687_922.63],
  ['2', null, 'Concrete'],
  ['2.1', '4.1.3', 'Providing and laying cement concrete 1:4:8'],
  [null, null, 'in foundations', 35, 'Cu.m.', 4150, null, 145_250],
  [null, null, 'C/o', null, null, null, null, 833_172.63],
  ['Sl.', 'DSR code', 'Nomenclature', 'Quantity', 'Per', 'Rate', null, 'Amount (Rs.)'],
  [null, null, 'B/f', null, null, null, null, 833_172.63],
  ['2.2', '5.22.6', 'Reinforcement of TMT bars', 3.125, 'MT', 78_500.5, null, 245_314.06],
  [null, null, 'Grand Total', null, null, null, null, 1_078_486.69],
  [null, null, 'Add GST @ 18%', null, null, null, null, 194_127.6],
  [null, null, 'Say', null, null, null, null, 1_272_614],
  [null, null, 'Signature of the contractor'],
]
const messy = (rows = messyRows) => {
  const merges = [
    { startRow: 0, startCol: 0, endRow: 0, endCol: 7 },
    { startRow: 3, startCol: 5, endRow: 3, endCol: 6 },
    ...[0, 1, 2, 3, 4, 7].map((col) => ({ startRow: 3, startCol: col, endRow: 4, endCol: col })),
  ]
  const cover = {
    name: 'Cover',
    rows: [
      ['Sl', 'Description', 'Amount'],
      ['1', 'Civil work', 5],
    ],
  }
  return writeXlsx({ sheets: [cover, { name: 'BOQ', rows, merges }] })
}

const clean = () =>
  workbook([
    ['Item no.', 'SOR no.', 'Description of work', 'Unit', 'Quantity', 'Rate', 'Amount'],
    ['1', null, 'Earthwork in excavation by mechanical means, including dressing of sides and disposal within 50 m'],
    ['1(a)', '2.8.1', 'Ordinary soil', 'cum', 120.5, 185.25],
    ['1(b)', '2.8.2', 'Hard rock', 'cum', 1040, 640],
    ['2', null, 'Concrete'],
    ['2.1', '4.1.3', 'Providing and laying cement concrete 1:4:8 in foundations', 'cum', 35, 4150],
    ['2.2', '5.22.6', 'Reinforcement of TMT bars', 't', 3.125, 78_500.5],
  ])

/** The messy sheet with other values in some cells. */
function messyWith(cells: Record<string, CellValue>) {
  const rows = messyRows.map((row) => [...row])
  for (const [cell, value] of Object.entries(cells)) {
    const row = rows[Number(cell.slice(1)) - 1]
    if (row) row[cell.charCodeAt(0) - 65] = value
  }
  return messy(rows)
}

describe('the BOQ of a tender', () => {
  test('creates the same schedule as a clean sheet with the same items, and its totals agree [money 13.3]', async () => {
    const [one, other] = [await newAgreement(), await newAgreement()]
    const checked = await uploadBoq(owner, one, await messy(), { dryRun: 'true' })
    expect(checked).toMatchObject({
      outcome: 'READY',
      message: '4 items can be stored. The sheet "BOQ" was read.',
      sections: 2,
      items: 4,
      withoutRate: 0,
      amount: 1_078_486.69,
      failed: 0,
      ignoredColumns: ['Rate In words'],
    })
    expect(checked.amounts.map(({ cell, agrees }) => [cell, agrees])).toEqual([
      ['H11', true],
      ['H19', true],
    ])
    expect(checked.leftOut.map(({ row }) => row)).toEqual([6, 15, 16, 17, 20, 21, 22])
    expect(await itemsOf(one)).toEqual([])
    expect(await uploadBoq(owner, one, await messy())).toMatchObject({
      outcome: 'STORED',
      message: '4 items were stored. The sheet "BOQ" was read.',
    })
    expect(await uploadBoq(owner, other, await clean())).toMatchObject({ outcome: 'STORED', amount: 1_078_486.69 })
    const stored = await itemsOf(one)
    expect(contentOf(stored)).toEqual(contentOf(await itemsOf(other)))
    expect(stored.map(({ itemNo, amount }) => [itemNo, amount])).toEqual([
      ['1', null],
      ['1(a)', 22_322.63],
      ['1(b)', 665_600],
      ['2', null],
      ['2.1', 145_250],
      ['2.2', 245_314.06],
    ])
  })

  test('is answered with each fault by its cell [money 13.3]', async () => {
    const faulty = await messyWith({ D9: 'ten', E10: null, A14: '2.1', F18: -5, E18: '100 kg' })
    const checked = await uploadBoq(owner, await newAgreement(), faulty, { dryRun: 'true' })
    expect(checked).toMatchObject({ outcome: 'FAULTY', failed: 6 })
    expect(checked.faults.map(({ cell, value, message }) => [cell, value, message])).toEqual([
      ['D9', 'ten', 'must be a number such as 1,250.125'],
      ['E10', '', 'is required of an item'],
      ['E13', '', 'is required of an item; a section needs items below it whose numbers begin with 2.1'],
      ['A14', '2.1', '2.1 is also the number of row 13. If one of them ends in 0, format the column as text'],
      ['E18', '100 kg', 'is for 100 kg: enter the rate of one unit, and the unit without a number'],
      ['F18', '-5', 'must not be negative'],
    ])
  })

  test('without rates is stored, and its agreement can become active once they are entered [money 13.3]', async () => {
    const { id } = await newWorkOrder(owner, { agreedOn: '2026-04-01', value: 100 })
    const done = await uploadBoq(
      owner,
      id,
      `${'Road from A to B\n'.repeat(30)}No,Description,Unit,Qty,Rate\n1,Sand,cum,5,\n2,Lime,kg,7,-\n`,
    )
    expect(done).toMatchObject({ outcome: 'STORED', withoutRate: 2, amount: 0 })
    const activate = () => owner.sendCall(updateAgreement, { params: { id }, body: { status: 'ACTIVE' } })
    expect(await activate()).toMatchObject({ status: 409 })
    for (const item of await itemsOf(id))
      await owner.ok(updateScheduleItem, { params: { id: item.id }, body: { rate: 12.3456 } })
    expect(await activate()).toMatchObject({ status: 200 })
  })

  test('with a total that differs is stored only when the caller accepts that', async () => {
    const id = await newAgreement()
    const other = await messyWith({ H19: 1_078_487.69 })
    expect(await uploadBoq(owner, id, other, { dryRun: 'true' })).toMatchObject({ outcome: 'READY' })
    const refusal = await uploadBoq(owner, id, other)
    expect(refusal).toMatchObject({
      outcome: 'AMOUNTS_DIFFER',
      message: 'Amounts of the file differ from the schedule. Nothing was stored. The sheet "BOQ" was read.',
    })
    expect(refusal.amounts.filter(({ agrees }) => !agrees)).toEqual([
      { cell: 'H19', row: 19, label: 'Grand Total', amount: 1_078_487.69, sum: 1_078_486.69, agrees: false },
    ])
    expect(await itemsOf(id)).toEqual([])
    expect(await uploadBoq(owner, id, other, { acceptAmounts: 'true' })).toMatchObject({ outcome: 'STORED' })
    expect(await itemsOf(id)).toHaveLength(6)
  })
})

describe('a schedule', () => {
  test('is unchanged by a second upload of the same file, and a file with one faulty row stores nothing [money 13.4]', async () => {
    const id = await newAgreement()
    const faulty = await messyWith({ D18: null })
    expect(await uploadBoq(owner, id, faulty)).toMatchObject({
      outcome: 'FAULTY',
      message: '1 cell is to be mended in the file. Nothing was stored. The sheet "BOQ" was read.',
    })
    expect(await itemsOf(id)).toEqual([])
    await uploadBoq(owner, id, await messy())
    const before = await itemsOf(id)
    for (const flags of [{}, { dryRun: 'true' as const }])
      expect(await uploadBoq(owner, id, await messy(), flags)).toMatchObject({
        outcome: 'UNCHANGED',
        message: 'The schedule is what the file says already. Nothing was changed. The sheet "BOQ" was read.',
      })
    expect(await itemsOf(id)).toEqual(before)
  })

  test('keeps rates typed since the upload when the same file without rates is uploaded again [money 13.4]', async () => {
    const id = await newAgreement()
    const file = 'No,Description,Unit,Qty,Rate\n1,Sand,cum,5,\n2,Lime,kg,7,3\n'
    await uploadBoq(owner, id, file)
    const [sand, lime] = await itemsOf(id)
    await owner.ok(updateScheduleItem, { params: { id: sand?.id ?? '' }, body: { rate: 12.5 } })
    expect(await uploadBoq(owner, id, file)).toMatchObject({ outcome: 'UNCHANGED' })
    expect((await itemsOf(id)).map(({ rate }) => rate)).toEqual([12.5, 3])
    await owner.ok(updateScheduleItem, { params: { id: lime?.id ?? '' }, body: { rate: 4 } })
    expect(await refused(id, file)).toMatchObject({ status: 409 })
  })

  test('with other rows rejects an upload', async () => {
    const id = await newAgreement()
    await newItem(owner, id)
    expect(await refused(id, await messy(), 'boq.xlsx')).toMatchObject({
      status: 409,
      message:
        'This schedule has rows already, and they are not what the file says. Delete them first, or change them by hand.',
    })
    const [item] = await itemsOf(id)
    await owner.ok(deleteScheduleItem, { params: { id: item?.id ?? '' } })
    await uploadBoq(owner, id, await messy())
    const [, stored] = await itemsOf(id)
    for (const body of [{ rate: 1 }, { description: 'Other soil' }]) {
      await owner.ok(updateScheduleItem, { params: { id: stored?.id ?? '' }, body })
      expect(await refused(id, await messy(), 'boq.xlsx')).toMatchObject({ status: 409 })
    }
  })

  test('that gets a row while an upload waits rejects the upload', async () => {
    const id = await newAgreement()
    const [holder, looker] = [await adminClient(inject('admin')), await adminClient(inject('admin'))]
    await holder.query('begin')
    const { rows } = await holder.query('select pg_backend_pid() as pid')
    await holder.query('select from agreements where id = $1 for no key update', [id])
    const waiting = refused(id, 'No,Description,Unit,Qty\n1,Sand,cum,5\n')
    const blocked = 'select count(*)::int as count from pg_stat_activity where $1::int = any (pg_blocking_pids(pid))'
    await expect.poll(async () => (await looker.query(blocked, [rows[0].pid])).rows).toEqual([{ count: 1 }])
    await holder.query(
      `insert into schedule_items (tenant_id, agreement_id, position, kind, item_no, description, unit, quantity)
        select tenant_id, id, 1, 'ITEM', '9', 'Lime', 'kg', 7 from agreements where id = $1`,
      [id],
    )
    await holder.query('commit')
    expect(await waiting).toMatchObject({ status: 409 })
    expect((await itemsOf(id)).map(({ itemNo }) => itemNo)).toEqual(['9'])
    for (const admin of [holder, looker]) await admin.end()
  })

  test('of another company answers 404', async () => {
    const stranger = await (await newCompany(server)).as()
    const input = { params: { agreementId: await newAgreement() }, query: {}, body: fileOf(await messy(), 'boq.xlsx') }
    expect(await stranger.refused(uploadSchedule, input)).toMatchObject({ status: 404 })
  })

  test('of a closed agreement rejects an upload', async () => {
    const { id } = await newWorkOrder(owner, { agreedOn: '2026-04-01', value: 100, completedOn: '2027-01-01' })
    for (const status of ['ACTIVE', 'COMPLETED', 'CLOSED'] as const)
      await owner.ok(updateAgreement, { params: { id }, body: { status } })
    expect(await refused(id, await messy(), 'boq.xlsx')).toMatchObject({
      status: 409,
      message: 'This agreement is closed and cannot be changed any more',
    })
  })
})

describe('a file', () => {
  test('that is no sheet, or has no item, is rejected with a message', async () => {
    const id = await newAgreement()
    const refusals = [
      ['%PDF-1.7', 'boq.csv', 415, 'Only CSV or Excel files are allowed.'],
      ['No,Description', 'boq.pdf', 415, 'Only CSV or Excel files are allowed.'],
      ['', 'boq.csv', 400, 'file is empty'],
      [
        'No,Description,Unit\n1,Sand,cum\n',
        'boq.csv',
        400,
        'No column in the first 40 rows is headed "Quantity": name it as the template does.',
      ],
      [
        'Sl,Description,Amount\n1,Sand,5\n',
        'boq.csv',
        400,
        'No column in the first 40 rows is headed "Quantity": name it as the template does.',
      ],
      [
        'No,Description,Unit,Qty\n,,,\n',
        'boq.csv',
        400,
        'There are headings, but no item with unit and quantity below them.',
      ],
      [
        'No,Description,Unit,Qty,Rate,Rate\n1,Sand,cum,5,5,6\n',
        'boq.csv',
        400,
        'Columns E and F are both headed "Rate".',
      ],
    ] as const
    for (const [content, name, status, message] of refusals)
      expect(await refused(id, content, name)).toMatchObject({ status, message })
  })

  test('of more than 10,000 rows is rejected', async () => {
    const rows = Array.from({ length: 10_000 }, (_, at) => `${at + 1},Sand,cum,5`)
    expect(await refused(await newAgreement(), `No,Description,Unit,Qty\n${rows.join('\n')}\n`)).toMatchObject({
      status: 400,
      message: 'The sheet has more than 10,000 rows. Please split it.',
    })
  })

  test('with a formula that has no result is answered with the cell', async () => {
    const rows = [
      ['No', 'Description', 'Unit', 'Qty', 'Rate'],
      ['1', 'Sand', 'cum', 5, 6],
    ]
    const cells = new Map([['1,4', { formula: 'B9*2' }]])
    const book = await writeXlsx({ sheets: [{ name: 'BOQ', rows, cells }] })
    expect((await uploadBoq(owner, await newAgreement(), book)).faults).toMatchObject([
      { cell: 'E2', row: 2, message: 'holds a formula without its result. Paste it as a value' },
    ])
  })
})

test('the template can be uploaded once it is filled in', async () => {
  const { url } = requestOf(downloadScheduleTemplate, { query: { format: 'xlsx' } })
  const response = await fetch(server.url + url, { headers: { authorization: `Bearer ${owner.session.accessToken}` } })
  expect(response.headers.get('content-disposition')).toContain('Schedule%20template.xlsx')
  const { sheets } = await readXlsx(new Uint8Array(await response.arrayBuffer()))
  const [headings] = sheets[0]?.rows ?? []
  const example = sheets[1]?.rows.slice(1).map((row) => row[2] ?? null) ?? []
  const filled = await writeXlsx({ sheets: [{ name: 'Schedule', rows: [headings ?? [], example] }] })
  expect(await uploadBoq(owner, await newAgreement(), filled)).toMatchObject({
    outcome: 'STORED',
    items: 1,
    amounts: [],
    notes: [],
  })
})
