import { Buffer } from 'node:buffer'
import { posix } from 'node:path'
import { messageOf } from '@plinth/api/kernel/messages'
import PizZip from 'pizzip'
import { cleanPart, namedIn } from './word-clean.ts'
import { type Parts, partsOf } from './word-parts.ts'
import { damaged, parsed, serialized, type WordElement, WordFault } from './word-xml.ts'

interface Kind {
  /** The name of its root element. */
  root: string
  type: string
  ending: 'xml'
  /** Whether its text is searched for names. */
  isPage: boolean
}

const kindOf = (root: string, name: string, isPage = false): Kind => ({
  root,
  type: `application/vnd.openxmlformats-officedocument.${name}+xml`,
  ending: 'xml',
  isPage,
})

/** The XML parts that a letterhead may have, by the type of their relationship. */
const kinds: Readonly<Record<string, Kind>> = {
  officeDocument: kindOf('w:document', 'wordprocessingml.document.main', true),
  header: kindOf('w:hdr', 'wordprocessingml.header', true),
  footer: kindOf('w:ftr', 'wordprocessingml.footer', true),
  footnotes: kindOf('w:footnotes', 'wordprocessingml.footnotes', true),
  endnotes: kindOf('w:endnotes', 'wordprocessingml.endnotes', true),
  styles: kindOf('w:styles', 'wordprocessingml.styles'),
  settings: kindOf('w:settings', 'wordprocessingml.settings'),
  numbering: kindOf('w:numbering', 'wordprocessingml.numbering'),
  fontTable: kindOf('w:fonts', 'wordprocessingml.fontTable'),
  theme: kindOf('a:theme', 'theme'),
}
/** Parts that the document has without referring to them by an id. */
const unnamed = new Set(['footnotes', 'endnotes', 'styles', 'settings', 'numbering', 'fontTable', 'theme'])

/** Formats of pictures, by the signature of their content and its position. */
const pictures = [
  { ending: 'png', type: 'image/png', at: 0, signs: '\x89PNG\r\n\x1a\n' },
  { ending: 'jpeg', type: 'image/jpeg', at: 0, signs: '\xff\xd8\xff' },
  { ending: 'gif', type: 'image/gif', at: 0, signs: 'GIF8' },
  { ending: 'bmp', type: 'image/bmp', at: 0, signs: 'BM' },
  { ending: 'tiff', type: 'image/tiff', at: 0, signs: 'II*\0' },
  { ending: 'tiff', type: 'image/tiff', at: 0, signs: 'MM\0*' },
  { ending: 'emf', type: 'image/x-emf', at: 40, signs: ' EMF' },
  { ending: 'wmf', type: 'image/x-wmf', at: 0, signs: '\xd7\xcd\xc6\x9a' },
]
const font = { ending: 'odttf', type: 'application/vnd.openxmlformats-officedocument.obfuscatedFont' }

/** The format of a picture, by its content alone, whatever its name and declared type are. */
const pictureOf = (bytes: Buffer) =>
  pictures.find(({ at, signs }) => bytes.toString('latin1', at, at + signs.length) === signs)

/** The prefixes of relationship types; strict documents have the second. */
const bases = [
  'http://schemas.openxmlformats.org/officeDocument/2006/relationships/',
  'http://purl.oclc.org/ooxml/officeDocument/relationships/',
]
const packageSpace = 'http://schemas.openxmlformats.org/package/2006'

interface Relation {
  id: string
  kind: string
  /** The name of the part. */
  target: string
}
type Relations = ReadonlyMap<string, Relation>

/** Of pages, headers, footers and notes together: searching them for names must end within the time and memory of one order. */
const maxPages = 512 * 1024
const maxTexts = 4 * 1024 * 1024

const notWord = () => new WordFault('This is no Word document (.docx).')

