import { createReadStream } from 'node:fs'
import { markupError, programError } from './file-refusals.rules.ts'

export const notInText = /[\p{Cc}--[\t-\r\x80-\x9F]]/v
/** Bytes that encode nothing in Windows' Western code page. */
const notInWestern = /[\x81\x8D\x8F\x90\x9D]/

function encodingOf(head: Buffer): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  return head[0] === 0xfe && head[1] === 0xff ? 'utf-16be' : 'utf-8'
}

/** Reads a text of any length in pieces, decoded by `encoding`. Throws a TypeError when the text is not in it. */
async function* piecesOf(path: string, encoding: string) {
  const decoder = new TextDecoder(encoding, { fatal: true })
  const source: AsyncIterable<Buffer> = createReadStream(path, { highWaterMark: 262_144 })
  for await (const bytes of source) yield decoder.decode(bytes, { stream: true })
  yield decoder.decode()
}

/** The beginning of a text without leading blanks; undefined when the file is no text in this encoding. */
async function readText(path: string, encoding: string): Promise<string | undefined> {
  const forbidden =
    encoding === 'windows-1252' ? new RegExp(`${notInText.source}|${notInWestern.source}`, 'v') : notInText
  let start = ''
  try {
    for await (const piece of piecesOf(path, encoding)) {
      if (forbidden.test(piece)) return undefined
      if (start.length < 100) start = (start + piece.slice(0, 200 + piece.search(/\S|$/))).trimStart()
    }
    return start
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}

export const hasByteOrderMark = (head: Buffer) => head.toString('latin1', 0, 3) === '\xEF\xBB\xBF'

/** Reads a text as Unicode, or as the Western code page in which spreadsheet programs write a CSV. */
async function textStart(path: string, head: Buffer): Promise<string | undefined> {
  const encoding = encodingOf(head)
  const start = await readText(path, encoding)
  const isSettled = start !== undefined || encoding !== 'utf-8' || hasByteOrderMark(head)
  return isSettled ? start : readText(path, 'windows-1252')
}

/** Formats whose files are text, but which are not accepted as texts. */
export const textualFormats: readonly (readonly [start: string, type: string])[] = [
  ['%PDF-', 'application/pdf'],
  ['{\\rtf', 'application/rtf'],
]

export interface Candidate {
  path: string
  size: number
  name: string
  ending: string
  head: Buffer
}

/** The media type of a text by its content; undefined when the file is no text. Throws 415 for markup and scripts. */
export async function textType({ path, name, ending, head }: Candidate): Promise<string | undefined> {
  const start = await textStart(path, head)
  if (start === undefined) return undefined
  if (/^<[a-z!?/]/i.test(start)) throw markupError(name)
  if (start.startsWith('#!')) throw programError(name)
  const other = textualFormats.find(([sign]) => start.startsWith(sign))?.[1]
  return other ?? (ending === 'csv' ? 'text/csv' : 'text/plain')
}
