import { cancelMailKind, cancelScreen } from '@plinth/api/reminders/notification-mail'
import { type RawBuilder, sql } from 'kysely'
import type { Door } from '../../kernel/db/tenancy.ts'
import { inEachCompany } from '../../kernel/jobs/company-jobs.ts'
import { type Round, untilStopped } from '../../kernel/jobs/jobs.ts'
import { type Letter, type Mailer, oneLine } from '../../kernel/mail/mail.ts'
import { mailEach } from '../../kernel/mail/outbox.ts'
import type { Tokens } from '../../kernel/secrets/tokens.ts'
import { compose, type MailRow } from './composing.queries.ts'

/** The inputs of the links in mails. */
export interface MailLinks {
  tokens: Pick<Tokens, 'signMailKind'>
  /** The public URL of the product, from the configuration. */
  publicUrl: string | undefined
  /** The fallback URL, if any; known once the server listens. */
  origin: () => string | undefined
}

/** The address for unsubscribing: over TLS a one-click address for mail programs, else the page. */
function unsubscribeOf(publicUrl: string | undefined, token: string): Letter['unsubscribe'] {
  if (publicUrl === undefined) return undefined
  const isOneClick = publicUrl.startsWith('https:')
  const path = isOneClick ? cancelMailKind.path.replace(':token', token) : `${cancelScreen}/${token}`
  return { address: publicUrl + path, isOneClick }
}

/** Composes the mail in its company as its reader; undefined if there is nothing to send. */
async function letterOf(door: Door, company: string, mail: MailRow, links: MailLinks): Promise<Letter | undefined> {
  const { id, userId, kind, dueAt } = mail
  const { tokens, publicUrl } = links
  const token = tokens.signMailKind({ tenantId: company, userId, kind })
  const origin = publicUrl ?? links.origin()
  const composed = await door.inTenant(company, userId, (db) => compose(db, mail, { origin, token }))
  return composed && { id, writtenAt: new Date(dueAt), ...composed, unsubscribe: unsubscribeOf(publicUrl, token) }
}

const longestFault = 300

const composingFailed = (error: Error): string =>
  oneLine(`It could not be composed: ${error.message}`).slice(0, longestFault)

/** Claims the mail that has been due longest for one attempt, which must end before the lease does. */
const claim = (lease: string) => sql<MailRow>`
  update mails m set attempts = m.attempts + 1, leased_until = clock_timestamp() + ${lease}::interval
  where m.tenant_id = app.tenant_id() and m.id = (select d.id from mails d
    where d.tenant_id = app.tenant_id() and d.next_attempt_at <= clock_timestamp()
      and (d.leased_until is null or d.leased_until <= clock_timestamp())
    order by d.next_attempt_at, d.id limit 1 for update skip locked)
  returning m.id, m.user_id as "userId", m.kind, m.slot, m.word_ids as "notificationIds", m.due_at as "dueAt", m.attempts,
    m.access_version::text as "accessVersion", m.recipient, m.subject, m.body`

/** Ends a mail without content or reader. */
const drop = ({
  id,
  attempts,
}: MailRow) => sql`update mails set next_attempt_at = null, leased_until = null, last_error = null,
    recipient = null, subject = null, body = null
  where tenant_id = app.tenant_id() and id = ${id} and attempts = ${attempts}`

const noteMailed = (id: string) => sql`
  update mails set mailed_at = clock_timestamp(), next_attempt_at = null, leased_until = null, last_error = null
  where tenant_id = app.tenant_id() and id = ${id} and mailed_at is null and next_attempt_at is not null`

/** Stores why an attempt failed and schedules the next one by day, until four days after the mail was due. Does nothing if a newer attempt has begun. */
const noteFailed = ({ id, attempts }: MailRow, reason: string, pause: number | null) => sql`
  update mails set last_error = ${reason}, leased_until = null, next_attempt_at = case when due_at > now() - interval '4 days'
    then app.by_day(clock_timestamp() + make_interval(secs => ${pause}::float8)) end
  where tenant_id = app.tenant_id() and id = ${id} and mailed_at is null and attempts = ${attempts}`

/** Sends the due mails of a company. */
function mailCompany(door: Door, company: string, mailer: Mailer, links: MailLinks, round: Round): Promise<void> {
  const inside = <T>(statement: RawBuilder<T>) => door.inTenant(company, null, (db) => statement.execute(db))
  return mailEach<MailRow>(
    {
      name: 'mail',
      claim: async (lease) => (await inside(claim(lease))).rows[0],
      async send(mail, signal) {
        const letter = await letterOf(door, company, mail, links).catch(composingFailed)
        if (typeof letter === 'string') return letter
        if (letter) return mailer.send(letter, signal)
        await inside(drop(mail))
        return undefined
      },
      noteMailed: (id) => inside(noteMailed(id)),
      noteFailed: (mail, reason, pause) => inside(noteFailed(mail, reason, pause)),
    },
    round,
  )
}

/** Sends all due mails, company by company. Throws if the database is unreachable. */
export const mailDeadlines = (
  door: Door,
  mailer: Mailer,
  links: MailLinks,
  round: Round = untilStopped,
): Promise<void> => {
  const mail = (company: string) => mailCompany(door, company, mailer, links, round)
  return inEachCompany(door, sql`app.companies_with_mail_due()`, mail, round)
}

/** The number of overdue mails, and the seconds since the oldest was due. */
export async function mailsNotMailed(door: Door): Promise<{ mails: number; oldest: number }> {
  const found = await door.anonymous((db) =>
    sql<{ mails: number; oldest: number }>`select * from app.mails_not_mailed()`.execute(db),
  )
  return found.rows[0] ?? { mails: 0, oldest: 0 }
}
