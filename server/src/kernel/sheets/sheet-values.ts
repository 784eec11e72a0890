import { asMessage, type Message, messageOf } from '@plinth/api/kernel/messages'
import { onlySheets } from '@plinth/api/kernel/sheet-files'

/**
 * How many decimals a cell shows of a number that has more; 'unsaid' for a formula's result whose format does not fix
 * the decimals, so that nobody chose them.
 */
export type ShownDecimals = number | 'unsaid'

/**
 * The value of a sheet's cell: a text, a number, a boolean, or nothing; a number that differs from what its cell shows;
 * a percentage (5 for 5%); a day as YYYY-MM-DD; or the reason why there is no value: an error of the sheet such as
 * #REF!, or a formula without a result.
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

/** A row with the number that a spreadsheet shows beside it. */
export interface Row {
  number: number
  cells: readonly Cell[]
}

/** The reason why a file cannot be read. */
export class SheetFault extends Error {
  readonly status: 400 | 413 | 415
  readonly sentence: Message
  constructor(sentence: Message | string, status: 400 | 413 | 415 = 400) {
    super(asMessage(sentence).message)
    this.sentence = asMessage(sentence)
    this.status = status
  }
}
/** The refusal of a file that is no sheet; for similar kinds the message says how to convert it. */
export const notASheet = (message = onlySheets) => new SheetFault(message, 415)
export const damaged = () => new SheetFault('The file is damaged: it cannot be read to its end.')

const columnLimit = 200
/** More characters than any field accepts; longer text is cut and rejected anyway. */
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

/** Puts a cell into its row. All cells beyond the limit share one place, which holds a fault. */
export function put(cells: Cell[], column: number, cell: Cell): void {
  if (isEmptyCell(cell)) return
  const at = Math.min(column, columnLimit)
  while (cells.length < at) cells.push(null)
  cells[at] = at < columnLimit ? cell : { fault: tooWide(columnLetter(column)) }
}

/** Throws when a cell of the row lies beyond the limit. */
export function requireNarrow({ cells }: Row): void {
  const beyond = cells[columnLimit]
  if (typeof beyond === 'object' && beyond && 'fault' in beyond) throw new SheetFault(beyond.fault)
}
