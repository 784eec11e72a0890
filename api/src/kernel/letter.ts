import * as z from 'zod/mini'
import * as f from './fields.ts'

/** The content of letters and their fixed words. */

/** The file types of a letter with their media types: one for printing, one for editing in Word. */
export const letterTypes = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
} as const
export type LetterFormat = keyof typeof letterTypes
export const letterFormats = ['pdf', 'docx'] as const satisfies LetterFormat[]

/** A table of a letter. */
const letterTable = z.object({
  columns: z.array(z.object({ heading: z.string(), align: z.enum(['start', 'end']) })),
  /**
   * Each row has as many cells as there are columns; amounts are formatted texts, aligned at the `end` of their column.
   */
  rows: z.array(z.array(z.string())),
  total: z.nullable(z.array(z.string())),
})

/** The content of a letter, for printing and for Word. */
export const letterContent = z.object({
  language: f.language,
  /** The sender; only the name is required. */
  letterhead: z.object({
    name: z.string(),
    address: z.array(z.string()),
    gstin: z.nullable(z.string()),
    phone: z.nullable(z.string()),
    email: z.nullable(z.string()),
  }),
  /** The number of the letter; empty until it is stored. */
  referenceNo: z.string(),
  /** In its final wording: 05 Nov 2026. */
  day: z.string(),
  /** The lines of the addressee. */
  addressee: z.array(z.string()),
  subject: z.string(),
  salutation: z.string(),
  /**
   * Paragraphs, whose lines are separated by \
   * , and tables.
   */
  body: z.array(z.union([z.string(), letterTable])),
  closing: z.string(),
  /** The lines below the room for a signature. */
  signatory: z.array(z.string()),
  enclosures: z.array(z.string()),
})
export type LetterTable = z.infer<typeof letterTable>
export type LetterContent = z.infer<typeof letterContent>

/** The fixed words of a letter. `{page}` and `{pages}` stand for numbers. */
export const letterWords = {
  en: {
    reference: 'Ref. No.:',
    day: 'Date:',
    subject: 'Subject:',
    enclosures: 'Enclosures:',
    gstin: 'GSTIN:',
    phone: 'Phone:',
    email: 'Email:',
    page: 'Page {page} of {pages}',
  },
  hi: {
    reference: 'पत्र संख्या:',
    day: 'दिनांक:',
    subject: 'विषय:',
    enclosures: 'संलग्नक:',
    gstin: 'जीएसटीआईएन:',
    phone: 'दूरभाष:',
    email: 'ई-मेल:',
    page: 'पृष्ठ {page} / {pages}',
  },
} as const
