import { documentTypes } from '@plinth/api/documents/document-types'
import { type getDocumentPreview, previewLimits } from '@plinth/api/documents/documents'
import { monthNames } from '@plinth/api/kernel/days'
import type { Answer } from '@plinth/api/kernel/endpoint'
import { AppError, notFound } from '../../kernel/errors.ts'
import type { Storage } from '../../kernel/files/storage.ts'
import { typedText } from '../../kernel/sheets/sheet-cells.ts'
import { type Cell, type Row } from '../../kernel/sheets/sheet-values.ts'
import { type Judge, openSheet } from '../../kernel/sheets/sheets.ts'

type Preview = Answer<typeof getDocumentPreview>

/** 20 MB, the limit of an imported sheet. */
const maxSheetBytes = 20_971_520
/** 512 KB: only the beginning of a CSV is needed. */
const maxTextBytes = 524_288
/** The length at which a cell's text is cut and ends in an ellipsis. */
const cellCharacters = 300
/** Previews of one company that may wait for their turn. */
const maxWaiting = 10

const emptyPreview: Preview = { sheet: null, rows: null, text: null, isCut: false, fault: null, faultParts: null }

interface ShownRow {
  number: number
  cells: string[]
  isCut: boolean
}

function shownText(cell: Cell): string {
  if (typeof cell === 'boolean') return cell ? 'Yes' : 'No'
  if (typeof cell === 'object' && cell && 'fault' in cell) return /#\S+$/.exec(cell.fault.message)?.[0] ?? '(formula)'
  if (typeof cell !== 'object' || !cell || !('day' in cell)) return typedText(cell)
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(cell.day) ?? []
  return month ? `${date} ${monthNames[Number(month) - 1] ?? month} ${year}` : cell.day
}

function shownRow({ number, cells }: Row): ShownRow {
  const texts = cells.slice(0, previewLimits.columns).map(shownText)
  const shown = texts.map((text) => (text.length > cellCharacters ? `${text.slice(0, cellCharacters - 1)}…` : text))
  const isCut = cells.length > previewLimits.columns || texts.some((text) => text.length > cellCharacters)
  return { number, cells: shown.map((text) => text.toWellFormed()), isCut }
}

/** How the sheet-reading thread treats rows: it returns every row unchanged. */
export const rules: Judge<ShownRow, ShownRow> = {
  readsBeginning: true,
  headingsIn: () => 0,
  noHeadings: { message: '' },
  begin: (first) => ({ facts: shownRow(first), judge: shownRow }),
}

async function bytesOf(source: AsyncIterable<Buffer>): Promise<Uint8Array> {
  const pieces: Buffer[] = []
  for await (const piece of source) pieces.push(piece)
  return Buffer.concat(pieces)
}

async function rowsOf(bytes: Uint8Array): Promise<Preview> {
  // One row more than is shown tells whether there are more.
  const sheet = await openSheet<ShownRow, ShownRow>(bytes, new URL(import.meta.url), previewLimits.rows + 1)
  try {
    const rows = [sheet.facts]
    for await (const batch of sheet.batches()) rows.push(...batch)
    const shown = rows.slice(0, previewLimits.rows)
    return {
      ...emptyPreview,
      sheet: sheet.sheet,
      rows: shown.map(({ number, cells }) => ({ number, cells })),
      isCut: rows.length > shown.length || shown.some(({ isCut }) => isCut),
    }
  } finally {
    await sheet.close()
  }
}

interface Shown {
  /** Begins with the company's id and a slash. */
  key: string
  fileType: string
  size: number
}

/** The beginning of a text up to the end of its last whole line. */
function wholeLines(bytes: Uint8Array): Uint8Array {
  const newline = bytes[0] === 0xff ? [10, 0] : bytes[0] === 0xfe ? [0, 10] : [10]
  const width = newline.length
  let end = bytes.length - (bytes.length % width)
  while (end > 0 && newline.some((byte, at) => bytes[end - width + at] !== byte)) end -= width
  return bytes.subarray(0, end || bytes.length)
}

async function tableOf(storage: Storage, { key, fileType, size }: Shown): Promise<Preview> {
  const isText = fileType === 'text/csv' && size > maxTextBytes
  if (size > maxSheetBytes && !isText)
    return { ...emptyPreview, fault: 'The sheet is too large to be shown here. Please download it.' }
  const bytes = await bytesOf(await storage.open(key, isText ? { from: 0, to: maxTextBytes - 1 } : undefined))
  try {
    const preview = await rowsOf(isText ? wholeLines(bytes) : bytes)
    return isText ? { ...preview, isCut: true } : preview
  } catch (error) {
    if (error instanceof AppError && [400, 413, 415].includes(error.status))
      return { ...emptyPreview, fault: error.message, faultParts: error.sentence.parts ?? null }
    throw error
  }
}

const encodings: readonly (readonly [mark: string, encoding: string])[] = [
  ['\xFF\xFE', 'utf-16le'],
  ['\xFE\xFF', 'utf-16be'],
]

function decoded(bytes: Uint8Array, isWhole: boolean): string {
  const start = Buffer.from(bytes.subarray(0, 2)).toString('latin1')
  const encoding = encodings.find(([mark]) => mark === start)?.[1] ?? 'utf-8'
  try {
    // A character that is cut at the end of the piece is left out.
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: !isWhole })
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

async function textOf(storage: Storage, { key, size }: Shown): Promise<Preview> {
  // A character takes four bytes at most, and a byte order mark before it three.
  const to = Math.min(size, previewLimits.characters * 4 + 3) - 1
  const text = size > 0 ? decoded(await bytesOf(await storage.open(key, { from: 0, to })), to + 1 === size) : ''
  const shown = text.slice(0, previewLimits.characters).replace(/[\uD800-\uDBFF]$/, '')
  return { ...emptyPreview, text: shown.toWellFormed(), isCut: to + 1 < size || shown.length < text.length }
}

const queues = new Map<string, { last: Promise<unknown>; waiting: number }>()

/** Runs work with the same key one after the other. Throws 429 when too many wait. */
async function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
  const queue = queues.get(key) ?? { last: Promise.resolve(), waiting: 0 }
  if (queue.waiting >= maxWaiting)
    throw new AppError(429, 'too_many', 'Many sheets are opened at this moment. Please try again.', { retryAfter: 5 })
  queues.set(key, queue)
  queue.waiting += 1
  const mine = queue.last.then(work)
  queue.last = mine.catch(() => {})
  try {
    return await mine
  } finally {
    queue.waiting -= 1
    if (queue.waiting === 0) queues.delete(key)
  }
}

/**
 * The beginning of a sheet or text; `fault` says why a sheet cannot be shown. Throws 404 for a document of another kind
 * or whose file is gone, 429 when too many of a company's previews wait. Not for use within a transaction: a sheet may
 * take seconds.
 */
export async function previewOf(storage: Storage, document: Shown): Promise<Preview> {
  const kind = documentTypes[document.fileType]?.preview
  if (kind === 'text') return textOf(storage, document)
  if (kind !== 'table') throw notFound()
  // Many sheets opened by a company delay only its own users, and one sheet is read at a time: each may take hundreds
  // of megabytes for a while.
  return inTurn(document.key.split('/')[0] ?? '', () => inTurn('', () => tableOf(storage, document)))
}
