import type { CallInput } from '@plinth/api/kernel/client'
import { createStatutoryRule, type StatutoryRule } from '@plinth/api/money/statutory-rules'
import { company, type UpgradeRows, within } from '../../kernel/testing/upgrade-rows.ts'
import type { TestInputs } from '../../testing/test-inputs.ts'
import type { Client } from '../../testing/test-server.ts'

type RuleBody = CallInput<typeof createStatutoryRule>['body']

let made = 0

/** A rule of the company as a form would send it, from a day of its own. */
export function ruleBody(given: Partial<RuleBody> = {}): RuleBody {
  made += 1
  const validFrom = new Date(Date.UTC(2030, 0, made)).toISOString().slice(0, 10)
  return { kind: 'LD_CAP', validFrom, value: { percent: 7.5 }, sourceTitle: 'Clause 2 of our agreements', ...given }
}

export const newRule = (by: Client, given: Partial<RuleBody> = {}): Promise<StatutoryRule> =>
  by.ok(createStatutoryRule, { body: ruleBody(given) })

export const testInputs: TestInputs = {
  make: { 'statutory-rules': async ({ owner }) => (await newRule(owner)).id },
  bodies: {
    createStatutoryRule: () => ruleBody(),
    updateStatutoryRule: () => ({ sourceReference: 'Clause 2(d)' }),
    confirmStatutoryRule: () => ({ remark: 'Read the section.' }),
  },
  queries: { getStatutoryRuleInForce: () => ({ kind: 'UNIT_M' }) },
  // A rule of the company's own needs nobody to confirm it.
  answeredElsewhere: { confirmStatutoryRule: 409 },
}

/** In the tables that these migrations made, for the test of upgrades: also a shipped rule that no pack has any more. */
export const upgradeRows: UpgradeRows = {
  '0054_rules.sql': () => `
    insert into rules (id, kind, scope, valid_from, value, source_title, read_on, trust, vectors)
    values ('0a000000-0000-4000-8000-000000000054', 'LD_CAP', 'IN', '2020-04-01', '{"percent": 9}', 'Clause 2', '2026-01-01', 'U', '[]');
    ${within(company.id)}
    insert into company_rules (kind, valid_from, value, source_title) values ('LD_CAP', '2026-04-01', '{"percent": 7.5}', 'Clause 2');
    insert into rule_confirmations (rule_id, remark) values ('0a000000-0000-4000-8000-000000000054', 'Read the clause');`,
}
