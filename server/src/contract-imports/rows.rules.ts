import { createHash } from 'node:crypto'
import type { CellFault } from '@plinth/api/contract-imports'
import { contractFields, contractInput, contractLabels } from '@plinth/api/contracts'
import { type output, safeParse } from 'zod/v4/core'
import { bidRule } from '../contracts/contracts.rules.ts'
import { type Cell, isEmptyCell, type Judge, type Row } from '../kernel/sheets.ts'
import { readCell, typedText } from './cells.rules.ts'
import { type Columns, columnsOf, type FieldName, fieldNames, headingsIn, noHeadings } from './columns.rules.ts'

/** A row of the sheet, judged: what it would be stored as, or all that is wrong with it. */
export interface JudgedRow {
  row: number
  refId: string
  /** As it came, in the order of `Columns.headings`. */
  cells: string[]
  faults: CellFault[]
  /** Undefined where there are faults. */
  values: output<typeof contractInput> | undefined
  bidId: string | undefined
  /** Tells the same row sent again, where no bid ID does: SHA-256, in hex. */
  fingerprint: string | undefined
}

export type Facts = Pick<Columns, 'headings' | 'ignored' | 'names'>

const shownLength = 100

/** What PostgreSQL can keep of a text. */
const storable = (text: string) => text.replaceAll('\u0000', '\uFFFD').toWellFormed()

export const faultOf = (field: FieldName, names: Facts['names'], cell: string, message: string): CellFault => ({
  field: contractLabels[field],
  column: names[field] ?? contractLabels[field],
  value: storable(cell.slice(0, shownLength)),
  message,
})

/** A fault of the row as a whole. */
export const rowFault = (message: string): CellFault => ({ field: '', column: '', value: '', message })

/** All that is wrong with a row, in one sentence each. */
export const reasonOf = (faults: readonly CellFault[]) =>
  faults.map(({ field, message }) => `${field} ${message}`.trim()).join('; ')

/** A message of the wire in the words of the screen. */
const worded = (message: string) =>
  message.replace(/\b[a-z]+[A-Z]\w*\b/g, (word) => {
    const field = fieldNames.find((name) => name === word)
    return field ? contractLabels[field] : word
  })

type Given = Partial<Record<FieldName, unknown>>
type Fault = [FieldName, string]

const bid = bidRule('tenderActualValue', 'tenderBidValue', 'tenderBidPercentage')

/** What follows from the percentage rule must be storable, too. */
function bidFaults(values: ReturnType<typeof bid.ofNew>): Fault[] {
  const fields = ['tenderBidValue', 'tenderBidPercentage'] as const
  return fields.flatMap((field): Fault[] => {
    const parsed = safeParse(contractFields[field], values[field])
    return parsed.success ? [] : [[field, `as it follows from the others ${parsed.error.issues[0]?.message}`]]
  })
}

/** Judges a row as the call that creates one contract would, going on where that stops at the first fault. */
function parsed(given: Given, faulty: ReadonlySet<FieldName>): { values: JudgedRow['values']; faults: Fault[] } {
  const faults: Fault[] = []
  const known = new Set<string>(faulty)
  for (;;) {
    // A rule between two fields is only tried when each is sound by itself.
    const sound = Object.fromEntries(Object.entries(given).filter(([name]) => !known.has(name)))
    const named = known.has('contractName') ? { contractName: '–' } : { contractName: given.contractName ?? '' }
    const result = safeParse(contractInput, { ...sound, ...named })
    if (result.success) {
      const settled = bid.ofNew(result.data)
      faults.push(...bidFaults(settled))
      return { values: { ...result.data, ...settled }, faults }
    }
    const before = known.size
    for (const { path, message } of result.error.issues) {
      const field = fieldNames.find((name) => name === path[0])
      if (!field || known.has(field)) continue
      known.add(field)
      faults.push([field, worded(message)])
    }
    if (known.size === before) return { values: undefined, faults }
  }
}

function fingerprintOf(values: object): string {
  const normal = Object.entries(values)
    .filter(([, value]) => value !== null && value !== undefined && value !== '')
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
  return createHash('sha256').update(JSON.stringify(normal)).digest('hex')
}

/** Rows seen before, by their bid ID or by all that they hold. */
function repeated(seen: Map<string, number>, key: string, row: number): number | undefined {
  const first = seen.get(key)
  if (first === undefined) seen.set(key, row)
  return first
}

/** From left to right; what has no column comes last. */
function inOrder(faults: readonly Fault[], fields: Columns['fields']): Fault[] {
  const columnOf = (field: FieldName) => fields.find(([name]) => name === field)?.[1] ?? Number.POSITIVE_INFINITY
  return faults.toSorted(([one], [other]) => columnOf(one) - columnOf(other) || 0)
}

function judgeRow({ number, cells }: Row, { names, fields, kept }: Columns, seen: Map<string, number>): JudgedRow {
  const given: Given = {}
  const faults: Fault[] = []
  const typed = (field: FieldName) => typedText(cells[fields.find(([name]) => name === field)?.[1] ?? -1]).trim()
  for (const [field, at] of fields) {
    const cell: Cell = cells[at] ?? null
    if (isEmptyCell(cell)) continue
    const read = readCell(field, cell)
    if ('fault' in read) faults.push([field, read.fault])
    else given[field] = read.value
  }
  const rest = parsed(given, new Set(faults.map(([field]) => field)))
  faults.push(...rest.faults)
  const bidId = typed('bidId') || undefined
  const first = bidId && repeated(seen, `bid ${bidId}`, number)
  if (first) faults.push(['bidId', `is also that of row ${first}`])
  const isSound = faults.length === 0 && rest.values !== undefined
  const fingerprint = isSound && !bidId ? fingerprintOf(rest.values ?? {}) : undefined
  const twin = fingerprint && repeated(seen, `row ${fingerprint}`, number)
  return {
    row: number,
    refId: storable((bidId ?? typed('referenceNo') ?? '').slice(0, shownLength)) || `Row ${number}`,
    cells: kept.map((at) => storable(typedText(cells[at]))),
    faults: [
      ...inOrder(faults, fields).map(([field, message]) => faultOf(field, names, typed(field), message)),
      ...(twin ? [rowFault(`The row is the same as row ${twin}`)] : []),
    ],
    values: isSound && !twin ? rest.values : undefined,
    bidId: bidId && storable(bidId),
    fingerprint,
  }
}

function begin(headings: Row) {
  const columns = columnsOf(headings)
  const seen = new Map<string, number>()
  const { ignored, names } = columns
  return {
    facts: { headings: columns.headings.map(storable), ignored: ignored.map(storable), names },
    judge: (row: Row) => judgeRow(row, columns, seen),
  }
}

/** What the thread that reads a sheet goes by. */
export const rules: Judge<Facts, JudgedRow> = { headingsIn, noHeadings, begin }
