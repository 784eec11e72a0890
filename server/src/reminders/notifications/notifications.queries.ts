import type { Answer, Body } from '@plinth/api/kernel/endpoint'
import type { Page } from '@plinth/api/kernel/paging'
import { deadlineModules } from '@plinth/api/reminders/deadlines'
import {
  type countNotifications,
  type filterNotifications,
  happeningKinds,
  longestSnooze,
  mostCounted,
  type Notification,
  type NotificationBox,
  type setNotificationState,
  type setNotificationStates,
} from '@plinth/api/reminders/notifications'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { OneStatement } from '../../kernel/db/one-statement.ts'
import { ready } from '../../kernel/db/statements.ts'
import type { Db } from '../../kernel/db/tenancy.ts'
import { invalid, notFound } from '../../kernel/errors.ts'
import { pageWith } from '../../kernel/records/record-shape.ts'
import { about } from '../deadlines/about-records.queries.ts'

const modules = [
  ...new Set([...deadlineModules, ...Object.values(happeningKinds).flatMap(({ module }) => module ?? []), 'Reminders']),
]

/** The caller's own notifications of what they may view at this moment; a notification that needs no permission has no module. */
const isOwn = sql<SqlBool>`n.user_id = app.user_id() and case when n.module is null then true else n.module = any (array(
  select module from (values ${sql.join(modules.map((module) => sql`(${sql.lit(module)})`))}) m (module)
  where app.may(module, 'canView'))) end`

/** A snoozed notification counts as unread once its time has passed. */
const isDueAgain = sql<SqlBool>`n.state = 'SNOOZED' and n.snoozed_until <= now()`

const inBox: Record<NotificationBox, RawBuilder<SqlBool>> = {
  INBOX: sql`(n.state in ('UNREAD', 'READ') or ${isDueAgain})`,
  SNOOZED: sql`n.state = 'SNOOZED' and n.snoozed_until > now()`,
  DONE: sql`n.state = 'DONE'`,
}

/** The order of each box. In the inbox critical notifications are first, then those due first, then the newest. */
const orderOf: Record<NotificationBox, RawBuilder<unknown>> = {
  INBOX: sql`n.level = 'CRITICAL' desc, n.due_on nulls last, n.id desc`,
  SNOOZED: sql`n.snoozed_until, n.id`,
  DONE: sql`n.state_at desc, n.id desc`,
}

/** The notifications of a page `page`, in the order of its column `place`. */
const shown = sql`select p.id, p.reason, p.kind, p.level, case when record.title is not null then p.record_type end as "recordType",
    case when record.title is not null then p.record_id end as "recordId", record.contract_id as "contractId", record.title, record.number,
    record.amount, p.due_on as "dueOn", app.act_by(p.kind, p.due_on, days.before, days.after, days.bank_before, days.bank_after) as "actBy", p.count, p.stages,
    array(select r.name from reminder_rules r where r.tenant_id = app.tenant_id() and r.id = any (p.rule_ids) order by r.name) as rules,
    actor.username as "actorName", case when p.is_due_again then 'UNREAD' else p.state end as state,
    case when not p.is_due_again then p.snoozed_until end as "snoozedUntil", p.done_because as "doneBecause", p.created_at as "createdAt"
  from page p
  cross join lateral (select p.tenant_id, p.record_type, p.record_id) t
  left join days on days.day = p.due_on
  ${about}
  left join users actor on actor.tenant_id = p.tenant_id and actor.id = p.actor_id
  order by p.place`

interface Selection {
  which: RawBuilder<SqlBool>
  order: RawBuilder<unknown>
  offset?: number
  most: number
}

/** The selected notifications of the caller, of modules that they may view, and their total number. */
async function notificationsOf(
  db: Db,
  { which, order, offset = 0, most }: Selection,
): Promise<{ all: number; notifications: Notification[] }> {
  const mine = sql`notifications n where n.tenant_id = app.tenant_id() and ${isOwn} and ${which}`
  const count = await sql<{ all: number }>`select count(*) as all from ${mine}`.execute(db)
  const { rows: notifications } = await sql<Notification>`with page as materialized (
      select n.*, ${isDueAgain} as is_due_again, row_number() over (order by ${order}) as place
      from ${mine} order by place limit ${most} offset ${offset}),
      days as materialized (select * from app.days_near(array(select due_on from page where due_on is not null))) ${shown}`.execute(
    db,
  )
  return { all: count.rows[0]?.all ?? 0, notifications }
}

