import { depositStatuses } from '@plinth/api/deposits/deposits'
import { listSettlements } from '@plinth/api/deposits/settlements'
import { instrumentKinds } from '@plinth/api/guarantees/instrument-moves'
import { createOffice } from '@plinth/api/tenders/offices'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newContract } from '../../tenders/contracts/contracts.factory.ts'
import { type Client, newCompany, startTestServer, type TestServer } from '../../testing/test-server.ts'
import {
  depositsOf,
  guaranteeRow,
  onlineRow,
  papersOf,
  type SheetRow,
  sheetOf,
  upload,
} from './deposit-imports.factory.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

async function newDesk(): Promise<Client> {
  const owner = await (await newCompany(server)).as()
  await newContract(owner, { bidId: 'T-1', contractName: 'Road to the dam' })
  return owner
}

/** Imports one row and returns its result; a check must return the same. */
async function outcome(row: SheetRow) {
  const owner = await newDesk()
  const checked = await upload(owner, sheetOf([row]), { dryRun: 'true' })
  expect(await depositsOf(owner), 'what a check has stored').toEqual([])
  const { failures } = await upload(owner, sheetOf([row]))
  const reason = failures[0]?.reason
  expect(checked.failures[0]?.reason, 'what the check says').toBe(reason)
  const [[deposit], [paper]] = await Promise.all([depositsOf(owner), papersOf(owner)])
  return { owner, reason, deposit, paper }
}

/** A row of money with every cell that any of its kinds needs. */
const money: SheetRow = { ...onlineRow, issuedOn: '01/03/2025', instrumentNo: '778899' }

describe('a kind of instrument', () => {
  test.each([
    ['BG', 'BG'],
    ['Bank Guarantee', 'BG'],
    ['PBG', 'BG'],
    ['e-BG', 'E_BG'],
    ['Surety bond', 'SURETY_BOND'],
  ])('%s is %s', async (kind, found) => {
    expect((await outcome({ ...guaranteeRow, kind })).paper).toMatchObject({ kind: found, state: 'LODGED' })
  })

  test.each([
    ['FDR', 'FDR'],
    ['FD', 'FDR'],
    ['Term deposit', 'TDR'],
    ['NSC', 'NSC'],
    ['D.D.', 'DD'],
    ['Demand draft', 'DD'],
    ["Banker's cheque", 'BANKERS_CHEQUE'],
    ['Pay order', 'BANKERS_CHEQUE'],
    ['NEFT', 'ONLINE'],
    ['RTGS', 'ONLINE'],
    ['online', 'ONLINE'],
    ['cash', 'CASH'],
    ['RA bill', 'BILL_DEDUCTION'],
  ])('%s is %s', async (kind, found) => {
    expect((await outcome({ ...money, kind })).paper).toMatchObject({ kind: found, amount: 1000 })
  })

  test('is read from the number when there is no word, and never guessed', async () => {
    expect((await outcome({ ...money, kind: '', instrumentNo: 'DD 440210' })).paper).toMatchObject({ kind: 'DD' })
    expect((await outcome({ ...money, kind: '' })).reason).toBe(
      'Instrument is required: the number does not tell what it is',
    )
    const { reason } = await outcome({ ...money, kind: 'Cheque' })
    expect(reason).toMatch(/^Instrument must be one of Bank guarantee, e-Bank guarantee, .*Kept from bills$/)
    expect(reason?.split(', ')).toHaveLength(instrumentKinds.length)
  })

  test('without a document needs no number', async () => {
    expect((await outcome({ ...money, kind: 'Cash', instrumentNo: '' })).deposit).toMatchObject({
      instrumentNo: 'Cash',
    })
    expect((await outcome({ ...money, instrumentNo: '' })).reason).toBe('Instrument no. is required')
  })
})

