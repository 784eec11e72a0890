import type { CallInput } from '@plinth/api/kernel/client'
import { type DeadlineMark, setDeadlineMark } from '@plinth/api/reminders/deadlines'
import { company, type UpgradeRows, within } from '../../kernel/testing/upgrade-rows.ts'
import { closingDate, newTender } from '../../tenders/contracts/contracts.factory.ts'
import type { TestInputs } from '../../testing/test-inputs.ts'
import type { Client } from '../../testing/test-server.ts'

type MarkBody = CallInput<typeof setDeadlineMark>['body']

/** Waives the deadline for handing in a bid. */
export const markBody = (recordId: string, overrides: Partial<MarkBody> = {}): MarkBody => ({
  kind: 'TENDER_CLOSES',
  recordType: 'CONTRACT',
  recordId,
  dueOn: closingDate,
  reason: 'We do not bid',
  ...overrides,
})

export const newMark = (by: Client, recordId: string): Promise<DeadlineMark> =>
  by.ok(setDeadlineMark, { body: markBody(recordId) })

export const testInputs: TestInputs = {
  make: { 'deadline-marks': async ({ owner }) => (await newMark(owner, (await newTender(owner)).id)).id },
  bodies: { setDeadlineMark: (graph) => markBody(graph['contracts'] ?? '') },
}

/** Rows for the test of upgrades, by the migration that created their tables. */
export const upgradeRows: UpgradeRows = {
  '0044_duties.sql': () => `
    ${within(company.id)}
    insert into obligation_marks (kind, record_type, record_id, due_on, reason)
      values ('COMPLETION', 'CONTRACT', '${company.awarded}', '2027-03-31', 'Extended by letter');`,
}
