import type { Answer, Body } from '@plinth/api/kernel/endpoint'
import type { ContactMessage, filterContactMessages, sendEmail } from '@plinth/api/platform/contact'
import { contactFault } from '@plinth/api/platform/contact-form'
import { sql } from 'kysely'
import { acrossTenants } from '../../kernel/db/reach.ts'
import { type Db, type Door } from '../../kernel/db/tenancy.ts'
import { AppError, conflict } from '../../kernel/errors.ts'
import type { PublicContext } from '../../kernel/http/call-contexts.ts'
import { limitRate } from '../../kernel/http/rate-limits.ts'
import { type Job, openJob, type Round, untilStopped } from '../../kernel/jobs/jobs.ts'
import { type Mailer, oneLine } from '../../kernel/mail/mail.ts'
import { mailEach } from '../../kernel/mail/outbox.ts'
import { contains, matches, oneOf, within } from '../../kernel/records/conditions.ts'
import { records } from '../../kernel/records/records.ts'

/** The limit of messages from one address. */
const messageLimit = { allowed: 5, window: '1 minute' }

const messages = records<ContactMessage>({
  table: 'contact_messages',
  fields: ['name', 'email', 'mobile', 'message', 'source'],
  fixed: ['state', 'attempts', 'lastError', 'mailedAt', 'nextAttemptAt'],
})
const { column } = messages

/** The fields that the search line looks in. */
const searched = (['name', 'email', 'mobile', 'message'] as const).map((name) => column(name))

/**
 * Stores a visitor's message, which is mailed later. The same message within an hour is not stored again. Throws 400
 * with the first of the form's sentences that applies, 429 when the address has sent too many.
 */
export async function keep(
  body: Body<typeof sendEmail>,
  { door, address }: PublicContext,
): Promise<Answer<typeof sendEmail>> {
  const fault = contactFault(body)
  if (fault) throw new AppError(400, 'invalid', fault.message, { fields: [fault] })
  await limitRate(door, `contact ${address}`, messageLimit)
  const { name, email, mobile, message } = body
  const source = body.source || null
  const stored = await door.anonymous((db) =>
    sql<{ id: string; createdAt: string }>`select id, created_at as "createdAt"
      from app.keep_contact_message(${name}, ${email}, ${mobile}, ${message}, ${source})`.execute(db),
  )
  const [row] = stored.rows
  if (!row) throw new Error('a message was not stored')
  return { ...row, name, email, mobile, message, source }
}

export const search = (db: Db, { pagination, sort, ...filter }: Body<typeof filterContactMessages>) =>
  acrossTenants(db, () => {
    const where = [
      oneOf(column('state'), filter.state),
      matches(searched, filter.search),
      contains(column('name'), filter.name),
      contains(column('email'), filter.email),
      contains(column('mobile'), filter.mobile),
      within(column('createdAt'), filter.dateRange),
    ]
    return messages.search(db, { where, sort, pagination })
  })

/**
 * Makes a message due at once, with all its attempts available again. Throws 404 when it does not exist, 409 when it
 * was mailed.
 */
export const resend = (db: Db, id: string): Promise<ContactMessage> =>
  acrossTenants(db, async () => {
    const due = await sql`update contact_messages set attempts = 0, next_attempt_at = clock_timestamp()
      where id = ${id} and mailed_at is null and deleted_at is null returning id`.execute(db)
    const message = await messages.get(db, { id })
    if (due.rows.length === 0) throw conflict('This message has been mailed already.')
    return message
  })

const interval = 15_000
const grace = 5_000

interface Claimed {
  id: string
  name: string
  email: string
  mobile: string
  message: string
  source: string | null
  created_at: string
  attempts: number
}

/** The mail of a message, always with the same id, so that a mail that arrives twice is recognised. */
const letterOf = ({ id, name, email, mobile, message, source, created_at }: Claimed) => ({
  id,
  writtenAt: new Date(created_at),
  replyTo: { name, address: email },
  subject: `Message from ${name}`,
  text: `Name: ${oneLine(name)}\nE-mail: ${email}\nMobile: ${oneLine(mobile)}\nSource: ${oneLine(source ?? '-')}\n\n${message}\n`,
})

/** Mails every due message of visitors. Throws when the database is away. */
export const mailDue = (door: Door, mailer: Mailer, round: Round = untilStopped): Promise<void> =>
  mailEach<Claimed>(
    {
      name: 'contact message',
      claim: async (lease) => {
        const claimed = await door.anonymous((db) =>
          sql<Claimed>`select * from app.claim_contact_message(${lease}::interval)`.execute(db),
        )
        return claimed.rows[0]
      },
      send: (claimed, signal) => mailer.send(letterOf(claimed), signal),
      noteMailed: (id) => door.anonymous((db) => sql`select app.note_contact_message_mailed(${id}::uuid)`.execute(db)),
      noteFailed: ({ id, attempts }, reason, pause) =>
        door.anonymous((db) =>
          sql`select app.note_contact_message_failed(${id}::uuid, ${attempts}::int, ${reason},
            make_interval(secs => ${pause}::float8))`.execute(db),
        ),
    },
    round,
  )

/** The job that mails due messages from now on; `mailOthers` mails what else is due. */
export const openOutbox = (
  door: Door,
  mailer: Mailer,
  mailOthers: (round: Round) => Promise<void> = async () => {},
): Job =>
  openJob({
    work: async (round) => {
      await Promise.all([mailDue(door, mailer, round), mailOthers(round)])
    },
    interval,
    grace,
  })

/** How many messages have not been mailed, and for how many seconds the oldest has waited. */
export async function countUnmailed(door: Door): Promise<{ messages: number; oldest: number }> {
  const found = await door.anonymous((db) =>
    sql<{ messages: number; oldest: number }>`select * from app.contact_messages_not_mailed()`.execute(db),
  )
  return found.rows[0] ?? { messages: 0, oldest: 0 }
}
