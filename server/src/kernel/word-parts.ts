import { Buffer } from 'node:buffer'
import { asMessage, type Message, messageOf } from '@plinth/api/kernel/messages'
import { SaxesParser, type SaxesTagNS } from 'saxes'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { Fields, isHarmlessField } from './word-fields.ts'
import { isData, isKnownDefault, isKnownRelation, isKnownType } from './word-package.ts'
import { isKnownAttribute, isKnownElement, vocabularyOf } from './word-vocabulary.ts'

const megabyte = 1024 * 1024
const limits = { packed: 2 * megabyte, parts: 500, depth: 200 }
/**
 * What parts may unpack to together, and what is said of more: pages, which are searched for names, in the time and memory that one
 * order has; all that is read as XML; all.
 */
const bounds = [
  { size: megabyte / 2, said: 'The page, head and foot of the letterhead unpack to more than 512 KB of text.' },
  {
    size: 4 * megabyte,
    said: 'The texts of the letterhead unpack to more than 4 MB, its pictures and fonts not counted.',
  },
  { size: 20 * megabyte, said: 'The letterhead unpacks to more than 20 MB.' },
] as const

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

const isXml = /\.(?:xml|rels)$/i
const known = /\.(?:xml|rels|png|jpe?g|gif|bmp|tiff?|emf|wmf|odttf|ttf)$/i

/** What has no page in it, and may be longer: styles, settings and data. */
const isPageless =
  /^(?:customXml|word\/(?:theme|glossary))\/|^word\/(?:styles|stylesWithEffects|numbering|fontTable|settings|webSettings)\.xml$/

/** The bounds that a part counts for. */
const boundsOf = (name: string) => bounds.slice(isXml.test(name) ? (isPageless.test(name) ? 1 : 0) : 2)

async function unpacked(zip: ZipFile, entry: Entry, room: number, fault: string): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > room) throw new WordFault(fault)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** The parts by their names, each counted as it is unpacked: what the file says of their sizes may be a lie. */
async function partsOf(bytes: Uint8Array): Promise<Map<string, Buffer>> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const zip = await fromBufferPromise(buffer, { lazyEntries: true, validateEntrySizes: false })
  if (zip.entryCount > limits.parts) throw new WordFault('The letterhead has more than 500 parts.')
  const parts = new Map<string, Buffer>()
  const seen = new Set<string>()
  const left = new Map(bounds.map((bound) => [bound, bound.size as number]))
  for await (const entry of zip.eachEntry()) {
    const name = entry.fileName
    // Two parts that some program takes for one.
    const isTwice = seen.has(name.toLowerCase())
    seen.add(name.toLowerCase())
    if (entry.isEncrypted() || ![0, 8].includes(entry.compressionMethod) || isTwice || isOddName(name)) throw damaged()
    if (name.endsWith('/')) continue
    const counted = boundsOf(name)
    const room = (bound: (typeof bounds)[number]) => left.get(bound) ?? 0
    const [nearest] = counted.toSorted((one, other) => room(one) - room(other))
    const part = await unpacked(zip, entry, nearest ? room(nearest) : 0, nearest?.said ?? '')
    for (const bound of counted) left.set(bound, room(bound) - part.length)
    parts.set(name, part)
  }
  return parts
}

const mainType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'
/** Parts that run, or hold a file of another kind: these are named when they are refused. */
const active = /vbaproject|vbadata|activex|\/embeddings\/|oleobject|\/afchunk|customui|macroenabled/i
const activeElements = new Set(['altChunk', 'OLEObject', 'control', 'object', 'subDoc'])

const activeFault = () =>
  new WordFault('The letterhead holds macros or embedded files. Save it as a plain .docx without them.')
const externalFault = () =>
  new WordFault(
    'The letterhead refers to something outside of itself, such as a link or a picture that is not stored in it. Take that out.',
  )
const strangeFault = () =>
  new WordFault('The letterhead holds files that are neither texts, pictures nor fonts. Save it as a plain .docx.')
const entityFault = () => new WordFault('The letterhead declares entities of its own: such a file is not taken.')
const fieldFault = () =>
  new WordFault(
    'The letterhead has a field that is not known to be harmless. It may have page numbers, days, and what the file says of itself.',
  )
const unknownFault = (what: string) =>
  new WordFault(
    messageOf(
      'The letterhead has {what}, which is not known to be harmless. Take that out, or accept its tracked changes.',
      {
        what: what.slice(0, 60),
      },
    ),
  )

/** A part's text. Throws where another program could read the same bytes as another text. */
function textOf(bytes: Buffer): string {
  const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  if (text.includes('<!DOCTYPE') || text.includes('<!ENTITY')) throw entityFault()
  return text
}

/** Texts of their own, between which no field is put together. */
const stories = new Set([
  'w:txbxContent',
  'mc:Choice',
  'mc:Fallback',
  'w:comment',
  'w:footnote',
  'w:endnote',
  'w:docPartBody',
])
/** What may stand in the code of a field: pieces of it, and how they look. */
const inCode = new Set(['w:p', 'w:r', 'w:instrText', 'w:fldChar', 'w:proofErr', 'w:bookmarkStart', 'w:bookmarkEnd'])

interface Reading {
  /** The types of content that the part declares. */
  types: string[]
  fault: WordFault | undefined
}

/** Judges the elements of one part as they come; the first that speaks against it stays. */
class Judge {
  readonly types: string[] = []
  fault: WordFault | undefined
  readonly #fields = new Fields()
  readonly #open: string[] = []
  readonly #part: string
  readonly #names: ReadonlySet<string>

  constructor(part: string, names: ReadonlySet<string>) {
    this.#part = part
    this.#names = names
  }

