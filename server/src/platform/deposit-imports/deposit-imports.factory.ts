import { filterDeposits, type RegisteredDeposit } from '@plinth/api/deposits/deposits'
import { filterInstruments, type Instrument } from '@plinth/api/guarantees/instruments'
import { namesOf } from '@plinth/api/kernel/record'
import { depositSheetLabels, uploadDeposits } from '@plinth/api/platform/deposit-imports'
import type { ContractImport, ImportOutcome } from '@plinth/api/platform/import-results'
import { company, type UpgradeRows, within } from '../../kernel/testing/upgrade-rows.ts'
import { newContract } from '../../tenders/contracts/contracts.factory.ts'
import type { TestInputs } from '../../testing/test-inputs.ts'
import type { Client } from '../../testing/test-server.ts'
import { fileOf } from '../contract-imports/contract-imports.factory.ts'

type Content = Parameters<typeof fileOf>[0]

export const upload = (by: Client, content: Content, { dryRun }: { dryRun?: 'true' } = {}): Promise<ImportOutcome> =>
  by.ok(uploadDeposits, { query: dryRun ? { dryRun } : {}, body: fileOf(content, 'register.csv') })

export const refusedUpload = (by: Client, content: Content) =>
  by.refused(uploadDeposits, { query: {}, body: fileOf(content, 'register.csv') })

type Column = keyof typeof depositSheetLabels
export type SheetRow = Partial<Record<Column, string>>
const columns = namesOf(depositSheetLabels)

/** A sheet of these rows, with every column. */
export const sheetOf = (rows: readonly SheetRow[], headed: Partial<Record<Column, string>> = {}): string =>
  [
    columns.map((name) => headed[name] ?? depositSheetLabels[name]),
    ...rows.map((row) => columns.map((name) => row[name] ?? '')),
  ]
    .map((row) => row.join(';'))
    .join('\n')

/** A guarantee that is with the department of the tender T-1. */
export const guaranteeRow: SheetRow = {
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
/** Earnest money of the tender T-1 that was paid online. */
export const onlineRow: SheetRow = {
  bidId: 'T-1',
  depositType: 'EMD',
  kind: 'NEFT',
  instrumentNo: 'SBIN1',
  amount: '1000',
}
/** A receipt at the bank of the guarantee. */
export const marginRow: SheetRow = {
  depositType: 'Margin money',
  kind: 'FDR',
  instrumentNo: 'FDR 77',
  issuer: 'State Bank of India',
  amount: '60000',
  issuedOn: '01/03/2025',
  maturesOn: '01/03/2031',
}

const oldestFirst = { pagination: { size: 200 }, sort: { field: 'createdAt', direction: 'asc' } } as const
export const depositsOf = async (by: Client): Promise<RegisteredDeposit[]> =>
  (await by.ok(filterDeposits, { body: oldestFirst })).content
export const papersOf = async (by: Client): Promise<Instrument[]> =>
  (await by.ok(filterInstruments, { body: oldestFirst })).content

let count = 0

/** An import of one deposit. */
export async function newDepositImport(by: Client): Promise<ContractImport> {
  count += 1
  const bidId = `REG-${Date.now()}-${count}`
  await newContract(by, { bidId })
  const { import: run } = await upload(
    by,
    `Bid ID,Purpose,Instrument,Instrument no.,Amount\n${bidId},EMD,NEFT,UTR-${count},500\n`,
  )
  return run
}

export const testInputs: TestInputs = {
  make: { 'deposit-imports': async ({ owner }) => (await newDepositImport(owner)).id },
  bodies: { uploadDeposits: () => fileOf('Bid ID,Purpose,Instrument,Instrument no.,Amount\nX,EMD,Cash,,5\n') },
}

/** Rows for the tables as these migrations created them, for the upgrade test. */
export const upgradeRows: UpgradeRows = {
  '0038_deposit_imports.sql': () => `
    ${within(company.id)}
    insert into contract_imports (id, file_name, is_dry_run, state, rows_read, created, target)
    values ('0a000000-0000-4000-8000-000000000041', 'deposits.xlsx', false, 'DONE', 1, 1, 'DEPOSITS');
    update security_deposits set import_id = '0a000000-0000-4000-8000-000000000041', import_row = 2 where instrument_no = 'DD-2';`,
}
