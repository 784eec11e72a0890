import { countDeposits, filterDeposits, updateDeposit } from '@plinth/api/deposits/deposits'
import { countInstruments, filterInstruments } from '@plinth/api/guarantees/instruments'
import { undoDepositImport } from '@plinth/api/platform/deposit-imports'
import { getKpis } from '@plinth/api/tenders/dashboard'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { faultsOf } from '../../deposits/settlements/settlements.factory.ts'
import { adminClient } from '../../kernel/testing/databases.ts'
import { type Client, newCompany, startTestServer, type TestServer } from '../../testing/test-server.ts'
import { upload as uploadContracts } from '../contract-imports/contract-imports.factory.ts'
import { type SheetRow, sheetOf, upload } from './deposit-imports.factory.ts'

let server: TestServer
let admin: Awaited<ReturnType<typeof adminClient>>
beforeAll(async () => {
  server = await startTestServer()
  admin = await adminClient(inject('admin'))
})
afterAll(async () => {
  await server.stop()
  await admin.end()
})

const tenders = 200
const rupees = (paise: number) => (paise / 100).toFixed(2)

interface Line {
  row: SheetRow
  /** In paise. */
  amount: number
  received: number
  lost: number
  isHeld: boolean
  /** The bad cell of a row that has one: its field and its content. */
  bad: [field: string, value: string] | undefined
}

const badCells: readonly [keyof SheetRow, field: string, value: string][] = [
  ['bidId', 'Bid ID', 'NOPE'],
  ['amount', 'Amount', '1.234,5'],
  ['status', 'Status', 'Gone'],
  ['issuedOn', 'Issued on', '31/02/2025'],
  ['kind', 'Instrument', 'Cheque'],
]

/**
 * The outcome of a line's deposit, by its index: most are out, others came back in part, wholly or short, or are lost.
 */
function outcomeOf(at: number, amount: number) {
  const back = { receivedOn: '05/06/2025' }
  if (at % 10 === 6) return { cells: { ...back, status: 'Refunded' }, received: amount, lost: 0, isHeld: false }
  if (at % 10 === 7) return { cells: { ...back, receivedAmount: '400' }, received: 40_000, lost: 0, isHeld: true }
  if (at % 10 === 8)
    return {
      cells: { ...back, status: 'Returned', receivedAmount: rupees(amount - 10_000), deduction: '100' },
      received: amount - 10_000,
      lost: 10_000,
      isHeld: false,
    }
  if (at % 10 === 9) return { cells: { status: 'Forfeited' }, received: 0, lost: amount, isHeld: false }
  return { cells: { status: 'Live' }, received: 0, lost: 0, isHeld: true }
}

function paperAt(at: number): SheetRow {
  const number = String(700_000 + at)
  if (at % 5 === 0)
    // Two rows share one guarantee.
    return { kind: 'BG', instrumentNo: `BG${Math.floor(at / 10)}`, issuer: 'Canara Bank', expiresOn: '31/03/2031' }
  const kind = ['BG', 'FDR', 'DD', 'NEFT', 'Cash'][at % 5] ?? ''
  return { kind, instrumentNo: `${kind} ${number}`, issuer: 'Canara Bank' }
}

function lineAt(at: number): Line {
  const amount = 150_000 + at * 731
  const { cells, ...fate } = outcomeOf(at, amount)
  const sound: SheetRow = {
    bidId: `T-${at % tenders}`,
    depositType: at % 3 === 0 ? 'EMD' : 'Security deposit',
    ...paperAt(at),
    amount: rupees(amount),
    issuedOn: '05/03/2025',
    submittedOn: '10/03/2025',
    ...cells,
  }
  const bad = at % 100 === 51 ? badCells[Math.floor(at / 100) % badCells.length] : undefined
  if (!bad) return { row: sound, amount, ...fate, bad: undefined }
  const [name, field, value] = bad
  return { row: { ...sound, [name]: value }, amount, ...fate, bad: [field, value] }
}

