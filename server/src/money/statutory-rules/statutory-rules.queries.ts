import type { Body, Input } from '@plinth/api/kernel/endpoint'
import { messageOf } from '@plinth/api/kernel/messages'
import {
  type RuleKind,
  type RuleValue,
  ruleKindLabels,
  ruleKindSubjects,
  ruleKinds,
  valueFaults,
} from '@plinth/api/money/rule-kinds'
import { scopesOf, standingOf } from '@plinth/api/money/rules-in-force'
import {
  type confirmStatutoryRule,
  type createStatutoryRule,
  type listStatutoryRules,
  type StandingRule,
  type StatutoryRule,
  statutoryRuleFields,
  type updateStatutoryRule,
} from '@plinth/api/money/statutory-rules'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../kernel/db/tenancy.ts'
import { conflict, invalid, notFound } from '../../kernel/errors.ts'
import { records } from '../../kernel/records/records.ts'

type OwnRule = Omit<StatutoryRule, 'subject' | 'trust' | 'waits' | 'confirmedByName' | 'confirmedAt' | 'remark'>

const own = records<OwnRule>({ table: 'company_rules', fields: ['kind', ...Object.keys(statutoryRuleFields)] })

const usernameOf = (id: RawBuilder<unknown>) => sql`(select u.username from users u where u.id = ${id})`
const nobody = sql`null::uuid`

/** The columns that both tables share. */
const sharedColumns = sql`r.id, r.kind, r.scope, r.valid_from, r.value, r.source_title, r.source_reference, r.source_url, r.published_on,
  r.read_on, r.created_at, r.updated_at`

/** Every rule that the company can see, shipped or its own, including withdrawn and deleted ones. */
const knownRules = sql`(
  select ${sharedColumns}, false as is_own, r.trust, r.withdrawn_at, r.withdrawn_at is null as counts, false as is_used,
    ${nobody} as created_by, ${nobody} as updated_by from rules r
  union all
  select ${sharedColumns}, true, null, null, r.deleted_at is null, r.used_at is not null, r.created_by, r.updated_by from company_rules r)`

const columns = sql`k.id, k.kind, k.scope, k.valid_from as "validFrom", k.value, k.source_title as "sourceTitle",
  k.source_reference as "sourceReference", k.source_url as "sourceUrl", k.published_on as "publishedOn", k.read_on as "readOn",
  k.is_own as "isOwn", k.trust, k.is_used as "isUsed", k.withdrawn_at as "withdrawnAt",
  (select min(n.valid_from) - 1 from ${knownRules} n where n.counts and n.is_own = k.is_own and n.kind = k.kind and n.scope = k.scope
    and n.valid_from > k.valid_from) as "validUntil",
  coalesce(k.trust = 'U', false) and c.id is null as waits, ${usernameOf(sql`c.created_by`)} as "confirmedByName",
  c.created_at as "confirmedAt", c.remark, k.created_at as "createdAt", k.updated_at as "updatedAt", k.created_by as "createdBy",
  k.updated_by as "updatedBy", ${usernameOf(sql`k.created_by`)} as "createdByName", ${usernameOf(sql`k.updated_by`)} as "updatedByName",
  false as "isDeleted", null::timestamptz as "deletedAt", ${nobody} as "deletedBy"`

const from = sql`${knownRules} k left join rule_confirmations c on c.rule_id = k.id`

const whole = (row: Omit<StatutoryRule, 'subject'>): StatutoryRule => ({ ...row, subject: ruleKindSubjects[row.kind] })

const dayOf = (day: string | null | undefined) => sql`coalesce(${day ?? null}::date, app.today())`

/** Throws 404. */
export async function get(db: Db, id: string): Promise<StatutoryRule> {
  const found = sql<StatutoryRule>`select ${columns} from ${from} where k.id = ${id} and (k.counts or not k.is_own)`
  const [row] = (await found.execute(db)).rows
  if (!row) throw notFound()
  return whole(row)
}

const positionOf = (kind: RuleKind) => ruleKinds.indexOf(kind)

/** Sorts by kind, then the company's own rules first, then narrower scopes first, then later days first. */
const inOrder = (one: StatutoryRule, other: StatutoryRule) =>
  positionOf(one.kind) - positionOf(other.kind) ||
  Number(other.isOwn) - Number(one.isOwn) ||
  other.scope.length - one.scope.length ||
  (one.validFrom < other.validFrom ? 1 : -1)

