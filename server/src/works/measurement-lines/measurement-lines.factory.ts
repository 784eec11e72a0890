import type { SentLine } from '@plinth/api/works/measurement-lines'
import { newId } from '../../kernel/testing/databases.ts'
import type { TestInputs } from '../../testing/test-inputs.ts'
import { lineOf, newDraft, newMeasurable, today } from '../measurement-sheets/measurement-sheets.factory.ts'
import { newItem } from '../schedule-items/schedule-items.factory.ts'

/** What the rules of lines are tried with. */
export const writtenLine = (given: Partial<SentLine> = {}) => ({ itemId: 'item', length: 3.65, ...given })

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
  // A draft is its maker's own.
  answeredElsewhere: { updateMeasurementLine: 409, deleteMeasurementLine: 409 },
}
