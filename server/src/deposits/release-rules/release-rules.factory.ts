import { depositPurposes, releaseOutcomes } from '@plinth/api/deposits/deposit-releases'
import {
  createReleaseRule,
  deleteReleaseRule,
  listReleaseRules,
  type ReleaseRule,
} from '@plinth/api/deposits/release-rules'
import type { CallInput } from '@plinth/api/kernel/client'
import { company, type UpgradeRows, within } from '../../kernel/testing/upgrade-rows.ts'
import { pick } from '../../sample-values.ts'
import type { TestInputs } from '../../testing/test-inputs.ts'
import type { Client } from '../../testing/test-server.ts'

type RuleBody = CallInput<typeof createReleaseRule>['body']
type Case = Pick<ReleaseRule, 'purpose' | 'outcome'>

/** Every purpose with every outcome, those of which a new company has no rule first. */
const cases: readonly Case[] = depositPurposes
  .flatMap((purpose) => releaseOutcomes.map((outcome) => ({ purpose, outcome })))
  .toSorted((one, other) => Number(isSeeded(one)) - Number(isSeeded(other)))

function isSeeded({ purpose, outcome }: Case) {
  return (purpose === 'EMD') !== (outcome === 'ANY')
}

let made = 0

/** What no company has at first; the first of them are left to `newRule`. */
const unruled = cases.filter((one) => !isSeeded(one)).slice(5)

/** A rule as a form would send it, of each purpose and outcome in turn. */
export function ruleBody(given: Partial<RuleBody> = {}): RuleBody {
  made += 1
  return { ...pick(unruled, made), basis: 'RESULT', days: 45, ...given }
}

/** A rule of the first purpose and outcome that has none; where all have one, in place of the last. */
export async function newRule(by: Client, given: Partial<RuleBody> = {}): Promise<ReleaseRule> {
  const rules = await by.ok(listReleaseRules, {})
  const last = rules.length === cases.length ? rules.pop() : undefined
  if (last) await by.ok(deleteReleaseRule, { params: { id: last.id } })
  const free = cases.find((one) => !rules.some((rule) => rule.purpose === one.purpose && rule.outcome === one.outcome))
  return by.ok(createReleaseRule, { body: ruleBody({ ...free, ...given }) })
}

export const testInputs: TestInputs = {
  make: { 'release-rules': async ({ owner }) => (await newRule(owner)).id },
  bodies: { createReleaseRule: () => ruleBody() },
}

/** In the tables that these migrations made, for the test of upgrades: of a purpose that no deposit of it has. */
export const upgradeRows: UpgradeRows = {
  '0040_release.sql': () => `
    ${within(company.id)}
    insert into release_rules (purpose, outcome, basis, days, source) values ('RETENTION', 'WON', 'FINAL_BILL', 30, 'Clause 17');`,
}
