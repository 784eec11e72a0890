import { reminderRuleFields, reminderRuleInput } from '@plinth/api/reminders/reminder-rules'
import { safeParse } from 'zod/v4/core'
import type { RuleWords } from './rule-words.ts'

/** The rule in a form; undefined until it has a kind, days and addressees. The name is not needed. */
export function typedRule(values: Readonly<Record<string, unknown>>): RuleWords | undefined {
  const fields = Object.fromEntries(Object.keys(reminderRuleFields).map((field) => [field, values[field]]))
  const { success, data } = safeParse(reminderRuleInput, { ...fields, name: '-' })
  if (!success) return undefined
  const { steps, tells, roleIds, userIds } = data
  const rule = {
    ...data,
    repeatDays: data.repeatDays ?? null,
    amountFrom: data.amountFrom ?? null,
    escalateAfterDays: data.escalateAfterDays ?? null,
  }
  const isComplete =
    (steps.length > 0 || rule.repeatDays !== null) && tells.length + roleIds.length + userIds.length > 0
  return isComplete ? rule : undefined
}
