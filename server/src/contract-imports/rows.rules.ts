import { createHash } from 'node:crypto'
import type { CellFault } from '@plinth/api/contract-imports'
import { contract, contractFields, contractInput, contractLabels } from '@plinth/api/contracts'
import { type output, safeParse } from 'zod/v4/core'
import { bidRule } from '../contracts/contracts.rules.ts'
import { typedText } from '../kernel/sheet-cells.ts'
import {
  type Columns,
  cellFault,
  columnsOf,
  type FieldFault,
  headingsIn,
  inOrder,
  noHeadings,
  readRow,
  repeated,
  rowFault,
  sheetShape,
  shownLength,
  storable,
  worded,
} from '../kernel/sheet-columns.ts'
import type { Judge, Row } from '../kernel/sheets.ts'

export type FieldName = keyof typeof contractLabels

/** A contract as a row of a sheet. */
export const contractSheet = sheetShape<FieldName>({
  fields: contractFields,
  labels: contractLabels,
  key: 'contractName',
  aliases: { extensioncount: 'extensionCoun', agreementdate: 'aggreementDate' },
  serverSet: Object.keys(contract.shape).filter((name) => !(name in contractFields)),
})

/** The fields in the order of the form. */
export const fieldNames = contractSheet.names

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

export type Facts = Pick<Columns<FieldName>, 'headings' | 'ignored' | 'names'>

export const faultOf = (field: FieldName, names: Facts['names'], cell: string, message: string): CellFault =>
  cellFault(contractSheet, { names }, [field, message], cell)

type Given = Partial<Record<FieldName, unknown>>
type Fault = FieldFault<FieldName>

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
      faults.push([field, worded(contractSheet, message)])
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

function judgeRow(row: Row, columns: Columns<FieldName>, seen: Map<string, number>): JudgedRow {
  const { number, cells } = row
  const { given, typed, faults } = readRow(contractSheet, columns, row)
  const rest = parsed(given, new Set(faults.map(([field]) => field)))
  faults.push(...rest.faults)
  const { bidId } = typed
  const first = bidId && repeated(seen, `bid ${bidId}`, number)
  if (first) faults.push(['bidId', `is also that of row ${first}`])
  const isSound = faults.length === 0 && rest.values !== undefined
  const fingerprint = isSound && !bidId ? fingerprintOf(rest.values ?? {}) : undefined
  const twin = fingerprint && repeated(seen, `row ${fingerprint}`, number)
  return {
    row: number,
    refId: storable((bidId ?? typed.referenceNo ?? '').slice(0, shownLength)) || `Row ${number}`,
    cells: columns.kept.map((at) => storable(typedText(cells[at]))),
    faults: [
      ...inOrder(faults, columns.fields).map((fault) =>
        cellFault(contractSheet, columns, fault, typed[fault[0]] ?? ''),
      ),
      ...(twin ? [rowFault(`The row is the same as row ${twin}`)] : []),
    ],
    values: isSound && !twin ? rest.values : undefined,
    bidId: bidId && storable(bidId),
    fingerprint,
  }
}

function begin(headings: Row) {
  const columns = columnsOf(contractSheet, headings)
  const seen = new Map<string, number>()
  const { ignored, names } = columns
  return {
    facts: { headings: columns.headings.map(storable), ignored: ignored.map(storable), names },
    judge: (row: Row) => judgeRow(row, columns, seen),
  }
}

/** What the thread that reads a sheet goes by. */
export const rules: Judge<Facts, JudgedRow> = {
  headingsIn: (row) => headingsIn(contractSheet, row),
  noHeadings: noHeadings(contractSheet),
  begin,
}
