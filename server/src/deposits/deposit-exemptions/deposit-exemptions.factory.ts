import { createDepositExemption, type DepositExemption } from '@plinth/api/deposits/deposit-exemptions'
import type { CallInput } from '@plinth/api/kernel/client'
import { company, type UpgradeRows, within } from '../../kernel/testing/upgrade-rows.ts'
import { newContract } from '../../tenders/contracts/contracts.factory.ts'
import type { TestInputs } from '../../testing/test-inputs.ts'
import type { Client } from '../../testing/test-server.ts'

type ExemptionBody = CallInput<typeof createDepositExemption>['body']

/** An exemption from the EMD of a tender as a form would send it. */
export const exemptionBody = (contractId: string, overrides: Partial<ExemptionBody> = {}): ExemptionBody => ({
  contractId,
  purpose: 'EMD',
  ground: 'NSIC',
  certificateNo: 'NSIC/GP/BLR/2026/0147',
  validUntil: '2090-03-31',
  amount: 4_32_500,
  ...overrides,
})

export const newExemption = (
  by: Client,
  contractId: string,
  overrides: Partial<ExemptionBody> = {},
): Promise<DepositExemption> => by.ok(createDepositExemption, { body: exemptionBody(contractId, overrides) })

export const testInputs: TestInputs = {
  // Each of a contract of its own, which has this one claim.
  make: { 'deposit-exemptions': async ({ owner }) => (await newExemption(owner, (await newContract(owner)).id)).id },
  searched: {
    filterDepositExemptions: async ({ owner }, key) => {
      const contract = await newContract(owner, { contractName: `Canal ${key}`, bidId: `CNNL/${key}` })
      const { id } = await newExemption(owner, contract.id, { certificateNo: `NSIC 41 ${key}` })
      return { id, words: `canal ${key} nsic cnnl` }
    },
  },
  bodies: { createDepositExemption: (graph) => exemptionBody(graph['contracts'] ?? '') },
}

/** Rows for the upgrade test, in the tables as these migrations create them. */
export const upgradeRows: UpgradeRows = {
  '0050_exemptions.sql': () => `
    ${within(company.id)}
    insert into deposit_exemptions (contract_id, purpose, ground, certificate_no, valid_until, amount)
      values ('${company.awarded}', 'EMD', 'NSIC', 'NSIC/GP/BLR/2026/0147', '2027-03-31', 200000);`,
}
