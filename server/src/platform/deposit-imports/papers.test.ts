import { deleteDeposit, updateDeposit } from '@plinth/api/deposits/deposits'
import { addSettlement, cancelSettlement } from '@plinth/api/deposits/settlements'
import { addInstrumentEvent } from '@plinth/api/guarantees/instrument-events'
import { addInstrumentLien, listInstrumentLiens } from '@plinth/api/guarantees/instrument-liens'
import { createInstrument } from '@plinth/api/guarantees/instruments'
import { listContractImports } from '@plinth/api/platform/contract-imports'
import {
  downloadDepositImportFailures,
  listDepositImports,
  undoDepositImport,
} from '@plinth/api/platform/deposit-imports'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newNote } from '../../documents/notes/notes.factory.ts'
import { dayInIndia } from '../../kernel/testing/databases.ts'
import { newContract } from '../../tenders/contracts/contracts.factory.ts'
import { type Client, newCompany, startTestServer, type TestServer } from '../../testing/test-server.ts'
import {
  depositsOf,
  guaranteeRow,
  marginRow,
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
const send = (by: Client, rows: SheetRow[]) => upload(by, sheetOf(rows))
/** The reason of each rejected row; the check must return the same. */
async function reasons(by: Client, rows: SheetRow[]) {
  const checked = await upload(by, sheetOf(rows), { dryRun: 'true' })
  const { failures } = await send(by, rows)
  expect(checked.failures.map(({ row, reason }) => [row, reason])).toEqual(
    failures.map(({ row, reason }) => [row, reason]),
  )
  return failures.map(({ row, reason }) => `${row}: ${reason}`)
}
const undo = (by: Client, id: string) => by.ok(undoDepositImport, { params: { id } })
const today = () => dayInIndia(new Date())

describe('an instrument in several rows', () => {
  const second: SheetRow = { ...guaranteeRow, depositType: 'Additional security', amount: '1,00,000' }

  test('is stored once behind several deposits, with the sum of their amounts', async () => {
    const owner = await newDesk()
    expect(await reasons(owner, [guaranteeRow, second])).toEqual([])
    expect(await papersOf(owner)).toMatchObject([{ amount: 600_000, deposits: 2, securedAmount: 600_000 }])
  })

  test('needs its days in one row only, and they must not differ', async () => {
    const owner = await newDesk()
    const bare: SheetRow = { ...second, issuedOn: '', expiresOn: '', claimUntil: '', branch: '' }
    const other: SheetRow = {
      ...second,
      depositType: 'Retention',
      expiresOn: '30/03/2030',
      kind: 'e-BG',
      branch: 'Mysuru',
    }
    expect(await reasons(owner, [guaranteeRow, bare, other])).toEqual([
      '4: Instrument differs from row 2, which has the same instrument; Branch differs from row 2, which has the same instrument; ' +
        'Expires on differs from row 2, which has the same instrument',
    ])
  })

  test('is checked in every cell, also beside an unreadable amount, from left to right', async () => {
    const row: SheetRow = {
      ...guaranteeRow,
      bidId: 'T-9',
      amount: 'x',
      expiresOn: '',
      claimUntil: '',
      department: 'Jal Nigam',
    }
    const [said] = await reasons(await newDesk(), [row])
    expect(said?.split('; ').map((fault) => fault.split(/ (?:No tender|must|is) /)[0])).toEqual([
      '2: Bid ID',
      'Amount',
      'Expires on',
      'Department',
    ])
  })

  test('with an unreadable amount in one row is not stored with less than its amount', async () => {
    expect(await reasons(await newDesk(), [guaranteeRow, { ...second, amount: 'one lakh' }])).toEqual([
      '2: Instrument no. is also in row 3, whose amount cannot be read',
      '3: Amount must be an amount such as 12,34,567.50',
    ])
  })

  test('in two rows that may mean the same deposit is not stored with twice its amount', async () => {
    const owner = await newDesk()
    const again: SheetRow = { ...guaranteeRow, contractName: 'The road', amount: '500000.00' }
    expect(
      await reasons(owner, [guaranteeRow, again, { ...guaranteeRow, bidId: '', contractName: 'Road to the dam' }]),
    ).toEqual([
      '3: The row is the same as row 2',
      '4: Instrument no. may be the deposit of row 2: name its tender by the same column',
    ])
    expect(await papersOf(owner)).toMatchObject([{ amount: 500_000 }])
    const cash: SheetRow = { ...onlineRow, kind: 'Cash', instrumentNo: '' }
    expect(await reasons(owner, [cash, { ...cash, bidId: '', contractName: 'Road to the dam' }])).toEqual([
      '3: The row is the same as row 2',
    ])
  })

  test('never exceeds the largest amount', async () => {
    const most: SheetRow = { ...guaranteeRow, amount: '9999999999999.99' }
    const faults = await reasons(await newDesk(), [most, { ...most, depositType: 'Retention', amount: '0.01' }])
    expect(faults.map((fault) => fault.split(' must have')[0])).toEqual(['2: Amount', '3: Amount'])
  })

  test('is with the department as long as one of its deposits is', async () => {
    const owner = await newDesk()
    const back: SheetRow = { ...guaranteeRow, status: 'Released', receivedOn: '01/06/2025' }
    expect(await reasons(owner, [back, second])).toEqual([])
    expect(await papersOf(owner)).toMatchObject([{ state: 'LODGED', securedAmount: 100_000 }])
  })

  test('given twice is rejected as such: within the sheet, against the register, and by another import', async () => {
    const owner = await newDesk()
    expect(await reasons(owner, [guaranteeRow, onlineRow, guaranteeRow])).toEqual(['4: The row is the same as row 2'])
    expect(await reasons(owner, [guaranteeRow, { ...onlineRow, depositType: 'emd' }])).toEqual([
      '2: This instrument is in the register already (row 2)',
      '3: This instrument is in the register already (row 3)',
    ])
    const [deposit] = await depositsOf(owner)
    const params = { contractId: deposit?.contractId ?? '', depositId: deposit?.id ?? '' }
    await owner.ok(updateDeposit, { params, body: { amount: 400_000 } })
    expect(await reasons(owner, [guaranteeRow])).toEqual(['2: This instrument is in the register already (row 2)'])
    await owner.ok(deleteDeposit, { params })
    expect((await send(owner, [guaranteeRow])).import).toMatchObject({ created: 1 })
  })

  test('in the register takes deposits within its free amount, under the days it has there', async () => {
    const owner = await newDesk()
    await owner.ok(createInstrument, {
      body: {
        kind: 'BG',
        number: '40412bg2600123',
        issuer: 'State Bank of India',
        amount: 550_000,
        issuedOn: '2025-03-05',
        expiresOn: '2030-03-31',
        state: 'LODGED',
      },
    })
    expect(await reasons(owner, [{ ...guaranteeRow, expiresOn: '30/06/2030' }])).toEqual([
      '2: Expires on is 2030-03-31 in the register of instruments: enter there what changed',
    ])
    expect(await reasons(owner, [guaranteeRow, second])).toEqual([
      '3: Instrument no. is for ₹5,50,000.00 in the register, less than its deposits come to',
    ])
    const [paper] = await papersOf(owner)
    expect(paper).toMatchObject({ amount: 550_000, deposits: 1, securedAmount: 500_000 })
    await owner.ok(addInstrumentEvent, {
      params: { id: paper?.id ?? '' },
      body: { kind: 'RETURNED', happenedOn: today() },
    })
    expect(await reasons(owner, [{ ...second, amount: '50' }])).toEqual([
      '2: Status says that it is with the department, while its instrument is RETURNED in the register',
    ])
    expect(await reasons(owner, [{ ...second, kind: 'e-BG', amount: '50', status: 'Released' }])).toEqual([
      '2: Instrument is another one in the register of instruments',
    ])
  })
})

describe('a margin', () => {
  const secured: SheetRow = { ...guaranteeRow, marginPercent: '10', marginReceiptNo: 'FDR 77' }

  test('must be a receipt in a row above or in the register', async () => {
    const owner = await newDesk()
    const none = '2: Margin FDR no. is no receipt of this sheet or of the register: enter its own row'
    expect(await reasons(owner, [secured])).toEqual([none])
    expect(await reasons(owner, [secured, { ...marginRow, issuedOn: '' }])).toEqual([
      '2: Margin FDR no. is the receipt of row 3: put that row above this one',
      '3: Issued on is required',
    ])
    expect(await reasons(owner, [{ ...marginRow, issuedOn: '' }, secured])).toEqual([
      '2: Issued on is required',
      '3: Margin FDR no. is the receipt of row 2, which is not stored',
    ])
    expect(await reasons(owner, [{ ...marginRow, issuedOn: '01/01/2099', maturesOn: '' }, secured])).toEqual([
      '2: Issued on must not be after today',
      '3: Margin FDR no. is the receipt of row 2, which is not stored',
    ])
    expect(await reasons(owner, [marginRow])).toEqual([])
    expect(await reasons(owner, [secured])).toEqual([])
    const [, paper] = await papersOf(owner)
    expect(await owner.ok(listInstrumentLiens, { params: { id: paper?.id ?? '' } })).toMatchObject([
      { amount: 50_000, markedOn: '2025-03-05', freedOn: null },
    ])
  })

  test('is never more than the free amount of the receipt', async () => {
    const owner = await newDesk()
    const more: SheetRow = { ...secured, instrumentNo: 'BG 2', amount: '2,00,000' }
    expect(await reasons(owner, [marginRow, secured, more])).toEqual([
      '4: Margin FDR no. of row 2 is pledged to others already',
    ])
    expect(await reasons(owner, [more])).toEqual(['2: Margin FDR no. has only ₹10,000.00 free'])
  })

  test('has an amount, and is no deposit', async () => {
    const owner = await newDesk()
    const howMuch = '2: Margin % is required: it says how much of the receipt is pledged'
    for (const marginPercent of ['', '0', '0.00'])
      expect(await reasons(owner, [{ ...secured, marginPercent }])).toEqual([howMuch])
    const reasonsOfRows = 'is not for a receipt that secures guarantees'
    expect(await reasons(owner, [{ ...marginRow, submittedOn: '05/03/2025', status: 'Returned' }])).toEqual([
      `2: Submitted on ${reasonsOfRows}; Status ${reasonsOfRows}`,
    ])
    expect(await reasons(owner, [marginRow, { ...marginRow, bidId: 'T-1' }])).toEqual([
      '3: The row is the same as row 2',
    ])
    expect(await reasons(owner, [marginRow])).toEqual(['2: This instrument is in the register already (row 2)'])
    expect(await depositsOf(owner)).toEqual([])
  })
})

describe('undoing an import of deposits', () => {
  const secured: SheetRow = { ...guaranteeRow, marginPercent: '10', marginReceiptNo: 'FDR 77' }
  const settledRow: SheetRow = { ...onlineRow, receivedOn: '05/06/2025', receivedAmount: '900', deduction: '100' }

  test('deletes deposits, settlements, instruments and liens, and the same file can be imported again', async () => {
    const owner = await newDesk()
    const rows = [marginRow, secured, settledRow]
    const { import: run } = await send(owner, rows)
    expect(await undo(owner, run.id)).toMatchObject({ kept: [], removed: 3, import: { state: 'UNDONE' } })
    expect(await Promise.all([depositsOf(owner), papersOf(owner)])).toEqual([[], []])
    expect(await owner.refused(undoDepositImport, { params: { id: run.id } })).toMatchObject({ status: 409 })
    expect((await send(owner, rows)).import).toMatchObject({ created: 3, failed: 0 })
  })

  test('keeps what somebody changed, with the reason', async () => {
    const owner = await newDesk()
    const rows: SheetRow[] = [
      { ...onlineRow, instrumentNo: 'U-1' },
      { ...onlineRow, instrumentNo: 'U-2' },
      { ...settledRow, instrumentNo: 'U-3' },
      { ...guaranteeRow, instrumentNo: 'BG 1' },
      { ...onlineRow, instrumentNo: 'U-4' },
    ]
    const { import: run } = await send(owner, rows)
    const [edited, received, settled, extended] = await depositsOf(owner)
    const of = (deposit: typeof edited) => ({ contractId: deposit?.contractId ?? '', depositId: deposit?.id ?? '' })
    await owner.ok(updateDeposit, { params: of(edited), body: { comment: 'Asked for by phone' } })
    await owner.ok(addSettlement, { params: of(received), body: { kind: 'RECEIVED', amount: 5, settledOn: today() } })
    const { id: settlementId } = await owner.ok(addSettlement, {
      params: of(received),
      body: { kind: 'RECEIVED', amount: 5, settledOn: today() },
    })
    await owner.ok(cancelSettlement, { params: { ...of(received), settlementId }, body: {} })
    await owner.ok(addInstrumentEvent, {
      params: { id: extended?.instrumentId ?? '' },
      body: { kind: 'EXTENDED', happenedOn: today(), expiresOn: '2031-03-31' },
    })
    const undone = await undo(owner, run.id)
    expect(undone.removed).toBe(2)
    expect(undone.kept.map(({ refId, reason }) => [refId, reason])).toEqual([
      ['EMD U-1', 'It was changed since.'],
      ['EMD U-2', 'It was changed since.'],
      ['Performance security BG 1', 'Its instrument was changed since.'],
    ])
    expect(undone.kept[0]).toMatchObject({ contractId: edited?.contractId })
    expect((await depositsOf(owner)).map(({ id }) => id)).not.toContain(settled?.id)
    expect((await papersOf(owner)).map(({ number }) => number)).toEqual(['U-1', 'U-2', 'BG 1'])
  })

  test('keeps both deposits of a carrying until the carrying is undone', async () => {
    const owner = await newDesk()
    const { import: run } = await send(
      owner,
      ['U-1', 'U-2', 'U-3'].map((instrumentNo) => ({ ...onlineRow, instrumentNo })),
    )
    const [source, target] = await depositsOf(owner)
    await owner.ok(addSettlement, {
      params: { contractId: source?.contractId ?? '', depositId: source?.id ?? '' },
      body: { kind: 'CARRIED', amount: 5, settledOn: today(), intoDepositId: target?.id ?? '' },
    })
    const { removed, kept } = await undo(owner, run.id)
    expect(removed).toBe(1)
    expect(kept.map(({ refId, reason }) => [refId, reason])).toEqual([
      ['EMD U-1', 'Money was carried into or out of it.'],
      ['EMD U-2', 'Money was carried into or out of it.'],
    ])
  })

  test('keeps an instrument that secures a later deposit or another guarantee', async () => {
    const owner = await newDesk()
    const { import: run } = await send(owner, [marginRow, { ...onlineRow, kind: 'DD', issuedOn: '01/03/2025' }])
    await send(owner, [{ ...onlineRow, kind: 'DD', issuedOn: '01/03/2025', depositType: 'Tender fee', amount: '50' }])
    const [receipt] = await papersOf(owner)
    const other = await owner.ok(createInstrument, {
      body: {
        kind: 'BG',
        number: 'BG 9',
        amount: 100,
        issuedOn: '2025-03-05',
        expiresOn: '2030-03-31',
        state: 'LODGED',
      },
    })
    await owner.ok(addInstrumentLien, {
      params: { id: other.id },
      body: { receiptId: receipt?.id ?? '', amount: 100, markedOn: today() },
    })
    const { kept, removed } = await undo(owner, run.id)
    expect(removed).toBe(1)
    expect(kept.map(({ refId, contractId, reason }) => [refId, contractId, reason])).toEqual([
      ['FDR 77', null, 'It secures a guarantee.'],
      ['SBIN1', null, 'It stands behind deposits that were entered since.'],
    ])
  })

  test('keeps records with a later note', async () => {
    const owner = await newDesk()
    const { import: run } = await send(owner, [onlineRow, marginRow, guaranteeRow])
    const [deposit] = await depositsOf(owner)
    const guarantee = (await papersOf(owner)).find(({ kind }) => kind === 'BG')
    await newNote(owner, deposit?.id ?? '', {}, 'DEPOSIT')
    await newNote(owner, guarantee?.id ?? '', {}, 'INSTRUMENT')
    expect((await undo(owner, run.id)).kept.map(({ reason }) => reason)).toEqual([
      'It has notes.',
      'Its instrument was changed since.',
    ])
  })

  test('keeps a guarantee on whose receipt somebody marked a later lien', async () => {
    const owner = await newDesk()
    const { import: run } = await send(owner, [marginRow, guaranteeRow])
    const [receipt, guarantee] = await papersOf(owner)
    await owner.ok(addInstrumentLien, {
      params: { id: guarantee?.id ?? '' },
      body: { receiptId: receipt?.id ?? '', amount: 100, markedOn: today() },
    })
    expect((await undo(owner, run.id)).kept.map(({ reason }) => reason)).toEqual([
      'It secures a guarantee.',
      'Its instrument was changed since.',
    ])
  })

  test('refuses imports of another kind', async () => {
    const owner = await newDesk()
    const { import: run } = await send(owner, [onlineRow, { ...onlineRow, bidId: 'T-9', instrumentNo: 'B' }])
    expect(await owner.ok(listContractImports, {})).toEqual([])
    expect(await owner.ok(listDepositImports, {})).toMatchObject([{ id: run.id, created: 1, failed: 1 }])
    const stranger = await newDesk()
    for (const call of [undoDepositImport, downloadDepositImportFailures])
      expect(await stranger.refused(call, { params: { id: run.id }, query: {} })).toMatchObject({ status: 404 })
    const { text } = await owner.sendCall(downloadDepositImportFailures, {
      params: { id: run.id },
      query: { format: 'csv' },
    })
    expect(text).toContain('Bid ID No tender has this bid ID, reference or name')
  })
})
