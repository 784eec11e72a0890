import * as z from 'zod/mini'
import { depositPurposes } from '../deposits/deposit-releases.ts'
import { endpoint } from '../kernel/endpoint.ts'
import * as f from '../kernel/fields.ts'
import * as r from '../kernel/record.ts'
import { deadlineKindNames, deadlineKinds, deadlineRecords } from './deadlines.ts'

export const about =
  'Rules that say which people are notified of a deadline, how many days before it, how often after it, and who is notified if nobody acts.'

const base = '/common/api/reminder-rules'
const module = 'Reminders'

/** Addressees by their relation to the record: its owner, its creator and its watchers. */
export const reminderAddressees = ['OWNER', 'CREATOR', 'WATCHERS'] as const

/** The maximum number of rules of a company that are switched on. */
export const maxActiveRules = 60
/** The maximum number of users that a rule names, by role or by name. */
export const maxTold = 200

const unique = (error: string) =>
  z.refine<readonly unknown[]>((values) => new Set(values).size === values.length, { error })
const several = <T extends z.core.$ZodType>(schema: T, most: number) =>
  z.array(schema).check(z.maxLength(most, { error: 'must be at most {max}' }), unique('must name each once'))

export const reminderRuleFields = {
  name: f.requiredText(200),
  kind: z.enum(deadlineKindNames),
  /** Days before the day by which to act, at most twelve. */
  steps: z
    .array(f.whole(0, 400))
    .check(z.maxLength(12, { error: 'must be at most {max}' }), unique('must be whole days from 0 to 400, each once')),
  /** Repeats every so many days after the due day, while the deadline is open. */
  repeatDays: f.optional(f.whole(1, 365)),
  /** The minimum amount in rupees, for deadlines with an amount. */
  amountFrom: f.optional(f.positiveMoney),
  /** The types of contracts, for deadlines of contracts, deposits and exemptions; an empty list means any. */
  contractTypes: several(f.requiredText(100), 20),
  /** The purposes, for deadlines of deposits and exemptions; an empty list means any. */
  purposes: several(z.enum(depositPurposes), depositPurposes.length),
  tells: several(z.enum(reminderAddressees), reminderAddressees.length),
  roleIds: several(f.id, 20),
  userIds: several(f.id, 50),
  /** Days after an unacknowledged reminder until the deadline is escalated. */
  escalateAfterDays: f.optional(f.whole(1, 365)),
  /** The earliest escalation, in days before the day by which to act. */
  escalateFrom: f.whole(0, 400),
  /** If no role and no user is named, the deadline is escalated to the administrators. */
  escalateRoleIds: several(f.id, 20),
  escalateUserIds: several(f.id, 50),
  /** Whether critical reminders are mailed at once instead of with the digest. */
  atOnce: z.boolean(),
  isActive: f.active,
}

/** The label of each field on the screen. */
export const reminderRuleLabels = {
  name: 'Name',
  kind: 'Duty',
  steps: 'Days before',
  repeatDays: 'Every … days after',
  amountFrom: 'From an amount of',
  contractTypes: 'Contract types',
  purposes: 'Purposes',
  tells: 'Tell',
  roleIds: 'Roles',
  userIds: 'People',
  escalateAfterDays: 'Tell others after',
  escalateFrom: 'Not earlier than',
  escalateRoleIds: 'Other roles',
  escalateUserIds: 'Other people',
  atOnce: 'Mail at once',
  isActive: 'Switched on',
} as const satisfies Record<keyof typeof reminderRuleFields, string>

const computedFields = {
  /** Whether every company has the rule; such a rule can be switched off but not deleted. */
  isBuiltIn: z.boolean(),
  /** The day on which the rule was created or switched on; it has no earlier stages. */
  since: f.day,
}

export const reminderRule = r.stored({ id: f.id, ...reminderRuleFields, ...computedFields, ...r.authors })
export type ReminderRule = z.infer<typeof reminderRule>

