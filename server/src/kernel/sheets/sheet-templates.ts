import { inWords } from '@plinth/api/kernel/code-words'
import { type ExportFormat, sheetTypes } from '@plinth/api/kernel/exports'
import { type Kind, kindOf } from '@plinth/api/kernel/kinds'
import type { CellValue } from 'hucre/xlsx'
import { FileAnswer } from '../files/file-answers.ts'
import { codesOf } from './sheet-cells.ts'
import type { HeadedShape } from './sheet-columns.ts'

interface Help {
  takes: string
  example: CellValue
  format: string
}

const plainHelp: Help = { takes: 'Text', example: '', format: '@' }
const help: Partial<Record<Kind, Help>> = {
  money: { takes: 'Rupees, with two decimals at most', example: 1_234_567.5, format: '#,##0.00' },
  percent: { takes: 'Per cent', example: 18, format: '0.00##' },
  number: { takes: 'A number, with three decimals at most', example: 1_250.125, format: 'General' },
  day: { takes: 'A day; typed as text with the day first', example: '05/03/2026', format: 'dd/mm/yyyy' },
  boolean: { takes: 'Yes or No', example: 'No', format: '@' },
  pairs: { takes: 'Names and values', example: 'Ward: 14; Lot: 2', format: '@' },
}

interface Template<N extends string> {
  /** The name of the sheet. */
  name: string
  sheet: HeadedShape<N>
  /** What a field accepts, where its kind does not say everything. */
  takes: Partial<Record<N, string>>
  examples: Partial<Record<N, CellValue>>
}

function helpOf<N extends string>({ sheet, takes, examples }: Template<N>, name: N): Help {
  const codes = codesOf(sheet.fields[name])
  const known = help[kindOf(sheet.fields[name])] ?? plainHelp
  return {
    takes:
      [codes.length > 0 && `One of: ${codes.map(inWords).join(', ')}`, takes[name]].filter(Boolean).join('. ') ||
      known.takes,
    example: examples[name] ?? known.example,
    format: known.format,
  }
}

/** The example is on a sheet of its own, so that nobody uploads it by accident. */
async function workbookOf<N extends string>(template: Template<N>): Promise<Uint8Array> {
  const { name, sheet } = template
  const filled = sheet.names.map((field) => ({ label: sheet.labels[field], ...helpOf(template, field) }))
  const { writeXlsx } = await import('hucre/xlsx')
  return writeXlsx({
    sheets: [
      {
        name,
        columns: filled.map(({ label, format }) => ({
          width: Math.max(14, label.length + 4),
          style: { numFmt: format },
        })),
        rows: [filled.map(({ label }) => label)],
        freezePane: { rows: 1 },
      },
      {
        name: 'How to fill',
        columns: [{ width: 24 }, { width: 60 }, { width: 26 }],
        rows: [
          ['Column', 'What it takes', 'Example'],
          ...filled.map(({ label, takes, example }) => [label, takes, example]),
        ],
        freezePane: { rows: 1 },
      },
    ],
  })
}

/** An empty sheet with every column; the workbook also explains how to fill it. */
export async function templateOf<N extends string>(format: ExportFormat, template: Template<N>): Promise<FileAnswer> {
  const { name, sheet } = template
  const headings = sheet.names.map((field) => sheet.labels[field]).join(',')
  const bytes = format === 'csv' ? Buffer.from(`\uFEFF${headings}\r\n`) : await workbookOf(template)
  return new FileAnswer(sheetTypes[format], `${name} template.${format}`, bytes)
}
