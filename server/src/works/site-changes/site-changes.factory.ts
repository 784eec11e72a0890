import type { SiteChange } from '@plinth/api/works/site-changes'
import { newId } from '../../kernel/testing/databases.ts'
import { company, type UpgradeRows, within } from '../../kernel/testing/upgrade-rows.ts'
import type { TestInputs } from '../../testing/test-inputs.ts'

const made = (taskId: string) => ({ id: newId(), taskId, madeAt: new Date().toISOString() })

export const quantityOf = (taskId: string, quantity: number): SiteChange => ({
  ...made(taskId),
  kind: 'QUANTITY',
  quantity,
})
export const progressOf = (taskId: string, progress: number, seen: number): SiteChange => ({
  ...made(taskId),
  kind: 'PROGRESS',
  progress,
  seen,
})
export const noteOf = (taskId: string, note: string): SiteChange => ({ ...made(taskId), kind: 'NOTE', note })

type Status = Extract<SiteChange, { kind: 'STATUS' }>
export const statusOf = (taskId: string, status: Status['status'], seen: Status['seen']): SiteChange => ({
  ...made(taskId),
  kind: 'STATUS',
  status,
  seen,
})

export const testInputs: TestInputs = {
  bodies: { sendSiteChanges: ({ tasks }) => ({ changes: [quantityOf(tasks ?? '', 1)] }) },
}

/** In the table that this migration made, for the test of upgrades. */
export const upgradeRows: UpgradeRows = {
  '0035_site_changes.sql': () => `
    ${within(company.id)}
    insert into site_changes (user_id, id) values ('${company.owner.id}', '0a000000-0000-4000-8000-000000000036');`,
}
