import * as z from 'zod/mini'
import * as f from '../kernel/fields.ts'

/** The most people who are named as standing by. */
export const maxPresent = 20

/** Where along a road or canal something lies: not negative, at most 9 integer digits and 3 decimals. */
const chainage = z.number().check(f.notNegative, f.atMost(9, 3))

/** The fields of the head of a measurement sheet, for the office and for devices on site. */
export const sheetFields = {
  measuredOn: f.day,
  location: f.optional(f.text(300)),
  /** From where to where along a road or canal, in the unit that the work counts them in. */
  chainageFrom: f.optional(chainage),
  chainageTo: f.optional(chainage),
  /** Who stood by, by name. */
  present: z.array(f.requiredText(200)).check(z.maxLength(maxPresent, { error: 'must be at most {max} names' })),
  /** The department's own book and its page. */
  book: f.optional(f.text(60)),
  page: f.optional(f.text(60)),
  comment: f.optional(f.text(2000)),
}
