import * as z from 'zod/mini'
import * as f from '../kernel/fields.ts'
import { billHeads, type PreviousBill } from './bill-engine/bill.ts'
import { billTerms } from './resolved-terms.ts'

/** What bills come to and what they start from, as the wire says it: the words of the engine. */

/** An amount or a quantity, exact. */
export const decimalText = z.string()
/** `since` is upto less previous. */
export const figure = { upto: decimalText, previous: decimalText, since: decimalText }

/** A line of the memorandum of payment, in rupees as decimal text. */
export const billLine = z.object({
  head: z.enum(billHeads),
  ...figure,
  base: z.nullable(decimalText),
  percent: z.nullable(decimalText),
  ruleIds: z.array(f.id),
  /** Why the memorandum’s amount stands in the place of the computed one. */
  replaced: z.nullable(z.string()),
})

/** What a bill comes to, claimed or passed, in rupees as decimal text: the engine’s words for it. */
export const billFigures = z.object({
  work: z.object(figure),
  variation: z.object(figure),
  lines: z.array(billLine),
  invoice: z.object(figure),
  net: z.object(figure),
})
export type BillFigures = z.infer<typeof billFigures>

/** Which bill the previous figures are of. */
export const previousBill = z.object({
  id: f.id,
  name: z.string(),
  /** It is still with the department: its claimed figures count until it is passed. */
  isProvisional: z.boolean(),
})

/**
 * The figures that a bill starts from, as decimal text: those passed of the bill before, or claimed while it is not passed. `items` is
 * empty on the wire: each row of the bill's items says its own.
 */
export const previousFigures = z.object({
  work: decimalText,
  variation: decimalText,
  items: z.record(z.string(), z.object({ quantity: decimalText, amount: decimalText })),
  heads: z.record(z.string(), decimalText),
  gst: z.optional(billTerms.shape.gst),
}) satisfies z.ZodMiniType<PreviousBill>
export type PreviousFigures = z.infer<typeof previousFigures>

/** A recorded sheet of the measurement book, as bills name it. */
export const billedSheet = z.object({
  id: f.id,
  number: z.int(),
  measuredOn: f.day,
  location: z.nullable(z.string()),
})
export type BilledSheet = z.infer<typeof billedSheet>
