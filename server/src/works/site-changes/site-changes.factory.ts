import type { SiteChange } from '@plinth/api/works/site-changes'
import { newId } from '../../kernel/testing/databases.ts'
import { company, type UpgradeRows, within } from '../../kernel/testing/upgrade-rows.ts'
import type { TestInputs } from '../../testing/test-inputs.ts'

const newChangeOf = (taskId: string) => ({ id: newId(), taskId, madeAt: new Date().toISOString() })

export const quantityOf = (taskId: string, quantity: number): SiteChange => ({
  ...newChangeOf(taskId),
  kind: 'QUANTITY',
  quantity,
})
export const progressOf = (taskId: string, progress: number, seen: number): SiteChange => ({
  ...newChangeOf(taskId),
  kind: 'PROGRESS',
  progress,
  seen,
})
export const noteOf = (taskId: string, note: string): SiteChange => ({ ...newChangeOf(taskId), kind: 'NOTE', note })

type Status = Extract<SiteChange, { kind: 'STATUS' }>
export const statusOf = (taskId: string, status: Status['status'], seen: Status['seen']): SiteChange => ({
  ...newChangeOf(taskId),
  kind: 'STATUS',
  status,
  seen,
})

export const testInputs: TestInputs = {
  bodies: { sendSiteChanges: ({ tasks }) => ({ changes: [quantityOf(tasks ?? '', 1)] }) },
}

/** Rows in the table of this migration, for the test of upgrades. */
export const upgradeRows: UpgradeRows = {
  '0035_site_changes.sql': () => `
    ${within(company.id)}
    insert into site_changes (user_id, id) values ('${company.owner.id}', '0a000000-0000-4000-8000-000000000036');`,
}
