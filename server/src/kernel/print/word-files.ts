import { messageOf } from '@plinth/api/kernel/messages'
import Docxtemplater, { type DXT } from 'docxtemplater'
import InspectModule from 'docxtemplater/js/inspect-module.js'
import PizZip from 'pizzip'
import { ownBase } from './word-base.ts'
import { cleanStored, cleanUpload } from './word-package.ts'
import { WordFault } from './word-xml.ts'

/** Names that a letterhead may contain: `letter` is the whole letter, the others are texts. */
const blockName = 'letter'
const textNames = ['company', 'referenceNo', 'day', 'subject'] as const
export type WordTexts = Readonly<Record<(typeof textNames)[number], string>>
const mainPart = 'word/document.xml'

/**
 * A letter as WordprocessingML, the texts of the other names, and the base: a letterhead, or our own base with its
 * footer.
 */
export interface WordOrder {
  letter: string
  texts: WordTexts
  base: { letterhead: Uint8Array } | { foot: string }
}

/** A tag of the document; a plain name has no module. */
interface Tag {
  value: string
  module?: string
  subparsed?: Tag[]
}

/** The library's list of the names in a document, by part. */
interface Inspection extends DXT.Module {
  fullInspected: Record<string, unknown>
  getStructuredTags(part: string): Tag[]
}
const Inspecting = InspectModule as unknown as new () => Inspection

/**
 * Makes the library insert {letter} as XML instead of text. Its types allow only prefixes, but the library accepts
 * patterns.
 */
const letterAsBlock = () =>
  ({ name: 'LetterModule', matchers: () => [[/^(letter)$/, 'rawxml']] }) as unknown as DXT.Module

const misplacedMark = () =>
  new WordFault(
    'The letterhead has a { or } that belongs to no name, or {letter} does not stand in a paragraph of its own.',
  )

function openTemplate(base: Uint8Array) {
  const inspect = new Inspecting()
  try {
    const document = new Docxtemplater(new PizZip(base), {
      modules: [inspect, letterAsBlock()],
      linebreaks: true,
      errorLogging: false,
      // A name is looked up as it is; nothing in it is evaluated.
      parser: (tag) => ({ get: (scope: Record<string, string>) => (Object.hasOwn(scope, tag) ? scope[tag] : '') }),
      syntax: { changeDelimiterPrefix: null },
    })
    return { document, inspect }
  } catch (error) {
    // The library's errors about a document are named XTTemplateError, TemplateError and the like.
    if (error instanceof Error && /^(?:XT)?[A-Z]\w*Error$/.test(error.name) && 'properties' in error)
      throw misplacedMark()
    throw error
  }
}

function requireNames(tags: readonly Tag[], isMain: boolean): void {
  for (const { value, module } of tags) {
    const isBlock = module === 'rawxml' && value === blockName
    if (isBlock && !isMain) throw new WordFault('{letter} belongs into the page, not into its head or foot.')
    if (isBlock || (module === undefined && textNames.some((name) => name === value))) continue
    throw new WordFault(
      messageOf('The letterhead names {name}, which is none of {known}.', {
        name: `{${value.slice(0, 60)}}`,
        known: [blockName, ...textNames].map((name) => `{${name}}`).join(', '),
      }),
    )
  }
}

/** Opens a letterhead. Throws WordFault if {letter} is not exactly once in a paragraph of its own, or if a name is not one of ours. */
function openLetterhead(bytes: Uint8Array): Docxtemplater {
  const { document, inspect } = openTemplate(bytes)
  for (const part of Object.keys(inspect.fullInspected))
    requireNames(inspect.getStructuredTags(part), part === mainPart)
  const places = inspect.getStructuredTags(mainPart).filter(({ value }) => value === blockName)
  if (places.length !== 1)
    throw new WordFault('The letterhead has to have {letter} once, in a paragraph of its own: there the letter is put.')
  return document
}

function fillTemplate(document: Docxtemplater, values: WordTexts & { letter: string }): Uint8Array {
  document.render(values)
  return document.getZip().generate({ type: 'uint8array', compression: 'DEFLATE' })
}

/** An empty letter, to test a letterhead with. */
const blank = { letter: '<w:p/>', company: '', referenceNo: '', day: '', subject: '' }

/**
 * Cleans an uploaded letterhead and returns the file to store. Throws WordFault if it cannot be cleaned or has no place
 * for the letter. Fills it once, so that a letterhead which takes too long is refused now and not at its first letter.
 */
export async function cleanLetterhead(uploaded: Uint8Array): Promise<Uint8Array> {
  const clean = await cleanUpload(uploaded)
  fillTemplate(openLetterhead(clean), blank)
  return clean
}

/**
 * Fills a letterhead, or our own base: names with texts, {letter} with WordprocessingML of ours. A letterhead is
 * cleaned again, because it may have been stored under older rules. Throws WordFault if it cannot be read or has no
 * place for the letter.
 */
export async function fill({ letter, texts, base }: WordOrder): Promise<Uint8Array> {
  const document =
    'letterhead' in base
      ? openLetterhead(await cleanStored(base.letterhead))
      : openTemplate(ownBase(base.foot)).document
  return fillTemplate(document, { ...texts, letter })
}