  blame(fault: () => WordFault): void {
    this.fault ??= fault()
  }

  opens(tag: SaxesTagNS): void {
    if (this.#open.length >= limits.depth) throw damaged()
    const vocabulary = vocabularyOf(tag.uri)
    const full = `${vocabulary}:${tag.local}`
    const parent = this.#open.at(-1)
    this.#open.push(full)
    if (isData(this.#part)) return
    if (vocabulary === undefined || !isKnownElement(vocabulary, tag.local)) {
      this.blame(() => (activeElements.has(tag.local) ? activeFault() : unknownFault(`<${tag.name}>`)))
      return
    }
    this.#requireAttributes(tag, vocabulary)
    if (vocabulary === 'relationships' || vocabulary === 'types') this.#requirePackage(tag)
    // A piece of code is text, and nothing else.
    if (parent === 'w:instrText') this.blame(damaged)
    this.#requireField(tag, full)
  }

  #requireAttributes({ name, attributes }: SaxesTagNS, vocabulary: string): void {
    const element = { vocabulary, name: name.slice(name.indexOf(':') + 1) }
    for (const { prefix, local, uri, name: written } of Object.values(attributes)) {
      if (prefix === 'xmlns' || written === 'xmlns') continue
      const of = uri === '' ? undefined : vocabularyOf(uri)
      const isKnown = (uri === '' || of !== undefined) && isKnownAttribute(element, { vocabulary: of, name: local })
      if (!isKnown) this.blame(() => (of === 'r' ? externalFault() : unknownFault(`${written} of <${name}>`)))
    }
  }

  #requirePackage({ local, attributes }: SaxesTagNS): void {
    const said = Object.fromEntries(Object.values(attributes).map(({ name, value }) => [name, value]))
    if (local === 'Relationship' && !isKnownRelation(this.#part, said, this.#names))
      this.blame(() => (active.test(`${said['Type']} ${said['Target']}`) ? activeFault() : externalFault()))
    const { ContentType: type = '', PartName: name = '', Extension: extension = '' } = said
    if (local === 'Override') this.types.push(type)
    const isKnown = local === 'Default' ? isKnownDefault(extension, type) : isKnownType(name, type)
    if ((local !== 'Default' && local !== 'Override') || isKnown) return
    const isText = /xml$/i.test(type)
    this.blame(() => (active.test(type) ? activeFault() : isText ? damaged() : strangeFault()))
  }

  #requireField({ attributes }: SaxesTagNS, full: string): void {
    const fields = this.#fields
    const of = (wanted: string) =>
      Object.values(attributes).find(({ uri, local }) => local === wanted && vocabularyOf(uri) === 'w')?.value
    const isLook = this.#open.includes('w:rPr') || this.#open.includes('w:pPr')
    if (fields.isInCode && !inCode.has(full) && !isLook) this.blame(fieldFault)
    if (full === 'w:fldChar' && !fields.mark(of('fldCharType'))) this.blame(fieldFault)
    if (full === 'w:fldSimple' && !isHarmlessField(of('instr') ?? '')) this.blame(fieldFault)
    if (stories.has(full)) fields.enter()
  }

  reads(text: string): void {
    if (this.#open.at(-1) === 'w:instrText' && !this.#fields.read(text)) this.blame(fieldFault)
  }

  closes(): void {
    const full = this.#open.pop() ?? ''
    const isStory = stories.has(full) && !isData(this.#part)
    if ((isStory || this.#open.length === 0) && !this.#fields.leave()) this.blame(fieldFault)
  }

  instructs(target: string): void {
    if (!isData(this.#part) || target !== 'mso-contentType') this.blame(damaged)
  }
}

/** Reads one part with all that a reader of XML tells of it. Throws for one that is broken or read differently by different programs. */
function readXml(part: string, bytes: Buffer, names: ReadonlySet<string>): Reading {
  const judge = new Judge(part, names)
  const parser = new SaxesParser({ position: false, xmlns: true })
  parser.on('error', () => {
    throw damaged()
  })
  parser.on('xmldecl', ({ version, encoding = 'utf-8' }) => {
    if (version !== '1.0' || encoding.toLowerCase() !== 'utf-8') throw damaged()
  })
  parser.on('doctype', () => {
    throw entityFault()
  })
  parser.on('processinginstruction', ({ target }) => judge.instructs(target))
  parser.on('opentag', (tag) => judge.opens(tag))
  parser.on('text', (text) => judge.reads(text))
  parser.on('cdata', (text) => judge.reads(text))
  parser.on('closetag', () => judge.closes())
  parser.write(textOf(bytes)).close()
  return { types: judge.types, fault: judge.fault }
}

/**
 * Throws WordFault where the file is no Word document of at most 2 MB (unpacked, within `bounds`), or has anything that is not
 * known to be harmless: macros, embedded files, fields that reach out, anything outside of itself, entities.
 */
export async function requireHarmless(bytes: Uint8Array): Promise<void> {
  requireZip(bytes)
  try {
    const parts = await partsOf(bytes)
    const names = new Set(parts.keys())
    if ([...names].some((name) => active.test(`/${name}`))) throw activeFault()
    if ([...names].some((name) => !known.test(name))) throw strangeFault()
    const texts = [...parts].filter(([name]) => isXml.test(name))
    const readings = new Map(texts.map(([name, part]) => [name, readXml(name, part, names)]))
    if (!names.has('word/document.xml') || !readings.get('[Content_Types].xml')?.types.includes(mainType))
      throw notWord()
    const fault = [...readings.values()].find((reading) => reading.fault)?.fault
    if (fault) throw fault
  } catch (error) {
    throw error instanceof WordFault ? error : damaged()
  }
}
