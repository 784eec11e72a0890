import * as z from 'zod/mini'
import * as f from '../kernel/fields.ts'

/** The most names of people present. */
export const maxPresent = 20

/** A position along a road or canal: not negative, at most 9 integer digits and 3 decimals. */
const chainage = z.number().check(f.notNegative, f.atMost(9, 3))

/** The head fields of a measurement sheet, for the office and for devices on site. */
export const sheetFields = {
  measuredOn: f.day,
  location: f.optional(f.text(300)),
  /** The measured stretch along a road or canal, in the unit of the work. */
  chainageFrom: f.optional(chainage),
  chainageTo: f.optional(chainage),
  /** The names of the people present. */
  present: z.array(f.requiredText(200)).check(z.maxLength(maxPresent, { error: 'must be at most {max} names' })),
  /** The department's own measurement book, and the page in it. */
  book: f.optional(f.text(60)),
  page: f.optional(f.text(60)),
  comment: f.optional(f.text(2000)),
}