/** The rules that count, each with its standing on the day and at the place. */
export async function list(db: Db, query: Input<typeof listStatutoryRules>['query']): Promise<StandingRule[]> {
  const { subject, kind, place: at } = query
  const kinds = ruleKinds.filter((one) => (!subject || ruleKindSubjects[one] === subject) && (!kind || one === kind))
  const found = sql<StatutoryRule & { asOn: string }>`select ${columns}, ${dayOf(query.day)} as "asOn" from ${from}
    where k.counts and k.kind = any(${kinds}::text[])`
  const { rows } = await found.execute(db)
  const day = rows[0]?.asOn ?? ''
  const all = rows.map(({ asOn: _, ...row }) => whole(row)).toSorted(inOrder)
  return all.map((one) => ({ ...one, standing: standingOf(one, all, { day, place: at ?? 'IN' }) }))
}

interface RuleQuery {
  /** YYYY-MM-DD; today in the company's time zone if omitted. */
  day?: string | null | undefined
  /** `IN`, or a State of it: `IN-KA`. */
  place?: string | null | undefined
}

/**
 * The rule of a kind in force at a place on a day, from the company's own rules and the shipped ones, with its value,
 * id and source. Throws 409 with a sentence that names the rule if there is none and if it is unsure and unconfirmed.
 */
export async function statutoryRuleInForce(
  db: Db,
  kind: RuleKind,
  { day, place: at }: RuleQuery,
): Promise<StatutoryRule & { value: RuleValue }> {
  const scopes = scopesOf(at ?? 'IN')
  const found = sql<StatutoryRule>`with held as (
      select distinct on (k.is_own, k.scope) k.* from ${knownRules} k
      where k.counts and k.kind = ${kind} and k.scope = any(${scopes}::text[]) and k.valid_from <= ${dayOf(day)}
      order by k.is_own, k.scope, k.valid_from desc)
    select ${columns} from held k left join rule_confirmations c on c.rule_id = k.id
    where k.value is not null order by k.is_own desc, length(k.scope) desc limit 1`
  const [row] = (await found.execute(db)).rows
  const rule = ruleKindLabels[kind]
  if (!row?.value) throw conflict(messageOf('No rule is in force: {rule}', { rule }))
  if (row.waits) throw conflict(messageOf('{rule} has not been confirmed: {source}', { rule, source: row.sourceTitle }))
  return { ...whole(row), value: row.value }
}

/** Throws 400 for a value that does not fit the kind. */
function checkValue(kind: RuleKind, value: RuleValue | null | undefined): void {
  const faults = value ? valueFaults(kind, value) : []
  if (faults.length > 0) throw invalid(faults)
}

/** Throws 400 for a value that does not fit the kind, 409 if the company has a rule of this kind from that day. */
export async function create(db: Db, values: Body<typeof createStatutoryRule>): Promise<StatutoryRule> {
  checkValue(values.kind, values.value)
  return get(db, (await own.insert(db, values)).id)
}

/** Throws 404; 400 and 409 as `create` does; 409 once something was computed with the rule; 412. */
export async function update(db: Db, id: string, values: Body<typeof updateStatutoryRule>): Promise<StatutoryRule> {
  checkValue((await own.getForUpdate(db, { id })).kind, values.value)
  return get(db, (await own.update(db, { id }, values)).id)
}

/** Throws 404, 409 once something was computed with the rule. */
export const remove = (db: Db, id: string) => own.remove(db, { id })

/** Confirms an unsure shipped rule in the caller's name. Throws 404, 409 if there is nothing to confirm. */
export async function confirm(
  db: Db,
  id: string,
  { remark }: Body<typeof confirmStatutoryRule>,
): Promise<StatutoryRule> {
  if ((await get(db, id)).isOwn) throw conflict('Rules of your company need no confirmation.')
  await sql`insert into rule_confirmations (rule_id, remark) values (${id}, ${remark})`.execute(db)
  return get(db, id)
}

/** Records that something was computed with these rules; those of the company cannot change from then on. */
export async function noteUse(db: Db, ids: readonly string[]): Promise<void> {
  await sql`update company_rules set used_at = now() where id = any(${[...ids]}::uuid[]) and used_at is null`.execute(
    db,
  )
}
