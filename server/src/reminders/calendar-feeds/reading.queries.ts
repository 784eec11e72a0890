import { createHash } from 'node:crypto'
import { notFound } from '../../kernel/errors.ts'
import { FileAnswer } from '../../kernel/files/file-answers.ts'
import type { PublicContext } from '../../kernel/http/call-contexts.ts'
import { type Limit, limitRate } from '../../kernel/http/rate-limits.ts'
import { around } from '../deadlines/deadlines.queries.ts'
import { calendarOf } from './calendar.rules.ts'
import { behind, noteRead } from './calendar-feeds.queries.ts'
import { companyIn } from './feed-tokens.rules.ts'

/** Of one calendar. */
const readings: Limit = { allowed: 60, window: '1 hour' }
/** Of addresses that lead nowhere, from one network address. */
const misses: Limit = { allowed: 20, window: '1 minute' }

const span = { before: 30, after: 400, most: 2_000 }

/**
 * The calendar behind a token, as its owner may see it at this moment. Throws 404 for whatever leads to none, 429 past the limits: who
 * tries addresses never keeps a good one from being read.
 */
export async function readCalendar(token: string, { door, address, origin }: PublicContext): Promise<FileAnswer> {
  const company = companyIn(token)
  const found = company && (await door.inTenant(company, null, (db) => behind(db, token)))
  if (!company || !found) {
    await limitRate(door, `unknown calendar ${address}`, misses)
    throw notFound()
  }
  await limitRate(door, `calendar ${found.id}`, readings)
  const text = await door.inTenant(company, found.userId, async (db) => {
    // Whoever waited above may have lost it meanwhile.
    const feed = await behind(db, token)
    if (!feed) throw notFound()
    await noteRead(db, feed.id)
    const deadlines = await around(db, { kind: feed.kinds, owner: feed.scope }, span)
    return calendarOf(deadlines, { ...feed, origin })
  })
  const bytes = Buffer.from(text)
  const tag = `"${createHash('sha256').update(bytes).digest('base64url')}"`
  return new FileAnswer('text/calendar; charset=utf-8', 'plinth.ics', bytes, tag)
}
