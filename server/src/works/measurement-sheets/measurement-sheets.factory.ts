import type { CallInput } from '@plinth/api/kernel/client'
import { type SentLine, sendMeasurementLines } from '@plinth/api/works/measurement-lines'
import {
  createMeasurementSheet,
  getMeasurementSheet,
  type MeasurementSheet,
  recordMeasurementSheet,
} from '@plinth/api/works/measurement-sheets'
import { dayInIndia, newId } from '../../kernel/testing/databases.ts'
import { company, type UpgradeRows, within } from '../../kernel/testing/upgrade-rows.ts'
import { type AgreementBody, newWorkOrder } from '../../money/agreements/agreements.factory.ts'
import type { TestInputs } from '../../testing/test-inputs.ts'
import type { Client } from '../../testing/test-server.ts'
import { newItem } from '../schedule-items/schedule-items.factory.ts'

type SheetBody = CallInput<typeof createMeasurementSheet>['body']
type LineBody = CallInput<typeof sendMeasurementLines>['body']['lines'][number]

export const today = () => dayInIndia(new Date())

/** A work order that work is measured under. */
export const newMeasurable = (by: Client, given: Partial<AgreementBody> = {}) =>
  newWorkOrder(by, { status: 'ACTIVE', agreedOn: '2026-04-01', value: 2_500_000, ...given })

export const sheetBody = (agreementId: string, given: Partial<SheetBody> = {}): SheetBody => ({
  agreementId,
  measuredOn: today(),
  ...given,
})

/** A draft without a line, of an agreement of its own. */
export const newSheet = async (by: Client): Promise<MeasurementSheet> =>
  by.ok(createMeasurementSheet, { body: sheetBody((await newMeasurable(by)).id) })

/** A line as a device sends it: 12.5 by one, where nothing else is said. */
export const lineOf = (itemId: string, given: Partial<LineBody> = {}): LineBody => ({
  id: newId(),
  itemId,
  ...(Object.keys(given).some((key) => ['nos', 'length', 'breadth', 'depth'].includes(key)) ? {} : { length: 12.5 }),
  ...given,
})

/** Sends lines to the sheet of a key; the sheet begins by it. */
export const send = (
  by: Client,
  agreementId: string,
  lines: LineBody[],
  given: { deviceKey?: string; measuredOn?: string } = {},
) =>
  by.ok(sendMeasurementLines, {
    body: { sheet: { agreementId, deviceKey: newId(), measuredOn: today(), ...given }, lines },
  })

export const sheetOf = (by: Client, id: string): Promise<MeasurementSheet> =>
  by.ok(getMeasurementSheet, { params: { id } })

/** A draft with these lines, all of which have to be stored. */
export async function newDraft(by: Client, agreementId: string, lines: LineBody[]): Promise<MeasurementSheet> {
  const sent = await send(by, agreementId, lines)
  const refused = sent.lines.filter(({ outcome }) => outcome !== 'STORED')
  if (refused.length > 0) throw new Error(`refused: ${JSON.stringify(refused)}`)
  return sheetOf(by, sent.sheetId)
}

export const record = (by: Client, id: string): Promise<MeasurementSheet> =>
  by.ok(recordMeasurementSheet, { params: { id } })

export const newRecorded = async (by: Client, agreementId: string, lines: LineBody[]): Promise<MeasurementSheet> =>
  record(by, (await newDraft(by, agreementId, lines)).id)

/** What a line of a sheet is that this one sets right by so much less. */
export const taken = (
  line: Pick<MeasurementSheet['lines'][number], 'id' | 'itemId'>,
  length: number,
): SentLine & { id: string } => ({
  id: newId(),
  itemId: line.itemId,
  length,
  isDeduction: true,
  correctsLineId: line.id,
})

async function draftFor(by: Client): Promise<MeasurementSheet> {
  const { id } = await newMeasurable(by)
  return newDraft(by, id, [lineOf((await newItem(by, id)).id)])
}
const recordedFor = async (by: Client) => record(by, (await draftFor(by)).id)

export const testInputs: TestInputs = {
  make: {
    'measured-agreements': async ({ owner }) => (await newMeasurable(owner)).id,
    sheets: async ({ owner }) => (await draftFor(owner)).id,
    // What is cancelled is recorded.
    'recorded-sheets': async ({ owner }) => (await recordedFor(owner)).id,
  },
  bodies: {
    createMeasurementSheet: (graph) => sheetBody(graph['measured-agreements'] ?? ''),
    cancelMeasurementSheet: () => ({ cancelReason: 'Measured on the wrong agreement' }),
  },
  paths: {
    cancelMeasurementSheet: (graph) => ({ id: graph['recorded-sheets'] }),
  },
  // A draft is its maker's own.
  answeredElsewhere: { updateMeasurementSheet: 409, deleteMeasurementSheet: 409 },
}

/** In the tables that this migration made, for the test of upgrades. */
export const upgradeRows: UpgradeRows = {
  '0059_measurements.sql': () => `
    ${within(company.id)}
    insert into measurement_sheets (agreement_id, measured_on, location) select id, '2026-06-01', 'km 12' from agreements limit 1;
    insert into measurement_lines (sheet_id, line_no, item_id, length, breadth, decimals, rounding)
    select s.id, 1, i.id, 12.5, 3, 2, 'HALF_UP' from measurement_sheets s, schedule_items i where i.item_no = '1.1' limit 1;
    update measurement_sheets set status = 'RECORDED';`,
}
