import { type FileHandle, open } from 'node:fs/promises'
import { documentTypes } from '@plinth/api/documents/document-types'
import type { AppError } from '../../kernel/errors.ts'
import { bytesAt, compoundType, isOpenXml } from './compound-files.rules.ts'
import { endingOf } from './file-names.rules.ts'
import {
  damagedError,
  endingTypes,
  macroError,
  markupError,
  notTextError,
  programError,
  unknownKindError,
  wrongNameError,
} from './file-refusals.rules.ts'
import { type Candidate, hasByteOrderMark, notInText, textType, textualFormats } from './text-files.rules.ts'

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

/** Media types that the finder names differently from `documentTypes`. */
const aliases: Record<string, string> = {
  'image/apng': 'image/png',
  'image/heif': 'image/heic',
  'image/heif-sequence': 'image/heic',
  'image/heic-sequence': 'image/heic',
  'video/x-m4v': 'video/mp4',
}

/** The media type by the first bytes; undefined also for a file that only seems to be of a kind. */
async function foundType(path: string): Promise<string | undefined> {
  try {
    const { fileTypeFromFile } = await import('file-type')
    return (await fileTypeFromFile(path))?.mime
  } catch (error) {
    // A hostile file can make the finder throw anything; a fault of the disk has a `syscall` and is passed on.
    if (error instanceof Error && 'syscall' in error) throw error
    return undefined
  }
}

const macroTail = 1_048_576

async function binaryType(
  file: FileHandle,
  { path, size, name, ending, head }: Candidate,
): Promise<string | undefined> {
  // The finder skips a byte order mark or an ID3 tag, and anything may follow them.
  if (hasByteOrderMark(head) || head.toString('latin1', 0, 3) === 'ID3') return undefined
  const found = await foundType(path)
  if (found === undefined) return undefined
  if (programTypes.has(found)) throw programError(name)
  if (/macroenabled/i.test(found)) throw macroError(name)
  if (found === 'application/x-cfb') return compoundType(file, ending)
  const type = aliases[found] ?? found
  const isWritten = textualFormats.some(([, other]) => other === type)
  // A text that begins with the letters of an image is a disguised script, or happens to begin so.
  if (!isWritten && !notInText.test(head.toString('latin1'))) return undefined
  if (isOpenXml(type)) {
    // The directory of a ZIP stands at its end.
    const tail = await bytesAt(file, Math.max(0, size - macroTail), Math.min(size, macroTail))
    if (tail.includes('vbaProject.bin')) throw macroError(name)
  }
  return type
}

/** Throws 415 when the name alone rules the file out. */
function refuseByName(name: string, ending: string): void {
  if (programEndings.has(ending)) throw programError(name)
  if (markupEndings.has(ending)) throw markupError(name)
  if (macroEndings.has(ending)) throw macroError(name)
}

const isText = (type: string | undefined) => type?.startsWith('text/') === true
const isPacked = (type: string) => /openxmlformats|opendocument/.test(type)

function refusalOf(name: string, type: string | undefined, named: string | undefined): AppError {
  const known = type === undefined ? undefined : documentTypes[type]
  const namedKind = named === undefined ? undefined : documentTypes[named]
  if (!named || !namedKind) return known && !isText(type) ? wrongNameError(name, known) : unknownKindError(name)
  if (known && !(type === 'application/zip' && isPacked(named))) return wrongNameError(name, known)
  return isText(named) ? notTextError(name) : damagedError(name, namedKind.label)
}

/**
 * The media type of a file by its content, a key of `documentTypes`; the type its sender declares is ignored.
 * `fileName` comes from `fileNameOf`. Throws 415 with a sentence for files that are not accepted: programs, scripts,
 * markup, macros, kinds not in the table, content that does not match the ending. Reads a text to its end and a few
 * megabytes at most of everything else, without holding it in memory.
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
