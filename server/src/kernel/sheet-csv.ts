import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { type Cell, cellLimit, damaged, put, type Reading, type Row, SheetFault } from './sheets.ts'

const pieceLength = 65_536

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
