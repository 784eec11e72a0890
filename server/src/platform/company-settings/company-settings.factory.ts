import { company, type UpgradeRows, within } from '../../kernel/testing/upgrade-rows.ts'
import type { TestInputs } from '../../testing/test-inputs.ts'

export const testInputs: TestInputs = { bodies: { updateCompanySettings: () => ({ saturdaysOff: [2, 4] }) } }

/** Rows for the tables as these migrations created them, for the upgrade test. */
export const upgradeRows: UpgradeRows = {
  '0044_duties.sql': () => `
    ${within(company.id)}
    insert into company_settings (weekly_off, saturdays_off) values ('{7}', '{1,3}');`,
}