const xml = (body: string) => Buffer.from(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${body}`)
const relationsName = (part: string) => posix.join(posix.dirname(part), '_rels', `${posix.basename(part)}.rels`)

function decoded(target: string): string {
  try {
    return decodeURI(target)
  } catch {
    return target
  }
}

/** Builds a new package of the parts of another that are known and used, each of them cleaned. */
class Rebuilding {
  readonly parts = new Map<string, Buffer>()
  readonly dropped = new Set<string>()
  readonly duplicates = new Set<string>()
  pageSize = 0
  #read = 0
  readonly #types = new Set([
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
  ])
  readonly #added = new Map<string, string>()
  readonly #source: Parts
  readonly #maxTexts: number
  /** The names by their lower case: some programs do not distinguish upper and lower case. */
  readonly #names: ReadonlyMap<string, string>

  constructor(source: Parts, maxTexts = Number.POSITIVE_INFINITY) {
    this.#source = source
    this.#maxTexts = maxTexts
    this.#names = new Map([...source.keys()].map((name) => [name.toLowerCase(), name]))
    const main = [...this.#relationsOf('').values()].find(({ kind }) => kind === 'officeDocument')
    if (!main) throw notWord()
    this.#relate('', [main])
    const types = `<Types xmlns="${packageSpace}/content-types">${[...this.#types].join('')}</Types>`
    this.parts.set('[Content_Types].xml', xml(types))
  }

  #bytes(name: string): Buffer {
    const bytes = this.#source.get(name)
    if (!bytes) throw damaged()
    return bytes
  }

  #parsed(name: string): WordElement {
    const bytes = this.#bytes(name)
    this.#read += bytes.length
    if (this.#read > this.#maxTexts)
      throw new WordFault('The texts of the letterhead unpack to more than 4 MB, its pictures and fonts not counted.')
    return parsed(bytes)
  }

  /** The relationships of a part by their ids, without those to something outside of the file. */
  #relationsOf(part: string): Relations {
    const relations = new Map<string, Relation>()
    const name = this.#names.get(relationsName(part).toLowerCase())
    if (name === undefined) return relations
    for (const { name: element, attributes } of this.#parsed(name).children) {
      const { Id: id = '', Type: type = '', Target: target = '' } = attributes
      const base = bases.find((one) => type.startsWith(one))
      const found = this.#targetOf(part, target)
      if (element !== 'rel:Relationship' || !base || !found || !/^[\w.-]{1,100}$/.test(id)) continue
      relations.set(id, { id, kind: type.slice(base.length), target: found })
    }
    return relations
  }

  #targetOf(part: string, target: string): string | undefined {
    return [target, decoded(target)]
      .map((path) => (path.startsWith('/') ? path.slice(1) : posix.join(posix.dirname(part), path)))
      .map((path) => this.#names.get(path.toLowerCase()))
      .find((found) => found !== undefined)
  }

  #relate(part: string, relations: readonly Relation[]): void {
    if (relations.length === 0) return
    const written = relations.map((relation) => {
      const name = this.#add(relation)
      const target = part === '' ? name : posix.basename(name)
      return `<Relationship Id="${relation.id}" Type="${bases[0]}${relation.kind}" Target="${target}"/>`
    })
    const all = `<Relationships xmlns="${packageSpace}/relationships">${written.join('')}</Relationships>`
    this.parts.set(relationsName(part), xml(all))
  }

  /** Adds a part once; answers its new name. */
  #add({ kind, target }: Relation): string {
    const key = `${kind} ${target}`
    const added = this.#added.get(key)
    if (added !== undefined) return added
    const known = kinds[kind]
    const { ending, type } = known ?? (kind === 'image' ? pictureOf(this.#bytes(target)) : undefined) ?? font
    const name = kind === 'officeDocument' ? 'word/document.xml' : `word/${kind}${this.#added.size}.${ending}`
    this.#added.set(key, name)
    this.#types.add(
      `<${known ? `Override PartName="/${name}"` : `Default Extension="${ending}"`} ContentType="${type}"/>`,
    )
    if (known) this.#addXml(name, target, known)
    else this.parts.set(name, this.#bytes(target))
    return name
  }

  #addXml(name: string, target: string, { root, isPage }: Kind): void {
    const source = this.#parsed(target)
    const isMain = root === 'w:document'
    if (source.name !== root) throw isMain ? notWord() : damaged()
    const relations = this.#relationsOf(target)
    const { dropped, duplicates } = this
    const mayName = (kind: string, id: string) => {
      const relation = relations.get(id)
      if (relation?.kind !== kind) return false
      if (kind === 'image') return pictureOf(this.#bytes(relation.target)) !== undefined
      // A footer that has itself as its footer crashes LibreOffice.
      return kind === 'font' || isMain
    }
    const element = cleanPart(source, { dropped, duplicates, mayName, shapeTypes: new Map() })
    if (!element) throw damaged()
    const named = namedIn(element)
    this.#relate(
      name,
      [...relations.values()].filter(({ id, kind }) => named.has(id) || (isMain && unnamed.has(kind))),
    )
    const bytes = serialized(element)
    this.parts.set(name, bytes)
    if (isPage) this.pageSize += bytes.length
  }
}

function packed(parts: Parts): Uint8Array {
  const zip = new PizZip()
  // In order, so that the content types come first, where some programs look for them.
  for (const [name, bytes] of [...parts].sort(([one], [other]) => (one < other ? -1 : 1))) zip.file(name, bytes)
  return zip.generate({ type: 'uint8array', compression: 'DEFLATE' })
}

/** Throws WordFault also for what the libraries throw. */
async function rebuilt(bytes: Uint8Array, maxTexts?: number): Promise<Rebuilding> {
  try {
    return new Rebuilding(await partsOf(bytes), maxTexts)
  } catch (error) {
    throw error instanceof WordFault ? error : damaged()
  }
}

/** Cleans a stored letterhead. Drops what is not allowed and throws WordFault only for a package that cannot be read. */
export const cleanStored = async (bytes: Uint8Array): Promise<Uint8Array> => packed((await rebuilt(bytes)).parts)

/**
 * Cleans an uploaded letterhead. Throws WordFault if it cannot be read, is too large, or has something that programs may read
 * differently.
 */
export async function cleanUpload(bytes: Uint8Array): Promise<Uint8Array> {
  const { parts, duplicates, pageSize } = await rebuilt(bytes, maxTexts)
  for (const what of duplicates)
    throw new WordFault(
      messageOf('The letterhead has two attributes of one name: {what}. Save it again in Word.', { what }),
    )
  if (pageSize > maxPages)
    throw new WordFault('The page, headers and footers of the letterhead have more than 512 KB of text together.')
  const clean = packed(parts)
  // Cleaning must leave nothing to drop: this would find a fault of ours before the file is stored.
  for (const what of (await rebuilt(clean)).dropped)
    throw new WordFault(
      messageOf('The letterhead has {what}, which is not known to be harmless. Take that out.', { what }),
    )
  return clean
}
