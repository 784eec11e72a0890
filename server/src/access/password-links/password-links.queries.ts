import { linkScreen, type PasswordLink } from '@plinth/api/access/password-links'
import { sql } from 'kysely'
import type { Db, Door } from '../../kernel/db/tenancy.ts'
import { AppError } from '../../kernel/errors.ts'
import { countAttempt, type Limit } from '../../kernel/http/rate-limits.ts'
import { inBatches, type Round } from '../../kernel/jobs/sweeper.ts'
import type { PasswordLinkClaim } from '../../kernel/secrets/password-link-tokens.ts'
import type { Tokens } from '../../kernel/secrets/tokens.ts'
import { requireMayHelp } from '../users/sign-in-help.queries.ts'
import { endSessions, get } from '../users/users.queries.ts'

/** The path and secret of a link, relative to the product's address. */
export const pathOf = (claim: PasswordLinkClaim, { signPasswordLink }: Pick<Tokens, 'signPasswordLink'>): string =>
  `${linkScreen}#${signPasswordLink(claim)}`

/**
 * Makes a new link for a person. It is mailed to their stored address; only if that is impossible is it returned, so
 * that the caller can hand it over. Throws as `requireMayHelp` does, and 409 for an inactive person.
 */
export async function make(db: Db, userId: string, tokens: Tokens, mailsLinks: boolean): Promise<PasswordLink> {
  await requireMayHelp(db, userId, 'password link')
  const { email, tenantId } = await get(db, userId)
  const mailedTo = mailsLinks && email ? email : null
  const insertedLinks = await sql<{ id: string }>`
    select app.make_password_link(${userId}::uuid, ${mailedTo !== null}) as id`.execute(db)
  const [link] = insertedLinks.rows
  if (!link) throw new Error('a link was not made')
  return { mailedTo, handOut: mailedTo === null ? pathOf({ tenantId, id: link.id }, tokens) : null }
}

/** The same error for every unusable link, so that somebody who guesses links does not learn which ones existed. */
export const deadLink = () =>
  new AppError(404, 'not_found', 'This link is no longer good. Ask whoever sent it for a new one.')

/** Second-factor codes that can be tried with one link. */
const tries: Limit = { allowed: 10, window: '24 hours' }

/** The id of the person a link is for. Throws 404. */
export async function holderOf(db: Db, link: string): Promise<string> {
  const found = await sql<{ userId: string }>`
    select user_id as "userId" from password_links where id = ${link} and expires_at > now()`.execute(db)
  const [live] = found.rows
  if (!live) throw deadLink()
  return live.userId
}

/** Counts an attempt with a link. Returns the seconds to wait, 0 if this attempt may go on. */
export const countTry = (db: Db, link: string): Promise<number> => countAttempt(db, `password link ${link}`, tries)

/** Uses up the link of a person who may sign in. Throws 404. */
export async function use(db: Db, link: string, userId: string): Promise<void> {
  // Locks the person first, in the order of every sign-in.
  const signIn = await sql<{ isIn: boolean }>`select app.hold_sign_in(${userId}::uuid) as "isIn"`.execute(db)
  if (!signIn.rows[0]?.isIn) throw deadLink()
  const used = await sql<{ userId: string | null }>`select app.use_password_link(${link}::uuid) as "userId"`.execute(db)
  if (used.rows[0]?.userId !== userId) throw deadLink()
}

/** Stores the password that a person chose by a link, and ends all their sessions. */
export async function choosePassword(db: Db, userId: string, hash: string) {
  await sql`update user_passwords set hash = ${hash}, is_own = true, changed_at = now()
    where user_id = ${userId}`.execute(db)
  await endSessions(db, userId, 'password')
  await sql`select app.forget_devices(${userId}::uuid)`.execute(db)
  await sql`select app.unlock_sign_in(${userId}::uuid)`.execute(db)
  const { tenantName, email, mobileNo } = await get(db, userId)
  return { tenantName, signInName: email ?? mobileNo ?? '' }
}

/** Deletes expired links, company by company. */
export async function sweepPasswordLinks(door: Door, round: Round): Promise<number> {
  const { rows } = await door.anonymous((db) =>
    sql<{ company: string }>`select app.companies_with_old_links() as company`.execute(db),
  )
  let deletedCount = 0
  for (const { company } of rows)
    deletedCount += await inBatches(async (most) => {
      const deleted = await door.inTenant(company, null, (db) =>
        sql<{ rows: number }>`select app.sweep_password_links(${company}::uuid, ${most}) as rows`.execute(db),
      )
      return deleted.rows[0]?.rows ?? 0
    }, round)
  return deletedCount
}
