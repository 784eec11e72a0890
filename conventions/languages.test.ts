import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { $ZodObject } from 'zod/v4/core'
import { manifests } from '../api/src/entities.ts'
import { inWords } from '../api/src/kernel/code-words.ts'
import { monthNames } from '../api/src/kernel/days.ts'
import { flags, moduleNames } from '../api/src/kernel/permissions.ts'
import { deadlineKinds } from '../api/src/reminders/deadlines.ts'
import { statusCategories } from '../api/src/tenders/contracts.ts'
import { hindiKinds } from '../server/src/reminders/deadlines/kind-words.rules.ts'
import { codeOf, nameIn, type Part, type Place, partsIn, piecesOf, textIn } from './languages.ts'
import { codeUnder, filesWhere, isTest, isTestSupport, root, type SourceFile, textOf } from './source.ts'

const hindi = new Map(Object.entries(JSON.parse(textOf('web/src/languages/hi.json')) as Record<string, string>))

const product = (folder: string) => codeUnder(folder).filter(({ path }) => !isTest(path) && !isTestSupport(path))
const migrations = filesWhere((path) => /^server\/migrations\/.*\.sql$/.test(path))

const screens = codeOf(product('web/src'))
/** The words of the OpenAPI document are in English only. */
const wireFiles = product('api/src').filter(({ path }) => !path.endsWith('.words.ts'))
const server = codeOf([...wireFiles, ...product('server/src')])

const mark = /\{\w*\}/g
const marksIn = (text: string) => [...text.matchAll(mark)].map(([found]) => found).toSorted()
const isText = (text: string) => /\p{L}/u.test(text.replaceAll(mark, ''))

/** Messages to operators, or to clients other than the screens: in English. */
const untranslatedFiles = [
  'server/src/platform/backup/',
  'server/src/commands/',
  'server/src/description/',
  'server/src/kernel/config/config.ts',
  'server/src/kernel/testing/',
  'server/src/kernel/http/unreadable-requests.ts',
]

/** A text in the code and the path of its file. */
type Found = [path: string, text: string]
const textsOf = (code: typeof screens, name: string, at = 0): Found[] =>
  code.argumentsOf(name, at).flatMap((place) => code.texts(place).map((text): Found => [place.path, text]))

const ofScreens = [...textsOf(screens, 't'), ...textsOf(screens, 'translated')].filter(([, text]) => isText(text))
const unique = (lines: string[]) => [...new Set(lines)]
const linesOf = (found: Found[]) => unique(found.map(([path, text]) => `${path}: ${text}`))

test('every text of the screens has a Hindi translation', () => {
  expect(ofScreens.length).toBeGreaterThan(1000)
  expect(linesOf(ofScreens.filter(([, text]) => !hindi.has(text)))).toEqual([])
})

