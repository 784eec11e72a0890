import { contract, contractFields, contractLabels } from '@plinth/api/contracts'
import { stampLabels } from '@plinth/api/kernel/record'
import { type Cell, columnLetter, isEmptyCell, type Row, SheetFault } from '../kernel/sheets.ts'

export type FieldName = keyof typeof contractLabels

/** The fields in the order of the form. */
export const fieldNames = Object.keys(contractLabels).filter((name): name is FieldName => name in contractFields)

/** What the last column of a file of failures is headed with. */
export const reasonsHeading = 'Reasons'

/** A heading by its letters and digits alone; either spelling of a licence. */
const plain = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll('licence', 'license')
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '')

const fieldsByHeading = new Map<string, FieldName>([
  ['extensioncount', 'extensionCoun'],
  ['agreementdate', 'aggreementDate'],
  ...fieldNames.flatMap((name): [string, FieldName][] => [
    [plain(name), name],
    [plain(contractLabels[name]), name],
  ]),
])

/** Headings of what only the server sets: a sheet may have them, and nobody needs to be told that they are not read. */
const serverSet = Object.keys(contract.shape).filter((name) => !(name in contractFields))
const passedOver = new Set([...serverSet, ...Object.values(stampLabels)].map(plain))

const textOf = (cell: Cell | undefined) => (typeof cell === 'string' ? cell.trim() : '')
const fieldOf = (cell: Cell | undefined) => fieldsByHeading.get(plain(textOf(cell)))

/** How many headings a row has; 0 where none is the contract's name. */
export function headingsIn({ cells }: Row): number {
  const fields = cells.map(fieldOf).filter((field) => field !== undefined)
  return fields.includes('contractName') ? fields.length : 0
}

export const noHeadings = `No column in the first 20 rows is headed "${contractLabels.contractName}": name them as the template does.`

/** Which column of a sheet holds which field, by position; the column of reasons is left out of `kept`. */
export interface Columns {
  /** As the sheet has them, without the column of reasons. */
  headings: string[]
  ignored: string[]
  /** Each field's column as people find it: `Bid value (F)`. */
  names: Partial<Record<FieldName, string>>
  fields: [FieldName, number][]
  kept: number[]
}

/** Throws a SheetFault when two columns are headed alike. */
export function columnsOf({ cells }: Row): Columns {
  const columns: Columns = { headings: [], ignored: [], names: {}, fields: [], kept: [] }
  for (const [at, cell] of cells.entries()) {
    const heading = textOf(cell)
    const field = fieldOf(cell)
    if (plain(heading) === plain(reasonsHeading)) continue
    columns.kept.push(at)
    columns.headings.push(heading)
    if (field) {
      const other = columns.fields.find(([name]) => name === field)
      if (other)
        throw new SheetFault(
          `Columns ${columnLetter(other[1])} and ${columnLetter(at)} are both headed "${contractLabels[field]}".`,
        )
      columns.fields.push([field, at])
      columns.names[field] = `${heading} (${columnLetter(at)})`
    } else if (!isEmptyCell(cell) && !passedOver.has(plain(heading))) {
      columns.ignored.push(heading || `Column ${columnLetter(at)}`)
    }
  }
  return columns
}
