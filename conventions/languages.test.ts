import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { $ZodObject } from 'zod/v4/core'
import { statusCategories } from '../api/src/contracts.ts'
import { inWords } from '../api/src/kernel/code-words.ts'
import { monthNames } from '../api/src/kernel/days.ts'
import { flags, moduleNames } from '../api/src/kernel/permissions.ts'
import { codeOf, nameIn, type Part, type Place, partsIn, piecesOf, textIn } from './languages.ts'
import { codeUnder, filesWhere, isTest, isTestSupport, root, type SourceFile, textOf } from './source.ts'

const hindi = new Map(Object.entries(JSON.parse(textOf('web/src/languages/hi.json')) as Record<string, string>))

const product = (folder: string) => codeUnder(folder).filter(({ path }) => !isTest(path) && !isTestSupport(path))
const migrations = filesWhere((path) => /^server\/migrations\/.*\.sql$/.test(path))

const screens = codeOf(product('web/src'))
const wireFiles = product('api/src')
const server = codeOf([...wireFiles, ...product('server/src')])

const mark = /\{\w*\}/g
const marksIn = (text: string) => [...text.matchAll(mark)].map(([found]) => found).toSorted()
const isText = (text: string) => /\p{L}/u.test(text.replaceAll(mark, ''))

/** A text of the code and where it stands. */
type Found = [path: string, text: string]
const textsOf = (code: typeof screens, name: string, at = 0): Found[] =>
  code.given(name, at).flatMap((place) => code.texts(place).map((text): Found => [place.path, text]))

const ofScreens = [...textsOf(screens, 't'), ...textsOf(screens, 'translated')].filter(([, text]) => isText(text))
const unique = (lines: string[]) => [...new Set(lines)]
const linesOf = (found: Found[]) => unique(found.map(([path, text]) => `${path}: ${text}`))

test('every text of the screens has its Hindi', () => {
  expect(ofScreens.length).toBeGreaterThan(1000)
  expect(linesOf(ofScreens.filter(([, text]) => !hindi.has(text)))).toEqual([])
})

/** Values of the wire that no screen shows as they are. */
const notShown: Record<string, string> = {
  imageTypes: 'media types',
  sheetTypes: 'media types',
  uploadedSheetTypes: 'media types',
  sheetEndings: 'ends of file names',
  exportFormats: 'ends of file names',
  contractFigures: 'shown by contractFigureLabels',
  depositFigures: 'shown by depositFigureLabels',
  importStates: 'each with a sentence of its own in the history of uploads',
  contractImport: 'its state, see importStates',
  documentEntities: 'a document stands on the page of its record',
  document: 'its entityType, see documentEntities',
  flags: 'shown without their can, see ofLists',
  listNames: 'names for calls',
  directions: 'shown as arrows',
  sessionUser: 'its language, which has its own name in every language',
  sheetNote: 'its kind, each with a sentence of its own',
  notANumber: 'ends with an example, and is put together with it',
}

const areTexts = (values: unknown[]): values is string[] =>
  values.length > 0 && values.every((value) => typeof value === 'string')

/** The values to choose from in a field of a record, however it may be left out. */
function choicesOf(schema: unknown): string[] {
  const { type, innerType, element, entries } = (schema as { def: Record<string, unknown> }).def
  if (type === 'enum') return Object.values(Object(entries)).map(String)
  const inner = innerType ?? (type === 'array' ? element : undefined)
  return inner === undefined ? [] : choicesOf(inner)
}

const isEndpoint = (value: object) => 'allow' in value && 'path' in value

/** What the wire calls fields and values, and what it says of files: all of it is shown. */
function textsOfExport(name: string, value: unknown): string[] {
  if (name in notShown) return []
  if (typeof value === 'string') return name.endsWith('Message') ? [value] : []
  if (Array.isArray(value)) return areTexts(value) ? value : []
  if (value instanceof $ZodObject) return Object.values(value._zod.def.shape).flatMap(choicesOf)
  const isPlain = value?.constructor === Object && !isEndpoint(value)
  const texts: unknown[] = isPlain ? Object.values(value) : []
  return areTexts(texts) ? texts : []
}

/** As it is shown: a code as people read it. */
const shownAs = (text: string) => (hindi.has(text) ? text : inWords(text))

const exportsOf = async ({ path }: SourceFile) =>
  (await import(pathToFileURL(join(root, path)).href)) as Record<string, unknown>

async function textsOfWire(file: SourceFile): Promise<Found[]> {
  const { path } = file
  const exported = await exportsOf(file)
  return Object.entries(exported).flatMap(([name, value]) =>
    textsOfExport(name, value).map((text): Found => [`${path} ${name}`, shownAs(text)]),
  )
}

const ofLists = [...moduleNames, ...statusCategories, ...monthNames, ...flags.map((flag) => flag.slice('can'.length))]

test('every label, value and module of the wire has its Hindi', async () => {
  const found = (await Promise.all(wireFiles.map(textsOfWire))).flat()
  expect(found.length).toBeGreaterThan(150)
  expect(linesOf(found.filter(([, text]) => !hindi.has(text)))).toEqual([])
  expect(ofLists.filter((text) => !hindi.has(text))).toEqual([])
  const names = (await Promise.all(wireFiles.map(exportsOf))).flatMap(Object.keys)
  expect(Object.keys(notShown).filter((name) => !names.includes(name))).toEqual([])
})

