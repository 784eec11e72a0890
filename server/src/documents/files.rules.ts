import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { documentTypes } from '@plinth/api/document-types'
import { AppError } from '../kernel/errors.ts'
import { nameable } from '../kernel/file-names.ts'

const longestName = 255
const reserved = /^(?:con|prn|aux|nul|conin\$|conout\$|com[\d¹²³]|lpt[\d¹²³])\s*(?:\.|$)/i

/** "pdf" for Bill.PDF; empty for a name without an ending. */
const endingOf = (name: string) => /[^.]\.([^.\s]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''

/** A name of at most so many UTF-16 units, cut before its ending. */
function shortened(name: string): string {
  if (name.length <= longestName) return name
  const [ending = ''] = /\.[^.\s]{1,20}$/.exec(name) ?? []
  return `${name.slice(0, longestName - ending.length).replace(/[\uD800-\uDBFF]$/, '')}${ending}`
}

/**
 * The name a document is kept and shown under: what stands behind the last slash of what was given, without signs that
 * turn a text round or break a line, without dots and blanks around; at most 255 UTF-16 units, never empty.
 */
export function fileNameOf(given: string): string {
  // Of a form's 80 kB of name the patterns see the end alone: what looks for blanks there begins anew at each of them.
  const segment = given.slice(-1_000).toWellFormed().split(/[/\\]/).at(-1) ?? ''
  const shown = segment.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\uFEFF]/gu, '')
  const bare = shown.replace(/^[\s.]+|[\s.]+$/g, '')
  return nameable(shortened(reserved.test(bare) ? `_${bare}` : bare))
}

const refused = (message: string) => new AppError(415, 'unsupported_type', message)

const isProgram = (name: string) => refused(`“${name}” is a program or a script: these are not kept.`)
const isMarkup = (name: string) =>
  refused(`“${name}” is a web page or made of markup: these are not kept. Send it as a PDF or an image.`)
const holdsMacros = (name: string) =>
  refused(`“${name}” can hold macros: such files are not kept. Save it as .docx, .xlsx or .pptx and send that.`)
const isOfNoKind = (name: string) =>
  refused(
    `Files like “${name}” are not kept. Send a PDF, an image, an Office document, a CSV sheet, a text or a ZIP archive.`,
  )
const isDamaged = (name: string, label: string) =>
  refused(
    `“${name}” is not what its name says (${label}), or it is damaged. Save it again in its program and send that.`,
  )
const isNoText = (name: string) =>
  refused(`“${name}” holds signs that no text has. Save it as a text in UTF-8 and send that.`)

/** Content of a kind that is kept, under the name of another. */
function isOther(name: string, { label, endings }: { label: string; endings: readonly string[] }) {
  const ending = endingOf(name)
  const stem = ending && endingTypes.has(ending) ? name.slice(0, -ending.length - 1) : name
  return refused(`“${name}” is of another kind than its name says (${label}). Rename it to “${stem}.${endings[0]}”.`)
}

const endingTypes = new Map(
  Object.entries(documentTypes).flatMap(([type, { endings }]) => endings.map((ending) => [ending, type] as const)),
)

const programEndings = new Set(
  `apk app appx bat bin class cmd com cpl deb dll dmg elf exe gadget hta iso jar js jse lnk mjs msi msp pif ps1 py reg
  rpm scr sh sys vb vbe vbs wasm wsf`.split(/\s+/),
)
const markupEndings = new Set('htm html mht mhtml shtml svg svgz xht xhtml xml xsl xslt'.split(' '))
const macroEndings = new Set('docm dotm potm ppam ppsm pptm xlam xlsb xlsm xltm'.split(' '))

const programTypes = new Set(
  `application/x-msdownload application/x-elf application/x-mach-binary application/java-vm application/java-archive
  application/vnd.android.package-archive application/wasm application/x-ms-shortcut`.split(/\s+/),
)

/** What is found under other names than the table's. */
const aliases: Record<string, string> = {
  'image/apng': 'image/png',
  'image/heif': 'image/heic',
  'image/heif-sequence': 'image/heic',
  'image/heic-sequence': 'image/heic',
  'video/x-m4v': 'video/mp4',
}

