import * as z from 'zod/mini'
import { endpoint } from '../kernel/endpoint.ts'
import * as f from '../kernel/fields.ts'
import { anyIds, anyOf, textFilter } from '../kernel/filters.ts'
import { filterBody, page } from '../kernel/paging.ts'
import * as r from '../kernel/record.ts'
import { contractStatuses } from '../tenders/contracts.ts'
import { depositPurposes } from './deposit-releases.ts'

export const about =
  'Exemptions from deposits that a tender asks for: the ground, the certificate and the department’s answer. No figure counts them.'

const base = '/project/api/deposit-exemptions'

/**
 * UDYAM is a registration as a micro or small enterprise, NSIC one with the National Small Industries Corporation, STARTUP a
 * recognition as a start-up, GOVERNMENT a government company, and OTHER any other ground that the tender papers name.
 */
export const exemptionGrounds = ['UDYAM', 'NSIC', 'STARTUP', 'GOVERNMENT', 'OTHER'] as const
export type ExemptionGround = (typeof exemptionGrounds)[number]

/** An exemption is claimed with the bid; the department accepts or refuses it. A refused one means that the deposit must be made. */
export const exemptionStates = ['CLAIMED', 'ACCEPTED', 'REFUSED'] as const
export type ExemptionState = (typeof exemptionStates)[number]

/** The fields that can be edited. The contract cannot: an exemption is claimed for one tender. */
export const exemptionFields = {
  purpose: z.enum(depositPurposes),
  ground: z.enum(exemptionGrounds),
  certificateNo: f.optional(f.text(100)),
  /** The last day of the certificate; empty if it does not expire. */
  validUntil: f.optional(f.day),
  /** The part that need not be deposited, in rupees; empty means the whole deposit. */
  amount: f.optional(f.positiveMoney),
  state: z.enum(exemptionStates),
  comment: f.optional(f.text(2000)),
}
const claimFields = { contractId: f.id, ...exemptionFields }

/** The label of each field on the screen. */
export const exemptionLabels = {
  contractId: 'Contract',
  purpose: 'Purpose',
  ground: 'Ground',
  certificateNo: 'Certificate no.',
  validUntil: 'Certificate valid until',
  amount: 'Amount not deposited',
  state: 'State',
  comment: 'Comment',
} as const satisfies Record<keyof typeof claimFields, string>

/** The fields that the server adds. */
const computedFields = {
  bidId: z.nullable(z.string()),
  contractName: z.string(),
  contractStatus: z.enum(contractStatuses),
  /** Whether the exemption must still hold: it was not refused, and the department would still have the deposit that it replaces. */
  isNeeded: z.boolean(),
  ...r.authors,
}

export const depositExemption = r.stored({ id: f.id, ...claimFields, ...computedFields })
export type DepositExemption = z.infer<typeof depositExemption>

/** The grounds of micro and small enterprises, under the procurement policy of 2012, which is for goods and services. */
const smallEnterpriseGrounds: readonly ExemptionGround[] = ['UDYAM', 'NSIC']

/** Whether courts have held that the exemption does not cover works. The department may refuse it, but it can always be claimed. */
export const isDoubtfulForWorks = ({ purpose, ground }: Pick<DepositExemption, 'purpose' | 'ground'>) =>
  purpose === 'EMD' && smallEnterpriseGrounds.includes(ground)

export const depositExemptionInput = r.createBody(claimFields, { state: 'CLAIMED' }, r.namesOf(computedFields))
export const depositExemptionEdit = r.editBody(exemptionFields, ['contractId', ...r.namesOf(computedFields)])

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
      /** Each word must occur in the certificate number, the bid ID or the contract's name. */
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
  summary: 'Record that a deposit of a contract is not needed, and why',
  allow: { module: 'Contracts', can: 'canCreate' },
  status: 201,
  body: depositExemptionInput,
  response: depositExemption,
})

export const updateDepositExemption = endpoint({
  method: 'PUT',
  path: `${base}/:id`,
  summary: 'Change an exemption, or record that the department accepted or refused it',
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