/** A page of the caller's notifications in a box, of modules that they may view. */
export async function search(
  db: Db,
  { box, pagination }: Body<typeof filterNotifications>,
): Promise<Page<Notification>> {
  const { page, size } = pagination
  const selection = { which: inBox[box], order: orderOf[box], offset: page * size, most: size }
  const { all, notifications } = await notificationsOf(db, selection)
  return { content: notifications, ...pageWith(all, pagination) }
}

/** The caller's notifications that match `which`, the newest first, and their total number. */
export const ownNotifications = (db: Db, which: RawBuilder<SqlBool>, most: number) =>
  notificationsOf(db, { which, order: sql`n.id desc`, most })

const unread = ready(sql`select count(*) from (select from notifications n
  where ${isOwn} and (n.state = 'UNREAD' or ${isDueAgain}) limit ${sql.lit(mostCounted)}) counted`)

/** The number of the caller's unread notifications, up to the maximum that is counted. */
export const count = (): OneStatement<Answer<typeof countNotifications>> =>
  new OneStatement(unread, ([cells]) => ({ unread: Number(cells?.[0]) }))

type Change = Pick<Body<typeof setNotificationState>, 'state' | 'snoozedUntil'>

const dayMs = 86_400_000

/** Throws 400 unless SNOOZED has a time within a year ahead and other states have none. */
function requireSnoozeTime({ state, snoozedUntil }: Change): void {
  const ahead = snoozedUntil ? Date.parse(snoozedUntil) - Date.now() : undefined
  const isValid =
    state === 'SNOOZED' ? ahead !== undefined && ahead > 0 && ahead <= longestSnooze * dayMs : !snoozedUntil
  if (isValid) return
  const message = state === 'SNOOZED' ? 'must lie ahead, within a year' : 'is only for what is put off'
  throw invalid([{ path: 'snoozedUntil', message }])
}

/**
 * Marks the reminders of notifications as acknowledged, which stops their escalation until the next stage. Only the owner of a deadline or a user
 * who may edit reminders acknowledges. Without `isDone` the acknowledgement is removed.
 */
const acknowledge = (ids: readonly string[], isDone: boolean) => sql`
  update reminder_firings f set acknowledged_at = ${isDone ? sql`clock_timestamp()` : null}
  from notifications n where n.tenant_id = app.tenant_id() and n.id = any (${ids}::uuid[])
    and n.record_id = f.record_id and n.kind = f.kind and n.due_on = f.due_on
    and ((select app.may('Reminders', 'canEdit')) or exists (select from app.open_deadlines o
      where o.record_id = f.record_id and o.kind = f.kind and o.due_on = f.due_on and o.owner_id = app.user_id()))`

/** Changes the caller's notifications that match `which`; answers their ids. */
async function change(db: Db, { state, snoozedUntil = null }: Change, which: RawBuilder<SqlBool>): Promise<string[]> {
  const doneBecause = state === 'DONE' ? 'PERSON' : null
  const { rows } = await sql<{ id: string; was_done: boolean }>`
    with meant as (select n.id, n.state from notifications n where ${isOwn} and ${which} for no key update)
    update notifications n set state = ${state}, snoozed_until = ${snoozedUntil}::timestamptz, done_because = ${doneBecause},
      state_at = clock_timestamp()
    from meant where n.tenant_id = app.tenant_id() and n.id = meant.id
    returning n.id, meant.state = 'DONE' as was_done`.execute(db)
  const toggled = rows.filter((row) => row.was_done !== (state === 'DONE')).map(({ id }) => id)
  if (toggled.length > 0) await acknowledge(toggled, state === 'DONE').execute(db)
  return rows.map(({ id }) => id)
}

/** Throws 404 if the caller has no such notification, 400 for an invalid snooze time. */
export async function setState(db: Db, id: string, body: Body<typeof setNotificationState>): Promise<Notification> {
  requireSnoozeTime(body)
  const which = sql<SqlBool>`n.id = ${id}`
  const changed = await change(db, body, which)
  if (changed.length === 0) throw notFound()
  const { notifications } = await ownNotifications(db, which, 1)
  const [notification] = notifications
  if (!notification) throw notFound()
  return notification
}

/** Changes the caller's notifications among `ids`, or all in their inbox that were created up to `until`. Throws 400. */
export async function setStates(db: Db, { ids, until, ...body }: Body<typeof setNotificationStates>) {
  requireSnoozeTime(body)
  if ((ids ?? null) === null && (until ?? null) === null) throw invalid([{ path: 'ids', message: 'is required' }])
  const which = ids
    ? sql<SqlBool>`n.id = any (${ids}::uuid[])`
    : sql<SqlBool>`${inBox.INBOX} and n.created_at <= ${until}::timestamptz`
  return { changed: (await change(db, body, which)).length }
}