async function bytesAt(file: FileHandle, from: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, from)
  return buffer.subarray(0, bytesRead)
}

const lastSector = 0xfffffffa
/** Of a directory and of its lists: more than an Office program writes, and read in a moment. */
const mostSectors = 2_000

/** Looks up which sector of a compound file comes after another. */
async function chainsOf(file: FileHandle, head: Buffer, size: number) {
  const perSector = size / 4
  const sectorAt = (number: number) => bytesAt(file, (number + 1) * size, size)
  const lists = Array.from({ length: 109 }, (_, at) => head.readUInt32LE(76 + at * 4))
  let more = head.readUInt32LE(68)
  for (let count = 0; more < lastSector && count < 20; count += 1) {
    const sector = await sectorAt(more)
    for (let at = 0; at < perSector - 1; at += 1) lists.push(sector.readUInt32LE(at * 4))
    more = sector.readUInt32LE(size - 4)
  }
  const known = new Map<number, Buffer>()
  async function after(number: number): Promise<number> {
    const list = lists[Math.floor(number / perSector)] ?? lastSector
    if (list >= lastSector) return lastSector
    const sector = known.get(list) ?? (await sectorAt(list))
    known.set(list, sector)
    return sector.readUInt32LE((number % perSector) * 4)
  }
  return { sectorAt, after }
}

/** The names of what lies at the top of a compound file (OLE). Throws a RangeError when it is damaged. */
async function namesWithin(file: FileHandle): Promise<Set<string>> {
  const head = await bytesAt(file, 0, 512)
  const shift = head.readUInt16LE(30)
  if (shift !== 9 && shift !== 12) throw new RangeError('the size of its sectors')
  const { sectorAt, after } = await chainsOf(file, head, 1 << shift)
  const sectors: Buffer[] = []
  for (let at = head.readUInt32LE(48); at < lastSector && sectors.length < mostSectors; at = await after(at))
    sectors.push(await sectorAt(at))
  const directory = Buffer.concat(sectors)
  const names = new Set<string>()
  const seen = new Set<number>()
  // The root names one of its children; each of these has one at its left and one at its right.
  const next = [directory.readUInt32LE(76)]
  for (let entry = next.pop(); entry !== undefined; entry = next.pop()) {
    const at = entry * 128
    if (seen.has(entry) || at + 128 > directory.length) continue
    seen.add(entry)
    const length = Math.max(0, Math.min(64, directory.readUInt16LE(at + 64)) - 2)
    if (directory[at + 66] === 2) names.add(directory.toString('utf16le', at, at + length))
    next.push(directory.readUInt32LE(at + 68), directory.readUInt32LE(at + 72))
  }
  return names
}

/** What tells the kinds of compound file apart: a stream at the top of it. */
const streams = {
  WordDocument: 'application/msword',
  Workbook: 'application/vnd.ms-excel',
  Book: 'application/vnd.ms-excel',
  'PowerPoint Document': 'application/vnd.ms-powerpoint',
  '__properties_version1.0': 'application/vnd.ms-outlook',
}

const isOpenXml = (type: string | undefined) => type?.startsWith('application/vnd.openxmlformats') === true

