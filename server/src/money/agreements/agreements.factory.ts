import type { CallInput } from '@plinth/api/kernel/client'
import { type Agreement, createAgreement } from '@plinth/api/money/agreements'
import { company, type UpgradeRows, within } from '../../kernel/testing/upgrade-rows.ts'
import { newContract } from '../../tenders/contracts/contracts.factory.ts'
import type { TestInputs } from '../../testing/test-inputs.ts'
import type { Client } from '../../testing/test-server.ts'
import { newParty } from '../parties/parties.factory.ts'

export type AgreementBody = CallInput<typeof createAgreement>['body']
type Given = Partial<AgreementBody>

let made = 0

/** What an agreement needs besides whom it is with: one that the company pays under, and a draft. */
export function agreementTerms(given: Given = {}): Omit<AgreementBody, 'partyId'> {
  made += 1
  return { direction: 'PAYABLE', number: `WO/${made}`, name: `Earthwork of reach ${made}`, ...given }
}

/** A work order to a subcontractor of its own, where no other party is given. */
export async function newWorkOrder(by: Client, given: Given = {}): Promise<Agreement> {
  const partyId = given.partyId ?? (await newParty(by, { kinds: ['SUBCONTRACTOR'] })).id
  return by.ok(createAgreement, { body: { ...agreementTerms(given), partyId } })
}

/** An agreement with the client of a contract of its own, where no other one is given. */
export async function newClientAgreement(by: Client, given: Given = {}): Promise<Agreement> {
  const partyId = given.partyId ?? (await newParty(by, { kinds: ['CLIENT'] })).id
  const contractId = given.contractId ?? (await newContract(by)).id
  const body = { ...agreementTerms(given), direction: 'RECEIVABLE' as const, partyId, contractId }
  return by.ok(createAgreement, { body })
}

export const testInputs: TestInputs = {
  make: { agreements: async ({ owner }) => (await newWorkOrder(owner)).id },
  bodies: {
    createAgreement: ({ parties: partyId }) => ({ ...agreementTerms(), partyId }),
  },
  queries: { getAgreementDraft: ({ contracts: contractId }) => ({ contractId }) },
}

/** In the tables that these migrations made, for the test of upgrades. */
export const upgradeRows: UpgradeRows = {
  '0055_agreements.sql': () => `
    ${within(company.id)}
    insert into agreements (direction, number, name, party_id, status, agreed_on, value)
    select 'PAYABLE', 'WO/1', 'Earthwork of the first reach', id, 'ACTIVE', '2026-04-01', 2500000 from parties
    where 'SUBCONTRACTOR' = any(kinds) limit 1;`,
}
