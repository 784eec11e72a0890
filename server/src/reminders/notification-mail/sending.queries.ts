import { cancelMailKind, cancelScreen } from '@plinth/api/reminders/notification-mail'
import { type RawBuilder, sql } from 'kysely'
import type { Door } from '../../kernel/db/tenancy.ts'
import { inEachCompany } from '../../kernel/jobs/company-jobs.ts'
import { type Round, untilStopped } from '../../kernel/jobs/jobs.ts'
import { type Letter, type Mailer, oneLine } from '../../kernel/mail/mail.ts'
import { mailEach } from '../../kernel/mail/outbox.ts'
import type { Tokens } from '../../kernel/secrets/tokens.ts'
import { compose, type MailRow } from './composing.queries.ts'

/** What mails are made with. */
export interface MailLinks {
  tokens: Pick<Tokens, 'signMailKind'>
  /** Where people reach the product, as the installation says it. */
  publicUrl: string | undefined
  /** Where they reach it in default of that, if anywhere: known once the server listens. */
  origin: () => string | undefined
}

/** How a mail is stopped: by a mail program alone only over TLS, else by its reader on the page. */
function unsubscribeAt(publicUrl: string | undefined, token: string): Letter['unsubscribe'] {
  if (publicUrl === undefined) return undefined
  const isOneClick = publicUrl.startsWith('https:')
  const path = isOneClick ? cancelMailKind.path.replace(':token', token) : `${cancelScreen}/${token}`
  return { address: publicUrl + path, isOneClick }
}

/** The mail, composed in its company as whom it goes to; undefined where there is nothing to send. */
async function letterOf(door: Door, company: string, mail: MailRow, links: MailLinks): Promise<Letter | undefined> {
  const { id, userId, kind, dueAt } = mail
  const { tokens, publicUrl } = links
  const token = tokens.signMailKind({ tenantId: company, userId, kind })
  const origin = publicUrl ?? links.origin()
  const said = await door.inTenant(company, userId, (db) => compose(db, mail, { origin, token }))
  return said && { id, writtenAt: new Date(dueAt), ...said, unsubscribe: unsubscribeAt(publicUrl, token) }
}

const longestFault = 300

const composingFailed = (error: Error): string =>
  oneLine(`It could not be composed: ${error.message}`).slice(0, longestFault)

/** Takes the mail that has been due longest, for one attempt that must be over when the lease is. */
const claim = (lease: string) => sql<MailRow>`
  update mails m set attempts = m.attempts + 1, leased_until = clock_timestamp() + ${lease}::interval
  where m.tenant_id = app.tenant_id() and m.id = (select d.id from mails d
    where d.tenant_id = app.tenant_id() and d.next_attempt_at <= clock_timestamp()
      and (d.leased_until is null or d.leased_until <= clock_timestamp())
    order by d.next_attempt_at, d.id limit 1 for update skip locked)
  returning m.id, m.user_id as "userId", m.kind, m.slot, m.word_ids as "notificationIds", m.due_at as "dueAt", m.attempts,
    m.access_version::text as "accessVersion", m.recipient, m.subject, m.body`

/** That there is nothing to send, or nobody to send it to. */
const drop = ({
  id,
  attempts,
}: MailRow) => sql`update mails set next_attempt_at = null, leased_until = null, last_error = null,
    recipient = null, subject = null, body = null
  where tenant_id = app.tenant_id() and id = ${id} and attempts = ${attempts}`

const noteMailed = (id: string) => sql`
  update mails set mailed_at = clock_timestamp(), next_attempt_at = null, leased_until = null, last_error = null
  where tenant_id = app.tenant_id() and id = ${id} and mailed_at is null and next_attempt_at is not null`

/** Why an attempt failed; the next is by day, within four days, and not where somebody else has overtaken this one. */
const noteFailed = ({ id, attempts }: MailRow, reason: string, pause: number | null) => sql`
  update mails set last_error = ${reason}, leased_until = null, next_attempt_at = case when due_at > now() - interval '4 days'
    then app.by_day(clock_timestamp() + make_interval(secs => ${pause}::float8)) end
  where tenant_id = app.tenant_id() and id = ${id} and mailed_at is null and attempts = ${attempts}`

/** Mails what is due in one company. */
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

/** Sends all mail about deadlines that is due, company by company. Throws when the database is away. */
export const mailDeadlines = (
  door: Door,
  mailer: Mailer,
  links: MailLinks,
  round: Round = untilStopped,
): Promise<void> => {
  const mail = (company: string) => mailCompany(door, company, mailer, links, round)
  return inEachCompany(door, sql`app.companies_with_mail_due()`, mail, round)
}

/** How many mails about deadlines should have left, and for how many seconds the oldest should have. */
export async function mailsNotMailed(door: Door): Promise<{ mails: number; oldest: number }> {
  const found = await door.anonymous((db) =>
    sql<{ mails: number; oldest: number }>`select * from app.mails_not_mailed()`.execute(db),
  )
  return found.rows[0] ?? { mails: 0, oldest: 0 }
}
