import * as z from 'zod/mini'
import { endpoint } from '../kernel/endpoint.ts'
import * as f from '../kernel/fields.ts'
import { anyIds, anyOf, textFilter } from '../kernel/filters.ts'
import { filterBody, page } from '../kernel/paging.ts'
import * as r from '../kernel/record.ts'
import { contractStatuses } from '../tenders/contracts.ts'
import { depositPurposes } from './deposit-releases.ts'

export const about =
  'Why a deposit that a tender asks for need not be made: on which ground, by which certificate, and what the department says. No figure counts it.'

const base = '/project/api/deposit-exemptions'

/**
 * A registration as a micro or small enterprise, one with the National Small Industries Corporation, a recognition as a start-up, a
 * company of a government, or what else the papers name.
 */
export const exemptionGrounds = ['UDYAM', 'NSIC', 'STARTUP', 'GOVERNMENT', 'OTHER'] as const
export type ExemptionGround = (typeof exemptionGrounds)[number]

/** Claimed with the bid; accepted by the department, or refused: then the deposit is to be made. */
export const exemptionStates = ['CLAIMED', 'ACCEPTED', 'REFUSED'] as const
export type ExemptionState = (typeof exemptionStates)[number]

/** What is edited. The contract stays what it was: an exemption is claimed of one tender. */
export const exemptionFields = {
  purpose: z.enum(depositPurposes),
  ground: z.enum(exemptionGrounds),
  certificateNo: f.optional(f.text(100)),
  /** The last day of the certificate; empty of one that ends on none. */
  validUntil: f.optional(f.day),
  /** What need not be deposited; empty is all of it. */
  amount: f.optional(f.positiveMoney),
  state: z.enum(exemptionStates),
  comment: f.optional(f.text(2000)),
}
const claimed = { contractId: f.id, ...exemptionFields }

/** What each field is called on the screen. */
export const exemptionLabels = {
  contractId: 'Contract',
  purpose: 'Purpose',
  ground: 'Ground',
  certificateNo: 'Certificate no.',
  validUntil: 'Certificate valid until',
  amount: 'Amount not deposited',
  state: 'State',
  comment: 'Comment',
} as const satisfies Record<keyof typeof claimed, string>

/** What an exemption carries beside the fields that are edited. */
const found = {
  bidId: z.nullable(z.string()),
  contractName: z.string(),
  contractStatus: z.enum(contractStatuses),
  /** Whether it still has to hold: it was not refused, and the deposit that it stands for would still lie with the department. */
  isNeeded: z.boolean(),
  ...r.authors,
}

export const depositExemption = r.stored({ id: f.id, ...claimed, ...found })
export type DepositExemption = z.infer<typeof depositExemption>

/** The grounds of micro and small enterprises, under the procurement policy of 2012, which is for goods and services. */
const ofSmallEnterprises: readonly ExemptionGround[] = ['UDYAM', 'NSIC']

/** Whether courts have held that it does not cover works: it may fail, and is never kept from being claimed. */
export const isDoubtfulForWorks = ({ purpose, ground }: Pick<DepositExemption, 'purpose' | 'ground'>) =>
  purpose === 'EMD' && ofSmallEnterprises.includes(ground)

export const depositExemptionInput = r.createBody(claimed, { state: 'CLAIMED' }, r.namesOf(found))
export const depositExemptionEdit = r.editBody(exemptionFields, ['contractId', ...r.namesOf(found)])

export const audited = {
  deposit_exemptions: { record: depositExemption, labels: exemptionLabels },
}

export const filterDepositExemptions = endpoint({
  method: 'POST',
  path: `${base}/filter`,
  summary: 'Search the exemptions from deposits',
  allow: { module: 'Contracts', can: 'canView' },
  body: filterBody(
    {
      /** Words, each of them in any part of certificate number, bid ID or name of the contract. */
      search: textFilter,
      contractId: anyIds,
      purpose: anyOf(depositPurposes),
      ground: anyOf(exemptionGrounds),
      state: anyOf(exemptionStates),
    },
    depositExemption,
  ),
  response: page(depositExemption),
})

export const getDepositExemption = endpoint({
  method: 'GET',
  path: `${base}/:id`,
  summary: 'One exemption from a deposit',
  allow: { module: 'Contracts', can: 'canView' },
  params: f.idParams,
  response: depositExemption,
})

export const createDepositExemption = endpoint({
  method: 'POST',
  path: base,
  summary: 'Say that a deposit of a contract need not be made, and why',
  allow: { module: 'Contracts', can: 'canCreate' },
  status: 201,
  body: depositExemptionInput,
  response: depositExemption,
})

export const updateDepositExemption = endpoint({
  method: 'PUT',
  path: `${base}/:id`,
  summary: 'Change an exemption, or say that the department accepted or refused it',
  allow: { module: 'Contracts', can: 'canEdit' },
  params: f.idParams,
  body: depositExemptionEdit,
  response: depositExemption,
})

export const deleteDepositExemption = endpoint({
  method: 'DELETE',
  path: `${base}/:id`,
  summary: 'Delete an exemption that was never claimed',
  allow: { module: 'Contracts', can: 'canDelete' },
  params: f.idParams,
})
