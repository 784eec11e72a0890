import type { Answer } from '@plinth/api/kernel/endpoint'
import { uploadContracts } from '@plinth/api/platform/contract-imports'
import type { ContractImport } from '@plinth/api/platform/import-results'
import { type CellValue, writeXlsx } from 'hucre/xlsx'
import { company, type UpgradeRows, within } from '../../kernel/testing/upgrade-rows.ts'
import type { TestInputs } from '../../testing/test-inputs.ts'
import type { Client } from '../../testing/test-server.ts'

type Content = string | Uint8Array | Buffer

export const fileOf = (content: Content, name = 'contracts.csv') => {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  return new File([new Uint8Array(bytes)], name)
}

export const upload = (
  by: Client,
  content: Content,
  { dryRun, name }: { dryRun?: 'true'; name?: string } = {},
): Promise<Answer<typeof uploadContracts>> =>
  by.ok(uploadContracts, { query: dryRun ? { dryRun } : {}, body: fileOf(content, name) })

export const refusedUpload = (by: Client, content: Content, name?: string) =>
  by.refused(uploadContracts, { query: {}, body: fileOf(content, name) })

/** A workbook of one sheet. */
export const workbook = (rows: CellValue[][]) => writeXlsx({ sheets: [{ name: 'Sheet1', rows }] })

let count = 0

/** An import of one contract. */
export async function newImport(by: Client): Promise<ContractImport> {
  count += 1
  const { import: run } = await upload(by, `Contract name,Bid ID\nUploaded road ${count},UP-${Date.now()}-${count}\n`)
  return run
}

export const testInputs: TestInputs = {
  make: { 'contract-imports': async ({ owner }) => (await newImport(owner)).id },
  bodies: { uploadContracts: () => fileOf('Contract name\nRoad of the matrix\n') },
}

/** Rows for the tables as these migrations created them, for the upgrade test. */
export const upgradeRows: UpgradeRows = {
  '0007_contract_desk.sql': () => `
    ${within(company.id)}
    insert into contract_imports (id, file_name, is_dry_run, state, rows_read, failed, headings)
    values ('0a000000-0000-4000-8000-000000000040', 'register.xlsx', false, 'DONE', 1, 1, '{Name,"Paper, cost"}');
    insert into contract_import_failures (import_id, row_no, ref_id, cells, faults)
    values ('0a000000-0000-4000-8000-000000000040', 2, 'Row 2', '{"",x}', '[{"path":"contractName","message":"is required"}]');`,
}