const letters = (text: string) => text.replaceAll(/\P{L}/gu, '').length
const asPattern = (text: string) =>
  new RegExp(`^${text.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll(mark, '.+?')}$`, 's')
const fixedWords = (text: string) => text.replaceAll(mark, '').match(/\p{L}{2,}/gu) ?? []
/** Those that the screens know by their form. */
const patterns = [...hindi.keys()].flatMap((text) =>
  text.includes('{') && fixedWords(text).length > 1 ? [{ text, pattern: asPattern(text) }] : [],
)
const fitsIn = (said: string, { text, pattern }: (typeof patterns)[number]) =>
  pattern.test(said) && letters(text.replaceAll(mark, '')) * 3 > letters(said)
const isFound = (text: string) => {
  const said = text.replaceAll(mark, '7')
  return hindi.has(text) || patterns.some((one) => fitsIn(said, one))
}
/** Whether what the server says is found, as a whole or sentence by sentence. */
const isKnown = (text: string) => isFound(text) || text.split(/(?<=\.) /).every(isFound)

const raised = /raise exception '((?:[^']|'')+)'/g
/** A constraint names its answer: "409 name is already used by another role". */
const constraint = /"4\d\d (\S+) ([^"]+)"/g

function answersOfMigration({ path, text }: SourceFile): Found[] {
  const sentences = [...text.matchAll(raised)].map(([, said = '']) => said.replaceAll("''", "'").replaceAll('%', '{}'))
  // A count and what is counted have forms of their own.
  const whole = sentences.filter((said) => !said.includes('{} {}'))
  return [...whole, ...[...text.matchAll(constraint)].map(([, , said = '']) => said)].map((said) => [path, said])
}

test('every answer of the server to what a person did has its Hindi', () => {
  const given = [...server.given('AppError', 2), ...server.given('conflict', 0), ...server.given('forbidden', 0)]
  const unknown = given.flatMap((place): Found[] => {
    const [asWritten = '', ...all] = [server.form(place), ...server.texts(place)]
    return isKnown(asWritten)
      ? []
      : all.filter((text) => isText(text) && !isKnown(text)).map((text) => [place.path, text])
  })
  const ofMigrations = migrations.flatMap(answersOfMigration)
  expect(given.length).toBeGreaterThan(50)
  expect(ofMigrations.length).toBeGreaterThan(20)
  expect(linesOf([...unknown, ...ofMigrations.filter(([, text]) => !isKnown(text))])).toEqual([])
})

const isWritten = (part: Part): boolean =>
  textIn(part) !== undefined ||
  (part.type === 'ConditionalExpression' &&
    ['consequent', 'alternate'].every((key) => partsIn(part[key]).every(isWritten)))

test('t() is given a text as it is written, and every value of it', () => {
  const faults = screens.given('t', 0).flatMap(({ part, path, outer }) => {
    const values = partsIn(outer?.part['arguments'])[1]
    const properties = values?.type === 'ObjectExpression' ? partsIn(values['properties']) : undefined
    const given = properties?.every(({ type }) => type === 'Property') ? properties : undefined
    const names = given?.map((one) => `{${nameIn(one['key'])}}`) ?? []
    const missing =
      values && !given ? [] : marksIn(screens.texts({ part, path, outer }).join()).filter((one) => !names.includes(one))
    return [
      ...(isWritten(part) ? [] : [`${path}: t() of what is not written there`]),
      ...missing.map((one) => `${path}: no value for ${one}`),
    ]
  })
  expect(faults).toEqual([])
})

test('the Hindi of a text of the screens has the same values in it, that of any other no new ones', () => {
  const shown = new Set(ofScreens.map(([, text]) => text))
  const differs = [...hindi].filter(([text, own]) => {
    const [values, ownValues] = [marksIn(text), marksIn(own)]
    return shown.has(text) ? values.join() !== ownValues.join() : !ownValues.every((one) => values.includes(one))
  })
  expect(differs.map(([text, own]) => `${text}: ${own}`)).toEqual([])
})

const quoted = /'((?:[^']|'')*)'/g
/** The strings in a text of SQL, without its remarks. */
const quotedIn = (text: string) =>
  [...text.replaceAll(/--.*/g, '').matchAll(quoted)].flatMap(([, said = '']) =>
    said
      .replaceAll("''", "'")
      .replace(/^4\d\d \S+ /, '')
      .split(/%s?/),
  )

/** What is written out in each file, piece by piece; what is quoted in its SQL too. */
const piecesByFile = (places: Place[]) =>
  [...Map.groupBy(places, ({ path }) => path).values()].map((ofFile) =>
    ofFile.flatMap(({ part }) => {
      const pieces = part.type === 'TemplateLiteral' ? piecesOf(part) : [textIn(part) ?? '']
      return [...pieces, ...pieces.flatMap(quotedIn)]
    }),
  )

