import type { CallInput } from '@plinth/api/kernel/client'
import {
  createReminderRule,
  listReminderRules,
  type ReminderRule,
  updateReminderRule,
} from '@plinth/api/reminders/reminder-rules'
import { company, type UpgradeRows, within } from '../../kernel/testing/upgrade-rows.ts'
import type { TestInputs } from '../../testing/test-inputs.ts'
import type { Client } from '../../testing/test-server.ts'

type RuleBody = CallInput<typeof createReminderRule>['body']

/** A rule as the form sends it: reminds the owner of a bid a week before it closes and on the day. */
export const ruleBody = (overrides: Partial<RuleBody> = {}): RuleBody => ({
  name: 'Bids',
  kind: 'TENDER_CLOSES',
  steps: [7, 0],
  tells: ['OWNER'],
  ...overrides,
})

export const newRule = (by: Client, overrides: Partial<RuleBody> = {}): Promise<ReminderRule> =>
  by.ok(createReminderRule, { body: ruleBody(overrides) })

/** Switches off the initial rules of a company, so that only those of the test are on. */
export async function switchOffRules(by: Client): Promise<void> {
  for (const { id, isActive } of await by.ok(listReminderRules, {}))
    if (isActive) await by.ok(updateReminderRule, { params: { id }, body: { isActive: false } })
}

export const testInputs: TestInputs = {
  make: { 'reminder-rules': async ({ owner }) => (await newRule(owner)).id },
  bodies: { createReminderRule: () => ruleBody(), checkReminderRule: () => ruleBody() },
}

/** Rows for the test of upgrades, by the migration that created their tables. */
export const upgradeRows: UpgradeRows = {
  '0045_reminders.sql': () => `
    ${within(company.id)}
    insert into reminder_rules (name, kind, steps, tells) values ('Bids', 'TENDER_CLOSES', '{7,0}', '{OWNER}');
    insert into reminder_runs (since, ran_at) values ('2027-01-01', '2027-01-01 10:00+05:30');
    insert into reminder_firings (record_id, kind, due_on, rule_id, stage, stage_on)
      select '${company.awarded}', 'COMPLETION', '2027-03-31', id, 'S30', '2027-03-01' from reminder_rules limit 1;
    insert into notifications (user_id, reason, kind, level, told_key) values ('${company.owner.id}', 'SUMMARY', 'DUTIES', 'INFO', 'summary');
    insert into watchers (record_type, record_id, user_id) values ('CONTRACT', '${company.awarded}', '${company.owner.id}');`,
}
