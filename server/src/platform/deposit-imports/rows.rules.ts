import { type InstrumentKind, isGuarantee } from '@plinth/api/guarantees/instrument-moves'
import { messageOf, messageOfIssue } from '@plinth/api/kernel/messages'
import { inRupees } from '@plinth/api/kernel/paise'
import { safeParse } from 'zod/v4/core'
import { typedText } from '../../kernel/sheets/sheet-cells.ts'
import {
  type Columns,
  cellFault,
  columnsOf,
  type FieldFault,
  headingsIn,
  inOrder,
  noHeadings,
  repeated,
  rowFault,
  shownLength,
  storable,
} from '../../kernel/sheets/sheet-columns.ts'
import type { Epoch } from '../../kernel/sheets/sheet-numbers.ts'
import { type FieldNote, type FilledRow, rowReader, sumFault } from '../../kernel/sheets/sheet-rows.ts'
import type { Row } from '../../kernel/sheets/sheet-values.ts'
import type { Judge } from '../../kernel/sheets/sheets.ts'
import type { ImportRow } from '../contract-imports/imports.queries.ts'
import type { TypedOffice } from '../contract-imports/office-matching.rules.ts'
import { depositSheet, type FieldName } from './deposit-sheet.rules.ts'
import { isMarginReceipt, statusIn } from './deposit-words.rules.ts'
import {
  details,
  kindOfRow,
  marginOf,
  numberOf,
  paperFaults,
  paperKey,
  type Values,
  withMaturity,
} from './paper.rules.ts'
import { type Standing, standingOf, type Whereabouts } from './standing.rules.ts'
import { depositKey, firstDetails, whereaboutsOfAll, wholeSheet } from './whole-sheet.rules.ts'

/** The instrument in a row. */
export interface Paper {
  /** Undefined for cash and deductions, which are separate in each row. */
  key: string | undefined
  kind: InstrumentKind
  number: string | undefined
  /** The sum of all rows of the sheet with this instrument. */
  amount: number
  whereabouts: Whereabouts
  text: Values
  marginPercent: number | undefined
  /** The amount of a receipt that secures it, and the row above where that receipt stands in the sheet. */
  margin: { receiptNo: string; amount: number; row: number | undefined } | undefined
}

export interface JudgedRow extends ImportRow {
  notes: FieldNote<FieldName>[]
  /** The words that name its contract. */
  words: Pick<Values, 'bidId' | 'referenceNo' | 'contractName'>
  office: TypedOffice | undefined
  /** The person the row names as responsible for the deposit. */
  owner: string | undefined
  /** The row is a receipt that secures guarantees: it has no deposit and no contract. */
  isMargin: boolean
  /** Undefined when there are faults. */
  stored: (Standing & { paper: Paper; depositType: string; amount: number; instrumentNo: string }) | undefined
}

export type Facts = Pick<Columns<FieldName>, 'headings' | 'ignored' | 'names'>
type Fault = FieldFault<FieldName>

/** The sound cells of a row, and the faults of the others. */
function soundCells({ given, faults }: FilledRow<FieldName>) {
  const found: Fault[] = [...faults]
  const text: Values = {}
  const figures: Partial<Record<FieldName, number>> = {}
  const faulty = new Set<FieldName>(faults.map(([field]) => field))
  for (const field of depositSheet.names) {
    const value = given[field]
    if (faulty.has(field) || (value === undefined && field !== 'amount' && field !== 'depositType')) continue
    const parsed = safeParse(depositSheet.fields[field], value ?? (field === 'depositType' ? '' : undefined))
    const [issue] = parsed.error?.issues ?? []
    if (issue) {
      faulty.add(field)
      found.push([field, value === undefined ? messageOf('is required') : messageOfIssue(issue)])
    } else if (typeof parsed.data === 'number') figures[field] = parsed.data
    else if (typeof parsed.data === 'string' && parsed.data !== '' && field !== 'amount') text[field] = parsed.data
  }
  return { text, figures, faulty, faults: found }
}

/** Faults of a receipt that secures guarantees: its row must not describe a deposit. */
const marginFaults = (
  text: Values,
  figures: Partial<Record<FieldName, number>>,
  { whereabouts }: Standing,
): Fault[] => [
  ...(['submittedOn', 'dueOn', 'receivedOn', 'receivedAmount', 'deduction'] as const)
    .filter((field) => figures[field] !== undefined || text[field] !== undefined)
    .map((field): Fault => [field, messageOf('is not for a receipt that secures guarantees')]),
  ...(whereabouts === 'LODGED' || whereabouts === 'DRAFT'
    ? []
    : [['status', messageOf('is not for a receipt that secures guarantees')] satisfies Fault]),
]

