import { reminderRuleFields, reminderRuleInput } from '@plinth/api/reminders/reminder-rules'
import { safeParse } from 'zod/v4/core'
import type { RuleWords } from './rule-words.ts'

/** A rule that a form holds, as far as it can be read: undefined until it says which deadline, when and whom. It need have no name. */
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
  const isWhole = (steps.length > 0 || rule.repeatDays !== null) && tells.length + roleIds.length + userIds.length > 0
  return isWhole ? rule : undefined
}
