import { Buffer } from 'node:buffer'
import { asMessage, type Message } from '@plinth/api/kernel/messages'
import { SaxesParser, type SaxesTagNS } from 'saxes'
import { addresses, ignorable, prefixOf } from './word-vocabulary.ts'

/** The reason why a Word file is refused. */
export class WordFault extends Error {
  readonly sentence: Message
  constructor(sentence: Message | string) {
    super(asMessage(sentence).message)
    this.sentence = asMessage(sentence)
  }
}

export const damaged = () => new WordFault('The letterhead is damaged, or packed in a way that cannot be read.')

/**
 * An element with the prefix of our list, whatever prefix its part uses: `w:p`, and `?:x` for x of an unknown
 * vocabulary. Attributes of unknown vocabularies are left out. `text` is the text directly in it, without that of its
 * children.
 */
export interface WordElement {
  name: string
  attributes: Record<string, string>
  children: WordElement[]
  text: string
  /** A name that two of its attributes have in two vocabularies: programs differ in which one they read. */
  duplicate?: string
}

/** The deepest nesting of elements; no document needs more. */
const maxDepth = 200

/** The text of a part. Throws if another program could decode the same bytes differently. */
const textOf = (bytes: Uint8Array) => new TextDecoder('utf-8', { fatal: true }).decode(bytes)

function elementOf(
  { uri, local, attributes }: SaxesTagNS,
  resolve: (prefix: string) => string | undefined,
): WordElement {
  const element: WordElement = { name: `${prefixOf(uri) ?? '?'}:${local}`, attributes: {}, children: [], text: '' }
  const seen = new Set<string>()
  for (const { prefix, local: name, uri: of, name: written, value } of Object.values(attributes)) {
    if (prefix === 'xmlns' || written === 'xmlns') continue
    if (seen.has(name)) element.duplicate = name
    seen.add(name)
    const own = of === '' ? '' : prefixOf(of)
    const full = own === '' ? name : `${own}:${name}`
    // `serialized` writes its own list of the prefixes that readers may ignore.
    if (own !== undefined && full !== 'mc:Ignorable') element.attributes[full] = value
  }
  const required = element.attributes['Requires']
  if (element.name === 'mc:Choice' && required !== undefined) {
    const named = required.split(/\s+/).filter(Boolean)
    element.attributes['Requires'] = named.map((name) => prefixOf(resolve(name) ?? '') ?? '?').join(' ')
  }
  return element
}

/**
 * Parses a part, CDATA sections included; comments and processing instructions are left out. Throws WordFault for broken XML, for a
 * document type or entities of its own, and for an encoding that programs may read differently.
 */
export function parsed(bytes: Uint8Array): WordElement {
  const parser = new SaxesParser({ position: false, xmlns: true })
  const open: WordElement[] = []
  let root: WordElement | undefined
  const read = (text: string) => {
    const element = open.at(-1)
    if (element) element.text += text
  }
  parser.on('error', () => {
    throw damaged()
  })
  parser.on('xmldecl', ({ version, encoding = 'utf-8' }) => {
    if (version !== '1.0' || encoding.toLowerCase() !== 'utf-8') throw damaged()
  })
  parser.on('doctype', () => {
    throw new WordFault('The letterhead declares entities of its own: such a file is not taken.')
  })
  parser.on('opentag', (tag) => {
    if (open.length >= maxDepth) throw damaged()
    const element = elementOf(tag, (prefix) => parser.resolve(prefix))
    open.at(-1)?.children.push(element)
    root ??= element
    open.push(element)
  })
  parser.on('text', read)
  parser.on('cdata', read)
  parser.on('closetag', () => open.pop())
  parser.write(textOf(bytes)).close()
  if (!root) throw damaged()
  return root
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) =>
  text.replaceAll(/[&<>"\t\n\r]/g, (sign) => escapes[sign] ?? `&#${sign.codePointAt(0)};`)

/** Writes an element with its children; adds the prefixes that it uses to `seen`. */
function written({ name, attributes, children, text }: WordElement, seen: Set<string>, declared = ''): string {
  const use = (one: string) => one.includes(':') && seen.add(one.split(':')[0] ?? '')
  use(name)
  for (const prefix of attributes['Requires']?.split(' ') ?? []) seen.add(prefix)
  const pairs = Object.entries(attributes).map(([key, value]) => {
    use(key)
    return ` ${key}="${escaped(value)}"`
  })
  const inside = escaped(text) + children.map((child) => written(child, seen)).join('')
  const tag = `${name}${declared}${pairs.join('')}`
  return inside === '' ? `<${tag}/>` : `<${tag}>${inside}</${name}>`
}

/**
 * Writes an element as a part, with the prefixes of our list. Every prefix in mc:Ignorable is declared, because Word
 * refuses a document with an undeclared one.
 */
export function serialized(root: WordElement): Buffer {
  const seen = new Set<string>()
  const body = written(root, seen, '\u0000')
  const left = ignorable.filter((prefix) => seen.has(prefix))
  if (left.length > 0) seen.add('mc')
  const spaces = [...seen]
    .filter((prefix) => prefix !== 'xml')
    .map((prefix) => ` xmlns:${prefix}="${addresses[prefix]}"`)
  const declared = spaces.join('') + (left.length > 0 ? ` mc:Ignorable="${left.join(' ')}"` : '')
  return Buffer.from(
    `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${body.replace('\u0000', () => declared)}`,
  )
}