describe('a status', () => {
  test.each([
    ['', 'SUBMITTED', 'LODGED'],
    ['Live', 'SUBMITTED', 'LODGED'],
    ['Submitted', 'SUBMITTED', 'LODGED'],
    ['Pending', 'PENDING', 'LODGED'],
    ['Draft', 'DRAFT', 'DRAFT'],
    ['Refund requested', 'PENDING_REFUND', 'LODGED'],
    ['Release pending', 'PENDING_RELEASE', 'LODGED'],
    ['Returned', 'RETURNED', 'RETURNED'],
    ['Refunded', 'REFUNDED', 'RETURNED'],
    ['Released', 'RELEASED', 'RETURNED'],
    ['Forfeited', 'FORFEITED', 'PAID_OUT'],
    ['Encashed', 'FORFEITED', 'PAID_OUT'],
    ['Rejected', 'REJECTED', 'ISSUED'],
    ['Cancelled', 'CANCELLED', 'ISSUED'],
  ])('%s of a guarantee is %s, and it %s', async (status, found, state) => {
    const { deposit, paper, reason } = await outcome({ ...guaranteeRow, status })
    expect(reason).toBeUndefined()
    expect(deposit).toMatchObject({ status: found })
    expect(paper).toMatchObject({ state })
  })

  test('that is unknown is rejected with the list, and an ambiguous one with both meanings', async () => {
    const { reason } = await outcome({ ...money, status: 'Closed' })
    expect(reason).toMatch(/^Status must be one of Submitted, Returned, .*, Live$/)
    expect(reason?.split(', ')).toHaveLength(depositStatuses.length + 1)
    expect((await outcome({ ...money, kind: 'FDR', status: 'Encashed' })).reason).toBe(
      'Status may be Forfeited or Returned: write which of them',
    )
  })

  test('that ends a deposit is dated by the day on which it came back', async () => {
    const { deposit } = await outcome({
      ...money,
      status: 'Refunded',
      submittedOn: '01/03/2025',
      receivedOn: '05/06/2025',
    })
    expect(deposit).toMatchObject({ receivedAmount: 1000, openAmount: 0, depositeReturnedDate: '2025-06-05' })
  })
})

describe('the return of a deposit', () => {
  const back: SheetRow = { ...money, submittedOn: '01/03/2025', receivedOn: '05/06/2025' }

  test('is a receipt and a deduction with its reason, which together close the deposit', async () => {
    const { owner, deposit } = await outcome({ ...back, receivedAmount: '900', deduction: '100', status: 'Refunded' })
    expect(deposit).toMatchObject({
      status: 'REFUNDED',
      receivedAmount: 900,
      lostAmount: 100,
      openAmount: 0,
      depositeReturnedDate: '2025-06-05',
    })
    const params = { contractId: deposit?.contractId ?? '', depositId: deposit?.id ?? '' }
    const settlements = await owner.ok(listSettlements, { params })
    expect(settlements.map(({ kind, amount, settledOn, reason }) => [kind, amount, settledOn, reason])).toEqual(
      expect.arrayContaining([
        ['RECEIVED', 900, '2025-06-05', null],
        ['DEDUCTED', 100, '2025-06-05', 'From the register'],
      ]),
    )
  })

  test('in part leaves the rest open', async () => {
    const { deposit, paper } = await outcome({ ...back, receivedAmount: '400' })
    expect(deposit).toMatchObject({ status: 'SUBMITTED', receivedAmount: 400, openAmount: 600 })
    expect(paper).toMatchObject({ state: 'LODGED' })
  })

  test('of a guarantee is a release: no money came', async () => {
    const { deposit } = await outcome({ ...guaranteeRow, receivedOn: '05/06/2025', receivedAmount: '5,00,000' })
    expect(deposit).toMatchObject({ status: 'RELEASED', receivedAmount: 500_000 })
  })

  test('in full is recorded by the status alone, and a full deduction is a loss', async () => {
    expect((await outcome({ ...back, receivedAmount: '1000' })).deposit).toMatchObject({
      status: 'REFUNDED',
      openAmount: 0,
    })
    expect((await outcome({ ...back, deduction: '1000' })).deposit).toMatchObject({
      status: 'FORFEITED',
      lostAmount: 1000,
    })
  })

  test.each([
    [
      { receivedAmount: '900', deduction: '200' },
      'Received amount comes with what was deducted to more than the amount',
    ],
    [{ deduction: '2000' }, 'Deduction is more than the amount'],
    [{ receivedAmount: '900', status: 'Draft' }, 'Status says that nothing was paid, while something was settled'],
    [
      { receivedAmount: '900', status: 'Refunded' },
      'Status says that nothing is open, while ₹100.00 is. What was kept back is a deduction',
    ],
    [{ receivedAmount: '1000', status: 'Live' }, 'Status says that it is open, while all of it is settled'],
    [
      { receivedAmount: '900', deduction: '100', status: 'Forfeited' },
      'Status says that it was lost, while an amount was received',
    ],
    [{ deduction: '1000', status: 'Returned' }, 'Status says that it came back, while all of it was deducted'],
    [{ receivedAmount: '900', receivedOn: '' }, 'Received on is required with a received amount or a deduction'],
    [{ status: 'Live' }, 'Received on needs a received amount, or a status that says that it came back'],
    [{ receivedOn: '28/02/2025', status: 'Returned' }, 'Received on must not be before Submitted on'],
    [{ receivedOn: '28/02/2099', status: 'Returned' }, 'Received on must not be after today'],
  ])('%j is rejected', async (cells, message) => {
    expect((await outcome({ ...back, ...cells })).reason).toBe(message)
  })
})

