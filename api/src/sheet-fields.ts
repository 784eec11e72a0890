import * as z from 'zod/mini'
import * as f from './kernel/fields.ts'

/** The most people who are named as standing by. */
export const maxPresent = 20

/** What is said of a sheet of the measurement book, whoever begins it: the office, or a device on site. */
export const sheetFields = {
  measuredOn: f.day,
  location: f.optional(f.text(300)),
  /** From where to where along a road or canal, in the unit that the work counts them in. */
  chainageFrom: f.optional(f.chainage),
  chainageTo: f.optional(f.chainage),
  /** Who stood by, by name. */
  present: z.array(f.requiredText(200)).check(z.maxLength(maxPresent, { error: 'must be at most {max} names' })),
  /** The department's own book and its page. */
  book: f.optional(f.text(60)),
  page: f.optional(f.text(60)),
  comment: f.optional(f.text(2000)),
}
