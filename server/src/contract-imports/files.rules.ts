import { contractFields, contractLabels, contractStatuses } from '@plinth/api/contracts'
import { type Kind, kindsOf } from '@plinth/api/kernel/kinds'
import { type ExportFormat, sheetTypes } from '@plinth/api/kernel/paging'
import { inWords } from '@plinth/api/kernel/words'
import { type CellValue, type ColumnDef, writeXlsx } from 'hucre/xlsx'
import * as z from 'zod/mini'
import { exportOf } from '../kernel/exports.ts'
import { FileAnswer } from '../kernel/route.ts'
import { fieldNames, reasonsHeading } from './columns.rules.ts'
import type { FailedRow } from './imports.queries.ts'
import { reasonOf } from './rows.rules.ts'

const statuses = contractStatuses.map(inWords).join(', ')

interface Help {
  takes: string
  example: CellValue
  format: string
}

const text: Help = { takes: 'Text', example: '', format: '@' }
const help: Partial<Record<Kind, Help>> = {
  choice: { takes: `One of: ${statuses}. Draft where it is left empty`, example: 'Awarded', format: '@' },
  money: { takes: 'Rupees, with two decimals at most', example: 1_234_567.5, format: '#,##0.00' },
  percent: { takes: 'Per cent above (+) or below (-) the actual value', example: -4.25, format: '0.00##' },
  number: { takes: 'A whole number. 0 where it is left empty', example: 1, format: '0' },
  day: { takes: 'A day; typed as text with the day first', example: '05/03/2026', format: 'dd/mm/yyyy' },
  pairs: { takes: 'Names and values', example: 'Department: PWD; Lot: 2', format: '@' },
}
const examples: Partial<Record<string, string>> = {
  bidId: 'PWD/2026-27/101',
  contractName: 'Widening of SH-17',
  referenceNo: 'NIT-2026/003',
  contractType: 'Item rate',
  licenseHolderName: 'Asha Rao',
  licenseNo: 'KA/PWD/CL-I/2204',
}
const limits: Partial<Record<string, string>> = {
  bidId: 'Text. No two contracts have the same',
  contractName: 'Text. It must not be empty',
}

const kinds = kindsOf({ shape: contractFields })
const helpOf = (name: (typeof fieldNames)[number]) => help[kinds[name]] ?? text
const headings = fieldNames.map((name) => contractLabels[name])

/** The example stands on a sheet of its own: it must never be uploaded by accident. */
function workbook(): Promise<Uint8Array> {
  const columns: ColumnDef[] = fieldNames.map((name) => ({
    width: Math.max(14, contractLabels[name].length + 4),
    style: { numFmt: helpOf(name).format },
  }))
  const rows = fieldNames.map((name): CellValue[] => [
    contractLabels[name],
    limits[name] ?? helpOf(name).takes,
    examples[name] ?? helpOf(name).example,
  ])
  return writeXlsx({
    sheets: [
      { name: 'Contracts', columns, rows: [headings], freezePane: { rows: 1 } },
      {
        name: 'How to fill',
        columns: [{ width: 24 }, { width: 60 }, { width: 26 }],
        rows: [['Column', 'What it takes', 'Example'], ...rows],
        freezePane: { rows: 1 },
      },
    ],
  })
}

/** An empty sheet with every column; the workbook tells how to fill it. */
export async function template(format: ExportFormat): Promise<FileAnswer> {
  const bytes = format === 'csv' ? Buffer.from(`\uFEFF${headings.join(',')}\r\n`) : await workbook()
  return new FileAnswer(sheetTypes[format], `Contracts template.${format}`, bytes)
}

/** Rows that were not stored, as they came, with their reasons in a last column. */
export function failuresFile(
  format: ExportFormat,
  { headings: given, rows }: { headings: string[]; rows: FailedRow[] },
) {
  const columns = [...given, reasonsHeading].map((label, at) => ({ field: `c${at}`, label }))
  const entity = z.object(Object.fromEntries(columns.map(({ field }) => [field, z.string()])))
  async function* records() {
    yield rows.map(({ cells, faults }) =>
      Object.fromEntries([...cells, reasonOf(faults)].map((cell, at) => [`c${at}`, cell])),
    )
  }
  return exportOf(records(), { name: 'Rows to mend', entity, columns, format })
}