/** Values of the wire that no screen shows unchanged. */
const notShown: Record<string, string> = {
  imageTypes: 'media types',
  sheetTypes: 'media types',
  uploadedSheetTypes: 'media types',
  sheetEndings: 'ends of file names',
  exportFormats: 'ends of file names',
  deadlineOwners: 'each with a name of its own',
  feedScopes: 'each with a name of its own',
  feedDetails: 'each with a name of its own',
  calendarFeed: 'its scope and detail, see feedScopes; its kinds have labels',
  bidVerdicts: 'each with sentences of its own',
  bidCheck: 'its verdict, see bidVerdicts',
  bidFacts: 'fields, shown by their labels',
  contractFigures: 'shown by contractFigureLabels',
  contractGroups: 'fields, shown by their labels',
  depositGroups: 'fields, shown by their labels',
  instrumentGroups: 'fields, shown by their labels',
  projectGroups: 'fields, shown by their labels',
  depositFigures: 'shown by depositFigureLabels',
  importStates: 'each with a sentence of its own in the history of uploads',
  contractImport: 'its state, see importStates',
  documentEntities: 'a document stands on the page of its record',
  document: 'its entityType, see documentEntities',
  ...Object.fromEntries(
    ['agreedHead', 'agreedHeadInput', 'agreedHeadEdit'].map((name) => [
      name,
      'its rule kind, shown by ruleKindLabels; its other values stand in lists of their own',
    ]),
  ),
  taxPlaces: 'each with a sentence of its own',
  headExceptions: 'each with a sentence of its own',
  headSource: 'its exception, see headExceptions',
  resolvedTerms: 'its place, see taxPlaces',
  usualUnits: 'written as they are in schedules',
  flags: 'shown without their can, see ofLists',
  listNames: 'names for calls',
  directions: 'shown as arrows',
  sessionUser: 'its language, which has its own name in every language',
  sheetNote: 'its kind, each with a sentence of its own',
  officeLetterFieldNames: 'names of fields, shown by officeLetterFields',
  bankLetterFieldNames: 'names of fields, shown by extensionLetterFields and dischargeLetterFields',
  letterFormats: 'ends of file names',
  ruleKinds: 'shown by ruleKindLabels',
  ruleSubjects: 'shown by ruleSubjectLabels',
  ruleKindSubjects: 'shown by ruleSubjectLabels',
  ruleKindShapes: 'shown by ruleUnits',
  ruleTrusts: 'each with words of its own on the screen',
  ...Object.fromEntries(
    ['statutoryRule', 'standingRule', 'statutoryRuleInput'].map((name) => [
      name,
      'its kind, subject and mark, which have labels of their own',
    ]),
  ),
  letterTypes: 'media types',
  usualContractTypes: 'proposed for a text that people type, in the words of tender notices',
  ...Object.fromEntries(
    ['letterTemplate', 'letterTemplateInput', 'letterTemplateEdit', 'letterContent']
      .concat(['refundRequest', 'refundRequestInput', 'refundRequestEdit'])
      .map((name) => [
        name,
        'its language, which has its own name in every language; its other values have names of their own',
      ]),
  ),
  ...Object.fromEntries(
    [
      'happeningKindNames',
      'notificationKinds',
      'notificationReasons',
      'notificationLevels',
      'notificationStates',
      'doneReasons',
      'notification',
      'notificationBoxes',
    ].map((name) => [name, 'each with words of its own in the inbox']),
  ),
  billHeads: 'shown by lineLabels of the memorandum',
  typedHeads: 'see billHeads',
  invoiceHeads: 'see billHeads',
  typedEntry: 'its head, see billHeads',
  billLine: 'its head, see billHeads',
  replacedHeads: 'see billHeads',
  bill: 'its place, see taxPlaces; its other values stand in the listed bill',
  nextBill: 'its place, see taxPlaces',
  notANumber: 'ends with an example, and is put together with it',
}

const areTexts = (values: unknown[]): values is string[] =>
  values.length > 0 && values.every((value) => typeof value === 'string')

/** The choices of a record's field, which may be optional or nullable. */
function choicesOf(schema: unknown): string[] {
  const { type, innerType, element, entries } = (schema as { def: Record<string, unknown> }).def
  if (type === 'enum') return Object.values(Object(entries)).map(String)
  const inner = innerType ?? (type === 'array' ? element : undefined)
  return inner === undefined ? [] : choicesOf(inner)
}

const isEndpoint = (value: object) => 'allow' in value && 'path' in value

/** The labels of fields and values on the wire, and its messages about files: all of them are shown. */
function textsOfExport(name: string, value: unknown): string[] {
  if (name in notShown) return []
  if (typeof value === 'string') return name.endsWith('Message') ? [value] : []
  if (Array.isArray(value)) return areTexts(value) ? value : []
  if (value instanceof $ZodObject) return Object.values(value._zod.def.shape).flatMap(choicesOf)
  const isPlain = value?.constructor === Object && !isEndpoint(value)
  const texts: unknown[] = isPlain ? Object.values(value) : []
  return areTexts(texts) ? texts : []
}

/** A text as it is shown: a code in words. */
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

test('every label, value and module of the wire has a Hindi translation', async () => {
  const found = (await Promise.all(wireFiles.map(textsOfWire))).flat()
  expect(found.length).toBeGreaterThan(150)
  expect(linesOf(found.filter(([, text]) => !hindi.has(text)))).toEqual([])
  expect(ofLists.filter((text) => !hindi.has(text))).toEqual([])
  const names = (await Promise.all(wireFiles.map(exportsOf))).flatMap(Object.keys)
  expect(Object.keys(notShown).filter((name) => !names.includes(name))).toEqual([])
})

