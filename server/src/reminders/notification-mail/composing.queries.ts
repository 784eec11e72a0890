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

/** The maximum number of lines in a mail; each is a deadline, a mention or another notification. */
const mostLines = 50
/** The maximum number of mentions among those lines. */
const mostMentions = 10

const notificationScreen = '/notification'
/** The agenda of all owners, because a rule may also name people who do not own the deadlines. */
const agendaOf = (time: DigestTime) => `/reminders?owner=ALL&time=${time}`

/** A row of `mails` that is due. */
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

/** The inputs of the links in a mail. */
interface LinkInputs {
  /** The origin of the product; without it a mail has no links. */
  origin: string | undefined
  /** The token in the address of the page that stops mail of the kind. */
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

/** The user of the transaction; undefined if they were deleted, are inactive or have no mail address, or if the company is not active. */
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

/** Whether there is a digest of a later day, so that nobody gets two digests at once. */
async function isSuperseded(db: Db, { userId, kind, slot }: MailRow): Promise<boolean> {
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

/** The notifications of an AT_ONCE mail that are neither done nor of a muted kind. */
async function urgentSections(db: Db, { notificationIds }: MailRow, reader: Reader): Promise<MailSection[]> {
  const which = sql<SqlBool>`n.id = any (${notificationIds}::uuid[]) and n.state <> 'DONE' and n.kind <> all (${reader.mutedKinds}::text[])`
  const { all, notifications } = await ownNotifications(db, which, mostLines)
  const withRecord = notifications.filter(({ title }) => title !== null)
  const lines = withRecord.map((notification) => notificationLine(notification, reader))
  return lines.length === 0
    ? []
    : [{ heading: null, lines, all: all - (notifications.length - withRecord.length), path: notificationScreen }]
}

/** Unread mentions of the user since their last digest. */
async function mentions(db: Db, { id, slot }: MailRow, reader: Reader): Promise<MailSection[]> {
  const which = sql<SqlBool>`n.reason = 'MENTIONED' and n.state = 'UNREAD' and n.created_at > coalesce(
    (select max(m.composed_at) from mails m where m.tenant_id = app.tenant_id() and m.user_id = app.user_id() and m.kind = 'DIGEST'
      and m.id <> ${id} and m.slot < ${slot} and (m.mailed_at is not null or m.next_attempt_at is null and m.last_error is null)),
    (select s.since from mail_starts s where s.tenant_id = app.tenant_id()))`
  const { all, notifications } = await ownNotifications(db, which, mostMentions)
  const lines = notifications.map((notification) => notificationLine(notification, reader))
  return lines.length === 0 ? [] : [{ heading: 'MENTIONS', lines, all, path: notificationScreen }]
}

/** The deadlines within a week about which rules remind the user, grouped by time, at most `most` lines in all. */
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
  const mentionSections = await mentions(db, mail, reader)
  const mentionLines = mentionSections.reduce((sum, { lines }) => sum + lines.length, 0)
  return [...(await deadlineSections(db, reader, mostLines - mentionLines)), ...mentionSections]
}

/** Recipient and content of a mail. */
export interface ComposedMail {
  to: string
  subject: string
  text: string
}

/**
 * Composes a mail with the current permissions of its reader. Answers the stored text of an earlier attempt while those have not changed.
 * Undefined if there is no content, or no reader who wants it. The transaction must be the reader's.
 */
export async function compose(db: Db, mail: MailRow, { origin, token }: LinkInputs): Promise<ComposedMail | undefined> {
  const reader = await readerOf(db)
  const isWanted = reader && (mail.kind === 'DIGEST' ? reader.digest : reader.atOnce)
  if (!isWanted || (await isSuperseded(db, mail))) return undefined
  const { recipient, subject, body } = mail
  if (subject !== null && body !== null && recipient === reader.email && mail.accessVersion === reader.accessVersion)
    return { to: recipient, subject, text: body }
  const sections =
    mail.kind === 'DIGEST' ? await digestSections(db, mail, reader) : await urgentSections(db, mail, reader)
  const composed =
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
      recipient = ${composed ? reader.email : null}, subject = ${composed?.subject ?? null}, body = ${composed?.text ?? null}
    where tenant_id = app.tenant_id() and id = ${mail.id}`.execute(db)
  return composed && { to: reader.email, ...composed }
}
