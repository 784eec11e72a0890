import { company, type UpgradeRows, within } from '../../kernel/testing/upgrade-rows.ts'
import type { TestInputs } from '../../testing/test-inputs.ts'

export const testInputs: TestInputs = { bodies: { updateDepositSettings: () => ({ followUpDays: [10, 20] }) } }

/** Rows for the upgrade test, in the tables as these migrations create them. No figure depends on them. */
export const upgradeRows: UpgradeRows = {
  '0040_release.sql': () => `
    ${within(company.id)}
    insert into deposit_settings (follow_up_days, limitation_years, interest_percent, request_prefix) values ('{10,20}', 3, 12, 'KR');`,
}
