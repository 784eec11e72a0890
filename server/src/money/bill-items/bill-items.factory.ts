import type { Agreement } from '@plinth/api/money/agreements'
import { type BillItem, listBillItems } from '@plinth/api/money/bill-items'
import { type Bill, createBill, passBill } from '@plinth/api/money/bills'
import type { MeasurementSheet } from '@plinth/api/works/measurement-sheets'
import type { ScheduleItem } from '@plinth/api/works/schedule-items'
import { company, type UpgradeRows, within } from '../../kernel/testing/upgrade-rows.ts'
import type { TestInputs } from '../../testing/test-inputs.ts'
import type { Client } from '../../testing/test-server.ts'
import { lineOf, record, send } from '../../works/measurement-sheets/measurement-sheets.factory.ts'
import { newItem, type ScheduleItemBody } from '../../works/schedule-items/schedule-items.factory.ts'
import type { AgreementBody } from '../agreements/agreements.factory.ts'
import { type BillBody, billBody, memorandum, newBillable, submit } from '../bills/bills.factory.ts'

/** A billable agreement with a client, and its schedule items in the given order. */
export async function newItemised(
  by: Client,
  items: readonly Partial<ScheduleItemBody>[] = [{}],
  overrides: Partial<AgreementBody> = {},
): Promise<{ agreement: Agreement; items: ScheduleItem[] }> {
  const agreement = await newBillable(by, overrides)
  const scheduleItems: ScheduleItem[] = []
  for (const item of items) scheduleItems.push(await newItem(by, agreement.id, item))
  return { agreement, items: scheduleItems }
}

type Line = Parameters<typeof lineOf>[1]

/** A recorded sheet, measured before the day of the usual bill. */
export async function newSheetOf(
  by: Client,
  agreementId: string,
  lines: readonly { itemId: string; given?: Line }[],
  measuredOn = '2026-06-10',
): Promise<MeasurementSheet> {
  const bodies = lines.map(({ itemId, given }) => lineOf(itemId, given))
  const sent = await send(by, agreementId, bodies, { measuredOn })
  const rejected = sent.lines.filter(({ outcome }) => outcome !== 'STORED')
  if (rejected.length > 0) throw new Error(`refused: ${JSON.stringify(rejected)}`)
  return record(by, sent.sheetId)
}

/** A recorded sheet with one line of an item, with this length. */
export const measured = (by: Client, item: ScheduleItem, length: number, measuredOn?: string) =>
  newSheetOf(by, item.agreementId, [{ itemId: item.id, given: { length } }], measuredOn)

/** A line that deducts a length from a recorded line. */
export const takenBack = ({ id, itemId }: { id: string; itemId: string }, length: number) => ({
  itemId,
  given: { length, isDeduction: true, correctsLineId: id },
})

/** A draft of the next bill by items, with all free sheets. */
export const newByItems = (by: Client, agreementId: string, overrides: Partial<BillBody> = {}): Promise<Bill> => {
  const { workUpto: _, ...body } = billBody(agreementId)
  return by.ok(createBill, { body: { ...body, workSource: 'ITEMS', ...overrides } })
}

export const newSubmittedByItems = async (by: Client, agreementId: string): Promise<Bill> =>
  submit(by, (await newByItems(by, agreementId)).id)

export const itemsOf = (by: Client, { id }: { id: string }): Promise<BillItem[]> =>
  by.ok(listBillItems, { params: { id } })

/** Passes a bill with cuts; `net` is the net of its memorandum, in rupees. */
export const passCut = (
  by: Client,
  bill: Bill,
  net: number,
  ...cuts: { itemId: string; cutQuantity: number; reason: string }[]
): Promise<Bill> => by.ok(passBill, { params: { id: bill.id }, body: memorandum(bill, net, { cuts }) })

export const testInputs: TestInputs = {
  make: {
    'items-agreements': async ({ owner }) => (await newItemised(owner)).agreement.id,
    'item-bills': async ({ owner }) => (await newByItems(owner, (await newItemised(owner)).agreement.id)).id,
  },
  bodies: { replaceBillSheets: () => ({ sheetIds: [] }) },
  paths: {
    replaceBillSheets: (graph) => ({ id: graph['item-bills'] }),
    listBillItems: (graph) => ({ id: graph['item-bills'] }),
  },
}

/** Rows for the test of upgrades, inserted into the tables as this migration created them. */
export const upgradeRows: UpgradeRows = {
  '0065_bills_by_items.sql': () => `
    ${within(company.id)}
    insert into parties (kinds, legal_name) values ('{CLIENT}', 'Ports Department');
    insert into agreements (direction, number, name, party_id, contract_id, status, agreed_on, value)
    select 'RECEIVABLE', 'PD/9', 'Revetment of the jetty', p.id, c.id, 'ACTIVE', '2026-04-01', 5000000
    from parties p, contracts c where p.legal_name = 'Ports Department' and c.deleted_at is null and c.id <> '${company.awarded}' limit 1;
    insert into schedule_items (agreement_id, position, kind, item_no, description, unit, quantity, rate)
    select id, 1, 'ITEM', '8.1', 'Rip rap', 'cum', 100, 900.25 from agreements where number = 'PD/9';
    insert into measurement_sheets (agreement_id, measured_on) select id, '2026-06-01' from agreements where number = 'PD/9';
    insert into measurement_lines (sheet_id, line_no, item_id, length, decimals, rounding)
    select s.id, 1, i.id, 12.5, 2, 'HALF_UP' from measurement_sheets s join schedule_items i on i.agreement_id = s.agreement_id
    where i.item_no = '8.1';
    update measurement_sheets s set status = 'RECORDED' from agreements a where a.id = s.agreement_id and a.number = 'PD/9';
    begin;
    insert into bills (agreement_id, bill_date, upto_date, work_source)
    select id, '2026-06-30', '2026-06-30', 'ITEMS' from agreements where number = 'PD/9';
    insert into bill_sheets (bill_id, sheet_id) select b.id, s.id from bills b
    join measurement_sheets s on s.agreement_id = b.agreement_id where b.work_source = 'ITEMS';
    insert into bill_lines (bill_id, stage, head, position, upto, previous, since)
    select id, 'CLAIMED', 'GROSS', 0, 11253.13, 0, 11253.13 from bills where work_source = 'ITEMS';
    insert into bill_items (bill_id, stage, item_id, position, rate, percentage_applies, quantity_upto, quantity_previous, quantity_since,
      amount_upto, amount_previous, amount_since)
    select b.id, 'CLAIMED', i.id, 0, 900.25, true, 12.5, 0, 12.5, 11253.13, 0, 11253.13
    from bills b join schedule_items i on i.agreement_id = b.agreement_id where b.work_source = 'ITEMS';
    update bills set work_upto = 11253.13 where work_source = 'ITEMS';
    update bills set status = 'SUBMITTED', net_claimed = 11253.13, input = '{"terms": {"tenderPercentage": "0"}}', basis = '{}'
    where work_source = 'ITEMS';
    commit;`,
}
