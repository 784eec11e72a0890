import * as z from 'zod/mini'
import { endpoint } from '../kernel/endpoint.ts'
import { exportBody, sheetTypes } from '../kernel/exports.ts'
import * as f from '../kernel/fields.ts'
import { fileBytes } from '../kernel/files.ts'
import { anyOf, filterBy, textFilter } from '../kernel/filters.ts'
import { filterBody, page } from '../kernel/paging.ts'
import { countBody, everyOf, quickCounts } from '../kernel/quick-filters.ts'
import * as r from '../kernel/record.ts'
import { statusChange } from '../kernel/status-changes.ts'
import { agreementDirections, agreementRoundings } from './agreement-choices.ts'
import { gstin, stateCode } from './gstins.ts'

export const about =
  'Agreements under which work is measured and paid: with clients, who pay the company, and with vendors and subcontractors, whom the company pays.'

const base = '/payment/api/agreements'
const module = 'Payments'

export const agreementStatuses = ['DRAFT', 'ACTIVE', 'SUSPENDED', 'COMPLETED', 'CLOSED'] as const
export type AgreementStatus = (typeof agreementStatuses)[number]

/** The statuses that an agreement may change to from each status. */
export const agreementMoves: Readonly<Record<AgreementStatus, readonly AgreementStatus[]>> = {
  DRAFT: ['ACTIVE'],
  ACTIVE: ['SUSPENDED', 'COMPLETED'],
  SUSPENDED: ['ACTIVE'],
  COMPLETED: ['ACTIVE', 'CLOSED'],
  CLOSED: [],
}

/** What is paid: quantities at the rate of each item, quantities at the department's rates plus or minus a percentage, or a lump sum. */
export const agreementPricings = ['ITEM_RATE', 'PERCENTAGE_RATE', 'LUMP_SUM'] as const

export const agreementFields = {
  number: f.requiredText(100),
  name: f.requiredText(300),
  partyId: f.id,
  contractId: f.optional(f.id),
  projectId: f.optional(f.id),
  status: z.enum(agreementStatuses),
  agreedOn: f.optional(f.day),
  value: f.optional(f.money),
  pricing: z.enum(agreementPricings),
  /** Percentage above or below the rates of the schedule; required for a percentage rate and not allowed otherwise. */
  tenderPercentage: f.optional(f.signedPercentage),
  /** The State of the site, as the first two digits of a GSTIN: the place of supply of works on land (IGST Act, s. 12(3)). */
  siteState: f.optional(stateCode),
  siteAddress: f.optional(f.text(500)),
  /** The company's GSTIN for this agreement; its first two digits are the company's State. */
  ourGstin: f.optional(gstin),
  /** Whether the invoice of a bill is rounded to the rupee. */
  hasRoundOff: z.boolean(),
  sac: f.optional(f.text(6).check(z.regex(/^99\d{2,4}$/, { error: 'must be 4 to 6 digits, the first two 99' }))),
  startsOn: f.optional(f.day),
  endsOn: f.optional(f.day),
  completedOn: f.optional(f.day),
  /** The defect liability period after completion, in months. */
  dlpMonths: f.optional(f.whole(0, 600)),
  rounding: z.enum(agreementRoundings),
  /** The days from a bill to its payment. */
  paymentDays: f.optional(f.whole(0, 365)),
  comment: f.optional(f.text(2000)),
}

/** The label of each field on the screen and in exports. */
export const agreementLabels = {
  direction: 'Direction',
  number: 'Agreement no.',
  name: 'Name of work',
  partyId: 'Party',
  contractId: 'Contract',
  projectId: 'Project',
  status: 'Status',
  agreedOn: 'Agreed on',
  value: 'Agreed value',
  pricing: 'Pricing',
  tenderPercentage: 'Tender percentage',
  siteState: 'State of the site',
  siteAddress: 'Site',
  ourGstin: 'Our GSTIN',
  hasRoundOff: 'Invoice rounded to the rupee',
  sac: 'Service code (SAC)',
  startsOn: 'Starts on',
  endsOn: 'Ends on',
  completedOn: 'Completed on',
  dlpMonths: 'Defect liability, months',
  rounding: 'Rounding of measurements',
  paymentDays: 'Days to pay',
  comment: 'Comment',
} as const satisfies Record<keyof typeof agreementFields | 'direction', string>

/** The fields that the server computes. */
const computedFields = {
  partyName: z.string(),
  /** Null for users who may not view contracts. */
  contractName: z.nullable(z.string()),
  /** Null for users who may not view projects. */
  projectName: z.nullable(z.string()),
  ...r.authors,
}

export const agreement = r.stored({
  id: f.id,
  direction: z.enum(agreementDirections),
  ...agreementFields,
  ...computedFields,
})
export type Agreement = z.infer<typeof agreement>

/** The label of each column of the list. */
export const agreementColumnLabels = {
  ...r.stampLabels,
  ...agreementLabels,
  partyName: 'Party',
  contractName: 'Contract',
  projectName: 'Project',
} as const

interface PricingFields {
  pricing?: (typeof agreementPricings)[number] | undefined
  tenderPercentage?: number | null | undefined
}
const needsPercentage = z.refine<PricingFields>(
  ({ pricing, tenderPercentage }) => pricing !== 'PERCENTAGE_RATE' || typeof tenderPercentage === 'number',
  { error: 'is required of a percentage rate', path: ['tenderPercentage'] },
)
const hasNoOtherPercentage = z.refine<PricingFields>(
  ({ pricing = 'PERCENTAGE_RATE', tenderPercentage = null }) =>
    pricing === 'PERCENTAGE_RATE' || tenderPercentage === null,
  { error: 'belongs to a percentage rate alone', path: ['tenderPercentage'] },
)
const rules = [f.dayOrder('startsOn', 'endsOn'), f.dayOrder('startsOn', 'completedOn')] as const