/** A newer Office document behind a password is such a file, too: then nothing but its name tells the kind. */
async function compoundType(file: FileHandle, ending: string): Promise<string | undefined> {
  try {
    const names = await namesWithin(file)
    const named = endingTypes.get(ending)
    if (names.has('EncryptedPackage') && isOpenXml(named)) return named
    return Object.entries(streams).find(([stream]) => names.has(stream))?.[1]
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

const noText = /[\p{Cc}--[\t-\r\x80-\x9F]]/v
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

const hasMark = (head: Buffer) => head.toString('latin1', 0, 3) === '\xEF\xBB\xBF'

/** A text as Unicode, or as what spreadsheet programs write into a CSV in the West. */
async function textStart(path: string, head: Buffer): Promise<string | undefined> {
  const encoding = encodingOf(head)
  const start = await readText(path, encoding)
  const isSettled = start !== undefined || encoding !== 'utf-8' || hasMark(head)
  return isSettled ? start : readText(path, 'windows-1252')
}

/** Formats that are written as a text and yet are none. */
const written: readonly (readonly [start: string, type: string])[] = [
  ['%PDF-', 'application/pdf'],
  ['{\\rtf', 'application/rtf'],
]

interface Sought {
  path: string
  size: number
  name: string
  ending: string
  head: Buffer
}

/** A text by its content. Throws 415 when it is one of those that are not kept. */
async function textType({ path, name, ending, head }: Sought): Promise<string | undefined> {
  const start = await textStart(path, head)
  if (start === undefined) return undefined
  if (/^<[a-z!?/]/i.test(start)) throw isMarkup(name)
  if (start.startsWith('#!')) throw isProgram(name)
  const other = written.find(([sign]) => start.startsWith(sign))?.[1]
  return other ?? (ending === 'csv' ? 'text/csv' : 'text/plain')
}

/** What the first bytes tell; undefined also for a file that only seems to be of a kind. */
async function foundType(path: string): Promise<string | undefined> {
  try {
    const { fileTypeFromFile } = await import('file-type')
    return (await fileTypeFromFile(path))?.mime
  } catch (error) {
    // Whatever a hostile file makes the finder stumble over; a fault of the disk is none of these.
    if (error instanceof Error && 'syscall' in error) throw error
    return undefined
  }
}

const macroTail = 1_048_576

async function binaryType(file: FileHandle, { path, size, name, ending, head }: Sought): Promise<string | undefined> {
  // The finder looks behind these, where anything may stand.
  if (hasMark(head) || head.toString('latin1', 0, 3) === 'ID3') return undefined
  const found = await foundType(path)
  if (found === undefined) return undefined
  if (programTypes.has(found)) throw isProgram(name)
  if (/macroenabled/i.test(found)) throw holdsMacros(name)
  if (found === 'application/x-cfb') return compoundType(file, ending)
  const type = aliases[found] ?? found
  const isWritten = written.some(([, other]) => other === type)
  // A text with the first letters of an image is a script in disguise, or a text that happens to begin so.
  if (!isWritten && !noText.test(head.toString('latin1'))) return undefined
  if (isOpenXml(type)) {
    // The list of what a ZIP holds stands at its end.
    const tail = await bytesAt(file, Math.max(0, size - macroTail), Math.min(size, macroTail))
    if (tail.includes('vbaProject.bin')) throw holdsMacros(name)
  }
  return type
}

/** What the name alone rules out. */
function refuseByName(name: string, ending: string): void {
  if (programEndings.has(ending)) throw isProgram(name)
  if (markupEndings.has(ending)) throw isMarkup(name)
  if (macroEndings.has(ending)) throw holdsMacros(name)
}

const isText = (type: string | undefined) => type?.startsWith('text/') === true
const isPacked = (type: string) => /openxmlformats|opendocument/.test(type)

function refusalOf(name: string, type: string | undefined, named: string | undefined): AppError {
  const known = type === undefined ? undefined : documentTypes[type]
  const meant = named === undefined ? undefined : documentTypes[named]
  if (!named || !meant) return known && !isText(type) ? isOther(name, known) : isOfNoKind(name)
  if (known && !(type === 'application/zip' && isPacked(named))) return isOther(name, known)
  return isText(named) ? isNoText(name) : isDamaged(name, meant.label)
}

/**
 * The media type of a file by its content, a key of `documentTypes`; what its sender says of it counts for nothing.
 * `fileName` comes from `fileNameOf`. Throws 415 with a sentence for what is not kept: programs, scripts, markup,
 * macros, kinds not in the table, content that is not what the name's ending says. Reads a text to its end, of
 * everything else a few megabytes at most, and nothing of it into memory for long.
 */
export async function recognise({ path, size }: { path: string; size: number }, fileName: string): Promise<string> {
  const ending = endingOf(fileName)
  refuseByName(fileName, ending)
  const named = endingTypes.get(ending)
  const mayBeText = isText(named) || ending === ''
  await using file = await open(path)
  const sought = { path, size, name: fileName, ending, head: await bytesAt(file, 0, 4_096) }
  const type =
    (mayBeText ? await textType(sought) : undefined) ??
    (await binaryType(file, sought)) ??
    (mayBeText ? undefined : await textType(sought))
  if (type !== undefined && (type === named || (isText(type) && ending === ''))) return type
  throw refusalOf(fileName, type, named)
}
