import { Buffer } from 'node:buffer'
import { asMessage, type Message } from '@plinth/api/kernel/messages'
import { SaxesParser } from 'saxes'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'

const megabyte = 1024 * 1024
const limits = { packed: 2 * megabyte, unpacked: 20 * megabyte, parts: 500, depth: 200 }

/** A Word file that is not taken, and why. */
export class WordFault extends Error {
  readonly said: Message
  constructor(said: Message | string) {
    super(asMessage(said).message)
    this.said = asMessage(said)
  }
}

const startsWith = (bytes: Uint8Array, ...signature: number[]) => signature.every((byte, at) => bytes[at] === byte)

const notWord = () => new WordFault('This is no Word document (.docx).')

function requireZip(bytes: Uint8Array): void {
  if (bytes.length > limits.packed) throw new WordFault('The letterhead is larger than 2 MB.')
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0))
    throw new WordFault('This is an old Word file or one with a password. Save it as .docx, without a password.')
  if (!startsWith(bytes, 0x50, 0x4b, 3, 4)) throw notWord()
}

const damaged = () => new WordFault('The letterhead is damaged, or packed in a way that cannot be read.')

/** Names that lead out of the file, or are read differently by different programs. */
const isOddName = (name: string) => name.startsWith('/') || name.includes('\\') || name.split('/').includes('..')

async function unpacked(zip: ZipFile, entry: Entry, room: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > room) throw new WordFault('The letterhead unpacks to more than 20 MB.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** The parts by their names, each counted as it is unpacked: what the file says of their sizes may be a lie. */
async function partsOf(bytes: Uint8Array): Promise<Map<string, Buffer>> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const zip = await fromBufferPromise(buffer, { lazyEntries: true, validateEntrySizes: false })
  if (zip.entryCount > limits.parts) throw damaged()
  const parts = new Map<string, Buffer>()
  const seen = new Set<string>()
  let size = 0
  for await (const entry of zip.eachEntry()) {
    const name = entry.fileName
    // Two parts that some program takes for one.
    const isTwice = seen.has(name.toLowerCase())
    seen.add(name.toLowerCase())
    if (entry.isEncrypted() || ![0, 8].includes(entry.compressionMethod) || isTwice || isOddName(name)) throw damaged()
    if (name.endsWith('/')) continue
    const part = await unpacked(zip, entry, limits.unpacked - size)
    size += part.length
    parts.set(name, part)
  }
  return parts
}

const mainType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'
/** Parts that run, or hold a file of another kind. */
const active = /vbaproject|vbadata|activex|\/embeddings\/|oleobject|\/afchunk|customui/i
const activeType = /macroenabled|vbaproject|activex|oleobject/i
/** Fields that bring something in from elsewhere, or start a program. */
const reaching = /\b(?:DDE|DDEAUTO|DATABASE|IMPORT|INCLUDE|INCLUDEPICTURE|INCLUDETEXT|LINK|MACROBUTTON|RD)\b/i

const isXml = /\.(?:xml|rels)$/i
const known = /\.(?:xml|rels|png|jpe?g|gif|bmp|tiff?|emf|wmf|odttf|ttf)$/i

const activeFault = () =>
  new WordFault('The letterhead holds macros or embedded files. Save it as a plain .docx without them.')
const externalFault = () =>
  new WordFault(
    'The letterhead refers to something outside of itself, such as a link or a picture that is not stored in it. Take that out.',
  )
const strangeFault = () =>
  new WordFault('The letterhead holds files that are neither texts, pictures nor fonts. Save it as a plain .docx.')
const entityFault = () => new WordFault('The letterhead declares entities of its own: such a file is not taken.')

/** A part's text. Throws where another program could read the same bytes as another text. */
function textOf(bytes: Buffer): string {
  const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  if (text.includes('<!DOCTYPE') || text.includes('<!ENTITY')) throw entityFault()
  const [, encoding = 'utf-8'] = /^\s*<\?xml[^>]{0,100}encoding\s*=\s*["']([^"']*)/i.exec(text) ?? []
  if (encoding.toLowerCase() !== 'utf-8') throw damaged()
  return text
}

type Attributes = [name: string, value: string][]

/** Only what is named as XML is read as such: no other part may be declared to be. */
function requireSaid(attributes: Attributes): void {
  const of = (wanted: string) => attributes.find(([key]) => key === wanted)?.[1] ?? ''
  const type = of('ContentType')
  if (activeType.test(type)) throw activeFault()
  if (/xml$/i.test(type) && !/(?:^|\.)(?:xml|rels)$/i.test(of('PartName') || of('Extension'))) throw damaged()
}

/** Reads one part, and throws what speaks against it. Answers the types of content that it declares. */
function readXml(bytes: Buffer): string[] {
  let [depth, isField, fields] = [0, false, '']
  const types: string[] = []
  const parser = new SaxesParser({ position: false, xmlns: false })
  parser.on('error', () => {
    throw damaged()
  })
  parser.on('opentag', ({ name, attributes }) => {
    depth += 1
    if (depth > limits.depth) throw damaged()
    const bare = name.slice(name.indexOf(':') + 1)
    const entries = Object.entries(attributes)
    if (bare === 'Relationship') requireInside(entries)
    if (bare === 'Override' || bare === 'Default') requireSaid(entries)
    if (bare === 'Override') types.push(attributes['ContentType'] ?? '')
    if (['altChunk', 'OLEObject', 'control'].includes(bare)) throw activeFault()
    isField = bare === 'instrText'
    fields += entries.find(([key]) => key.endsWith(':instr'))?.[1] ?? ''
  })
  parser.on('text', (piece) => {
    if (isField) fields += piece
  })
  parser.on('closetag', ({ name }) => {
    depth -= 1
    isField = false
    // The pieces of a field are one text; those of two paragraphs are not.
    if (name.endsWith(':p')) fields += ' '
  })
  parser.write(textOf(bytes)).close()
  if (reaching.test(fields)) throw externalFault()
  return types
}

function requireInside(attributes: Attributes): void {
  const of = (wanted: string) => attributes.find(([key]) => key.toLowerCase() === wanted)?.[1] ?? ''
  const isAddress = /^[a-z][a-z\d+.-]*:|^\/\/|\\/i.test(of('target').trim())
  if (of('targetmode').trim().toLowerCase() === 'external' || isAddress) throw externalFault()
  if (active.test(`${of('type')} ${of('target')}`)) throw activeFault()
}

/**
 * Throws WordFault where the file is no Word document of at most 2 MB (20 MB unpacked) without macros, embedded files, anything
 * outside of itself and entities.
 */
export async function requireHarmless(bytes: Uint8Array): Promise<void> {
  requireZip(bytes)
  try {
    const parts = await partsOf(bytes)
    const names = [...parts.keys()]
    if (names.some((name) => active.test(`/${name}`))) throw activeFault()
    if (names.some((name) => !known.test(name))) throw strangeFault()
    const types = new Map([...parts].filter(([name]) => isXml.test(name)).map(([name, part]) => [name, readXml(part)]))
    if (!parts.has('word/document.xml') || !types.get('[Content_Types].xml')?.includes(mainType)) throw notWord()
  } catch (error) {
    throw error instanceof WordFault ? error : damaged()
  }
}
