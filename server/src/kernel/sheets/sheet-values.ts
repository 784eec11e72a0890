import { asMessage, type Message, messageOf } from '@plinth/api/kernel/messages'
import { onlySheets } from '@plinth/api/kernel/sheet-files'

/**
 * How many decimals a cell shows of a number that has more; 'unsaid' of a formula's result whose format says nothing of
 * decimals, so that nobody chose them.
 */
export type ShownDecimals = number | 'unsaid'

/**
 * What a cell of a sheet holds: a text, a number, a yes or no, nothing; a number that is not what its cell shows; a number
 * shown as so many per cent (5 for 5%); a day as YYYY-MM-DD; or why there is no value: the sheet's own fault such as #REF!,
 * or a formula nobody worked out.
 */
export type Cell =
  | null
  | string
  | number
  | boolean
  | { number: number; shown: ShownDecimals }
  | { percent: number; shown?: ShownDecimals }
  | { day: string }
  | { fault: Message }

/** A row under the number that a spreadsheet shows beside it. */
export interface Row {
  number: number
  cells: readonly Cell[]
}

/** A file that cannot be read, and why. */
export class SheetFault extends Error {
  readonly status: 400 | 413 | 415
  readonly said: Message
  constructor(said: Message | string, status: 400 | 413 | 415 = 400) {
    super(asMessage(said).message)
    this.said = asMessage(said)
    this.status = status
  }
}
/** A file of another kind; of one that comes near it is said what to do with it. */
export const notASheet = (message = onlySheets) => new SheetFault(message, 415)
export const damaged = () => new SheetFault('The file is damaged: it cannot be read to its end.')

const columnLimit = 200
/** More than any field takes: what is longer is cut, and is a fault all the same. */
export const cellLimit = 100_000

/** A for 0, Z for 25, AA for 26. */
export function columnLetter(index: number): string {
  const last = String.fromCharCode(65 + (index % 26))
  return index < 26 ? last : columnLetter(Math.floor(index / 26) - 1) + last
}

export const isEmptyCell = (cell: Cell | undefined) =>
  cell === null || cell === undefined || (typeof cell === 'string' && cell.trim() === '')

const tooWide = (column: string) =>
  messageOf('There is a cell in column {column}: at most {max} columns are read.', { column, max: columnLimit })

/** A row's cells, given as they are found. Of what lies too far to the right nothing is kept but that it is there. */
export function put(cells: Cell[], column: number, cell: Cell): void {
  if (isEmptyCell(cell)) return
  const at = Math.min(column, columnLimit)
  while (cells.length < at) cells.push(null)
  cells[at] = at < columnLimit ? cell : { fault: tooWide(columnLetter(column)) }
}

/** Throws when a cell of the row lies too far to the right. */
export function requireNarrow({ cells }: Row): void {
  const beyond = cells[columnLimit]
  if (typeof beyond === 'object' && beyond && 'fault' in beyond) throw new SheetFault(beyond.fault)
}
