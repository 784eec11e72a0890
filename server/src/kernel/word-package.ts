import { posix } from 'node:path'

/** What the parts of a letterhead may be, and how one of them may belong to another. */

const office = 'application/vnd.openxmlformats-officedocument'
const ofWord = `document.main document.glossary styles settings webSettings fontTable numbering header footer footnotes endnotes comments
  people`

const xmlTypes = new Set([
  'application/xml',
  ...ofWord.split(/\s+/).map((name) => `${office}.wordprocessingml.${name}+xml`),
  ...['theme', 'extended-properties', 'custom-properties', 'customXmlProperties'].map(
    (name) => `${office}.${name}+xml`,
  ),
  'application/vnd.openxmlformats-package.core-properties+xml',
  'application/vnd.openxmlformats-package.relationships+xml',
  'application/vnd.ms-word.stylesWithEffects+xml',
])
const otherTypes = new Set([
  ...['png', 'jpeg', 'jpg', 'pjpeg', 'gif', 'bmp', 'tiff', 'x-emf', 'x-wmf', 'emf', 'wmf'].map(
    (name) => `image/${name}`,
  ),
  `${office}.obfuscatedFont`,
  'application/x-fontdata',
  'application/x-font-ttf',
])

const isXmlName = (name: string) => /\.(?:xml|rels)$/i.test(name)
/** Names that no program reads as another one. */
const isPlain = (name: string) => /^[\w./ ()-]+$/.test(name)
const isDataName = (name: string) => /^\/?customXml\/item\d+\.xml$/i.test(name)

/** Data that Word keeps for others and shows as text at most, whatever is in it. */
export const isData = (part: string): boolean => /^customXml\/item\d+\.xml$/.test(part)

/** Whether every part of an extension may be of this type: what is named as XML is read as such, and nothing else is. */
export function isKnownDefault(extension: string, type: string): boolean {
  if (extension.toLowerCase() === 'xml') return type === 'application/xml'
  if (extension.toLowerCase() === 'rels') return type === 'application/vnd.openxmlformats-package.relationships+xml'
  return /^\w+$/.test(extension) && otherTypes.has(type)
}

/** Whether a part may be of this type; data is nothing but data. */
export function isKnownType(name: string, type: string): boolean {
  if (!isPlain(name)) return false
  if (isDataName(name)) return type === 'application/xml'
  return (isXmlName(name) ? xmlTypes : otherTypes).has(type)
}

const relations = [
  'http://schemas.openxmlformats.org/officeDocument/2006/relationships/',
  'http://purl.oclc.org/ooxml/officeDocument/relationships/',
]
const relationNames = `officeDocument extended-properties custom-properties styles settings webSettings fontTable font numbering theme
  header footer footnotes endnotes image customXml customXmlProps comments glossaryDocument extendedProperties customProperties`

const relationTypes = new Set([
  ...relationNames.split(/\s+/).flatMap((name) => relations.map((base) => base + name)),
  'http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties',
  'http://schemas.openxmlformats.org/package/2006/relationships/metadata/thumbnail',
  'http://schemas.microsoft.com/office/2007/relationships/stylesWithEffects',
  'http://schemas.microsoft.com/office/2011/relationships/people',
])

/** Whether what a part says of how another belongs to it is of a known kind, and the other is in the file. */
export function isKnownRelation(
  part: string,
  { Type: type = '', Target: target = '', TargetMode: mode = 'Internal' }: Readonly<Record<string, string>>,
  names: ReadonlySet<string>,
): boolean {
  // word/_rels/document.xml.rels tells of word/document.xml.
  const folder = posix.dirname(posix.dirname(part))
  const name = target.startsWith('/') ? target.slice(1) : posix.join(folder, target)
  const isInside = mode === 'Internal' && isPlain(target) && names.has(name)
  return isInside && relationTypes.has(type) && isDataName(name) === type.endsWith('/customXml')
}