/** The sums of the sheet itself, in rupees, over its good rows. */
function sumsOf(lines: readonly Line[]) {
  const good = lines.filter(({ bad }) => !bad)
  const sum = (value: (line: Line) => number) => good.reduce((total, line) => total + value(line), 0) / 100
  return {
    deposits: good.length,
    amount: sum((line) => line.amount),
    received: sum((line) => line.received),
    lost: sum((line) => line.lost),
    open: sum((line) => line.amount - line.received - line.lost),
    held: sum((line) => (line.isHeld ? line.amount - line.received - line.lost : 0)),
    emd: sum((line) => (line.row.depositType === 'EMD' ? line.amount : 0)),
    guarantees: sum((line) => (line.row.kind === 'BG' ? line.amount : 0)),
  }
}

/** The same sums as the product shows them. */
async function figuresOf(by: Client) {
  const [kpis, quick, register, papers] = await Promise.all([
    by.ok(getKpis, { body: {} }),
    by.ok(countDeposits, { body: {} }),
    by.ok(filterDeposits, { body: {} }),
    by.ok(filterInstruments, { body: { kind: ['BG'] } }),
  ])
  return {
    deposits: register.totalElements,
    amount: kpis.total_security_deposit,
    received: kpis.total_refunded,
    lost: kpis.total_lost,
    open: kpis.total_open,
    held: quick.find(({ quickFilter }) => quickFilter === 'HELD')?.amount,
    emd: kpis.deposit_by_type?.find(({ key }) => key === 'EMD')?.value,
    guarantees: papers.total,
  }
}

test('a register of 5,000 rows names every bad cell, is stored once, keeps changed records on undo, and yields the sums of the sheet [deposits 11.25]', async () => {
  const company = await newCompany(server)
  const owner = await company.as()
  const contracts = Array.from({ length: tenders }, (_, at) => `Road ${at};T-${at};Work order issued`)
  await uploadContracts(owner, ['Contract name;Bid ID;Status', ...contracts].join('\n'))
  const lines = Array.from({ length: 5_000 }, (_, at) => lineAt(at))
  const sheet = sheetOf(lines.map(({ row }) => row))
  const expected = lines.flatMap(({ bad }, at) => (bad ? [[at + 2, ...bad]] : []))
  const actual = ({ failures }: Awaited<ReturnType<typeof upload>>) =>
    failures.map(({ row, faults }) => [row, ...faults.flatMap(({ field, value }) => [field, value])])

  const checked = await upload(owner, sheet, { dryRun: 'true' })
  expect(actual(checked)).toEqual(expected)
  expect(checked.import).toMatchObject({ created: 4_950, failed: 50, state: 'CHECKED' })
  expect((await owner.ok(countInstruments, { body: {} })).every(({ count }) => count === 0)).toBe(true)

  const first = await upload(owner, sheet)
  // As the job of the server does after an import; without it, the figures may be planned as if there were no deposits.
  await admin.query('select app.refresh_statistics(true)')
  expect(actual(first)).toEqual(expected)
  expect(first.import).toMatchObject({ created: 4_950, failed: 50, state: 'DONE' })
  const sums = sumsOf(lines)
  expect(await figuresOf(owner)).toEqual(sums)
  expect(await faultsOf(admin, company.id)).toEqual([])

  const again = await upload(owner, sheet)
  expect(again.import).toMatchObject({ created: 0, failed: 5_000 })
  expect(again.failures[0]?.reason).toBe('This instrument is in the register already (row 2)')
  expect(await figuresOf(owner)).toEqual(sums)

  const [touched] = (await owner.ok(filterDeposits, { body: { instrumentNo: 'NEFT 700003' } })).content
  await owner.ok(updateDeposit, {
    params: { contractId: touched?.contractId ?? '', depositId: touched?.id ?? '' },
    body: { comment: 'Asked for by phone' },
  })
  const undone = await owner.ok(undoDepositImport, { params: { id: first.import.id } })
  expect(undone).toMatchObject({ removed: 4_949, kept: [{ id: touched?.id, reason: 'It was changed since.' }] })
  expect(await figuresOf(owner)).toMatchObject({
    deposits: 1,
    amount: touched?.amount,
    received: 0,
    lost: 0,
    guarantees: 0,
  })
  expect(await faultsOf(admin, company.id)).toEqual([])
})