test('every title of an entity has a Hindi translation', () => {
  const titles = manifests.flatMap(({ title, listTitle, create }) => [title, listTitle, create])
  const texts = titles.filter((text) => text !== undefined)
  expect(texts.length).toBeGreaterThan(40)
  expect(texts.filter((text) => !hindi.has(text))).toEqual([])
})

test('a deadline has the same name in a calendar as on the screens, in Hindi too', () => {
  const onScreens = Object.entries(deadlineKinds).map(([kind, { label }]) => [kind, hindi.get(label)])
  expect(hindiKinds).toEqual(Object.fromEntries(onScreens))
})

/** Properties whose value is a message: about a value, a field or a file. */
const messageKeys = new Set(['error', 'message', 'fault', 'tooLarge', 'none', 'one', 'many'])
const isMessageProperty = ({ part }: Place) =>
  part.type === 'Property' &&
  messageKeys.has(nameIn(part['key']) ?? '') &&
  /^(?:Literal|Template|Cond)/.test(valueOf(part).type)
const valueOf = (part: Part) => part['value'] as Part

/** The messages of the server and of the wire's rules to a user, before their values are inserted. */
const ofAnswers = [
  ...textsOf(server, 'AppError', 2),
  ...textsOf(server, 'SheetFault'),
  ...textsOf(server, 'WordFault'),
  ...textsOf(server, 'conflict'),
  ...textsOf(server, 'forbidden'),
  ...textsOf(server, 'messageOf'),
  ...server.places
    .filter(isMessageProperty)
    .flatMap((place) => server.texts({ ...place, part: valueOf(place.part) }).map((text): Found => [place.path, text])),
].filter(([path, text]) => isText(text) && !untranslatedFiles.some((file) => path.startsWith(file)))

const raised = /raise exception '((?:[^']|'')+)'/g
/** The pattern of a constraint's answer, also where one is raised: "409 name is already used by another role". */
const constraint = /(["'])4\d\d (\S+) ((?:(?!\1).)+)\1/g
const withField = (message: string) => message.replace(/\b[a-z]+[A-Z]\w*/, '{field}')
const quotes = /'((?:[^']|'')*)'/g
const quotedIn = (text: string) =>
  [...text.replaceAll(/--.*/g, '').matchAll(quotes)].map(([, quoted = '']) => quoted.replaceAll("''", "'"))

/** The nouns for records that prevent a deletion. */
const nouns = migrations.flatMap(({ text }) =>
  [...text.matchAll(/call app\.reference\('\w+', '\w+', '\w+', '([a-z -]+)'\)/g)].flatMap(([, noun = '']) => [
    noun,
    `${noun}s`,
  ]),
)

/** Earlier migrations raised messages with the values inserted; all of those were replaced. */
const firstInParts = '0029'
const isInParts = (path: string) => path >= `server/migrations/${firstInParts}`

function answersOfMigration({ path, text }: SourceFile): Found[] {
  const found = [
    ...[...text.matchAll(raised)].map(([, message = '']) => message.replaceAll("''", "'")),
    ...quotedIn(text).filter((message) => /^[A-Z][a-z ].*\{\w+\}/.test(message)),
    ...[...text.matchAll(constraint)].map(([, , , message = '']) => withField(message)),
  ].filter((message) => !message.includes('%') || isInParts(path))
  const whole = found.flatMap((message) =>
    message.includes('%') ? nouns.map((noun) => message.replace('%', noun)) : message,
  )
  return whole.map((message) => [path, message])
}
const ofMigrations = migrations.flatMap(answersOfMigration)

test('every answer of the server to a user has a Hindi translation', () => {
  expect(ofAnswers.length).toBeGreaterThan(200)
  expect(ofMigrations.length).toBeGreaterThan(40)
  expect(nouns.length).toBeGreaterThan(10)
  expect(linesOf([...ofAnswers, ...ofMigrations].filter(([, text]) => !hindi.has(text)))).toEqual([])
})

test('a text of an answer is a literal, so that it can be found', () => {
  const messages = [
    ...server.argumentsOf('messageOf', 0),
    ...server.argumentsOf('AppError', 2),
    ...server.argumentsOf('conflict', 0),
  ]
  const faults = messages.filter(({ part }) => part.type === 'TemplateLiteral')
  expect(faults.map(({ path, part }) => `${path}: ${piecesOf(part).join('…')}`)).toEqual([])
})

