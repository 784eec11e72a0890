import type { CallInput } from '@plinth/api/kernel/client'
import { daysAfter } from '@plinth/api/kernel/later-days'
import { createHoliday, type Holiday } from '@plinth/api/reminders/holidays'
import { company, type UpgradeRows, within } from '../../kernel/testing/upgrade-rows.ts'
import type { TestInputs } from '../../testing/test-inputs.ts'
import type { Client } from '../../testing/test-server.ts'

type HolidayBody = CallInput<typeof createHoliday>['body']

let made = 0

/** A holiday as a form would send it, each on a day of its own, far away. */
export function holidayBody(given: Partial<HolidayBody> = {}): HolidayBody {
  made += 1
  return { onDay: daysAfter('2120-01-01', made), name: `Holiday ${made}`, ...given }
}

export const newHoliday = (by: Client, given: Partial<HolidayBody> = {}): Promise<Holiday> =>
  by.ok(createHoliday, { body: holidayBody(given) })

export const testInputs: TestInputs = {
  make: { holidays: async ({ owner }) => (await newHoliday(owner)).id },
  bodies: { createHoliday: () => holidayBody() },
}

/** In the tables that these migrations made, for the test of upgrades. */
export const upgradeRows: UpgradeRows = {
  '0044_duties.sql': () => `
    ${within(company.id)}
    insert into holidays (on_day, name) values ('2027-01-26', 'Republic Day');`,
}
