import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { type Cell, cellLimit, damaged, notASheet, put, type Reading, type Row, SheetFault } from './sheets.ts'

const pieceLength = 65_536

const signatures = ['%PDF', '{\\rtf']

const isOdd = (code: number) => (code < 32 && code !== 9 && code !== 10 && code !== 13) || code === 127

/** The share of signs that no text has. */
function oddShare(text: string): number {
  const start = text.slice(0, 65_536)
  let odd = 0
  for (let at = 0; at < start.length; at += 1) if (isOdd(start.charCodeAt(at))) odd += 1
  return odd / start.length
}

function decoded(bytes: Uint8Array): { text: string; tolerated: number } {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return { text: new TextDecoder('utf-16le').decode(bytes), tolerated: 0.3 }
  if (first === 0xfe && second === 0xff) return { text: new TextDecoder('utf-16be').decode(bytes), tolerated: 0.3 }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), tolerated: 0.3 }
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), tolerated: 0.02 }
  }
}

/** A file as text: UTF-8, UTF-16 with its mark, or what Windows wrote in the West. Throws 415 when it is none. */
export function textOf(bytes: Uint8Array): string {
  const { text, tolerated } = decoded(bytes)
  const start = text.trimStart()
  if (start.startsWith('<'))
    throw new SheetFault('This is a web page, not a sheet. Open it in a spreadsheet program and save it as .xlsx.', 415)
  if (signatures.some((signature) => start.startsWith(signature)) || oddShare(text) > tolerated) throw notASheet()
  return text
}

const unbalanced = (line: number) =>
  new SheetFault(`A quotation mark is opened in the row that begins on line ${line}, and never closed.`)

/**
 * A spreadsheet takes a CSV's text for a formula by its first sign, also behind blanks: such a text is written behind an
 * apostrophe, and one that stands behind its own is given one more, so that reading it takes ours off again.
 */
const startsFormula = /^'*(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/
export const guarded = (text: string) => (startsFormula.test(text) ? `'${text}` : text)
const unguarded = (text: string) => (text.startsWith("'") && startsFormula.test(text) ? text.slice(1) : text)

function rowOf(number: number, texts: readonly string[]): Row {
  const cells: Cell[] = []
  for (const [column, text] of texts.entries()) put(cells, column, unguarded(text.slice(0, cellLimit)))
  return { number, cells }
}

function* piecesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += pieceLength) yield text.slice(at, at + pieceLength)
}

/** A text's records by one delimiter. Each counts as one row, however many lines it takes, as in a spreadsheet. */
async function* records(text: string, delimiter: string): AsyncGenerator<Row[]> {
  // A quotation mark within a cell is an inch, and a row may be shorter or longer than the headings.
  let line = 0
  const parser = parse({
    delimiter,
    relax_quotes: true,
    relax_column_count: true,
    on_record(texts: string[], { lines }) {
      line = lines
      return texts
    },
  })
  const source = Readable.from(piecesOf(text)).pipe(parser)
  let number = 0
  let block: Row[] = []
  try {
    for await (const texts of source as AsyncIterable<string[]>) {
      number += 1
      block.push(rowOf(number, texts))
      if (block.length < 500) continue
      yield block
      block = []
    }
  } catch (error) {
    if (error instanceof CsvError && error.code === 'CSV_QUOTE_NOT_CLOSED') throw unbalanced(line + 1)
    throw error instanceof CsvError ? damaged() : error
  } finally {
    parser.destroy()
  }
  yield block
}

/** A text, once by each delimiter it may have. */
export const openCsv = (text: string): Reading[] =>
  [',', ';', '\t', '|'].map((delimiter) => ({ name: '', rows: () => records(text, delimiter) }))