const isWritten = (part: Part): boolean =>
  textIn(part) !== undefined ||
  (part.type === 'ConditionalExpression' &&
    ['consequent', 'alternate'].every((key) => partsIn(part[key]).every(isWritten)))

test('t() receives a literal text, and all of its values', () => {
  const faults = screens.argumentsOf('t', 0).flatMap(({ part, path, outer }) => {
    const values = partsIn(outer?.part['arguments'])[1]
    const properties = values?.type === 'ObjectExpression' ? partsIn(values['properties']) : undefined
    const literal = properties?.every(({ type }) => type === 'Property') ? properties : undefined
    const names = literal?.map((one) => `{${nameIn(one['key'])}}`) ?? []
    const missing =
      values && !literal
        ? []
        : marksIn(screens.texts({ part, path, outer }).join()).filter((one) => !names.includes(one))
    return [
      ...(isWritten(part) ? [] : [`${path}: t() of what is not written there`]),
      ...missing.map((one) => `${path}: no value for ${one}`),
    ]
  })
  expect(faults).toEqual([])
})

test('the Hindi of a screen text has the same values, and that of any other text has no new ones', () => {
  const shown = new Set(ofScreens.map(([, text]) => text))
  const differs = [...hindi].filter(([text, own]) => {
    const [values, ownValues] = [marksIn(text), marksIn(own)]
    return shown.has(text) ? values.join() !== ownValues.join() : !ownValues.every((one) => values.includes(one))
  })
  expect(differs.map(([text, own]) => `${text}: ${own}`)).toEqual([])
})

const withWords = (texts: string[]) => [...texts, ...texts.filter((text) => /^\w+$/.test(text)).map(inWords)]

/** Whether the text is a field and its fault as one sentence, such as a refusal uses if the screen has no place beside the field. */
function isOfField(text: string, known: ReadonlySet<string>): boolean {
  const [, fault = ''] = /^(?:\w+|[A-Z][a-z -]+) ([a-z].*)$/.exec(text) ?? []
  const fields = fault.matchAll(/\w+$/g)
  return known.has(fault) || [...fields].some(([field]) => known.has(fault.replace(new RegExp(`${field}$`), '{field}')))
}

test('every Hindi translation belongs to a text that is shown', () => {
  const writtenOut = ({ part }: Place) =>
    part.type === 'TemplateLiteral' ? piecesOf(part).flatMap(quotedIn) : (textIn(part) ?? [])
  const written = [...screens.places, ...server.places].flatMap(writtenOut)
  const all = [...ofScreens, ...ofAnswers, ...ofMigrations].map(([, text]) => text)
  const known = new Set(
    withWords([...all, ...ofLists, ...written, ...migrations.flatMap(({ text }) => quotedIn(text))]),
  )
  expect([...hindi.keys()].filter((text) => !known.has(text) && !isOfField(text, known))).toEqual([])
})

/** Properties of an element whose text is read or spoken. */
const spoken = new Set(
  'label title aria-label aria-valuetext placeholder description alt caption failure heading empty note'.split(' '),
)
/** Names that are the same in every language. */
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

test('every text that a user reads or hears goes through t()', () => {
  const asked = ['alertSuccess', 'alertFailure', 'confirm'].flatMap((name) => screens.argumentsOf(name, 0))
  const bare = [...screens.places.filter(bareAt), ...asked.filter(({ part }) => isBare(part))]
  expect(unique(bare.map(({ part, path }) => `${path}: ${writtenIn(part)}`))).toEqual([])
})

const isSentence = (text: string) => /^\p{Lu}\p{Ll}+ \p{L}/u.test(text)

test('a sentence outside of t() has a Hindi translation, or is one of an array of choices', () => {
  const others = screens.places.flatMap(({ part, path, outer }): Found[] => {
    const text = textIn(part)
    return text && isSentence(text) && outer?.part.type !== 'ArrayExpression' && !hindi.has(text) ? [[path, text]] : []
  })
  const shown = new Set(ofScreens.map(([, text]) => text))
  expect(linesOf(others.filter(([, text]) => !shown.has(text)))).toEqual([])
})
