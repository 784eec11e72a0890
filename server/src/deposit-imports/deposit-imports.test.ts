import {
  depositImportRows,
  depositSheetLabels,
  downloadDepositTemplate,
  listDepositImports,
} from '@plinth/api/deposit-imports'
import { filterDeposits, type RegisteredDeposit } from '@plinth/api/deposits'
import { instrumentKindLabels } from '@plinth/api/instrument-moves'
import { filterInstruments, type Instrument, listInstrumentEvents, listInstrumentLiens } from '@plinth/api/instruments'
import { listSettlements } from '@plinth/api/settlements'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newContract } from '../contracts/contracts.factory.ts'
import { type Client, newCompany, startTestServer, type TestServer } from '../test-server.ts'
import { refusedUpload, upload } from './deposit-imports.factory.ts'
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

const depositsOf = async (by: Client): Promise<RegisteredDeposit[]> =>
  (await by.ok(filterDeposits, { body: { pagination: { size: 200 }, sort: { field: 'createdAt', direction: 'asc' } } }))
    .content
const papersOf = async (by: Client): Promise<Instrument[]> =>
  (
    await by.ok(filterInstruments, {
      body: { pagination: { size: 200 }, sort: { field: 'createdAt', direction: 'asc' } },
    })
  ).content

type Cells = Partial<Record<keyof typeof depositSheetLabels, string>>
const names = Object.keys(depositSheetLabels) as (keyof typeof depositSheetLabels)[]

/** A sheet with every column, of these rows. */
export const sheetOf = (
  rows: Cells[],
  headed: (name: (typeof names)[number]) => string = (name) => depositSheetLabels[name],
) =>
  [names.map(headed), ...rows.map((row) => names.map((name) => row[name] ?? ''))].map((row) => row.join(';')).join('\n')

/** A guarantee that is with the department. */
const guarantee: Cells = {
  bidId: 'T-1',
  depositType: 'Performance security',
  kind: 'BG',
  instrumentNo: '40412BG2600123',
  issuer: 'State Bank of India',
  branch: 'Hassan',
  amount: '5,00,000',
  issuedOn: '05/03/2025',
  submittedOn: '10/03/2025',
  expiresOn: '31/03/2030',
  claimUntil: '31/03/2031',
}
const online: Cells = { bidId: 'T-1', depositType: 'EMD', kind: 'NEFT', instrumentNo: 'SBIN1', amount: '1000' }

/** What one row comes to. */
async function outcome(row: Cells) {
  const owner = await newDesk()
  const checked = await upload(owner, sheetOf([row]), { dryRun: 'true' })
  const { failures } = await upload(owner, sheetOf([row]))
  const reason = failures[0]?.reason
  expect(checked.failures[0]?.reason, 'what the check says').toBe(reason)
  const [[deposit], [paper]] = await Promise.all([depositsOf(owner), papersOf(owner)])
  return { owner, reason, deposit, paper }
}

describe('columns', () => {
  test('every one is taken in: a deposit, its instrument, the events of that, and a lien', async () => {
    const owner = await newDesk()
    const margin: Cells = {
      depositType: 'Margin money',
      kind: 'FDR',
      instrumentNo: 'FDR 77',
      issuer: 'State Bank of India',
      amount: '60000',
      issuedOn: '01/03/2025',
      maturesOn: '01/03/2031',
    }
    const secured: Cells = { ...guarantee, marginPercent: '10', marginReceiptNo: 'fdr 77' }
    const { import: run, failures, message } = await upload(owner, sheetOf([margin, secured]))
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

  const others = names.flatMap((name) => (depositSynonyms[name] ?? []).map((word) => [name, word] as const))
  test.each(others)('%s is also headed %s', async (name, word) => {
    const row: Cells = { ...guarantee, referenceNo: 'NIT-1', contractName: 'Road to the dam' }
    const received: Cells = { ...online, receivedOn: '01/02/2026', receivedAmount: '900', deduction: '100' }
    const headings = names.map((one) => (one === name ? word : depositSheetLabels[one]))
    const { import: run } = await upload(
      owned,
      [headings, ...[row, received].map((cells) => names.map((one) => cells[one] ?? ''))]
        .map((cells) => cells.join(';'))
        .join('\n'),
      { dryRun: 'true' },
    )
    expect(run).toMatchObject({ created: 2, ignoredColumns: [] })
  })
  let owned: Client
  beforeAll(async () => {
    owned = await newDesk()
  })

  test('what nothing holds yet is named, as what is not known', async () => {
    const { import: run } = await upload(
      owned,
      'Bid ID;Purpose;Instrument;Instrument no.;Amount;Due on;Owner;Our remark\nT-1;EMD;NEFT;U-5;5;01/01/2027;Meena;x\n',
    )
    expect(run).toMatchObject({ created: 1, ignoredColumns: ['Due on', 'Owner', 'Our remark'] })
  })

  test('without an amount a file is no register', async () => {
    expect(await refusedUpload(owned, 'Bid ID;Purpose\nT-1;EMD\n')).toMatchObject({
      status: 400,
      message: 'No column in the first 20 rows is headed "Amount": name them as the template does.',
    })
  })

  test('of more than 20,000 rows are refused as a whole', async () => {
    const refused = await refusedUpload(owned, `Bid ID;Amount\n${'T-1;5\n'.repeat(depositImportRows + 1)}`)
    expect(refused.message).toContain('20,000')
  })

  test('stand in the template, which can be sent back', async () => {
    const file = await owned.ok(downloadDepositTemplate, { query: { format: 'csv' } })
    expect(Buffer.from(file).toString()).toContain(Object.values(depositSheetLabels).join(','))
  })
})

describe('the contract', () => {
  test('is found by its bid ID, else its reference, else its whole name', async () => {
    const owner = await newDesk()
    const rows: Cells[] = [
      { ...online, instrumentNo: 'A' },
      { ...online, instrumentNo: 'B', bidId: '', referenceNo: 'NIT-1' },
      { ...online, instrumentNo: 'C', bidId: '', contractName: 'Road to the dam' },
    ]
    expect((await upload(owner, sheetOf(rows))).failures).toEqual([])
    expect((await depositsOf(owner)).map(({ bidId }) => bidId)).toEqual(['T-1', 'T-1', 'T-1'])
  })

  test('that is not there, or may be two, is told', async () => {
    const owner = await newDesk()
    await newContract(owner, { bidId: 'T-2', contractName: 'Road to the dam', referenceNo: 'NIT-1' })
    await newContract(await (await newCompany(server)).as(), { bidId: 'FOREIGN' })
    const rows: Cells[] = [
      { ...online, bidId: 'FOREIGN' },
      { ...online, bidId: '', referenceNo: 'NIT-1' },
      { ...online, bidId: '', contractName: 'Road to the dam' },
      { ...online, bidId: '', contractName: 'Road' },
      { ...online, bidId: '' },
      // A name alone does not lead to a tender that says another bid ID.
      { ...online, bidId: 'T-9', contractName: 'Road to the dam' },
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
