import * as z from 'zod/mini'
import type { BillTerms } from './bill-engine/bill.ts'
import { endpoint, fieldFault } from './kernel/endpoint.ts'
import * as f from './kernel/fields.ts'
import { filterBy } from './kernel/filters.ts'
import * as r from './kernel/record.ts'
import { type RuleKind, type RuleSubject, ruleKindShapes, ruleKindSubjects, ruleKinds } from './rule-kinds.ts'

export const about =
  'The heads of the bills of each agreement: what is added to the work and taken off it, from which day on, and the statutory rules behind it.'

const ofAgreement = '/payment/api/agreements/:agreementId/bill-heads'
const base = '/payment/api/bill-heads'
const module = 'Payments'

/** What an agreement says of its bills, in the order of the memorandum of payment. */
export const agreedHeadNames = ['GST', 'WITHHELD', 'RETENTION', 'ADVANCE_TAX', 'IT_TDS', 'GST_TDS', 'CESS'] as const
export type AgreedHeadName = (typeof agreedHeadNames)[number]
export const isAgreedHeadName = (name: string | null): name is AgreedHeadName =>
  agreedHeadNames.some((known) => known === name)

const percentKindsOf = (subject: RuleSubject): RuleKind[] =>
  ruleKinds.filter((kind) => ruleKindShapes[kind] === 'PERCENT' && ruleKindSubjects[kind] === subject)

/**
 * The rules that can give the percentage of each head. `GST_TDS` is no kind: it stands for the pack of that name, whose
 * kinds follow from the places of supply.
 */
export const headRules = {
  GST: percentKindsOf('GST'),
  WITHHELD: [],
  RETENTION: [],
  ADVANCE_TAX: percentKindsOf('GST'),
  IT_TDS: percentKindsOf('INCOME_TAX_TDS'),
  GST_TDS: ['GST_TDS'],
  CESS: percentKindsOf('CESS'),
} as const satisfies Record<AgreedHeadName, readonly (RuleKind | 'GST_TDS')[]>
export type HeadRule = RuleKind | 'GST_TDS'

const headRuleNames: HeadRule[] = [...new Set<HeadRule>(Object.values(headRules).flat())]

/** What the percentage of a head is taken of. GST_TDS knows the first and the last, IT_TDS the first two, other heads none. */
export const headBases = ['TAXABLE', 'INVOICE_NET', 'LESS_RECOVERY'] as const
/** Those that a head chooses from. */
export const basesOf: Readonly<Partial<Record<AgreedHeadName, readonly (typeof headBases)[number][]>>> = {
  IT_TDS: ['TAXABLE', 'INVOICE_NET'],
  GST_TDS: ['TAXABLE', 'LESS_RECOVERY'],
}
export const headRoundings = ['PAISA', 'RUPEE'] as const
export const retentionModes = ['EACH_BILL', 'FINAL_ONLY'] as const

/** What is edited of a head. Which head it is stays. */
export const agreedHeadFields = {
  /** Where no rule gives it. 0 ends the head. Of GST TDS both halves together. */
  percent: f.optional(f.share),
  /** The kind of the statutory rule that gives the percentage, on the day of each bill. */
  ruleKind: f.optional(z.enum(headRuleNames)),
  base: f.optional(z.enum(headBases)),
  rounding: z.enum(headRoundings),
  /** A retention stops at so much of the agreed value. */
  capPercent: f.optional(f.share.check(f.moreThanNothing)),
  mode: f.optional(z.enum(retentionModes)),
  /** Until the next row of its head. */
  validFrom: f.day,
  comment: f.optional(f.text(2000)),
}
const entered = { head: z.enum(agreedHeadNames), ...agreedHeadFields }

/** What each field is called on the screen. */
export const agreedHeadLabels = {
  head: 'Head',
  percent: 'Per cent',
  ruleKind: 'By the rule',
  base: 'Taken of',
  rounding: 'Rounded',
  capPercent: 'At most of the agreed value',
  mode: 'Retained',
  validFrom: 'Holds from',
  comment: 'Comment',
} as const satisfies Record<keyof typeof entered, string>

const found = { agreementId: f.id, ...r.authors }

export const agreedHead = r.stored({ id: f.id, ...entered, ...found })
export type AgreedHead = z.infer<typeof agreedHead>

export const agreedHeadInput = r.createBody(entered, { rounding: 'PAISA' }, r.namesOf(found))
export const agreedHeadEdit = r.editBody(agreedHeadFields, ['head', ...r.namesOf(found)])

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
  kind: z.enum(ruleKinds),
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

const params = z.object({ agreementId: f.id })

export const listBillHeads = endpoint({
  method: 'GET',
  path: ofAgreement,
  summary: 'The heads of the bills of an agreement: each with its rows, the latest first',
  allow: { module, can: 'canView' },
  params,
  response: z.array(agreedHead),
})

export const createBillHead = endpoint({
  method: 'POST',
  path: ofAgreement,
  summary: 'Enter a head of the bills of an agreement, or another percentage of it from a day on',
  allow: { module, can: 'canCreate' },
  status: 201,
  params,
  body: agreedHeadInput,
  response: agreedHead,
})

export const createUsualBillHeads = endpoint({
  method: 'POST',
  path: `${ofAgreement}/usual`,
  summary:
    'Enter what a government client usually adds and takes off, by the rules in force, where there is no head yet',
  allow: { module, can: 'canCreate' },
  status: 201,
  params,
  response: z.array(agreedHead),
})

export const getBillHead = endpoint({
  method: 'GET',
  path: `${base}/:id`,
  summary: 'A head of the bills of an agreement',
  allow: { module, can: 'canView' },
  params: f.idParams,
  response: agreedHead,
})

export const updateBillHead = endpoint({
  method: 'PUT',
  path: `${base}/:id`,
  summary: 'Change a head of the bills of an agreement',
  allow: { module, can: 'canEdit' },
  params: f.idParams,
  body: agreedHeadEdit,
  response: agreedHead,
})

export const deleteBillHead = endpoint({
  method: 'DELETE',
  path: `${base}/:id`,
  summary: 'Delete a head of the bills of an agreement: the one before it counts again',
  allow: { module, can: 'canDelete' },
  params: f.idParams,
})

export const getBillTerms = endpoint({
  method: 'GET',
  path: '/payment/api/agreements/:agreementId/bill-terms',
  summary: 'What bills of an agreement are computed by on a day: percentages, where each is from, and what is missing',
  allow: { module, can: 'canView' },
  params,
  query: z.strictObject({ day: filterBy(f.day) }),
  response: z.extend(resolvedTerms, { day: f.day }),
})
