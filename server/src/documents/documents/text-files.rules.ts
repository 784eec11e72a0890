import { createReadStream } from 'node:fs'
import { isMarkup, isProgram } from './file-refusals.rules.ts'

export const noText = /[\p{Cc}--[\t-\r\x80-\x9F]]/v
/** Bytes that stand for nothing in Windows' Western texts. */
const noWestern = /[\x81\x8D\x8F\x90\x9D]/

function encodingOf(head: Buffer): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  return head[0] === 0xfe && head[1] === 0xff ? 'utf-16be' : 'utf-8'
}

/** Reads a text in pieces, whatever its length; decodes by `encoding`, and throws a TypeError where it is not in it. */
async function* piecesOf(path: string, encoding: string) {
  const decoder = new TextDecoder(encoding, { fatal: true })
  const source: AsyncIterable<Buffer> = createReadStream(path, { highWaterMark: 262_144 })
  for await (const bytes of source) yield decoder.decode(bytes, { stream: true })
  yield decoder.decode()
}

/** How a text begins, without blanks before; undefined when the file is none by this encoding. */
async function readText(path: string, encoding: string): Promise<string | undefined> {
  const forbidden = encoding === 'windows-1252' ? new RegExp(`${noText.source}|${noWestern.source}`, 'v') : noText
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

export const hasMark = (head: Buffer) => head.toString('latin1', 0, 3) === '\xEF\xBB\xBF'

/** A text as Unicode, or as what spreadsheet programs write into a CSV in the West. */
async function textStart(path: string, head: Buffer): Promise<string | undefined> {
  const encoding = encodingOf(head)
  const start = await readText(path, encoding)
  const isSettled = start !== undefined || encoding !== 'utf-8' || hasMark(head)
  return isSettled ? start : readText(path, 'windows-1252')
}

/** Formats that are written as a text and yet are none. */
export const written: readonly (readonly [start: string, type: string])[] = [
  ['%PDF-', 'application/pdf'],
  ['{\\rtf', 'application/rtf'],
]

export interface Sought {
  path: string
  size: number
  name: string
  ending: string
  head: Buffer
}

/** A text by its content. Throws 415 when it is one of those that are not kept. */
export async function textType({ path, name, ending, head }: Sought): Promise<string | undefined> {
  const start = await textStart(path, head)
  if (start === undefined) return undefined
  if (/^<[a-z!?/]/i.test(start)) throw isMarkup(name)
  if (start.startsWith('#!')) throw isProgram(name)
  const other = written.find(([sign]) => start.startsWith(sign))?.[1]
  return other ?? (ending === 'csv' ? 'text/csv' : 'text/plain')
}
