import { uploadDeposits } from '@plinth/api/deposit-imports'
import type { ContractImport, ImportOutcome } from '@plinth/api/import-results'
import { fileOf } from '../contract-imports/contract-imports.factory.ts'
import { newContract } from '../contracts/contracts.factory.ts'
import { company, type UpgradeRows, within } from '../kernel/testing/upgrade-rows.ts'
import type { Aims } from '../test-aims.ts'
import type { Client } from '../test-server.ts'

type Content = Parameters<typeof fileOf>[0]

export const upload = (by: Client, content: Content, { dryRun }: { dryRun?: 'true' } = {}): Promise<ImportOutcome> =>
  by.ok(uploadDeposits, { query: dryRun ? { dryRun } : {}, body: fileOf(content, 'register.csv') })

export const refusedUpload = (by: Client, content: Content) =>
  by.refused(uploadDeposits, { query: {}, body: fileOf(content, 'register.csv') })

let made = 0

/** An upload of one deposit. */
export async function newDepositImport(by: Client): Promise<ContractImport> {
  made += 1
  const bidId = `REG-${Date.now()}-${made}`
  await newContract(by, { bidId })
  const { import: run } = await upload(
    by,
    `Bid ID,Purpose,Instrument,Instrument no.,Amount\n${bidId},EMD,NEFT,UTR-${made},500\n`,
  )
  return run
}

export const aims: Aims = {
  make: { 'deposit-imports': async ({ owner }) => (await newDepositImport(owner)).id },
  bodies: { uploadDeposits: () => fileOf('Bid ID,Purpose,Instrument,Instrument no.,Amount\nX,EMD,Cash,,5\n') },
}

/** In the tables that these migrations made, for the test of upgrades. */
export const upgradeRows: UpgradeRows = {
  '0038_deposit_imports.sql': () => `
    ${within(company.id)}
    insert into contract_imports (id, file_name, is_dry_run, state, rows_read, created, target)
    values ('0a000000-0000-4000-8000-000000000041', 'deposits.xlsx', false, 'DONE', 1, 1, 'DEPOSITS');
    insert into security_deposits (contract_id, deposit_type, instrument_no, amount, import_id, import_row)
    values ('${company.awarded}', 'EMD', 'DD-3', 3000, '0a000000-0000-4000-8000-000000000041', 2);`,
}
