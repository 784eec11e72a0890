import type { CallInput } from '@plinth/api/kernel/client'
import { createScheduleItem, type ScheduleItem } from '@plinth/api/works/schedule-items'
import { company, type UpgradeRows, within } from '../../kernel/testing/upgrade-rows.ts'
import { newWorkOrder } from '../../money/agreements/agreements.factory.ts'
import type { TestInputs } from '../../testing/test-inputs.ts'
import type { Client } from '../../testing/test-server.ts'

export type ScheduleItemBody = CallInput<typeof createScheduleItem>['body']

let made = 0

/** An item as a form would send it. */
export function itemBody(given: Partial<ScheduleItemBody> = {}): ScheduleItemBody {
  made += 1
  const measured = given.kind === 'SECTION' ? {} : { unit: 'cum', quantity: 120.5, rate: 4_815.25 }
  return { kind: 'ITEM', itemNo: `7.${made}`, description: 'Cement concrete of grade M25', ...measured, ...given }
}

export const newItem = (
  by: Client,
  agreementId: string,
  given: Partial<ScheduleItemBody> = {},
): Promise<ScheduleItem> => by.ok(createScheduleItem, { params: { agreementId }, body: itemBody(given) })

export const testInputs: TestInputs = {
  make: { 'schedule-items': async ({ owner }) => (await newItem(owner, (await newWorkOrder(owner)).id)).id },
  bodies: { createScheduleItem: () => itemBody() },
}

/** In the tables that these migrations made, for the test of upgrades. */
export const upgradeRows: UpgradeRows = {
  '0057_schedules.sql': () => `
    ${within(company.id)}
    insert into schedule_items (agreement_id, position, kind, item_no, description, unit, quantity, rate)
    select id, 1, 'ITEM', '1.1', 'Earthwork in excavation', 'cum', 1200.5, 148.25 from agreements limit 1;`,
}
