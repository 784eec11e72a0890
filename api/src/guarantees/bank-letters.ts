import * as z from 'zod/mini'
import { bankLetterFieldNames, bankLetterKinds } from '../documents/letter-fields.ts'
import { endpoint } from '../kernel/endpoint.ts'
import * as f from '../kernel/fields.ts'
import { fileBytes } from '../kernel/files.ts'
import { letterContent, letterFormats, letterTypes } from '../kernel/letter.ts'

export const about =
  'Letters to the bank or insurer about one guarantee: to extend it, or to discharge it and release its margin.'

const base = '/project/api/instruments/:id/bank-letter'

/** The inputs of a letter. The server proposes missing ones from the instrument. */
const letterInputs = {
  kind: f.optional(z.enum(bankLetterKinds)),
  language: f.optional(f.language),
  /** If left out: the standard letter of the kind and language. */
  templateId: f.optional(f.id),
  /** The day to extend to. If left out: the day that the work or the bid needs; null leaves a blank in the letter. */
  askedUntil: f.optional(f.day),
  /** The company's own number of the letter. */
  requestNo: f.optional(f.text(100)),
  /** If left out: today. */
  letterOn: f.optional(f.day),
}

/** The label of each input on the screen. */
export const bankLetterLabels = {
  kind: 'Letter for',
  language: 'Language',
  templateId: 'Template',
  askedUntil: 'Extend until',
  requestNo: 'Our number',
  letterOn: 'Letter of',
} as const satisfies Record<keyof typeof letterInputs, string>

export const checkBankLetter = endpoint({
  method: 'POST',
  path: `${base}/check`,
  summary: 'Preview a letter to the bank, with the placeholders that have no value',
  allow: { module: 'Contracts', can: 'canView' },
  params: f.idParams,
  body: z.strictObject(letterInputs),
  response: z.object({
    kind: z.enum(bankLetterKinds),
    /** The day that an extension asks for, from the body or proposed. */
    askedUntil: z.nullable(f.day),
    letter: letterContent,
    /** The placeholders that have no value, in the order of the letter. */
    emptyFields: z.array(z.enum(bankLetterFieldNames)),
  }),
})

export const downloadBankLetter = endpoint({
  method: 'POST',
  path: base,
  summary: 'A letter to the bank as a file, to print or to edit in Word',
  allow: { module: 'Contracts', can: 'canView' },
  params: f.idParams,
  body: z.strictObject({ ...letterInputs, format: z._default(z.enum(letterFormats), 'pdf') }),
  download: Object.values(letterTypes),
  response: fileBytes,
})
