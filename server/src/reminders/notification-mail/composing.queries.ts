import { cancelScreen, type MailKind, settingsScreen } from '@plinth/api/reminders/notification-mail'
import type { Notification } from '@plinth/api/reminders/notifications'
import { recordPath } from '@plinth/api/reminders/record-path'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../kernel/db/tenancy.ts'
import { companyDay } from '../../kernel/records/quick-filters.ts'
import { ownNotifications } from '../notifications/notifications.queries.ts'
import { type DigestTime, digestDeadlines, digestTimes } from './digest-deadlines.queries.ts'
import {
  deadlineLine,
  isDeadline,
  languageOf,
  type MailLine,
  type MailSection,
  mailOf,
  mentionLine,
} from './mail-texts.rules.ts'

/** The most that one mail tells, each with a line of its own. */
const mostLines = 50
/** So many of them are kept for mentions. */
const mostMentions = 10

const notificationScreen = '/notification'
/** A rule names people to whom the deadlines do not belong, too. */
const agendaOf = (time: DigestTime) => `/reminders?owner=ALL&time=${time}`

/** A row of `mails` that is to be sent. */
export interface MailRow {
  id: string
  userId: string
  kind: MailKind
  slot: string
  notificationIds: string[]
  dueAt: string
  attempts: number
  accessVersion: string | null
  recipient: string | null
  subject: string | null
  body: string | null
}

/** What leads into the product from a mail. */
interface Leads {
  /** Its own address; without one a mail has no links. */
  origin: string | undefined
  /** Of the page on which mail of the kind is stopped, what stands behind its address. */
  token: string
}

interface Reader {
  email: string
  person: string
  language: string | null
  company: string
  accessVersion: string
  digest: boolean
  atOnce: boolean
  mutedKinds: string[]
}

/** The person of the transaction, who can be mailed; undefined where they left or were switched off, and in a company that is not active. */
async function readerOf(db: Db): Promise<Reader | undefined> {
  const { rows } = await sql<Reader>`select u.email, u.username as person, u.language, t.name as company, n.digest,
      n.at_once as "atOnce", n.muted_kinds as "mutedKinds",
      coalesce((select v.version from access_versions v where v.tenant_id = t.id), 0)::text as "accessVersion"
    from users u join tenants t on t.id = u.tenant_id and t.status = 'ACTIVE' and t.deleted_at is null
    join app.notification_settings_in_force n on n.tenant_id = u.tenant_id and n.user_id = u.id
    where u.tenant_id = app.tenant_id() and u.id = app.user_id() and u.is_active and u.deleted_at is null and u.email is not null`.execute(
    db,
  )
  return rows[0]
}

/** Whether the mail of a day has been followed by that of a later one: nobody gets two at once. */
async function isOvertaken(db: Db, { userId, kind, slot }: MailRow): Promise<boolean> {
  if (kind !== 'DIGEST') return false
  const { rows } =
    await sql`select from mails m where m.tenant_id = app.tenant_id() and m.user_id = ${userId} and m.kind = ${kind}
    and m.slot > ${slot} limit 1`.execute(db)
  return rows.length > 0
}

type Reference = Pick<Notification, 'recordType' | 'recordId' | 'contractId'>

const pathOf = ({ recordType, recordId, contractId }: Reference): string | null =>
  recordType && recordId ? recordPath({ recordType, recordId, contractId }) : null

const notificationLine = (notification: Notification, reader: Reader): MailLine => {
  const language = languageOf(reader.language)
  const { kind } = notification
  return {
    text: isDeadline(kind) ? deadlineLine({ ...notification, kind }, language) : mentionLine(notification, language),
    path: pathOf(notification),
  }
}

