import { createHash } from 'node:crypto'
import { notFound } from '../../kernel/errors.ts'
import { FileAnswer } from '../../kernel/files/file-answers.ts'
import type { PublicContext } from '../../kernel/http/call-contexts.ts'
import { type Limit, limitRate } from '../../kernel/http/rate-limits.ts'
import { deadlinesAround } from '../deadlines/deadlines.queries.ts'
import { calendarOf } from './calendar.rules.ts'
import { findByToken, noteRead } from './calendar-feeds.queries.ts'
import { companyIn } from './feed-tokens.rules.ts'

/** The limit of reads of one feed. */
const readings: Limit = { allowed: 60, window: '1 hour' }
/** The limit of requests with unknown tokens from one network address. */
const misses: Limit = { allowed: 20, window: '1 minute' }

const daySpan = { before: 30, after: 400, most: 2_000 }

/**
 * The calendar with a token, with what its owner may see now. Throws 404 for an unknown token and 429 over the limits. Unknown tokens count
 * against a limit of their own, so that guesses never block a valid feed.
 */
export async function readCalendar(token: string, { door, address, origin }: PublicContext): Promise<FileAnswer> {
  const company = companyIn(token)
  const found = company && (await door.inTenant(company, null, (db) => findByToken(db, token)))
  if (!company || !found) {
    await limitRate(door, `unknown calendar ${address}`, misses)
    throw notFound()
  }
  await limitRate(door, `calendar ${found.id}`, readings)
  const text = await door.inTenant(company, found.userId, async (db) => {
    // The feed may have been deleted since the first lookup.
    const feed = await findByToken(db, token)
    if (!feed) throw notFound()
    await noteRead(db, feed.id)
    const deadlines = await deadlinesAround(db, { kind: feed.kinds, owner: feed.scope }, daySpan)
    return calendarOf(deadlines, { ...feed, origin })
  })
  const bytes = Buffer.from(text)
  const tag = `"${createHash('sha256').update(bytes).digest('base64url')}"`
  return new FileAnswer('text/calendar; charset=utf-8', 'plinth.ics', bytes, tag)
}
