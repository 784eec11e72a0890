import { type BankFacility, createBankFacility } from '@plinth/api/guarantees/bank-facilities'
import type { CallInput } from '@plinth/api/kernel/client'
import { company, type UpgradeRows, within } from '../../kernel/testing/upgrade-rows.ts'
import type { TestInputs } from '../../testing/test-inputs.ts'
import type { Client } from '../../testing/test-server.ts'

type FacilityBody = CallInput<typeof createBankFacility>['body']

let count = 0

/** A limit as a form sends it. */
export function facilityBody(overrides: Partial<FacilityBody> = {}): FacilityBody {
  count += 1
  return { bank: 'State Bank of India', name: `Limit ${count}`, limitAmount: 1_00_00_000, ...overrides }
}

export const newFacility = (by: Client, overrides: Partial<FacilityBody> = {}): Promise<BankFacility> =>
  by.ok(createBankFacility, { body: facilityBody(overrides) })

export const testInputs: TestInputs = {
  make: { 'bank-facilities': async ({ owner }) => (await newFacility(owner)).id },
  bodies: { createBankFacility: () => facilityBody() },
}

/** Rows for the upgrade test, in the tables as these migrations create them. */
export const upgradeRows: UpgradeRows = {
  '0042_guarantee_limits.sql': () => `
    ${within(company.id)}
    insert into bank_facilities (bank, name, limit_amount, margin_percent) values ('Canara Bank', 'Guarantees', 20000000, 15);`,
}
