import type { CallInput } from '@plinth/api/kernel/client'
import { createStatutoryRule, type StatutoryRule } from '@plinth/api/money/statutory-rules'
import { company, type UpgradeRows, within } from '../../kernel/testing/upgrade-rows.ts'
import type { TestInputs } from '../../testing/test-inputs.ts'
import type { Client } from '../../testing/test-server.ts'

type RuleBody = CallInput<typeof createStatutoryRule>['body']

let ruleCount = 0

/** A body for a rule of the company as a form sends it; each has a different first day. */
export function ruleBody(overrides: Partial<RuleBody> = {}): RuleBody {
  ruleCount += 1
  const validFrom = new Date(Date.UTC(2030, 0, ruleCount)).toISOString().slice(0, 10)
  return { kind: 'LD_CAP', validFrom, value: { percent: 7.5 }, sourceTitle: 'Clause 2 of our agreements', ...overrides }
}

export const newRule = (by: Client, overrides: Partial<RuleBody> = {}): Promise<StatutoryRule> =>
  by.ok(createStatutoryRule, { body: ruleBody(overrides) })

export const testInputs: TestInputs = {
  make: { 'statutory-rules': async ({ owner }) => (await newRule(owner)).id },
  bodies: {
    createStatutoryRule: () => ruleBody(),
    updateStatutoryRule: () => ({ sourceReference: 'Clause 2(d)' }),
    confirmStatutoryRule: () => ({ remark: 'Read the section.' }),
  },
  queries: { getStatutoryRuleInForce: () => ({ kind: 'UNIT_M' }) },
  // A rule of the company itself needs no confirmation.
  answeredElsewhere: { confirmStatutoryRule: 409 },
}

/**
 * Rows for the test of upgrades, inserted into the tables as these migrations created them, with a shipped rule that
 * is in no pack any more.
 */
export const upgradeRows: UpgradeRows = {
  '0054_rules.sql': () => `
    insert into rules (id, kind, scope, valid_from, value, source_title, read_on, trust, vectors)
    values ('0a000000-0000-4000-8000-000000000054', 'LD_CAP', 'IN', '2020-04-01', '{"percent": 9}', 'Clause 2', '2026-01-01', 'U', '[]');
    ${within(company.id)}
    insert into company_rules (kind, valid_from, value, source_title) values ('LD_CAP', '2026-04-01', '{"percent": 7.5}', 'Clause 2');
    insert into rule_confirmations (rule_id, remark) values ('0a000000-0000-4000-8000-000000000054', 'Read the clause');`,
}
