import type { CallInput } from '@plinth/api/kernel/client'
import { createScheduleItem, type ScheduleItem } from '@plinth/api/works/schedule-items'
import { company, type UpgradeRows, within } from '../../kernel/testing/upgrade-rows.ts'
import { newWorkOrder } from '../../money/agreements/agreements.factory.ts'
import type { TestInputs } from '../../testing/test-inputs.ts'
import type { Client } from '../../testing/test-server.ts'

export type ScheduleItemBody = CallInput<typeof createScheduleItem>['body']

let counter = 0

/** An item as a form sends it, with a new number. */
export function itemBody(overrides: Partial<ScheduleItemBody> = {}): ScheduleItemBody {
  counter += 1
  const quantities = overrides.kind === 'SECTION' ? {} : { unit: 'cum', quantity: 120.5, rate: 4_815.25 }
  return {
    kind: 'ITEM',
    itemNo: `7.${counter}`,
    description: 'Cement concrete of grade M25',
    ...quantities,
    ...overrides,
  }
}

export const newItem = (
  by: Client,
  agreementId: string,
  overrides: Partial<ScheduleItemBody> = {},
): Promise<ScheduleItem> => by.ok(createScheduleItem, { params: { agreementId }, body: itemBody(overrides) })

export const testInputs: TestInputs = {
  make: { 'schedule-items': async ({ owner }) => (await newItem(owner, (await newWorkOrder(owner)).id)).id },
  bodies: { createScheduleItem: () => itemBody() },
}

/** Rows in the tables of these migrations, for the test of upgrades. */
export const upgradeRows: UpgradeRows = {
  '0057_schedules.sql': () => `
    ${within(company.id)}
    insert into schedule_items (agreement_id, position, kind, item_no, description, unit, quantity, rate)
    select id, 1, 'ITEM', '1.1', 'Earthwork in excavation', 'cum', 1200.5, 148.25 from agreements limit 1;`,
}
