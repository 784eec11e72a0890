import type { SessionUser } from '@plinth/api/kernel/permissions'
import { type SqlBool, sql } from 'kysely'
import { jsonOf } from '../../kernel/db/json-rows.ts'
import { OneStatement } from '../../kernel/db/one-statement.ts'
import type { Caller, Db, Door } from '../../kernel/db/tenancy.ts'
import { noSession } from '../../kernel/errors.ts'
import type { PublicContext } from '../../kernel/http/call-contexts.ts'
import { inCompanies, type Round } from '../../kernel/jobs/sweeper.ts'
import type { Tokens } from '../../kernel/secrets/tokens.ts'
import type { LoginCandidate } from './attempts.queries.ts'
import { deviceDigest } from './devices.rules.ts'
import { sessionUserOf } from './session-user.queries.ts'

/** Both tokens of a session, for one generation. `issuedHash` is the hash of a refresh token that was issued before. */
export const issueTokens = async (tokens: Tokens, caller: Caller, generation: number, issuedHash?: Buffer) => ({
  accessToken: await tokens.signAccess(caller),
  refreshToken: tokens.signRefresh({ ...caller, generation }, issuedHash),
})

/** How long a session lasts without a refresh. */
const idleLimit = sql`interval '7 days'`

/** How long a live session lasts, in whole seconds: at most, and without a refresh. */
interface SessionLife {
  endsIn: number
  refreshWithin: number
}
const lifeColumns = sql`floor(extract(epoch from expires_at - clock_timestamp()))::int as "endsIn",
  floor(extract(epoch from rotated_at + ${idleLimit} - clock_timestamp()))::int as "refreshWithin"`

/** Throws 401 when there is no such session. */
export async function lifeOf(db: Db, sessionId: string): Promise<SessionLife> {
  const found = await sql<SessionLife>`select ${lifeColumns} from sessions where id = ${sessionId}`.execute(db)
  const [life] = found.rows
  if (!life) throw noSession()
  return life
}

/** Sessions that can still be refreshed. */
export const isLiveSession = sql<SqlBool>`ended_at is null and expires_at > now() and rotated_at > now() - ${idleLimit}`

export interface LiveSession {
  userId: string
  generation: number
  refreshHash: Buffer
  secondsSinceRotation: number
}

/**
 * Locks the session for a refresh, so that parallel refreshes run one after the other. Undefined when the session is
 * over.
 */
export async function lockLiveSession(db: Db, sessionId: string): Promise<LiveSession | undefined> {
  const found = await sql<LiveSession>`
    select s.user_id as "userId", s.generation, s.refresh_hash as "refreshHash",
      extract(epoch from clock_timestamp() - s.rotated_at)::float8 as "secondsSinceRotation"
    from sessions s join users u on u.tenant_id = s.tenant_id and u.id = s.user_id
    join tenants t on t.id = s.tenant_id
    where s.id = ${sessionId} and ${isLiveSession} and u.is_active and u.deleted_at is null and t.status = 'ACTIVE' and t.deleted_at is null
    for update of s`.execute(db)
  return found.rows[0]
}

export const rotateSession = (db: Db, sessionId: string, generation: number, hash: Buffer) =>
  sql`update sessions set generation = ${generation}, refresh_hash = ${hash}, rotated_at = clock_timestamp()
    where id = ${sessionId}`.execute(db)

export const endSession = (sessionId: string, because: 'logout' | 'replay') =>
  new OneStatement(
    sql`update sessions set ended_at = now(), ended_because = ${because}
      where id = ${sessionId} and ended_at is null`,
    () => {},
  )

interface NewSession {
  id: string
  refreshHash: Buffer
  userAgent: string | undefined
  address: string
  /** The browser's device secret. */
  device: string
}

interface Opened {
  /** Whether the person may still sign in and the password is still the one that was tried. */
  isHeld: boolean
  /** Null while a second factor must still be proved. */
  life: SessionLife | null
  user: SessionUser
}

/**
 * Selects the person if they may sign in and the password is still the one that was tried, and locks both until the
 * transaction ends.
 */
export const candidateLock = ({ userId, hash }: LoginCandidate) => sql`select user_id from user_passwords
  where user_id = ${userId} and hash = ${hash} and app.hold_sign_in(user_id) for share`

/**
 * Whether the password that was tried is still good. Comes before the second factor, as the order of locks requires.
 */
export const holdSignIn = async (db: Db, candidate: LoginCandidate): Promise<boolean> =>
  (await candidateLock(candidate).execute(db)).rows.length > 0

/** Marks the person's identity as proved until the transaction ends. */
export const noteProof = (db: Db, userId: string) => sql`select app.note_proof(${userId}::uuid)`.execute(db)

/**
 * Stores the session of a sign-in whose password is right, if the person has no second factor or has proved it; returns
 * the session's life and the user. Also records the browser as known to the person, clears the failures under `key`,
 * and takes this attempt off the address.
 */
export const openSession = (
  candidate: LoginCandidate,
  { id, refreshHash, userAgent, address, device }: NewSession,
  [key, addressKey]: [string, string],
) =>
  jsonOf<Opened>(
    sql`with held as materialized (${candidateLock(candidate)}),
      opened as (insert into sessions (id, user_id, refresh_hash, user_agent, address)
        select ${id}::uuid, user_id, ${refreshHash}::bytea, left(${userAgent ?? null}, 500), ${address}
        from held where not app.needs_code(user_id)
        returning ${lifeColumns}, app.forgive_login(${key}, ${addressKey}),
          app.know_device(${candidate.userId}, ${deviceDigest(device)}))
    select row_to_json(answer) from (select exists (select from held) as "isHeld",
      (select json_build_object('endsIn', "endsIn", 'refreshWithin', "refreshWithin") from opened) as life,
      (${sessionUserOf(candidate.userId)}) as user) answer`,
  )

/** Ends the session that this browser had before the sign-in, because nothing in the browser can use it any more. */
export async function endReplacedSession(token: string | undefined, { door, tokens }: PublicContext): Promise<void> {
  const claim = token === undefined ? undefined : tokens.readRefresh(token)
  if (claim) await door.inTenant(claim.tenantId, null, () => endSession(claim.sessionId, 'logout'))
}

/** Deletes sessions that are over, except each person's newest. */
export const sweepSessions = (door: Door, round: Round): Promise<number> =>
  inCompanies(
    door,
    sql`app.companies_with_old_sessions()`,
    async (db, most, company) => {
      const deleted = await sql<{ rows: number }>`select app.sweep_sessions(${company}::uuid, ${most}) as rows`.execute(
        db,
      )
      return deleted.rows[0]?.rows ?? 0
    },
    round,
  )