describe('an instrument', () => {
  test.each<[SheetRow, string]>([
    [{ ...guaranteeRow, expiresOn: '', claimUntil: '' }, 'Expires on is required'],
    [{ ...guaranteeRow, issuedOn: '' }, 'Issued on is required'],
    [{ ...guaranteeRow, expiresOn: '04/03/2025' }, 'Expires on must not be before Issued on'],
    [{ ...guaranteeRow, claimUntil: '30/03/2030' }, 'Claim until must not be before Expires on'],
    [{ ...guaranteeRow, issuedOn: '05/03/2029', submittedOn: '' }, 'Issued on must not be after today'],
    [{ ...guaranteeRow, maturesOn: '05/03/2031' }, 'Matures on is for deposit receipts and certificates'],
    [{ ...money, kind: 'DD', expiresOn: '05/03/2031' }, 'Expires on is for guarantees and surety bonds'],
    [{ ...money, claimUntil: '05/03/2031' }, 'Claim until is for guarantees and surety bonds'],
    [{ ...money, marginPercent: '5' }, 'Margin % is for guarantees and surety bonds'],
    [{ ...money, amount: '' }, 'Amount is required'],
    [{ ...money, amount: '0' }, 'Amount must be more than 0'],
    [{ ...money, depositType: '' }, 'Purpose is required'],
    [{ ...money, issuedOn: '31/02/2025' }, 'Issued on must be a day such as 05/03/2026, the day first'],
    [{ ...money, amount: '1.234,5' }, 'Amount must be an amount such as 12,34,567.50'],
  ])('%j is rejected', async (row, message) => {
    expect((await outcome(row)).reason).toBe(message)
  })

  test('that is a receipt matures on the day under Expires on, and a draft may lack all its days', async () => {
    expect((await outcome({ ...money, kind: 'FDR', expiresOn: '05/03/2031' })).paper).toMatchObject({
      maturesOn: '2031-03-05',
      expiresOn: null,
    })
    const { issuedOn: _, expiresOn: _e, claimUntil: _c, submittedOn: _s, ...bare } = guaranteeRow
    expect((await outcome({ ...bare, status: 'Draft' })).paper).toMatchObject({ state: 'DRAFT' })
  })

  test('lies with the office that its row names, and an unknown office is reported', async () => {
    const owner = await newDesk()
    await owner.ok(createOffice, { body: { department: 'PWD', name: 'Division I' } })
    const rows: SheetRow[] = [
      { ...onlineRow, department: 'pwd' },
      { ...onlineRow, instrumentNo: 'B', department: 'Jal Nigam' },
      { ...onlineRow, instrumentNo: 'C', officeName: 'Division I' },
    ]
    const { failures } = await upload(owner, sheetOf(rows))
    expect(failures.map(({ reason }) => reason)).toEqual([
      'Department is no department of your offices. Please enter its office first',
    ])
    expect((await papersOf(owner)).map(({ department }) => department)).toEqual(['PWD', 'PWD'])
  })

  test('with an ambiguous day is rejected, never guessed', async () => {
    const owner = await newDesk()
    const rows = [
      { ...onlineRow, submittedOn: '3/5/2025' },
      { ...onlineRow, instrumentNo: 'B', submittedOn: '3/25/2025' },
    ]
    const { failures } = await upload(owner, sheetOf(rows))
    expect(failures[0]?.reason).toBe(
      'Submitted on may be 2025-05-03 or 2025-03-05, since row 3 has the month first (3/25/2025). Write it with the year first',
    )
  })
})
