import * as z from 'zod/mini'
import { endpoint } from '../kernel/endpoint.ts'
import * as f from '../kernel/fields.ts'
import * as r from '../kernel/record.ts'

export const about = 'The limits up to which banks give guarantees for us, and on what terms.'

const base = '/project/api/bank-facilities'

/** How a bank reckons its commission: for each quarter of validity that has begun, or for each day of a year of 365. */
export const commissionBases = ['PER_QUARTER_OR_PART', 'PER_DAY_365'] as const
export type CommissionBasis = (typeof commissionBases)[number]

/** When a bank gives the limit back: once the guarantee expires, once no claim can be made, or once it has its paper back. */
export const freeings = ['EXPIRY', 'CLAIM_END', 'DISCHARGE'] as const
export type Freeing = (typeof freeings)[number]

export const bankFacilityFields = {
  bank: f.requiredText(200),
  branch: f.optional(f.text(200)),
  /** What tells it from another limit of the same bank. */
  name: f.optional(f.text(200)),
  /** What the guarantees given under it may come to together, in rupees. */
  limitAmount: f.positiveMoney,
  /** What the bank keeps in cash or as a receipt, per cent of a guarantee. */
  marginPercent: f.optional(f.percentage),
  /** Per cent a year, whatever the bank reckons by. */
  commissionPercent: f.optional(f.percentage),
  commissionBasis: z.enum(commissionBases),
  /** The least that the bank takes for a guarantee, in rupees. */
  minCharge: f.optional(f.money),
  freesOn: z.enum(freeings),
  /** How long the paper mostly takes to come back, from the last day of claims: what is expected is told by it. */
  dischargeDays: f.whole(0, 1000),
  /** Cash that is there for margins, and the day on which it was. */
  freeCash: f.optional(f.money),
  freeCashOn: f.optional(f.day),
  /** The day on which the bank looks at the limit again. */
  reviewOn: f.optional(f.day),
  isActive: f.active,
  comment: f.optional(f.text(2000)),
}

/** What each field is called on the screen. */
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
  summary: 'The limits of our banks, by bank',
  allow: { module: 'Payments', can: 'canView' },
  response: z.array(bankFacility),
})

/** A limit to be chosen for a guarantee: what it is called, and no figure of it. */
export const bankFacilityChoice = z.object({
  id: f.id,
  bank: z.string(),
  branch: z.nullable(z.string()),
  /** The bank, and the name of the limit where it has one. */
  facilityName: z.string(),
  isActive: f.active,
})
export type BankFacilityChoice = z.infer<typeof bankFacilityChoice>

export const listBankFacilityChoices = endpoint({
  method: 'GET',
  path: `${base}/choices`,
  summary: 'The limits by what they are called, those in use to choose from for a guarantee',
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
  summary: 'Delete a limit under which no guarantee was given and none is planned',
  allow: { module: 'Payments', can: 'canDelete' },
  params: f.idParams,
})
