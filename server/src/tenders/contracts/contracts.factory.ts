import type { CallInput } from '@plinth/api/kernel/client'
import { type Contract, createContract } from '@plinth/api/tenders/contracts'
import { company, other, type UpgradeRows, within } from '../../kernel/testing/upgrade-rows.ts'
import type { TestInputs } from '../../testing/test-inputs.ts'
import type { Client } from '../../testing/test-server.ts'

let count = 0

/** A contract as a form would send it. */
export function contractBody(
  fields: Partial<CallInput<typeof createContract>['body']> = {},
): CallInput<typeof createContract>['body'] {
  count += 1
  return {
    contractName: `Road work ${count}`,
    bidId: `BID-${count}`,
    tenderActualValue: 1_000_000,
    tenderBidValue: 950_000,
    ...fields,
  }
}

export const newContract = (by: Client, fields: Parameters<typeof contractBody>[0] = {}): Promise<Contract> =>
  by.ok(createContract, { body: contractBody(fields) })

/** The day on which the bids of a tender made by `newTender` close. */
export const closingDate = '2031-05-07'

/** A tender in preparation, whose bid is not submitted yet. */
export const newTender = (by: Client) => newContract(by, { closingDate })

export const testInputs: TestInputs = {
  make: { contracts: async ({ owner }) => (await newTender(owner)).id },
  searched: {
    searchContractDeposits: async ({ owner }, key) => {
      const { id } = await newContract(owner, { contractName: `Culvert ${key}`, licenseHolderName: 'Asha Rao' })
      return { id, words: `rao ${key} culvert` }
    },
  },
  found: {
    contracts: async ({ owner }, word) => {
      const name = `Bridge ${word}`
      await newContract(owner, { contractName: name, bidId: `${word}/1`, status: 'DRAFT' })
      return { name, detail: `${word}/1`, status: 'DRAFT' }
    },
  },
  bodies: { createContract: () => contractBody() },
}

/** Rows for the upgrade test, in the tables of the named migrations. */
export const upgradeRows: UpgradeRows = {
  '0002_contracts.sql': () => `
    ${within(other.id)}
    insert into contracts (id, contract_name, status, paper_cost) values ('${other.contract}', 'A bridge', 'AWARDED', 77);
    ${within(company.id)}
    insert into contracts (id, contract_name, status, contract_type, paper_cost, awarded_date, contract_metadata)
    values ('${company.awarded}', 'Widening of SH-4', 'AWARDED', 'Road', 1500.50, '2025-04-01', '{"विभाग": " NHAI ", "ward": "7\\\\t\\"क"}');
    insert into contracts (contract_name, status, paper_cost, comments, contract_metadata)
    values ('Culvert at km 12', 'REJECTED', 10.25, E'two\\nlines', '{"Dept.": "PUBLIC works"}');
    insert into contracts (contract_name, status, paper_cost, contract_metadata, deleted_at)
    values ('Withdrawn', 'DRAFT', 1000, '{"department": "Gone with it"}', now());`,
}
