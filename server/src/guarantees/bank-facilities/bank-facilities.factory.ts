import { type BankFacility, createBankFacility } from '@plinth/api/guarantees/bank-facilities'
import type { CallInput } from '@plinth/api/kernel/client'
import { company, type UpgradeRows, within } from '../../kernel/testing/upgrade-rows.ts'
import type { TestInputs } from '../../testing/test-inputs.ts'
import type { Client } from '../../testing/test-server.ts'

type FacilityBody = CallInput<typeof createBankFacility>['body']

let made = 0

/** A limit as a form would send it. */
export function facilityBody(given: Partial<FacilityBody> = {}): FacilityBody {
  made += 1
  return { bank: 'State Bank of India', name: `Limit ${made}`, limitAmount: 1_00_00_000, ...given }
}

export const newFacility = (by: Client, given: Partial<FacilityBody> = {}): Promise<BankFacility> =>
  by.ok(createBankFacility, { body: facilityBody(given) })

export const testInputs: TestInputs = {
  make: { 'bank-facilities': async ({ owner }) => (await newFacility(owner)).id },
  bodies: { createBankFacility: () => facilityBody() },
}

/** In the tables that these migrations made, for the test of upgrades. */
export const upgradeRows: UpgradeRows = {
  '0042_guarantee_limits.sql': () => `
    ${within(company.id)}
    insert into bank_facilities (bank, name, limit_amount, margin_percent) values ('Canara Bank', 'Guarantees', 20000000, 15);`,
}
