import { addWatcher, removeWatcher, type WatchRecord } from '@plinth/api/reminders/watchers'
import { company, type UpgradeRows, within } from '../../kernel/testing/upgrade-rows.ts'
import type { TestInputs } from '../../testing/test-inputs.ts'
import type { Client } from '../../testing/test-server.ts'

export const watch = (by: Client, recordId: string, recordType: WatchRecord = 'CONTRACT') =>
  by.ok(addWatcher, { params: { recordType, recordId } })

export const unwatch = (by: Client, recordId: string, recordType: WatchRecord = 'CONTRACT') =>
  by.ok(removeWatcher, { params: { recordType, recordId } })

const onContract = ({ contracts = '' }) => ({ recordType: 'CONTRACT' as const, recordId: contracts })

export const testInputs: TestInputs = {
  // The id of the watched record stands for the watcher.
  make: {
    watchers: async ({ owner }, above) => {
      const contract = await above('contracts')
      await watch(owner, contract)
      return contract
    },
  },
  paths: { listWatchers: onContract, addWatcher: onContract, removeWatcher: onContract },
}

/** Rows for the test of upgrades, by the migration that created their tables. */
export const upgradeRows: UpgradeRows = {
  '0046_happenings.sql': () => `
    ${within(company.id)}
    insert into happenings (kind, actor_id, record_type) values ('TASK_GIVEN', '${company.owner.id}', 'TASK');`,
}
