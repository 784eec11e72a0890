import type { CallInput } from '@plinth/api/kernel/client'
import { type ContractTerms, updateContractTerms } from '@plinth/api/tenders/contract-terms'
import { company, type UpgradeRows, within } from '../../kernel/testing/upgrade-rows.ts'
import type { TestInputs } from '../../testing/test-inputs.ts'
import type { Client } from '../../testing/test-server.ts'

type TermsBody = CallInput<typeof updateContractTerms>['body']

/** Sets terms of a contract, by default a defect liability of a year. */
export const setTerms = (
  by: Client,
  contractId: string,
  terms: TermsBody = { dlpMonths: 12 },
): Promise<ContractTerms> => by.ok(updateContractTerms, { params: { id: contractId }, body: terms })

export const testInputs: TestInputs = { bodies: { updateContractTerms: () => ({ dlpMonths: 12 }) } }

/**
 * Rows for the upgrade test, in the tables of the named migrations. They belong to a contract whose deposits do not
 * depend on its terms.
 */
export const upgradeRows: UpgradeRows = {
  '0040_release.sql': () => `
    ${within(company.id)}
    insert into contract_terms (contract_id, bid_validity_days, refund_clause) values
      ('${company.awarded}', 90, 'Clause 17: after the defect liability period');`,
}
