import type { CallInput } from '@plinth/api/kernel/client'
import { type Agreement, createAgreement } from '@plinth/api/money/agreements'
import { company, type UpgradeRows, within } from '../../kernel/testing/upgrade-rows.ts'
import { newContract } from '../../tenders/contracts/contracts.factory.ts'
import type { TestInputs } from '../../testing/test-inputs.ts'
import type { Client } from '../../testing/test-server.ts'
import { newParty } from '../parties/parties.factory.ts'

export type AgreementBody = CallInput<typeof createAgreement>['body']
type Overrides = Partial<AgreementBody>

let agreementCount = 0

/** The fields of a draft agreement under which the company pays, without the party. */
export function agreementTerms(overrides: Overrides = {}): Omit<AgreementBody, 'partyId'> {
  agreementCount += 1
  return {
    direction: 'PAYABLE',
    number: `WO/${agreementCount}`,
    name: `Earthwork of reach ${agreementCount}`,
    ...overrides,
  }
}

/** A work order; created with a new subcontractor unless the overrides name a party. */
export async function newWorkOrder(by: Client, overrides: Overrides = {}): Promise<Agreement> {
  const partyId = overrides.partyId ?? (await newParty(by, { kinds: ['SUBCONTRACTOR'] })).id
  return by.ok(createAgreement, { body: { ...agreementTerms(overrides), partyId } })
}

/** An agreement with a client; created with a new client and a new contract unless the overrides name them. */
export async function newClientAgreement(by: Client, overrides: Overrides = {}): Promise<Agreement> {
  const partyId = overrides.partyId ?? (await newParty(by, { kinds: ['CLIENT'] })).id
  const contractId = overrides.contractId ?? (await newContract(by)).id
  const body = { ...agreementTerms(overrides), direction: 'RECEIVABLE' as const, partyId, contractId }
  return by.ok(createAgreement, { body })
}

export const testInputs: TestInputs = {
  make: { agreements: async ({ owner }) => (await newWorkOrder(owner)).id },
  searched: {
    filterAgreements: async ({ owner }, key) => {
      const { id: partyId } = await newParty(owner, { kinds: ['SUBCONTRACTOR'], legalName: 'Hosur Earthmovers' })
      const fields = { partyId, number: `WO/${key}`, name: 'Embankment of the bypass' }
      return { id: (await newWorkOrder(owner, fields)).id, words: `hosur BYPASS ${key}` }
    },
  },
  found: {
    agreements: async ({ owner }, word) => {
      const { id: partyId } = await newParty(owner, { legalName: 'Quarries of Hassan' })
      const name = `Embankment ${word}`
      await newWorkOrder(owner, { partyId, number: 'WO/7', name })
      return { name, detail: 'WO/7, Quarries of Hassan', status: 'DRAFT' }
    },
  },
  bodies: {
    createAgreement: ({ parties: partyId }) => ({ ...agreementTerms(), partyId }),
  },
  queries: { getAgreementDraft: ({ contracts: contractId }) => ({ contractId }) },
}

/** Rows for the test of upgrades, inserted into the tables as these migrations created them. */
export const upgradeRows: UpgradeRows = {
  '0055_agreements.sql': () => `
    ${within(company.id)}
    insert into agreements (direction, number, name, party_id, status, agreed_on, value)
    select 'PAYABLE', 'WO/1', 'Earthwork of the first reach', id, 'ACTIVE', '2026-04-01', 2500000 from parties
    where 'SUBCONTRACTOR' = any(kinds) limit 1;`,
}
