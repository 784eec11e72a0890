import * as z from 'zod/mini'
import { endpoint } from '../kernel/endpoint.ts'
import * as f from '../kernel/fields.ts'
import { filterBy } from '../kernel/filters.ts'
import * as r from '../kernel/record.ts'
import { type AgreedHeadName, agreedHeadNames, headRoundings, resolvedTerms, retentionModes } from './resolved-terms.ts'
import { type RuleKind, type RuleSubject, ruleKindShapes, ruleKindSubjects, ruleKinds } from './rule-kinds.ts'

export const about =
  'The heads of the bills of each agreement: additions to the work and deductions from it, each with its first day and its statutory rule.'

const agreementBase = '/payment/api/agreements/:agreementId/bill-heads'
const base = '/payment/api/bill-heads'
const module = 'Payments'

export const isAgreedHeadName = (name: string | null): name is AgreedHeadName =>
  agreedHeadNames.some((known) => known === name)

const percentKindsOf = (subject: RuleSubject): RuleKind[] =>
  ruleKinds.filter((kind) => ruleKindShapes[kind] === 'PERCENT' && ruleKindSubjects[kind] === subject)

/**
 * The statutory rules that can give the percentage of each head. `GST_TDS` is no kind but the pack of that name; the
 * kind within it follows from the places of supply.
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

/** The bases that a percentage can apply to. GST_TDS allows the first and the last, IT_TDS the first two, other heads none. */
export const headBases = ['TAXABLE', 'INVOICE_NET', 'LESS_RECOVERY'] as const
/** The bases that a head can choose from. */
export const basesOf: Readonly<Partial<Record<AgreedHeadName, readonly (typeof headBases)[number][]>>> = {
  IT_TDS: ['TAXABLE', 'INVOICE_NET'],
  GST_TDS: ['TAXABLE', 'LESS_RECOVERY'],
}

/** The editable fields of a head row. The head itself never changes. */
export const agreedHeadFields = {
  /** Required if no rule gives the percentage. 0 ends the head. For GST TDS it is the sum of both halves. */
  percent: f.optional(f.share),
  /** The kind of the statutory rule that gives the percentage, on the day of each bill. */
  ruleKind: f.optional(z.enum(headRuleNames)),
  base: f.optional(z.enum(headBases)),
  rounding: z.enum(headRoundings),
  /** The retention stops at this percentage of the agreed value. */
  capPercent: f.optional(f.share.check(f.moreThanNothing)),
  mode: f.optional(z.enum(retentionModes)),
  /** Valid until the next row of its head. */
  validFrom: f.day,
  comment: f.optional(f.text(2000)),
}
const headFields = { head: z.enum(agreedHeadNames), ...agreedHeadFields }

/** The label of each field on the screen. */
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
} as const satisfies Record<keyof typeof headFields, string>

const uneditedFields = { agreementId: f.id, ...r.authors }

export const agreedHead = r.stored({ id: f.id, ...headFields, ...uneditedFields })
export type AgreedHead = z.infer<typeof agreedHead>

export const agreedHeadInput = r.createBody(headFields, { rounding: 'PAISA' }, r.namesOf(uneditedFields))
export const agreedHeadEdit = r.editBody(agreedHeadFields, ['head', ...r.namesOf(uneditedFields)])

const params = z.object({ agreementId: f.id })

export const audited = {
  bill_heads: { record: agreedHead, labels: agreedHeadLabels },
}

export const listBillHeads = endpoint({
  method: 'GET',
  path: agreementBase,
  summary: 'The heads of the bills of an agreement, each with its rows, the latest first',
  allow: { module, can: 'canView' },
  params,
  response: z.array(agreedHead),
})

export const createBillHead = endpoint({
  method: 'POST',
  path: agreementBase,
  summary: 'Create a head of the bills of an agreement, or another percentage of it from a day on',
  allow: { module, can: 'canCreate' },
  status: 201,
  params,
  body: agreedHeadInput,
  response: agreedHead,
})

export const createUsualBillHeads = endpoint({
  method: 'POST',
  path: `${agreementBase}/usual`,
  summary:
    'Create the usual additions and deductions of a government client by the rules in force, for an agreement without heads',
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
  summary: 'Delete a head of the bills of an agreement: the previous one counts again',
  allow: { module, can: 'canDelete' },
  params: f.idParams,
})

export const getBillTerms = endpoint({
  method: 'GET',
  path: '/payment/api/agreements/:agreementId/bill-terms',
  summary: 'The terms of an agreement’s bills on a day: percentages with their sources, and what is missing',
  allow: { module, can: 'canView' },
  params,
  query: z.strictObject({ day: filterBy(f.day) }),
  response: z.extend(resolvedTerms, { day: f.day }),
})
