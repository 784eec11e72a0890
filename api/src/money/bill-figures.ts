import * as z from 'zod/mini'
import * as f from '../kernel/fields.ts'
import { billHeads, type PreviousBill } from './bill-engine/bill.ts'
import { billTerms } from './resolved-terms.ts'

/** The figures of bills in the API, with the engine's names. */

/** An exact amount or quantity. */
export const decimalText = z.string()
/** `since` is upto minus previous. */
export const figure = { upto: decimalText, previous: decimalText, since: decimalText }

/** A line of the memorandum of payment, in rupees as decimal text. */
export const billLine = z.object({
  head: z.enum(billHeads),
  ...figure,
  base: z.nullable(decimalText),
  percent: z.nullable(decimalText),
  ruleIds: z.array(f.id),
  /** The reason for which the memorandum’s amount replaced the computed one. */
  replaced: z.nullable(z.string()),
})

/** The figures of a bill, claimed or passed, in rupees as decimal text, with the engine’s names. */
export const billFigures = z.object({
  work: z.object(figure),
  variation: z.object(figure),
  lines: z.array(billLine),
  invoice: z.object(figure),
  net: z.object(figure),
})
export type BillFigures = z.infer<typeof billFigures>

/** The bill that the previous figures belong to. */
export const previousBill = z.object({
  id: f.id,
  name: z.string(),
  /** The bill is still with the department, and its claimed figures count until it is passed. */
  isProvisional: z.boolean(),
})

/**
 * The figures that a bill starts from, as decimal text: the passed ones of the previous bill, or its claimed ones
 * until it is passed. `items` is empty in the API: each item of the bill carries its own previous figures.
 */
export const previousFigures = z.object({
  work: decimalText,
  variation: decimalText,
  items: z.record(z.string(), z.object({ quantity: decimalText, amount: decimalText })),
  heads: z.record(z.string(), decimalText),
  gst: z.optional(billTerms.shape.gst),
}) satisfies z.ZodMiniType<PreviousBill>
export type PreviousFigures = z.infer<typeof previousFigures>

/** A recorded sheet of the measurement book, as bills show it. */
export const billedSheet = z.object({
  id: f.id,
  number: z.int(),
  measuredOn: f.day,
  location: z.nullable(z.string()),
})
export type BilledSheet = z.infer<typeof billedSheet>
