import * as z from 'zod/mini'
import { depositPurposes } from '../deposits/deposit-releases.ts'
import { endpoint } from '../kernel/endpoint.ts'
import * as f from '../kernel/fields.ts'
import * as r from '../kernel/record.ts'
import { deadlineKindNames, deadlineKinds, deadlineRecords } from './deadlines.ts'

export const about =
  'Who is told of which deadlines, how many days before, how often afterwards, and who when nothing happens.'

const base = '/common/api/reminder-rules'
const module = 'Reminders'

/** Who is told by what they are to the record: whose the deadline is, who entered it, who watches it. */
export const reminderAddressees = ['OWNER', 'CREATOR', 'WATCHERS'] as const

/** The most rules of a company that are switched on. */
export const maxActiveRules = 60
/** The most people that a rule names, by role or by name. */
export const maxTold = 200

const once = (error: string) =>
  z.refine<readonly unknown[]>((values) => new Set(values).size === values.length, { error })
const several = <T extends z.core.$ZodType>(schema: T, most: number) =>
  z.array(schema).check(z.maxLength(most, { error: 'must be at most {max}' }), once('must name each once'))

export const reminderRuleFields = {
  name: f.requiredText(200),
  kind: z.enum(deadlineKindNames),
  /** Days before the one by which to act, at most twelve. */
  steps: z
    .array(f.whole(0, 400))
    .check(z.maxLength(12, { error: 'must be at most {max}' }), once('must be whole days from 0 to 400, each once')),
  /** Every so many days after it was due, while it is open. */
  repeatDays: f.optional(f.whole(1, 365)),
  /** Rupees: of deadlines about money, those from here on. */
  amountFrom: f.optional(f.positiveMoney),
  /** Of deadlines of contracts and deposits, those of contracts of these types; none is any. */
  contractTypes: several(f.requiredText(100), 20),
  /** Of deadlines of deposits, those for these purposes; none is any. */
  purposes: several(z.enum(depositPurposes), depositPurposes.length),
  tells: several(z.enum(reminderAddressees), reminderAddressees.length),
  roleIds: several(f.id, 20),
  userIds: several(f.id, 50),
  /** Days after somebody was told in vain after which others are told, too. */
  escalateAfterDays: f.optional(f.whole(1, 365)),
  /** Not earlier than so many days before the one by which to act. */
  escalateFrom: f.whole(0, 400),
  /** Nobody named: the administrators. */
  escalateRoleIds: several(f.id, 20),
  escalateUserIds: several(f.id, 50),
  /** What is critical is mailed at once, and does not wait for the day's mail. */
  atOnce: z.boolean(),
  isActive: f.active,
}

/** What each field is called on the screen. */
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

const found = {
  /** One that every company has: it is switched off, not deleted. */
  isBuiltIn: z.boolean(),
  /** Nothing from before that day is told: when it was made or switched on. */
  since: f.day,
}

export const reminderRule = r.stored({ id: f.id, ...reminderRuleFields, ...found, ...r.authors })
export type ReminderRule = z.infer<typeof reminderRule>

const serverSet = [...r.namesOf(found), ...r.namesOf(r.authors)]
const usual = {
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
export const reminderRuleInput = r.createBody(reminderRuleFields, usual, serverSet)
export const reminderRuleEdit = r.editBody(reminderRuleFields, serverSet)

/** What a rule may be narrowed by depends on what its deadlines are about. */
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
  summary: 'The rules of reminders, by the module of their deadlines',
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
  summary: 'Whom a rule of reminders may name: the active people of the company, and its roles, by name',
  allow: { module, can: 'canView' },
  response: reminderAddresseesFound,
})

export const getReminderRule = endpoint({
  method: 'GET',
  path: `${base}/:id`,
  summary: 'One rule of reminders',
  allow: { module, can: 'canView' },
  params: f.idParams,
  response: reminderRule,
})

export const createReminderRule = endpoint({
  method: 'POST',
  path: base,
  summary: 'Enter a rule of reminders: it tells from today on',
  allow: { module, can: 'canCreate' },
  status: 201,
  body: reminderRuleInput,
  response: reminderRule,
})

export const updateReminderRule = endpoint({
  method: 'PUT',
  path: `${base}/:id`,
  summary: 'Change a rule of reminders. One that is switched on again tells from today on',
  allow: { module, can: 'canEdit' },
  params: f.idParams,
  body: reminderRuleEdit,
  response: reminderRule,
})

export const deleteReminderRule = endpoint({
  method: 'DELETE',
  path: `${base}/:id`,
  summary: 'Delete a rule of reminders. One that every company has is switched off instead',
  allow: { module, can: 'canDelete' },
  params: f.idParams,
})

/** What a rule would tell on a day of the next thirty. */
const reminderPreview = z.object({
  onDay: f.day,
  recordType: z.enum(deadlineRecords),
  recordId: f.id,
  dueOn: f.day,
  title: z.string(),
  number: z.nullable(z.string()),
  contractId: z.nullable(f.id),
  /** Who would be told, by name, as things stand. */
  people: z.array(z.string()),
})
export type ReminderPreview = z.infer<typeof reminderPreview>

export const checkReminderRule = endpoint({
  method: 'POST',
  path: `${base}/preview`,
  summary: 'What a rule would tell in the next thirty days as things stand, at most 200 of it; nothing is stored',
  allow: { module, can: 'canView' },
  body: reminderRuleInput,
  response: z.object({ total: z.int(), content: z.array(reminderPreview) }),
})

/** The module whose permission somebody must hold to be told of a deadline. */
export const moduleOfRule = ({ kind }: Pick<ReminderRule, 'kind'>) => deadlineKinds[kind].module
