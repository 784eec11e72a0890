import type { SentLine } from '@plinth/api/works/measurement-lines'
import { newId } from '../../kernel/testing/databases.ts'
import type { TestInputs } from '../../testing/test-inputs.ts'
import { lineOf, newDraft, newMeasurable, today } from '../measurement-sheets/measurement-sheets.factory.ts'
import { newItem } from '../schedule-items/schedule-items.factory.ts'

/** A line for the tests of the line rules. */
export const writtenLine = (overrides: Partial<SentLine> = {}) => ({ itemId: 'item', length: 3.65, ...overrides })

export const testInputs: TestInputs = {
  make: {
    'measurement-lines': async ({ owner }) => {
      const { id } = await newMeasurable(owner)
      const { lines } = await newDraft(owner, id, [lineOf((await newItem(owner, id)).id)])
      return lines[0]?.id ?? ''
    },
  },
  bodies: {
    sendMeasurementLines: (graph) => ({
      sheet: { agreementId: graph['measured-agreements'], deviceKey: newId(), measuredOn: today() },
      lines: [lineOf(graph['schedule-items'] ?? '')],
    }),
  },
  // Only its author can edit a draft.
  answeredElsewhere: { updateMeasurementLine: 409, deleteMeasurementLine: 409 },
}
