import { dropFields } from './word-fields.ts'
import {
  addresses,
  choosable,
  deleted,
  endInParagraph,
  isKnownAttribute,
  isKnownElement,
  needs,
  prefixOf,
  references,
  texts,
  unwrapped,
} from './word-vocabulary.ts'
import type { WordElement } from './word-xml.ts'

/** The context of cleaning one part. */
export interface Cleaning {
  /** Whether the part may refer to another one of this kind by this relationship. */
  mayName(kind: string, id: string): boolean
  /** Everything that was dropped or unwrapped. */
  dropped: Set<string>
  /** Attributes whose name another attribute of the same element has. */
  duplicates: Set<string>
  /** Definitions of shapes in alternatives that were not chosen, by the type of the shapes: shapes elsewhere may need them. */
  shapeTypes: Map<string, WordElement>
}

/** Whether an element has what a path of `needs` names. */
function has(element: WordElement, path: string): boolean {
  const [step = '', ...rest] = path.split('/')
  if (step.startsWith('@')) return step.slice(1) in element.attributes
  const found = element.children.filter(({ name }) => step === '*' || name === step)
  return rest.length === 0 ? found.length > 0 : found.some((child) => has(child, rest.join('/')))
}

const declaration = /^\s*[a-z-]+\s*:[\p{L}\p{M}\p{N}\s.,%#"'_+-]*$/u

/** A style with measures, colours and names of fonts only: no addresses, no functions. */
const plainStyle = (style: string) =>
  style
    .split(';')
    .filter((piece) => declaration.test(piece))
    .join(';')

/** Texts of shapes, which may contain an address that nothing follows. */
const isText = (attribute: string) => ['string', 'alt', 'title', 'o:title'].includes(attribute)

/** The value that an attribute keeps; undefined drops the attribute. */
function cleanValue(element: string, name: string, value: string, { mayName }: Cleaning): string | undefined {
  const kind = references[`${element}@${name}`]
  if (kind) return mayName(kind, value) ? value : undefined
  if (!isKnownAttribute(element, name)) return undefined
  if (element === 'a:graphicData') {
    const prefix = prefixOf(value)
    return prefix && ['pic', 'wps', 'wpg'].includes(prefix) ? addresses[prefix] : undefined
  }
  if (!/^(?:v|o|w10):/.test(element)) return value
  if (name === 'style') return plainStyle(value) || undefined
  return isText(name) || !/:\/\/|url\s*\(|\\/i.test(value) ? value : undefined
}

function cleanAttributes({ name, attributes, duplicate }: WordElement, cleaning: Cleaning): Record<string, string> {
  const result: Record<string, string> = {}
  for (const [key, value] of Object.entries(attributes)) {
    const isDuplicate = duplicate !== undefined && key.split(':').at(-1) === duplicate
    const clean = isDuplicate ? undefined : cleanValue(name, key, value, cleaning)
    if (clean === undefined) cleaning.dropped.add(`${key} of <${name}>`)
    else result[key] = clean
  }
  return result
}

const elementOf = (name: string, attributes: Record<string, string>, children: WordElement[]): WordElement => ({
  name,
  attributes,
  children,
  text: '',
})

const isFallback = ({ name }: WordElement) => name === 'mc:Fallback'
const isKnownChoice = ({ name, attributes: { Requires: required = '?' } }: WordElement) =>
  name === 'mc:Choice' && required.split(' ').every((prefix) => choosable.has(prefix))

/** Chooses among alternatives as Word does: the first with known vocabularies, here one that is not empty after cleaning. */
function chosen({ children }: WordElement, cleaning: Cleaning): WordElement[] {
  let result: WordElement[] = []
  for (const alternative of children.filter((child) => isFallback(child) || isKnownChoice(child))) {
    const content = alternative.children.flatMap((child) => cleaned(child, cleaning))
    if (result.length > 0) rememberShapeTypes(content, cleaning)
    else if (isFallback(alternative)) result = content
    else if (content.length > 0) {
      const choice = elementOf('mc:Choice', { Requires: alternative.attributes['Requires'] ?? '' }, content)
      result = [elementOf('mc:AlternateContent', {}, [choice])]
    }
  }
  return result
}

function rememberShapeTypes(elements: readonly WordElement[], cleaning: Cleaning): void {
  for (const element of elements) {
    if (element.name === 'v:shapetype') cleaning.shapeTypes.set(`#${element.attributes['id']}`, element)
    rememberShapeTypes(element.children, cleaning)
  }
}

/** Puts the definition of a shape type before the first shape that has lost it. */
function defineShapes(element: WordElement, types: Map<string, WordElement>): void {
  element.children = element.children.flatMap((child) => {
    if (child.name === 'v:shapetype') types.delete(`#${child.attributes['id']}`)
    defineShapes(child, types)
    const type = child.attributes['type'] ?? ''
    const definition = child.name === 'v:shape' ? types.get(type) : undefined
    if (!definition) return [child]
    types.delete(type)
    return [definition, child]
  })
}

/** Returns the element without what is not listed; its children if it is unwrapped; nothing if it is dropped. */
function cleaned(source: WordElement, cleaning: Cleaning): WordElement[] {
  if (source.name === 'mc:AlternateContent') return chosen(source, cleaning)
  // An embedded object has a picture of itself, a shape like any other.
  const name = source.name === 'w:object' ? 'w:pict' : source.name
  if (name in deleted && has(source, deleted[name] ?? '')) return []
  if (name !== source.name || !isKnownElement(name)) cleaning.dropped.add(`<${source.name}>`)
  if (unwrapped.has(name)) return source.children.flatMap((child) => cleaned(child, cleaning))
  if (!isKnownElement(name)) return []
  if (source.duplicate !== undefined) cleaning.duplicates.add(`${source.duplicate} of <${name}>`)
  const children = texts.has(name) ? [] : source.children.flatMap((child) => cleaned(child, cleaning))
  const element = elementOf(name, cleanAttributes({ ...source, name }, cleaning), children)
  if (texts.has(name)) element.text = source.text
  const need = needs[name]
  if (need && !has(element, need)) {
    cleaning.dropped.add(`<${name}>`)
    return []
  }
  if (endInParagraph.has(name) && children.at(-1)?.name !== 'w:p') children.push(elementOf('w:p', {}, []))
  return [element]
}

/** The ids of the relationships that a part uses. */
export function namedIn({ name, attributes, children }: WordElement, found = new Set<string>()): Set<string> {
  for (const [key, value] of Object.entries(attributes)) if (`${name}@${key}` in references) found.add(value)
  for (const child of children) namedIn(child, found)
  return found
}

/** A part with nothing but what is on the list and harmless fields; undefined if its root is not on the list. */
export function cleanPart(root: WordElement, cleaning: Cleaning): WordElement | undefined {
  const [result] = cleaned(root, cleaning)
  if (!result) return undefined
  defineShapes(result, cleaning.shapeTypes)
  if (dropFields(result)) cleaning.dropped.add('a field')
  return result
}
