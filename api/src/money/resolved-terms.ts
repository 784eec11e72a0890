import * as z from 'zod/mini'
import { fieldFault } from '../kernel/endpoint.ts'
import * as f from '../kernel/fields.ts'
import type { BillTerms } from './bill-engine/bill.ts'

/** The terms of bills on a day and their sources; without the rules and fields that are needed to enter heads. */

/** The heads that an agreement can set for its bills, in the order of the memorandum of payment. */
export const agreedHeadNames = ['GST', 'WITHHELD', 'RETENTION', 'ADVANCE_TAX', 'IT_TDS', 'GST_TDS', 'CESS'] as const
export type AgreedHeadName = (typeof agreedHeadNames)[number]

export const headRoundings = ['PAISA', 'RUPEE'] as const
export const retentionModes = ['EACH_BILL', 'FINAL_ONLY'] as const

/** The place of supply, as GST distinguishes it. */
export const taxPlaces = ['SAME_STATE', 'OTHER_STATE', 'SEZ', 'SEZ_LUT'] as const
export type TaxPlace = (typeof taxPlaces)[number]

/** Why a head of the agreement deducts nothing. */
export const headExceptions = ['CONTRACT_BELOW_LIMIT', 'CLIENT_OF_ANOTHER_STATE'] as const

const decimalText = z.string()
const percentRule = { percent: decimalText, round: z.enum(headRoundings), ruleIds: z.array(f.id) }
const halvesOrWhole = ['CENTRAL_AND_STATE', 'INTEGRATED'] as const

/** The terms of a bill; amounts and percentages are decimal text. */
export const billTerms = z.object({
  isFinal: z.boolean(),
  tenderPercentage: decimalText,
  value: z.nullable(decimalText),
  gst: z.object({ kind: z.enum([...halvesOrWhole, 'NONE']), percent: decimalText, ruleIds: z.array(f.id) }),
  hasRoundOff: z.boolean(),
  withheld: z.nullable(z.object(percentRule)),
  retention: z.nullable(
    z.object({ ...percentRule, capPercent: z.nullable(decimalText), mode: z.enum(retentionModes) }),
  ),
  advanceTax: z.nullable(z.object(percentRule)),
  incomeTaxTds: z.nullable(
    z.object({
      ...percentRule,
      base: z.enum(['TAXABLE', 'INVOICE_NET']),
      /** Null if the client deducts. */
      year: z.nullable(
        z.object({
          singleLimit: decimalText,
          yearLimit: decimalText,
          credited: decimalText,
          deducted: decimalText,
        }),
      ),
    }),
  ),
  gstTds: z.nullable(
    z.object({ ...percentRule, kind: z.enum(halvesOrWhole), base: z.enum(['TAXABLE', 'LESS_RECOVERY']) }),
  ),
  cess: z.nullable(z.object(percentRule)),
}) satisfies z.ZodMiniType<BillTerms>
/** `BillTerms` in a JSON response. */
export type BillTermsOnDay = z.infer<typeof billTerms>

/** A statutory rule that a head is based on. */
const ruleOfHead = z.object({
  id: f.id,
  /** One of `ruleKinds`; typed as text, so that a page that shows a bill need not load the words of every rule. */
  kind: z.string(),
  name: z.string(),
  sourceTitle: z.string(),
  sourceReference: z.nullable(z.string()),
  sourceUrl: z.nullable(z.string()),
  validFrom: f.day,
  /** The rule is unsure, and nobody in the company has confirmed it. */
  waits: z.boolean(),
})
export type RuleOfHead = z.infer<typeof ruleOfHead>

/** The source of a head's percentage. */
export const headSource = z.object({
  head: z.enum(agreedHeadNames),
  /** The row of the agreement that sets it, and its first day. */
  headId: f.id,
  validFrom: f.day,
  /** The statutory rules, if the agreement does not set the percentage itself. */
  rules: z.array(ruleOfHead),
  exception: z.nullable(z.enum(headExceptions)),
})
export type HeadSource = z.infer<typeof headSource>

/** A missing input of a head; `path` names the field of the agreement or of the head. */
export const termsFault = z.extend(fieldFault, { head: z.enum(agreedHeadNames) })
export type TermsFault = z.infer<typeof termsFault>

/** The resolved heads of an agreement on a day. */
export const resolvedTerms = z.object({
  /** Null while something is missing. */
  terms: z.nullable(billTerms),
  /** Null if no head needs it, or if it is unknown. */
  place: z.nullable(z.enum(taxPlaces)),
  sources: z.array(headSource),
  faults: z.array(termsFault),
})
export type ResolvedTerms = z.infer<typeof resolvedTerms>
