import type { Body } from '@plinth/api/kernel/endpoint'
import type {
  MailKind,
  NotificationSettings,
  updateNotificationSettings,
} from '@plinth/api/reminders/notification-mail'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/tenancy.ts'
import { notFound } from '../../kernel/errors.ts'

/** The mail settings of the user of the transaction. */
export async function get(db: Db, hasMailServer: boolean): Promise<NotificationSettings> {
  const { rows } =
    await sql<NotificationSettings>`select n.digest, n.digest_hour as "digestHour", n.free_days as "freeDays",
      n.at_once as "atOnce", n.muted_kinds as "mutedKinds", exists (select from mail_starts s where s.tenant_id = n.tenant_id) as "isMailOn",
      ${hasMailServer}::boolean as "hasMailServer"
    from app.notification_settings_in_force n where n.tenant_id = app.tenant_id() and n.user_id = app.user_id()`.execute(
      db,
    )
  const [found] = rows
  if (!found) throw notFound()
  return found
}

type Changes = Body<typeof updateNotificationSettings>

/** Changes the given settings of the user of the transaction; false if there is no such user. */
async function change(db: Db, { digest, digestHour, freeDays, atOnce, mutedKinds }: Changes): Promise<boolean> {
  const values = sql`${digest ?? null}::boolean as digest, ${digestHour ?? null}::int as digest_hour, ${freeDays ?? null}::boolean as free_days,
    ${atOnce ?? null}::boolean as at_once, ${mutedKinds ?? null}::text[] as muted_kinds`
  const changed = await sql`with said as materialized (select ${values})
    insert into notification_settings as own (user_id, digest, digest_hour, free_days, at_once, muted_kinds)
    select n.user_id, coalesce(said.digest, n.digest), coalesce(said.digest_hour, n.digest_hour), coalesce(said.free_days, n.free_days),
      coalesce(said.at_once, n.at_once), coalesce(said.muted_kinds, n.muted_kinds)
    from said, app.notification_settings_in_force n where n.tenant_id = app.tenant_id() and n.user_id = app.user_id()
    on conflict (tenant_id, user_id) do update set
      digest = coalesce((select digest from said), own.digest), digest_hour = coalesce((select digest_hour from said), own.digest_hour),
      free_days = coalesce((select free_days from said), own.free_days), at_once = coalesce((select at_once from said), own.at_once),
      muted_kinds = coalesce((select muted_kinds from said), own.muted_kinds)`.execute(db)
  return changed.numAffectedRows === 1n
}

/** Changes the given settings only, so that concurrent changes of others are kept. */
export async function update(db: Db, changes: Changes, hasMailServer: boolean): Promise<NotificationSettings> {
  await change(db, changes)
  return get(db, hasMailServer)
}

/** Switches mail of a kind off for the user of the transaction. Throws 404 if there is no such user. */
export async function switchOff(db: Db, kind: MailKind): Promise<void> {
  if (!(await change(db, kind === 'DIGEST' ? { digest: false } : { atOnce: false }))) throw notFound()
}
