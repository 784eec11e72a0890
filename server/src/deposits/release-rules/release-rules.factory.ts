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

/** Every pair of purpose and outcome; those without a rule in a new company come first. */
const cases: readonly Case[] = depositPurposes
  .flatMap((purpose) => releaseOutcomes.map((outcome) => ({ purpose, outcome })))
  .toSorted((one, other) => Number(isSeeded(one)) - Number(isSeeded(other)))

function isSeeded({ purpose, outcome }: Case) {
  return (purpose === 'EMD') !== (outcome === 'ANY')
}

let bodyCount = 0

/** Pairs without a rule in a new company; the first five are left to `newRule`. */
const casesWithoutRule = cases.filter((one) => !isSeeded(one)).slice(5)

/** A rule as a form sends it, for each of these pairs in turn. */
export function ruleBody(overrides: Partial<RuleBody> = {}): RuleBody {
  bodyCount += 1
  return { ...pick(casesWithoutRule, bodyCount), basis: 'RESULT', days: 45, ...overrides }
}

/** A rule for the first pair that has none; if all have one, it replaces the last rule. */
export async function newRule(by: Client, overrides: Partial<RuleBody> = {}): Promise<ReleaseRule> {
  const rules = await by.ok(listReleaseRules, {})
  const last = rules.length === cases.length ? rules.pop() : undefined
  if (last) await by.ok(deleteReleaseRule, { params: { id: last.id } })
  const free = cases.find((one) => !rules.some((rule) => rule.purpose === one.purpose && rule.outcome === one.outcome))
  return by.ok(createReleaseRule, { body: ruleBody({ ...free, ...overrides }) })
}

export const testInputs: TestInputs = {
  make: { 'release-rules': async ({ owner }) => (await newRule(owner)).id },
  bodies: { createReleaseRule: () => ruleBody() },
}

/** Rows for the upgrade test, in the tables as these migrations create them. None of its deposits has this purpose. */
export const upgradeRows: UpgradeRows = {
  '0040_release.sql': () => `
    ${within(company.id)}
    insert into release_rules (purpose, outcome, basis, days, source) values ('RETENTION', 'WON', 'FINAL_BILL', 30, 'Clause 17');`,
}