/** The notifications of a mail at once that are still to be told. */
async function urgentSections(db: Db, { notificationIds }: MailRow, reader: Reader): Promise<MailSection[]> {
  const which = sql<SqlBool>`n.id = any (${notificationIds}::uuid[]) and n.state <> 'DONE' and n.kind <> all (${reader.mutedKinds}::text[])`
  const { all, notifications } = await ownNotifications(db, which, mostLines)
  const there = notifications.filter(({ title }) => title !== null)
  const lines = there.map((notification) => notificationLine(notification, reader))
  return lines.length === 0
    ? []
    : [{ heading: null, lines, all: all - (notifications.length - there.length), path: notificationScreen }]
}

/** Where somebody mentions the person and they have not looked yet, since the last mail of a day that told of it. */
async function mentions(db: Db, { id, slot }: MailRow, reader: Reader): Promise<MailSection[]> {
  const which = sql<SqlBool>`n.reason = 'MENTIONED' and n.state = 'UNREAD' and n.created_at > coalesce(
    (select max(m.composed_at) from mails m where m.tenant_id = app.tenant_id() and m.user_id = app.user_id() and m.kind = 'DIGEST'
      and m.id <> ${id} and m.slot < ${slot} and (m.mailed_at is not null or m.next_attempt_at is null and m.last_error is null)),
    (select s.since from mail_starts s where s.tenant_id = app.tenant_id()))`
  const { all, notifications } = await ownNotifications(db, which, mostMentions)
  const lines = notifications.map((notification) => notificationLine(notification, reader))
  return lines.length === 0 ? [] : [{ heading: 'MENTIONS', lines, all, path: notificationScreen }]
}

/** What rules tell the person of that is to be done within a week, by when it is, the first of it up to so many. */
async function deadlineSections(db: Db, { mutedKinds, language }: Reader, most: number): Promise<MailSection[]> {
  const { deadlines, counts } = await digestDeadlines(db, mutedKinds, most)
  const sections = digestTimes.map((heading): MailSection => {
    const lines = deadlines
      .filter(({ time }) => time === heading)
      .map((deadline) => ({ text: deadlineLine(deadline, languageOf(language)), path: pathOf(deadline) }))
    return { heading, lines, all: counts[heading], path: agendaOf(heading) }
  })
  return sections.filter(({ all }) => all > 0)
}

async function digestSections(db: Db, mail: MailRow, reader: Reader): Promise<MailSection[]> {
  const mentioned = await mentions(db, mail, reader)
  const taken = mentioned.reduce((sum, { lines }) => sum + lines.length, 0)
  return [...(await deadlineSections(db, reader, mostLines - taken)), ...mentioned]
}

/** What a mail says and to whom. */
export interface Composed {
  to: string
  subject: string
  text: string
}

/**
 * What a mail says, with the rights that its reader has at this moment: as it was said before, byte for byte, while those have not
 * changed. Undefined where there is nothing to tell, or nobody to tell it to. The transaction is the reader's.
 */
export async function compose(db: Db, mail: MailRow, { origin, token }: Leads): Promise<Composed | undefined> {
  const reader = await readerOf(db)
  const isWanted = reader && (mail.kind === 'DIGEST' ? reader.digest : reader.atOnce)
  if (!isWanted || (await isOvertaken(db, mail))) return undefined
  const { recipient, subject, body } = mail
  if (subject !== null && body !== null && recipient === reader.email && mail.accessVersion === reader.accessVersion)
    return { to: recipient, subject, text: body }
  const sections =
    mail.kind === 'DIGEST' ? await digestSections(db, mail, reader) : await urgentSections(db, mail, reader)
  const said =
    sections.length === 0
      ? undefined
      : mailOf({
          ...reader,
          kind: mail.kind,
          day: await companyDay(db),
          sections,
          language: languageOf(reader.language),
          origin,
          paths: { settings: settingsScreen, stop: `${cancelScreen}/${token}` },
        })
  await sql`update mails set composed_at = clock_timestamp(), access_version = ${reader.accessVersion}::bigint,
      recipient = ${said ? reader.email : null}, subject = ${said?.subject ?? null}, body = ${said?.text ?? null}
    where tenant_id = app.tenant_id() and id = ${mail.id}`.execute(db)
  return said && { to: reader.email, ...said }
}