const piecesOfMigration = ({ text }: SourceFile) => [
  ...quotedIn(text),
  ...[...text.matchAll(constraint)].flatMap(([, path = '', said = '']) => [said, `${path} ${said}`]),
]

const trimmed = (pieces: string[]) => unique(pieces.map((piece) => piece.trim())).filter((piece) => piece !== '')
const withWords = (pieces: string[]) => [...pieces, ...pieces.filter((piece) => /^\w+$/.test(piece)).map(inWords)]

/** Whether a text is put together of nothing but these pieces and its values. */
function isMadeOf(text: string, pieces: readonly string[]): boolean {
  const reached = new Set([0])
  for (const at of reached) {
    const free = /^(?:\{\w*\}|[^\p{L}\d])/u.exec(text.slice(at))?.[0]
    for (const piece of [...pieces, ...(free ? [free] : [])])
      if (text.startsWith(piece, at)) reached.add(at + piece.length)
  }
  return reached.has(text.length)
}

/** A field and what is wrong with it, as one sentence. */
const isOfTwo = (text: string) =>
  [...text.matchAll(/ (?=[a-z])/g)].some(
    ({ index }) => hindi.has(text.slice(0, index)) && hindi.has(text.slice(index + 1)),
  )

test('no Hindi is left of a text that nothing shows', () => {
  const ofData = withWords(trimmed(screens.places.flatMap(({ part }) => textIn(part) ?? [])))
  const known = new Set([...ofScreens.map(([, text]) => text), ...ofLists, ...ofData])
  const files = [...piecesByFile(server.places), migrations.flatMap(piecesOfMigration)].map(trimmed)
  const all = unique(files.flat())
  const sentences = all.filter((piece) => /^[A-Z].*\.$/.test(piece))
  const sources = files.map((pieces) => withWords([...pieces, ...sentences]))
  const isSaid = (text: string) =>
    sources.some((pieces) => isMadeOf(text, pieces)) ||
    patterns.some((one) => one.text === text && all.some((piece) => fitsIn(piece, one)))
  const others = [...hindi.keys()].filter((text) => !known.has(text))
  expect(others.filter((text) => !isSaid(text) && !isOfTwo(text))).toEqual([])
})

/** What a person reads or hears of an element. */
const spoken = new Set(
  'label title aria-label aria-valuetext placeholder description alt caption failure heading empty note'.split(' '),
)
/** Read the same in every language. */
const names = /\b(?:Plinth|CSV|Excel|GST|PDF|DD\/MM\/YYYY|WhatsApp|SHA-256|Ctrl)\b/g
const isOfLetters = (text: string) => /\p{L}{2}/u.test(text.replaceAll(names, ''))

function isBare(part: Part | undefined): boolean {
  const text = textIn(part) ?? (part?.type === 'JSXText' ? String(part['value']) : undefined)
  if (text !== undefined) return isOfLetters(text)
  if (part?.type === 'TemplateLiteral') return piecesOf(part).some(isOfLetters)
  const below = part?.type === 'ConditionalExpression' ? ['consequent', 'alternate'] : ['left', 'right', 'expression']
  const isOpen = /^(?:ConditionalExpression|LogicalExpression|JSXExpressionContainer)$/.test(part?.type ?? '')
  return isOpen && below.some((key) => partsIn(part?.[key]).some(isBare))
}

const writtenIn = (part: Part): string =>
  part.type === 'TemplateLiteral'
    ? piecesOf(part).join('…')
    : typeof part['value'] === 'string'
      ? part['value'].trim()
      : partsIn(part['value'] ?? part['expression'])
          .map(writtenIn)
          .join()

function bareAt({ part, outer }: Place): boolean {
  const isChild = outer?.part.type === 'JSXElement' || outer?.part.type === 'JSXFragment'
  if (isChild) return (part.type === 'JSXText' || part.type === 'JSXExpressionContainer') && isBare(part)
  if (part.type !== 'JSXAttribute' && part.type !== 'Property') return false
  const name = nameIn(part['name'] ?? part['key']) ?? textIn(part['key']) ?? ''
  return spoken.has(name) && isBare(partsIn(part['value'])[0])
}

test('whatever a person reads or hears goes through t()', () => {
  const asked = ['alertSuccess', 'alertFailure', 'confirm'].flatMap((name) => screens.given(name, 0))
  const bare = [...screens.places.filter(bareAt), ...asked.filter(({ part }) => isBare(part))]
  expect(unique(bare.map(({ part, path }) => `${path}: ${writtenIn(part)}`))).toEqual([])
})

const isSentence = (text: string) => /^\p{Lu}\p{Ll}+ \p{L}/u.test(text)

test('a sentence outside of t() is one that has its Hindi, or one of several to choose from', () => {
  const others = screens.places.flatMap(({ part, path, outer }): Found[] => {
    const text = textIn(part)
    return text && isSentence(text) && outer?.part.type !== 'ArrayExpression' && !hindi.has(text) ? [[path, text]] : []
  })
  const shown = new Set(ofScreens.map(([, text]) => text))
  expect(linesOf(others.filter(([, text]) => !shown.has(text)))).toEqual([])
})
