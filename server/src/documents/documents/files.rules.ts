import { type FileHandle, open } from 'node:fs/promises'
import { documentTypes } from '@plinth/api/documents/document-types'
import type { AppError } from '../../kernel/errors.ts'
import { bytesAt, compoundType, isOpenXml } from './compound-files.rules.ts'
import { endingOf } from './file-names.rules.ts'
import {
  endingTypes,
  holdsMacros,
  isDamaged,
  isMarkup,
  isNoText,
  isOfNoKind,
  isOther,
  isProgram,
} from './file-refusals.rules.ts'
import { hasMark, noText, type Sought, textType, written } from './text-files.rules.ts'

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
