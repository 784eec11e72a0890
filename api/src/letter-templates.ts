import * as z from 'zod/mini'
import { endpoint } from './kernel/endpoint.ts'
import * as f from './kernel/fields.ts'
import * as r from './kernel/record.ts'

export const about = 'What the letters of a company say, in English and Hindi, with the names of what is filled in.'

const base = '/project/api/letter-templates'

/** What a letter is for: money that is asked for the first time, again, or paper by which a bank or insurer answers. */
export const letterKinds = ['REFUND_REQUEST', 'FOLLOW_UP', 'RELEASE_GUARANTEE'] as const
export type LetterKind = (typeof letterKinds)[number]

/** What is filled in where a letter says its name in braces, and what each is. */
export const letterFields = {
  deposits: 'The table of what is asked for: it stands in a paragraph of its own',
  amount: 'What is asked for, in rupees',
  amountInWords: 'What is asked for, in words',
  office: 'The office that is written to',
  department: 'Its department',
  contractName: 'The names of the works',
  bidId: 'Their bid IDs',
  referenceNo: 'Their reference numbers',
  agreementDate: 'The days of their agreements',
  dueOn: 'The days on which the deposits were due',
  clause: 'What the contracts say of refunds',
  requestNo: 'The number of this letter',
  letterOn: 'The day of this letter',
  previousLetters: 'The letters that asked before, with their days',
  bankDetails: 'The accounts that the deposits were paid from',
  company: 'The name of your company',
  signatory: 'Who signs, with designation',
} as const
export type LetterField = keyof typeof letterFields
export const letterFieldNames = r.namesOf(letterFields)

const mark = /\{([^{}\n]*)\}/g

const fieldsIn = (text: string) => [...text.matchAll(mark)].map(([, name = '']) => name)
const isField = (name: string): name is LetterField => Object.hasOwn(letterFields, name)
const firstUnknown = (text: string) => fieldsIn(text).find((name) => !isField(name))

const isTable = (paragraph: string) => paragraph.trim() === '{deposits}'
/** The paragraphs of a letter: an empty line parts them. */
export const paragraphsOf = (text: string): string[] =>
  text
    .replaceAll('\r\n', '\n')
    .split(/\n[^\S\n]*\n\s*/)
    .filter((paragraph) => paragraph.trim() !== '')

const besideWords = 'has {field} beside other words: give it a paragraph of its own'
const noRoom = 'has no room for {field}'

/** A text of a letter: each name in braces is a field of it. `hasTable` where the table of deposits may stand in it. */
function letterText(max: number, { hasTable = false } = {}) {
  return f.requiredText(max).check((payload) => {
    const fault = (error: string, field: string) =>
      payload.issues.push({ code: 'custom', input: payload.value, message: error, params: { field: `{${field}}` } })
    const unknown = firstUnknown(payload.value)
    if (unknown !== undefined) fault('{field} is not a field of a letter', unknown)
    const beside = paragraphsOf(payload.value).filter((paragraph) => !hasTable || !isTable(paragraph))
    if (beside.some((paragraph) => fieldsIn(paragraph).includes('deposits')))
      fault(hasTable ? besideWords : noRoom, 'deposits')
  })
}

/** What is written in a letter, with names of fields in braces. */
export const letterTexts = {
  subject: letterText(500),
  /** Its paragraphs, between empty lines. Salutation and closing are those of its language. */
  body: letterText(10_000, { hasTable: true }),
  /** What goes with it, one on a line. */
  enclosures: f.optional(letterText(2_000)),
}

/** What each of these is called on the screen. */
export const letterTextLabels = { subject: 'Subject', body: 'Letter', enclosures: 'Enclosures' } as const

export const letterTemplateFields = {
  kind: z.enum(letterKinds),
  language: f.language,
  name: f.requiredText(200),
  ...letterTexts,
  /** The one that is taken where none is named: one for each kind and language. */
  isDefault: f.active,
}

/** What each field is called on the screen. */
export const letterTemplateLabels = {
  kind: 'Letter for',
  language: 'Language',
  name: 'Name',
  ...letterTextLabels,
  isDefault: 'Standard letter',
} as const satisfies Record<keyof typeof letterTemplateFields, string>

export const letterTemplate = r.stored({ id: f.id, ...letterTemplateFields, ...r.authors })
export type LetterTemplate = z.infer<typeof letterTemplate>

export const letterTemplateInput = r.createBody(
  letterTemplateFields,
  { language: 'en', isDefault: false },
  r.namesOf(r.authors),
)
export const letterTemplateEdit = r.editBody(letterTemplateFields, r.namesOf(r.authors))

export const listLetterTemplates = endpoint({
  method: 'GET',
  path: base,
  summary: 'The templates of letters, by kind, language and name',
  allow: { module: 'Contracts', can: 'canView' },
  response: z.array(letterTemplate),
})

export const getLetterTemplate = endpoint({
  method: 'GET',
  path: `${base}/:id`,
  summary: 'One template of a letter',
  allow: { module: 'Contracts', can: 'canView' },
  params: f.idParams,
  response: letterTemplate,
})

export const createLetterTemplate = endpoint({
  method: 'POST',
  path: base,
  summary: 'Enter a template of a letter; a standard letter takes the place of the one there was',
  allow: { module: 'Contracts', can: 'canCreate' },
  status: 201,
  body: letterTemplateInput,
  response: letterTemplate,
})

export const updateLetterTemplate = endpoint({
  method: 'PUT',
  path: `${base}/:id`,
  summary: 'Change a template: letters that are written already stay as they are',
  allow: { module: 'Contracts', can: 'canEdit' },
  params: f.idParams,
  body: letterTemplateEdit,
  response: letterTemplate,
})

export const deleteLetterTemplate = endpoint({
  method: 'DELETE',
  path: `${base}/:id`,
  summary: 'Delete a template: letters that are written already stay as they are',
  allow: { module: 'Contracts', can: 'canDelete' },
  params: f.idParams,
})