type Sheet = ReturnType<typeof sheetState>

function sheetState() {
  return {
    whole: wholeSheet(),
    agreed: firstDetails(),
    deposits: new Map<string, number>(),
    /** Receipts in rows above, by number, with the free amount of each. */
    receipts: new Map<string, { row: number; free: number }>(),
  }
}

/** The margin of a guarantee, or the fault in it. */
function marginIn(sheet: Sheet, at: number, { text, amount: total, marginPercent }: Paper): Paper['margin'] | Fault {
  const receiptNo = text.marginReceiptNo
  if (!receiptNo) return undefined
  const amount = marginOf(total, marginPercent ?? 0)
  if (amount <= 0) return ['marginPercent', messageOf('is required: it says how much of the receipt is pledged')]
  const above = sheet.receipts.get(receiptNo.toUpperCase())
  if (!above) {
    const row = sheet.whole.receiptRow(receiptNo)
    if (row === undefined) return { receiptNo, amount, row: undefined }
    return [
      'marginReceiptNo',
      row > at
        ? messageOf('is the receipt of row {row}: put that row above this one', { row })
        : messageOf('is the receipt of row {row}, which is not stored', { row }),
    ]
  }
  if (above.free < amount)
    return ['marginReceiptNo', messageOf('of row {row} is pledged to others already', { row: above.row })]
  above.free -= amount
  return { receiptNo, amount, row: above.row }
}

interface Told {
  kind: InstrumentKind
  text: Values
  amount: number
  marginPercent: number | undefined
  whereabouts: Whereabouts
  isMargin: boolean
}

/** The instrument of a row that is sound in itself, compared with what other rows say of it. */
function paperOf(sheet: Sheet, row: number, typedPaper: Told): { paper: Paper; text: Values; faults: Fault[] } {
  const { kind, amount, isMargin } = typedPaper
  const number = typedPaper.text.instrumentNo
  const key = paperKey(kind, number, typedPaper.text.issuer)
  const { text, marginPercent, faults } =
    key === undefined ? { ...typedPaper, faults: [] } : sheet.agreed(key, row, typedPaper, details)
  const whole = key === undefined || isMargin ? undefined : sheet.whole.paper(key)
  if (whole?.unread !== undefined && whole.unread !== row)
    faults.push(['instrumentNo', messageOf('is also in row {row}, whose amount cannot be read', { row: whole.unread })])
  const total = whole ? inRupees(whole.paise) : amount
  const [issue] = amount > 0 ? (safeParse(depositSheet.fields.amount, total).error?.issues ?? []) : []
  if (issue) faults.push(['amount', messageOfIssue(issue)])
  return {
    text,
    faults,
    paper: {
      key,
      kind,
      number,
      amount: total,
      whereabouts: isMargin ? 'OURS' : whole ? whereaboutsOfAll(whole.whereabouts) : typedPaper.whereabouts,
      text,
      marginPercent,
      margin: undefined,
    },
  }
}

/** The deposit and instrument of a row, with all faults. */
function depositOf(sheet: Sheet, row: number, filled: FilledRow<FieldName>) {
  const { text: typed, figures, faulty, faults } = soundCells(filled)
  const read = faulty.has('kind') || faulty.has('instrumentNo') ? undefined : kindOfRow(typed.kind, typed.instrumentNo)
  const kind = typeof read === 'string' ? read : undefined
  if (read && typeof read !== 'string') faults.push(read)
  const status = typed.status ? statusIn(typed.status, kind) : undefined
  if (status && 'fault' in status) faults.push(['status', status.fault])
  const isMargin = kind !== undefined && isMarginReceipt(typed.depositType ?? '', kind)
  if (!isMargin && !faulty.has('bidId') && !typed.bidId && !typed.referenceNo && !typed.contractName)
    faults.push(['bidId', messageOf('is required, or a reference no., or the name of the work')])
  if (!kind) return { typed, faults, isMargin, stored: undefined }
  // Without an amount, the rest of the row is validated all the same, so that the user can correct everything at once.
  const amount = figures.amount ?? 0
  const standing = standingOf({
    amount,
    receivedAmount: figures.receivedAmount ?? 0,
    deduction: figures.deduction ?? 0,
    receivedOn: typed.receivedOn ?? (faulty.has('receivedOn') ? 'unread' : undefined),
    status: status && 'code' in status ? status.code : undefined,
    isGuarantee: isGuarantee(kind),
  })
  const isReadable = figures.amount !== undefined && !(status && 'fault' in status)
  if (isReadable) faults.push(...standing.faults)
  const details = { kind, amount, marginPercent: figures.marginPercent, whereabouts: standing.whereabouts, isMargin }
  const { paper, text, faults: ofPaper } = paperOf(sheet, row, { ...details, text: withMaturity(kind, typed) })
  const values = { text, amount, marginPercent: paper.marginPercent }
  faults.push(...ofPaper, ...paperFaults(kind, values, paper.whereabouts, faulty))
  const doubtful = paper.key && !isMargin && sheet.whole.doubtful(paper.key, filled.typed, filled.given.amount)
  if (doubtful)
    faults.push([
      'instrumentNo',
      messageOf('may be the deposit of row {row}: name its tender by the same column', { row: doubtful }),
    ])
  if (isMargin) faults.push(...marginFaults(text, figures, standing))
  if (faults.length === 0) {
    const margin = marginIn(sheet, row, paper)
    if (Array.isArray(margin)) faults.push(margin)
    else paper.margin = margin
  }
  const stored = {
    ...standing,
    paper,
    amount,
    depositType: text.depositType ?? '',
    instrumentNo: numberOf(kind, text.instrumentNo) ?? '',
  }
  return { typed: text, faults, isMargin, stored }
}

