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

/** An agreement that work can be measured under. */
export const newMeasurable = (by: Client, overrides: Partial<AgreementBody> = {}) =>
  newWorkOrder(by, { status: 'ACTIVE', agreedOn: '2026-04-01', value: 2_500_000, ...overrides })

export const sheetBody = (agreementId: string, overrides: Partial<SheetBody> = {}): SheetBody => ({
  agreementId,
  measuredOn: today(),
  ...overrides,
})

/** A draft without lines, on a new agreement. */
export const newSheet = async (by: Client): Promise<MeasurementSheet> =>
  by.ok(createMeasurementSheet, { body: sheetBody((await newMeasurable(by)).id) })

/** A line as a device sends it; 12.5 long where no dimension is passed. */
export const lineOf = (itemId: string, overrides: Partial<LineBody> = {}): LineBody => ({
  id: newId(),
  itemId,
  ...(Object.keys(overrides).some((key) => ['nos', 'length', 'breadth', 'depth'].includes(key))
    ? {}
    : { length: 12.5 }),
  ...overrides,
})

/** Sends lines to the sheet with this device key, and creates the sheet if there is none. */
export const send = (
  by: Client,
  agreementId: string,
  lines: LineBody[],
  overrides: { deviceKey?: string; measuredOn?: string } = {},
) =>
  by.ok(sendMeasurementLines, {
    body: { sheet: { agreementId, deviceKey: newId(), measuredOn: today(), ...overrides }, lines },
  })

export const sheetOf = (by: Client, id: string): Promise<MeasurementSheet> =>
  by.ok(getMeasurementSheet, { params: { id } })

/** A draft with these lines; throws if one of them is rejected. */
export async function newDraft(by: Client, agreementId: string, lines: LineBody[]): Promise<MeasurementSheet> {
  const sent = await send(by, agreementId, lines)
  const rejected = sent.lines.filter(({ outcome }) => outcome !== 'STORED')
  if (rejected.length > 0) throw new Error(`refused: ${JSON.stringify(rejected)}`)
  return sheetOf(by, sent.sheetId)
}

export const record = (by: Client, id: string): Promise<MeasurementSheet> =>
  by.ok(recordMeasurementSheet, { params: { id } })

export const newRecorded = async (by: Client, agreementId: string, lines: LineBody[]): Promise<MeasurementSheet> =>
  record(by, (await newDraft(by, agreementId, lines)).id)

/** A line that corrects a recorded one by taking this length off. */
export const correctionOf = (
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
    // Only a recorded sheet can be cancelled.
    'recorded-sheets': async ({ owner }) => (await recordedFor(owner)).id,
  },
  searched: {
    filterMeasurementSheets: async ({ owner }, key) => {
      const agreement = await newMeasurable(owner, { number: `WO/${key}`, name: 'Pile caps' })
      const body = sheetBody(agreement.id, { location: `Pier ${key}`, page: '47' })
      return { id: (await owner.ok(createMeasurementSheet, { body })).id, words: `pile pier wo/${key}` }
    },
  },
  bodies: {
    createMeasurementSheet: (graph) => sheetBody(graph['measured-agreements'] ?? ''),
    cancelMeasurementSheet: () => ({ cancelReason: 'Measured on the wrong agreement' }),
  },
  paths: {
    cancelMeasurementSheet: (graph) => ({ id: graph['recorded-sheets'] }),
  },
  // Only its author can edit a draft.
  answeredElsewhere: { updateMeasurementSheet: 409, deleteMeasurementSheet: 409 },
}

/** Rows in the tables of this migration, for the test of upgrades. */
export const upgradeRows: UpgradeRows = {
  '0059_measurements.sql': () => `
    ${within(company.id)}
    insert into measurement_sheets (agreement_id, measured_on, location) select id, '2026-06-01', 'km 12' from agreements limit 1;
    insert into measurement_lines (sheet_id, line_no, item_id, length, breadth, decimals, rounding)
    select s.id, 1, i.id, 12.5, 3, 2, 'HALF_UP' from measurement_sheets s, schedule_items i where i.item_no = '1.1' limit 1;
    update measurement_sheets set status = 'RECORDED';`,
}
