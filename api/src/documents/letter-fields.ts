import * as f from '../kernel/fields.ts'
import * as r from '../kernel/record.ts'

/** The kinds of letter, and the fields of each. */

/** Letters to an office: a first request for money, a reminder, and a request to release a guarantee. */
export const officeLetterKinds = ['REFUND_REQUEST', 'FOLLOW_UP', 'RELEASE_GUARANTEE'] as const
/** Letters to the bank or insurer that gave a guarantee: to extend it, or to discharge it. */
export const bankLetterKinds = ['EXTENSION_TO_BANK', 'DISCHARGE_TO_BANK'] as const
export const letterKinds = [...officeLetterKinds, ...bankLetterKinds] as const
export type LetterKind = (typeof letterKinds)[number]
export type BankLetterKind = (typeof bankLetterKinds)[number]

/** The fields of every letter, with their descriptions. */
const anyLetter = {
  requestNo: 'The number of this letter',
  letterOn: 'The day of this letter',
  company: 'The name of your company',
  signatory: 'Who signs, with designation',
} as const

/** The fields of letters to offices. */
export const officeLetterFields = {
  deposits: 'The table of what is asked for: it stands in a paragraph of its own',
  amount: 'What is asked for, in rupees',
  amountInWords: 'What is asked for, in words',
  office: 'The office that is written to',
  department: 'Its department',
  lyingWith: 'The office that the deposits lie with, where the one above it is written to as well',
  contractName: 'The names of the works',
  bidId: 'Their bid IDs',
  referenceNo: 'Their reference numbers',
  agreementDate: 'The days of their agreements',
  dueOn: 'The days on which the deposits were due',
  clause: 'What the contracts say of refunds',
  ...anyLetter,
  previousLetters: 'The letters that asked before, with their days',
  bankDetails: 'The accounts that the deposits were paid from',
} as const

const bankFields = {
  instrumentKind: 'What it is: a bank guarantee or a surety bond',
  instrumentNo: 'Its number',
  amount: 'What it is for, in rupees',
  amountInWords: 'What it is for, in words',
  issuer: 'The bank or insurer that is written to',
  branch: 'Its branch',
  favouring: 'In whose favour it stands',
  issuedOn: 'The day on which it was issued',
  expiresOn: 'The last day on which it is valid',
  claimUntil: 'The last day to lodge a claim',
  margin: 'Its margin, per cent and in rupees',
  receipts: 'The receipts on which there is a lien for it',
  security: 'Its margin and receipts; where none is entered, that it is what the bank holds',
  contractName: 'The names of the works that it secures',
  bidId: 'Their bid IDs',
  referenceNo: 'Their reference numbers',
  ...anyLetter,
} as const

/** The fields of letters to banks and insurers. */
export const extensionLetterFields = { ...bankFields, askedUntil: 'The day until which it is to be extended' } as const
export const dischargeLetterFields = {
  ...bankFields,
  ground: 'Why it may be discharged: it is back, or claims are over',
} as const

export type OfficeLetterField = keyof typeof officeLetterFields
export type BankLetterField = keyof typeof extensionLetterFields | keyof typeof dischargeLetterFields
export type LetterField = OfficeLetterField | BankLetterField
export const officeLetterFieldNames = r.namesOf(officeLetterFields)
export const bankLetterFieldNames = r.namesOf({ ...extensionLetterFields, ...dischargeLetterFields })

/** The fields of each kind of letter, which its texts name in braces, with their descriptions. */
export const letterFields: Readonly<Record<LetterKind, Readonly<Partial<Record<LetterField, string>>>>> = {
  REFUND_REQUEST: officeLetterFields,
  FOLLOW_UP: officeLetterFields,
  RELEASE_GUARANTEE: officeLetterFields,
  EXTENSION_TO_BANK: extensionLetterFields,
  DISCHARGE_TO_BANK: dischargeLetterFields,
}

const mark = /\{([^{}\n]*)\}/g

const fieldsIn = (text: string) => [...text.matchAll(mark)].map(([, name = '']) => name)
const isField = (name: string) => letterKinds.some((kind) => Object.hasOwn(letterFields[kind], name))

const isTable = (paragraph: string) => paragraph.trim() === '{deposits}'
/** The paragraphs of a letter, separated by empty lines. */
export const paragraphsOf = (text: string): string[] =>
  text
    .replaceAll('\r\n', '\n')
    .split(/\n[^\S\n]*\n\s*/)
    .filter((paragraph) => paragraph.trim() !== '')

const besideWords = 'has {field} beside other words: give it a paragraph of its own'
const notOfAny = '{field} is not a field of a letter'
const notOfThis = '{field} is not a field of this kind of letter'
const noRoom = 'has no room for {field}'

interface Room {
  /** Whether the text may hold the table of deposits. */
  hasTable?: boolean
  /** The kind of letter whose fields the text may name; without one, the fields of any kind. */
  kind?: LetterKind
}

/** A text of a letter, in which each name in braces is a field of the letter. */
function letterText(max: number, { hasTable = false, kind }: Room = {}) {
  const isKnown = (name: string) => (kind ? Object.hasOwn(letterFields[kind], name) : isField(name))
  return f.requiredText(max).check((payload) => {
    const fault = (error: string, field: string) => {
      payload.issues.push({ code: 'custom', input: payload.value, message: error, params: { field: `{${field}}` } })
    }
    const unknown = fieldsIn(payload.value).find((name) => !isKnown(name))
    if (unknown !== undefined) return fault(isField(unknown) ? notOfThis : notOfAny, unknown)
    const beside = paragraphsOf(payload.value).filter((paragraph) => !hasTable || !isTable(paragraph))
    if (beside.some((paragraph) => fieldsIn(paragraph).includes('deposits')))
      fault(hasTable ? besideWords : noRoom, 'deposits')
  })
}

const textsFor = (kind?: LetterKind) => {
  const of = kind && { kind }
  return {
    subject: letterText(500, of),
    /** Paragraphs, separated by empty lines. The language decides salutation and closing. */
    body: letterText(10_000, { ...of, hasTable: true }),
    /** The enclosures, one on a line. */
    enclosures: f.optional(letterText(2_000, of)),
  }
}

/** The texts of a letter of any kind, with names of fields in braces. */
export const letterTexts = textsFor()

/** The texts of each kind of letter, which name the fields of that kind only. */
export const letterTextsOf: Readonly<Record<LetterKind, typeof letterTexts>> = {
  REFUND_REQUEST: textsFor('REFUND_REQUEST'),
  FOLLOW_UP: textsFor('FOLLOW_UP'),
  RELEASE_GUARANTEE: textsFor('RELEASE_GUARANTEE'),
  EXTENSION_TO_BANK: textsFor('EXTENSION_TO_BANK'),
  DISCHARGE_TO_BANK: textsFor('DISCHARGE_TO_BANK'),
}

/** The labels of the texts on the screen. */
export const letterTextLabels = { subject: 'Subject', body: 'Letter', enclosures: 'Enclosures' } as const
