import * as z from 'zod/mini'
import { bankLetterFieldNames, bankLetterKinds } from '../documents/letter-fields.ts'
import { endpoint } from '../kernel/endpoint.ts'
import * as f from '../kernel/fields.ts'
import { fileBytes } from '../kernel/files.ts'
import { letterContent, letterFormats, letterTypes } from '../kernel/letter.ts'

export const about =
  'Letters to the bank or insurer about one guarantee: to extend it, or to discharge it and free what is held for it.'

const base = '/project/api/instruments/:id/bank-letter'

/** What a letter is made of. Of what is not said the server proposes what the instrument asks for. */
const wanted = {
  kind: f.optional(z.enum(bankLetterKinds)),
  language: f.optional(f.language),
  /** Nothing said: the standard letter of its kind and language. */
  templateId: f.optional(f.id),
  /** Of an extension: until when. Nothing said: until when the work or bid asks for it; null leaves room for it. */
  askedUntil: f.optional(f.day),
  /** Our number of the letter. */
  requestNo: f.optional(f.text(100)),
  /** Nothing said: today. */
  letterOn: f.optional(f.day),
}

/** What each of these is called on the screen. */
export const bankLetterLabels = {
  kind: 'Letter for',
  language: 'Language',
  templateId: 'Template',
  askedUntil: 'Extend until',
  requestNo: 'Our number',
  letterOn: 'Letter of',
} as const satisfies Record<keyof typeof wanted, string>

export const checkBankLetter = endpoint({
  method: 'POST',
  path: `${base}/check`,
  summary: 'What a letter to the bank would say, and which of its fields have nothing to be filled in with',
  allow: { module: 'Contracts', can: 'canView' },
  params: f.idParams,
  body: z.strictObject(wanted),
  response: z.object({
    kind: z.enum(bankLetterKinds),
    /** The day that an extension asks for, as it was said or is proposed. */
    askedUntil: z.nullable(f.day),
    letter: letterContent,
    /** The fields that are named and empty, in the order of the letter. */
    emptyFields: z.array(z.enum(bankLetterFieldNames)),
  }),
})

export const downloadBankLetter = endpoint({
  method: 'POST',
  path: base,
  summary: 'A letter to the bank as a file, to be printed or to be changed in Word',
  allow: { module: 'Contracts', can: 'canView' },
  params: f.idParams,
  body: z.strictObject({ ...wanted, format: z._default(z.enum(letterFormats), 'pdf') }),
  download: Object.values(letterTypes),
  response: fileBytes,
})