/** Requires a contract from a client agreement, since the client pays under a contract. */
export const agreementInput = r
  .createBody(
    { direction: z.enum(agreementDirections), ...agreementFields },
    { status: 'DRAFT', pricing: 'ITEM_RATE', rounding: 'HALF_UP', hasRoundOff: false },
    r.namesOf(computedFields),
  )
  .check(...rules, needsPercentage, hasNoOtherPercentage)
  .check(
    z.refine(({ direction, contractId }) => direction !== 'RECEIVABLE' || Boolean(contractId), {
      error: 'is required: the client pays under a contract',
      path: ['contractId'],
    }),
  )

/** The direction of an agreement never changes. */
export const agreementEdit = r
  .editBody(agreementFields, ['direction', ...r.namesOf(computedFields)])
  .check(...rules, hasNoOtherPercentage)

/** The common searches: by direction, unsigned agreements, and those past their end but not completed. */
export const agreementQuickFilters = ['RECEIVABLE', 'PAYABLE', 'DRAFTS', 'LATE'] as const
export type AgreementQuickFilter = (typeof agreementQuickFilters)[number]

const agreementFilters = {
  /** Each word must occur in the number, the name or the party. */
  search: textFilter,
  quickFilters: everyOf(agreementQuickFilters),
  status: anyOf(agreementStatuses),
  pricing: anyOf(agreementPricings),
  number: textFilter,
  name: textFilter,
  partyId: filterBy(f.id),
  contractId: filterBy(f.id),
  projectId: filterBy(f.id),
}

export const audited = {
  agreements: { record: agreement, labels: agreementColumnLabels },
}

export const filterAgreements = endpoint({
  method: 'POST',
  path: `${base}/filter`,
  summary: 'Search agreements',
  allow: { module, can: 'canView' },
  body: filterBody(agreementFilters, agreement),
  response: page(agreement),
})

export const countAgreements = endpoint({
  method: 'POST',
  path: `${base}/counts`,
  summary: 'The number of agreements of a search that meet each quick filter',
  allow: { module, can: 'canView' },
  body: countBody(agreementFilters),
  response: quickCounts(agreementQuickFilters),
})

export const exportAgreements = endpoint({
  method: 'POST',
  path: `${base}/export`,
  summary: 'The agreements found by a search as a sheet, with the requested columns',
  allow: { module, can: 'canReport' },
  body: exportBody(agreementFilters, agreement),
  download: Object.values(sheetTypes),
  response: fileBytes,
})

/**
 * The proposed fields of an agreement with the client of a contract. Its number is missing, because the contract's
 * reference is that of the notice inviting tenders, and the department gives the agreement another number.
 */
export const agreementDraft = z.object({
  contractId: f.id,
  contractName: z.string(),
  name: z.string(),
  /** The client that the contract's office belongs to. */
  partyId: z.nullable(f.id),
  /** Null for users who may not view projects. */
  projectId: z.nullable(f.id),
  agreedOn: z.nullable(f.day),
  value: z.nullable(f.money),
  pricing: z.enum(agreementPricings),
  tenderPercentage: z.nullable(z.number()),
  startsOn: z.nullable(f.day),
  endsOn: z.nullable(f.day),
  completedOn: z.nullable(f.day),
  dlpMonths: z.nullable(z.int()),
})
export type AgreementDraft = z.infer<typeof agreementDraft>

export const getAgreementDraft = endpoint({
  method: 'GET',
  path: `${base}/draft`,
  summary: 'The first values of an agreement with the client of a contract',
  allow: { module, can: 'canCreate', and: [{ module: 'Contracts', can: 'canView' }] },
  query: z.strictObject({ contractId: f.id }),
  response: agreementDraft,
})

export const getAgreement = endpoint({
  method: 'GET',
  path: `${base}/:id`,
  summary: 'One agreement',
  allow: { module, can: 'canView' },
  params: f.idParams,
  response: agreement,
})

export const listAgreementStatusHistory = endpoint({
  method: 'GET',
  path: `${base}/:id/status-history`,
  summary: 'The status changes of an agreement, newest first',
  allow: { module, can: 'canView' },
  params: f.idParams,
  response: z.array(statusChange),
})

export const createAgreement = endpoint({
  method: 'POST',
  path: base,
  summary: 'Create an agreement, as a draft or signed',
  allow: { module, can: 'canCreate' },
  alsoFor: { contractId: { module: 'Contracts', can: 'canView' }, projectId: { module: 'Projects', can: 'canView' } },
  status: 201,
  body: agreementInput,
  response: agreement,
})

export const updateAgreement = endpoint({
  method: 'PUT',
  path: `${base}/:id`,
  summary: 'Change an agreement, or move it to its next status',
  allow: { module, can: 'canEdit' },
  alsoFor: {
    contractId: { module: 'Contracts', can: 'canView', ifChanged: true },
    projectId: { module: 'Projects', can: 'canView', ifChanged: true },
  },
  params: f.idParams,
  body: agreementEdit,
  response: agreement,
})

export const deleteAgreement = endpoint({
  method: 'DELETE',
  path: `${base}/:id`,
  summary: 'Delete a draft of an agreement',
  allow: { module, can: 'canDelete' },
  params: f.idParams,
})
