import type { CallInput } from '@plinth/api/kernel/client'
import { daysAfter } from '@plinth/api/kernel/later-days'
import { createHoliday, type Holiday } from '@plinth/api/reminders/holidays'
import { company, type UpgradeRows, within } from '../../kernel/testing/upgrade-rows.ts'
import type { TestInputs } from '../../testing/test-inputs.ts'
import type { Client } from '../../testing/test-server.ts'

type HolidayBody = CallInput<typeof createHoliday>['body']

let createdCount = 0

/** A holiday as the form sends it, each on a different day in the far future. */
export function holidayBody(overrides: Partial<HolidayBody> = {}): HolidayBody {
  createdCount += 1
  return { onDay: daysAfter('2120-01-01', createdCount), name: `Holiday ${createdCount}`, ...overrides }
}

export const newHoliday = (by: Client, overrides: Partial<HolidayBody> = {}): Promise<Holiday> =>
  by.ok(createHoliday, { body: holidayBody(overrides) })

export const testInputs: TestInputs = {
  make: { holidays: async ({ owner }) => (await newHoliday(owner)).id },
  bodies: { createHoliday: () => holidayBody() },
}

/** Rows for the test of upgrades, by the migration that created their tables. */
export const upgradeRows: UpgradeRows = {
  '0044_duties.sql': () => `
    ${within(company.id)}
    insert into holidays (on_day, name) values ('2027-01-26', 'Republic Day');`,
}
