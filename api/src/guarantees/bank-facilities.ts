import * as z from 'zod/mini'
import { endpoint } from '../kernel/endpoint.ts'
import * as f from '../kernel/fields.ts'
import * as r from '../kernel/record.ts'

export const about = 'The limits up to which banks give guarantees, and their terms.'

const base = '/project/api/bank-facilities'

/** How a bank computes its commission: per quarter of validity, a begun quarter in full, or per day of a year of 365 days. */
export const commissionBases = ['PER_QUARTER_OR_PART', 'PER_DAY_365'] as const
export type CommissionBasis = (typeof commissionBases)[number]

/** When a guarantee stops using the limit: when it expires, when no claim can be made any more, or when the bank has it back. */
export const freeings = ['EXPIRY', 'CLAIM_END', 'DISCHARGE'] as const
export type Freeing = (typeof freeings)[number]

export const bankFacilityFields = {
  bank: f.requiredText(200),
  branch: f.optional(f.text(200)),
  /** Distinguishes limits of the same bank. */
  name: f.optional(f.text(200)),
  /** The most that the guarantees under this limit may total, in rupees. */
  limitAmount: f.positiveMoney,
  /** The margin that the bank keeps in cash or as a receipt, in per cent of a guarantee. */
  marginPercent: f.optional(f.percentage),
  /** Per cent a year, for both bases of commission. */
  commissionPercent: f.optional(f.percentage),
  commissionBasis: z.enum(commissionBases),
  /** The bank's minimum commission for a guarantee, in rupees. */
  minCharge: f.optional(f.money),
  freesOn: z.enum(freeings),
  /** The usual days from the last day of claims until the bank has the guarantee back; expected days are computed with it. */
  dischargeDays: f.whole(0, 1000),
  /** The cash available for margins, in rupees, and the day of that amount. */
  freeCash: f.optional(f.money),
  freeCashOn: f.optional(f.day),
  /** The day on which the bank reviews the limit. */
  reviewOn: f.optional(f.day),
  isActive: f.active,
  comment: f.optional(f.text(2000)),
}

/** The label of each field on the screen. */
export const bankFacilityLabels = {
  bank: 'Bank',
  branch: 'Branch',
  name: 'Name of the limit',
  limitAmount: 'Limit',
  marginPercent: 'Margin %',
  commissionPercent: 'Commission % a year',
  commissionBasis: 'Commission is reckoned',
  minCharge: 'Least commission',
  freesOn: 'Limit comes free',
  dischargeDays: 'Days until a paper is back',
  freeCash: 'Cash for margins',
  freeCashOn: 'Cash as of',
  reviewOn: 'Review on',
  isActive: 'In use',
  comment: 'Comment',
} as const satisfies Record<keyof typeof bankFacilityFields, string>

export const bankFacility = r.stored({ id: f.id, ...bankFacilityFields, ...r.authors })
export type BankFacility = z.infer<typeof bankFacility>

export const bankFacilityInput = r.createBody(
  bankFacilityFields,
  { commissionBasis: 'PER_QUARTER_OR_PART', freesOn: 'DISCHARGE', dischargeDays: 30, isActive: true },
  r.namesOf(r.authors),
)
export const bankFacilityEdit = r.editBody(bankFacilityFields, r.namesOf(r.authors))

export const audited = {
  bank_facilities: { record: bankFacility, labels: bankFacilityLabels },
}

export const listBankFacilities = endpoint({
  method: 'GET',
  path: base,
  summary: 'The limits of the banks, by bank',
  allow: { module: 'Payments', can: 'canView' },
  response: z.array(bankFacility),
})

/** A limit to choose for a guarantee, with its name and without figures. */
export const bankFacilityChoice = z.object({
  id: f.id,
  bank: z.string(),
  branch: z.nullable(z.string()),
  /** The bank, and the name of the limit if it has one. */
  facilityName: z.string(),
  isActive: f.active,
})
export type BankFacilityChoice = z.infer<typeof bankFacilityChoice>

export const listBankFacilityChoices = endpoint({
  method: 'GET',
  path: `${base}/choices`,
  summary: 'The limits by name; those in use can be chosen for a guarantee',
  allow: { module: ['Contracts', 'Payments'], can: 'canView' },
  response: z.array(bankFacilityChoice),
})

export const getBankFacility = endpoint({
  method: 'GET',
  path: `${base}/:id`,
  summary: 'One limit of a bank',
  allow: { module: 'Payments', can: 'canView' },
  params: f.idParams,
  response: bankFacility,
})

export const createBankFacility = endpoint({
  method: 'POST',
  path: base,
  summary: 'Enter a limit of a bank',
  allow: { module: 'Payments', can: 'canCreate' },
  status: 201,
  body: bankFacilityInput,
  response: bankFacility,
})

export const updateBankFacility = endpoint({
  method: 'PUT',
  path: `${base}/:id`,
  summary: 'Change a limit of a bank',
  allow: { module: 'Payments', can: 'canEdit' },
  params: f.idParams,
  body: bankFacilityEdit,
  response: bankFacility,
})

export const deleteBankFacility = endpoint({
  method: 'DELETE',
  path: `${base}/:id`,
  summary: 'Delete a limit without guarantees and planned guarantees',
  allow: { module: 'Payments', can: 'canDelete' },
  params: f.idParams,
})
