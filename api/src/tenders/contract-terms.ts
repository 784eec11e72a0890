import * as z from 'zod/mini'
import { endpoint } from '../kernel/endpoint.ts'
import * as f from '../kernel/fields.ts'
import * as r from '../kernel/record.ts'

export const about =
  'The terms of a contract: validity of the bid, securities, defect liability, and the person in charge of its deposits.'

const base = '/project/api/contracts/:id/terms'

export const termFields = {
  /** The person who follows up the deposits of this contract. */
  ownerId: f.optional(f.id),
  bidValidityDays: f.optional(f.whole(0, 1000)),
  /** When given, takes precedence over the days. */
  bidValidUntil: f.optional(f.day),
  emdAmount: f.optional(f.money),
  psPercent: f.optional(f.percentage),
  /** Days to lodge the performance security, from the award. */
  psDays: f.optional(f.whole(0, 365)),
  /** Days that the performance security stays valid beyond the completion. */
  psValidBeyondDays: f.optional(f.whole(0, 1000)),
  sdPercent: f.optional(f.percentage),
  sdCapPercent: f.optional(f.percentage),
  /** Days to sign the agreement, from the award. */
  agreementDays: f.optional(f.whole(0, 365)),
  /** Months of defect liability, from the completion. */
  dlpMonths: f.optional(f.whole(0, 120)),
  /** When given, takes precedence over the months. */
  dlpEndsOn: f.optional(f.day),
  /** Given when it differs from the contract's actual end. */
  completedOn: f.optional(f.day),
  finalBillOn: f.optional(f.day),
  refundClause: f.optional(f.text(500)),
}

/** The label of each field on the screen. */
export const termLabels = {
  ownerId: 'Owner of its deposits',
  bidValidityDays: 'Bid valid for (days)',
  bidValidUntil: 'Bid valid until',
  emdAmount: 'Earnest money asked for',
  psPercent: 'Performance security %',
  psDays: 'Days to lodge it',
  psValidBeyondDays: 'Valid beyond completion (days)',
  sdPercent: 'Security deposit %',
  sdCapPercent: 'Security deposit at most %',
  agreementDays: 'Days to sign the agreement',
  dlpMonths: 'Defect liability (months)',
  dlpEndsOn: 'Defect liability ends on',
  completedOn: 'Completed on',
  finalBillOn: 'Final bill on',
  refundClause: 'Clause about the refund',
} as const satisfies Record<keyof typeof termFields, string>

/** Fields of the terms that cannot be edited. */
const found = {
  contractId: f.id,
  ownerName: z.nullable(z.string()),
  /** The end of defect liability that deposits use: the day that was entered, else the completion plus the months. */
  dlpEnd: z.nullable(f.day),
}

/** The terms of a contract. If nobody entered any, all fields are empty, also the time of the last change. */
export const contractTerms = z.object({ ...r.perhapsStored(termFields).shape, ...found, ...r.authors })
export type ContractTerms = z.infer<typeof contractTerms>

const rules = f.dayOrder('completedOn', 'dlpEndsOn')

export const audited = {
  contract_terms: { record: contractTerms, labels: termLabels },
}

export const getContractTerms = endpoint({
  method: 'GET',
  path: base,
  summary: 'The terms of a contract; empty if none are entered',
  allow: { module: 'Contracts', can: 'canView' },
  params: f.idParams,
  response: contractTerms,
})

export const updateContractTerms = endpoint({
  method: 'PUT',
  path: base,
  summary: 'Enter or change the terms of a contract',
  allow: { module: 'Contracts', can: 'canEdit' },
  params: f.idParams,
  body: r.editBody(termFields, [...r.namesOf(found), ...r.namesOf(r.authors)]).check(rules),
  response: contractTerms,
})
