import * as z from 'zod/mini'
import { fieldFault } from '../kernel/endpoint.ts'
import * as f from '../kernel/fields.ts'
import type { BillTerms } from './bill-engine/bill.ts'

/** What bills are computed by on a day, and where that is from: without the rules and fields that heads are entered by. */

/** What an agreement says of its bills, in the order of the memorandum of payment. */
export const agreedHeadNames = ['GST', 'WITHHELD', 'RETENTION', 'ADVANCE_TAX', 'IT_TDS', 'GST_TDS', 'CESS'] as const
export type AgreedHeadName = (typeof agreedHeadNames)[number]

export const headRoundings = ['PAISA', 'RUPEE'] as const
export const retentionModes = ['EACH_BILL', 'FINAL_ONLY'] as const

/** Where the work is supplied, as the tax on goods and services sees it. */
export const taxPlaces = ['SAME_STATE', 'OTHER_STATE', 'SEZ', 'SEZ_LUT'] as const
export type TaxPlace = (typeof taxPlaces)[number]

/** Why a head that the agreement has takes nothing. */
export const headExceptions = ['CONTRACT_BELOW_LIMIT', 'CLIENT_OF_ANOTHER_STATE'] as const

const decimalText = z.string()
const percentRule = { percent: decimalText, round: z.enum(headRoundings), ruleIds: z.array(f.id) }
const halvesOrWhole = ['CENTRAL_AND_STATE', 'INTEGRATED'] as const

/** The terms that a bill is computed by; amounts and percentages are decimal text. */
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
      /** Null where the client deducts. */
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
/** `BillTerms`, as a JSON answer carries them. */
export type BillTermsOnDay = z.infer<typeof billTerms>

/** A statutory rule that a head rests on. */
const ruleOfHead = z.object({
  id: f.id,
  /** One of `ruleKinds`; text here, since a page that shows a bill need not load every rule's words for it. */
  kind: z.string(),
  name: z.string(),
  sourceTitle: z.string(),
  sourceReference: z.nullable(z.string()),
  sourceUrl: z.nullable(z.string()),
  validFrom: f.day,
  /** It is unsure, and nobody of the company has confirmed it. */
  waits: z.boolean(),
})
export type RuleOfHead = z.infer<typeof ruleOfHead>

/** Where a head has its percentage from. */
export const headSource = z.object({
  head: z.enum(agreedHeadNames),
  /** The row of the agreement that says it, and from which day on. */
  headId: f.id,
  validFrom: f.day,
  /** The rules, where the agreement does not say the percentage itself. */
  rules: z.array(ruleOfHead),
  exception: z.nullable(z.enum(headExceptions)),
})
export type HeadSource = z.infer<typeof headSource>

/** What is missing before a head can be computed: `path` names the field, of the agreement or of the head. */
export const termsFault = z.extend(fieldFault, { head: z.enum(agreedHeadNames) })
export type TermsFault = z.infer<typeof termsFault>

/** The heads of an agreement on a day, as bills are computed by them. */
export const resolvedTerms = z.object({
  /** None as long as something is missing. */
  terms: z.nullable(billTerms),
  /** None where no head asks for it, or it is not known. */
  place: z.nullable(z.enum(taxPlaces)),
  sources: z.array(headSource),
  faults: z.array(termsFault),
})
export type ResolvedTerms = z.infer<typeof resolvedTerms>