const serverSet = [...r.namesOf(computedFields), ...r.namesOf(r.authors)]
const defaults = {
  contractTypes: [],
  purposes: [],
  roleIds: [],
  userIds: [],
  escalateFrom: 7,
  escalateRoleIds: [],
  escalateUserIds: [],
  atOnce: false,
  isActive: true,
}
export const reminderRuleInput = r.createBody(reminderRuleFields, defaults, serverSet)
export const reminderRuleEdit = r.editBody(reminderRuleFields, serverSet)

/** The conditions of rules, each with the record types that support it. */
export const narrowedBy = {
  amountFrom: ['DEPOSIT', 'EXEMPTION', 'INSTRUMENT', 'FACILITY', 'PLAN'],
  contractTypes: ['CONTRACT', 'DEPOSIT', 'EXEMPTION'],
  purposes: ['DEPOSIT', 'EXEMPTION'],
} as const satisfies Partial<Record<keyof typeof reminderRuleFields, readonly (typeof deadlineRecords)[number][]>>

export const audited = {
  reminder_rules: { record: reminderRule, labels: reminderRuleLabels },
}

export const listReminderRules = endpoint({
  method: 'GET',
  path: base,
  summary: 'The reminder rules, oldest first',
  allow: { module, can: 'canView' },
  response: z.array(reminderRule),
})

const reminderAddresseesFound = z.object({
  people: z.array(z.object({ id: f.id, username: z.string(), designation: z.nullable(z.string()) })),
  roles: z.array(z.object({ id: f.id, name: z.string() })),
})
export type ReminderAddressees = z.infer<typeof reminderAddresseesFound>

export const listReminderAddressees = endpoint({
  method: 'GET',
  path: `${base}/addressees`,
  summary:
    'The people and roles that a reminder rule may name: the active people and the roles of the company, by name',
  allow: { module, can: 'canView' },
  response: reminderAddresseesFound,
})

export const getReminderRule = endpoint({
  method: 'GET',
  path: `${base}/:id`,
  summary: 'One reminder rule',
  allow: { module, can: 'canView' },
  params: f.idParams,
  response: reminderRule,
})

export const createReminderRule = endpoint({
  method: 'POST',
  path: base,
  summary: 'Create a reminder rule; it reminds from today on',
  allow: { module, can: 'canCreate' },
  status: 201,
  body: reminderRuleInput,
  response: reminderRule,
})

export const updateReminderRule = endpoint({
  method: 'PUT',
  path: `${base}/:id`,
  summary: 'Change a reminder rule; one that is switched on again reminds from today on',
  allow: { module, can: 'canEdit' },
  params: f.idParams,
  body: reminderRuleEdit,
  response: reminderRule,
})

export const deleteReminderRule = endpoint({
  method: 'DELETE',
  path: `${base}/:id`,
  summary: 'Delete a reminder rule; one that every company has can only be switched off',
  allow: { module, can: 'canDelete' },
  params: f.idParams,
})

/** A reminder that a rule would send within the next thirty days. */
const reminderPreview = z.object({
  onDay: f.day,
  recordType: z.enum(deadlineRecords),
  recordId: f.id,
  dueOn: f.day,
  title: z.string(),
  number: z.nullable(z.string()),
  contractId: z.nullable(f.id),
  /** The names of the recipients, as of now. */
  people: z.array(z.string()),
})
export type ReminderPreview = z.infer<typeof reminderPreview>

export const checkReminderRule = endpoint({
  method: 'POST',
  path: `${base}/preview`,
  summary: 'Preview the reminders of a rule in the next thirty days, at most 200; nothing is stored',
  allow: { module, can: 'canView' },
  body: reminderRuleInput,
  response: z.object({ total: z.int(), content: z.array(reminderPreview) }),
})

/** The module that the recipients of a rule must be allowed to view. */
export const moduleOfRule = ({ kind }: Pick<ReminderRule, 'kind'>) => deadlineKinds[kind].module