/**
 * The cells as they came, except those stored as another value: without its number format such a cell would not be read
 * the same again.
 */
const cellsOf = ({ cells }: Row, { kept, fields }: Columns<FieldName>, notes: FilledRow<FieldName>['notes']) =>
  kept.map((at) => {
    const field = fields.find(([, place]) => place === at)?.[0]
    return notes.find((note) => note.field === field)?.stored ?? typedText(cells[at])
  })

function judgeRow(row: Row, columns: Columns<FieldName>, filled: FilledRow<FieldName>, sheet: Sheet): JudgedRow {
  const { number } = row
  const { typed, notes } = filled
  const reference = typed.instrumentNo ?? typed.bidId ?? typed.referenceNo ?? ''
  const base = {
    row: number,
    refId: storable(reference.slice(0, shownLength)) || `Row ${number}`,
    cells: JSON.stringify(cellsOf(row, columns, notes)),
    words: {},
    office: undefined,
    owner: undefined,
    isMargin: false,
    stored: undefined,
    notes: [],
  }
  if (filled.sumLabel !== undefined)
    return { ...base, faults: [cellFault(depositSheet, columns, sumFault(depositSheet), filled.sumLabel)] }
  const { typed: text, faults, isMargin, stored } = depositOf(sheet, number, filled)
  const description = isMargin ? `margin ${stored?.paper.key}` : depositKey(typed, filled.given.amount)
  const twin = faults.length === 0 && repeated(sheet.deposits, description, number)
  const isSound = faults.length === 0 && !twin
  if (isSound && stored && (stored.paper.kind === 'FDR' || stored.paper.kind === 'TDR'))
    sheet.receipts.set((text.instrumentNo ?? '').toUpperCase(), { row: number, free: stored.paper.amount })
  const { bidId, referenceNo, contractName, department, officeName, ownerName } = text
  return {
    ...base,
    faults: [
      ...inOrder(faults, columns.fields).map((fault) => cellFault(depositSheet, columns, fault, typed[fault[0]] ?? '')),
      ...(twin ? [rowFault(messageOf('The row is the same as row {row}', { row: twin }))] : []),
    ],
    words: {
      ...(bidId && { bidId: storable(bidId) }),
      ...(referenceNo && { referenceNo: storable(referenceNo) }),
      ...(contractName && { contractName: storable(contractName) }),
    },
    office: department || officeName ? { department, officeName } : undefined,
    owner: isMargin ? undefined : ownerName,
    isMargin,
    stored: isSound ? stored : undefined,
    notes,
  }
}

function begin(headings: Row, epoch: Epoch) {
  const columns = columnsOf(depositSheet, headings)
  const reader = rowReader(depositSheet, columns, epoch)
  // Reads ahead what the whole sheet says of its instruments, except for days, which depend on their whole column.
  const ahead = rowReader(depositSheet, columns, epoch)
  const sheet = sheetState()
  const { ignored, names } = columns
  return {
    facts: { headings: columns.headings.map(storable), ignored: ignored.map(storable), names },
    look: (row: Row) => {
      reader.look(row)
      sheet.whole.look(ahead.read(row), row.number)
    },
    judge: (row: Row) => judgeRow(row, columns, reader.read(row), sheet),
  }
}

/** The rules by which the sheet-reading thread validates rows. */
export const rules: Judge<Facts, JudgedRow> = {
  headingsIn: (row) => headingsIn(depositSheet, row),
  noHeadings: noHeadings(depositSheet),
  begin,
}
