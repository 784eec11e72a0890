import type { CallInput } from '@plinth/api/kernel/client'
import { type ContractTerms, updateContractTerms } from '@plinth/api/tenders/contract-terms'
import { company, type UpgradeRows, within } from '../../kernel/testing/upgrade-rows.ts'
import type { Aims } from '../../testing/test-aims.ts'
import type { Client } from '../../testing/test-server.ts'

type TermsBody = CallInput<typeof updateContractTerms>['body']

/** Says terms of a contract, a year of defect liability unless other ones are given. */
export const sayTerms = (
  by: Client,
  contractId: string,
  given: TermsBody = { dlpMonths: 12 },
): Promise<ContractTerms> => by.ok(updateContractTerms, { params: { id: contractId }, body: given })

export const aims: Aims = { bodies: { updateContractTerms: () => ({ dlpMonths: 12 }) } }

/** In the tables that these migrations made, for the test of upgrades: of a contract whose deposits wait for nothing of it. */
export const upgradeRows: UpgradeRows = {
  '0040_release.sql': () => `
    ${within(company.id)}
    insert into contract_terms (contract_id, bid_validity_days, refund_clause) values
      ('${company.awarded}', 90, 'Clause 17: after the defect liability period');`,
}
