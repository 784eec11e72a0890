import type { Answer, Body } from '@plinth/api/kernel/endpoint'
import { messageOf } from '@plinth/api/kernel/messages'
import { namesOf } from '@plinth/api/kernel/record'
import { deadlineKinds } from '@plinth/api/reminders/deadlines'
import {
  type createReminderRule,
  type listReminderAddressees,
  maxTold,
  narrowedBy,
  type ReminderRule,
  reminderRuleFields,
  type updateReminderRule,
} from '@plinth/api/reminders/reminder-rules'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/tenancy.ts'
import { invalid } from '../../kernel/errors.ts'
import { authorsOf } from '../../kernel/records/authorship.ts'
import { records } from '../../kernel/records/records.ts'

const rules = records<ReminderRule>({
  table: 'reminder_rules',
  fields: Object.keys(reminderRuleFields),
  fixed: ['isBuiltIn', 'since'],
  computed: authorsOf('reminder_rules'),
})

/** The rules of a company in the order of creation; the initial ones follow the course of a work. */
export const list = (db: Db) => rules.list(db, [], { field: 'createdAt', direction: 'asc' })

/** Throws 404. */
export const get = (db: Db, id: string) => rules.get(db, { id })

/** The users and roles that a rule may name: active users and all roles of the company, by name. */
export async function addressees(db: Db): Promise<Answer<typeof listReminderAddressees>> {
  type Addressees = Answer<typeof listReminderAddressees>
  const people = await sql<Addressees['people'][number]>`
    select id, username, designation from users where is_active and deleted_at is null order by username`.execute(db)
  const roles = await sql<Addressees['roles'][number]>`
    select id, name from roles where deleted_at is null order by name`.execute(db)
  return { people: people.rows, roles: roles.rows }
}

type Narrowing = Pick<ReminderRule, 'kind'> & { [K in keyof typeof narrowedBy]?: ReminderRule[K] | undefined }

/** Throws 400 for conditions that the records of the rule's kind do not have. */
export function requireKnownNarrowing(rule: Narrowing): void {
  const { kind } = rule
  const about: string = deadlineKinds[kind].about
  const faults = namesOf(narrowedBy).flatMap((path) => {
    const records: readonly string[] = narrowedBy[path]
    const value = rule[path]
    const isSet = Array.isArray(value) ? value.length > 0 : (value ?? null) !== null
    return isSet && !records.includes(about) ? [{ path, ...messageOf('is not known for {kind}', { kind }) }] : []
  })
  if (faults.length > 0) throw invalid(faults)
}

/** Throws 400 if a rule names more than the maximum number of users, by roles and by name. */
async function requireMaxAddressees(db: Db, rule: ReminderRule): Promise<ReminderRule> {
  const { roleIds, userIds, escalateRoleIds, escalateUserIds } = rule
  const { rows } = await sql<{ people: number; others: number }>`with named (id) as (
      select r.user_id from user_roles r where r.role_id = any(${roleIds}::uuid[]) union select unnest(${userIds}::uuid[])),
    further (id) as (
      select r.user_id from user_roles r where r.role_id = any(${escalateRoleIds}::uuid[]) union select unnest(${escalateUserIds}::uuid[]))
    select (select count(*) from named) as people, (select count(*) from further) as others`.execute(db)
  const { people = 0, others = 0 } = rows[0] ?? {}
  const faults = [...(people > maxTold ? ['roleIds'] : []), ...(others > maxTold ? ['escalateRoleIds'] : [])].map(
    (path) => ({ path, ...messageOf('must name at most {max} people', { max: maxTold }) }),
  )
  if (faults.length > 0) throw invalid(faults)
  return rule
}

/** Throws 400 for roles or users of other companies, or too many users; 409 if the maximum number of rules is switched on. */
export async function create(db: Db, values: Body<typeof createReminderRule>): Promise<ReminderRule> {
  requireKnownNarrowing(values)
  return requireMaxAddressees(db, await rules.insert(db, values))
}

/** Throws 404, 400 and 409 as `create` does, 412. */
export async function update(db: Db, id: string, values: Body<typeof updateReminderRule>): Promise<ReminderRule> {
  const changed = await rules.update(db, { id }, values)
  requireKnownNarrowing(changed)
  return requireMaxAddressees(db, changed)
}

/** Throws 404, and 409 for a built-in rule. */
export const remove = (db: Db, id: string) => rules.remove(db, { id })

/** Adds the initial rules of a company; the transaction must be inside it. */
export const addStartingReminderRules = (db: Db) => sql`select app.add_starting_reminder_rules()`.execute(db)

/** Starts the mail of a company, if the user of the transaction may edit reminders. */
export const beginMail = (db: Db) =>
  sql`insert into mail_starts (since) select clock_timestamp()
    where (select app.may('Reminders', 'canEdit')) and not exists (select from mail_starts s where s.tenant_id = app.tenant_id())
    on conflict do nothing`.execute(db)
