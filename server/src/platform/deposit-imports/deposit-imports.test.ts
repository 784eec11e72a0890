import { listInstrumentEvents } from '@plinth/api/guarantees/instrument-events'
import { listInstrumentLiens } from '@plinth/api/guarantees/instrument-liens'
import { depositImportRows, depositSheetLabels, downloadDepositTemplate } from '@plinth/api/platform/deposit-imports'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newContract } from '../../tenders/contracts/contracts.factory.ts'
import { type Client, newCompany, startTestServer, type TestServer } from '../../testing/test-server.ts'
import {
  depositsOf,
  guaranteeRow,
  marginRow,
  onlineRow,
  papersOf,
  refusedUpload,
  type SheetRow,
  sheetOf,
  upload,
} from './deposit-imports.factory.ts'
import { depositSynonyms } from './deposit-synonyms.rules.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

/** A company with one tender, T-1. */
async function newDesk(): Promise<Client> {
  const owner = await (await newCompany(server)).as()
  await newContract(owner, { bidId: 'T-1', contractName: 'Road to the dam', referenceNo: 'NIT-1' })
  return owner
}

describe('the columns of a deposit register', () => {
  test('are all stored: a deposit, its instrument, the events of the instrument, and a lien', async () => {
    const owner = await newDesk()
    const secured: SheetRow = { ...guaranteeRow, marginPercent: '10', marginReceiptNo: 'fdr 77' }
    const { import: run, failures, message } = await upload(owner, sheetOf([marginRow, secured]))
    expect(failures).toEqual([])
    expect(message).toBe('2 deposits were stored.')
    expect(run).toMatchObject({ state: 'DONE', created: 2, failed: 0, ignoredColumns: [] })
    expect(await depositsOf(owner)).toMatchObject([
      {
        bidId: 'T-1',
        depositType: 'Performance security',
        instrumentNo: '40412BG2600123',
        bankName: 'State Bank of India',
        bankAddress: 'Hassan',
        amount: 500_000,
        openAmount: 500_000,
        status: 'SUBMITTED',
        depositSubmitedDate: '2025-03-10',
        instrumentKind: 'BG',
        instrumentState: 'LODGED',
        instrumentEndsOn: '2030-03-31',
      },
    ])
    const [receipt, paper] = await papersOf(owner)
    expect(receipt).toMatchObject({
      kind: 'FDR',
      state: 'ISSUED',
      heldBy: 'BANK',
      maturesOn: '2031-03-01',
      lienAmount: 50_000,
    })
    expect(paper).toMatchObject({
      issuedOn: '2025-03-05',
      claimUntil: '2031-03-31',
      marginPercent: 10,
      heldBy: 'DEPARTMENT',
      lienAmount: 50_000,
      securedFor: 'T-1',
    })
    const params = { id: paper?.id ?? '' }
    expect(await owner.ok(listInstrumentEvents, { params })).toMatchObject([
      { kind: 'LODGED', happenedOn: '2025-03-10' },
    ])
    expect(await owner.ok(listInstrumentLiens, { params })).toMatchObject([{ amount: 50_000, receiptNumber: 'FDR 77' }])
  })

  const others = Object.entries(depositSynonyms).flatMap(([name, words]) => words.map((word) => [name, word] as const))
  test.each(others)('match %s also by the heading %s', async (name, word) => {
    const rows: SheetRow[] = [
      { ...guaranteeRow, referenceNo: 'NIT-1', contractName: 'Road to the dam' },
      { ...onlineRow, receivedOn: '01/02/2026', receivedAmount: '900', deduction: '100' },
    ]
    const { import: run } = await upload(owned, sheetOf(rows, { [name]: word }), { dryRun: 'true' })
    expect(run).toMatchObject({ created: 2, ignoredColumns: [] })
  })
  let owned: Client
  beforeAll(async () => {
    owned = await newDesk()
  })

  test('that are unknown are named', async () => {
    const { import: run } = await upload(
      owned,
      'Bid ID;Purpose;Instrument;Instrument no.;Amount;Our remark\nT-1;EMD;NEFT;U-5;5;x\n',
    )
    expect(run).toMatchObject({ created: 1, ignoredColumns: ['Our remark'] })
  })

  test('are rejected without an amount', async () => {
    expect(await refusedUpload(owned, 'Bid ID;Purpose\nT-1;EMD\n')).toMatchObject({
      status: 400,
      message: 'No column in the first 20 rows is headed "Amount": name them as the template does.',
    })
  })

  test('are rejected as a whole with more than 20,000 rows', async () => {
    const refused = await refusedUpload(owned, `Bid ID;Amount\n${'T-1;5\n'.repeat(depositImportRows + 1)}`)
    expect(refused.message).toContain('20,000')
  })

  test('are in the template, which can be sent back', async () => {
    const { status, text } = await owned.sendCall(downloadDepositTemplate, { query: { format: 'csv' } })
    expect([status, text]).toEqual([200, expect.stringContaining(Object.values(depositSheetLabels).join(','))])
  })
})

describe('the contract of a row', () => {
  test('is found by its bid ID, else its reference, else its whole name', async () => {
    const owner = await newDesk()
    const rows: SheetRow[] = [
      { ...onlineRow, instrumentNo: 'A' },
      { ...onlineRow, instrumentNo: 'B', bidId: '', referenceNo: 'NIT-1' },
      { ...onlineRow, instrumentNo: 'C', bidId: '', contractName: 'Road to the dam' },
    ]
    expect((await upload(owner, sheetOf(rows))).failures).toEqual([])
    expect((await depositsOf(owner)).map(({ bidId }) => bidId)).toEqual(['T-1', 'T-1', 'T-1'])
  })

  test('that does not exist or is ambiguous is reported', async () => {
    const owner = await newDesk()
    await newContract(owner, { bidId: 'T-2', contractName: 'Road to the dam', referenceNo: 'NIT-1' })
    await newContract(await (await newCompany(server)).as(), { bidId: 'FOREIGN' })
    const rows: SheetRow[] = [
      { ...onlineRow, instrumentNo: 'N-1', bidId: 'FOREIGN' },
      { ...onlineRow, instrumentNo: 'N-2', bidId: '', referenceNo: 'NIT-1' },
      { ...onlineRow, instrumentNo: 'N-3', bidId: '', contractName: 'Road to the dam' },
      { ...onlineRow, instrumentNo: 'N-4', bidId: '', contractName: 'Road' },
      { ...onlineRow, instrumentNo: 'N-5', bidId: '' },
      // A name alone does not lead to a tender with another bid ID.
      { ...onlineRow, instrumentNo: 'N-6', bidId: 'T-9', contractName: 'Road to the dam' },
    ]
    const { failures } = await upload(owner, sheetOf(rows))
    expect(failures.map(({ reason }) => reason)).toEqual([
      'Bid ID No tender has this bid ID, reference or name',
      'Reference no. Two tenders have this reference',
      'Work Two tenders have this name',
      'Work No tender has this bid ID, reference or name',
      'Bid ID is required, or a reference no., or the name of the work',
      'Bid ID No tender has this bid ID, reference or name',
    ])
  })
})
