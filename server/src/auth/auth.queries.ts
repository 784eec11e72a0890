import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { ModulePermission, SessionUser } from '@plinth/api/kernel/permissions'
import { type SqlBool, sql } from 'kysely'
import { noSession } from '../kernel/errors.ts'
import { countAttempt, knownWait, rememberWait } from '../kernel/repeats.ts'
import type { PublicContext, StagedContext } from '../kernel/route.ts'
import type { Caller, Db, Door } from '../kernel/tenancy.ts'
import type { Tokens } from '../kernel/tokens.ts'
import { accountLimit, addressLimit, attemptsKey, recoveryHash, stepOf, tooManyFailures } from './auth.rules.ts'

interface LoginCandidate {
  tenantId: string
  userId: string
  hash: string
}

/** The person a sign-in names, if they may sign in; takes their tenant on for this transaction. */
async function findLogin(db: Db, tenantName: string, login: string): Promise<LoginCandidate | undefined> {
  const found = await sql<LoginCandidate>`select tenant_id as "tenantId", user_id as "userId", password_hash as hash
    from app.find_login(${tenantName}, ${login})`.execute(db)
  return found.rows[0]
}

interface Credentials {
  emailOrMobile: string
  password: string
  tenantName: string
  code?: string | undefined
}

/** One key per person, however they are named; a name that belongs to nobody is counted all the same. */
const accountKey = (candidate: LoginCandidate | undefined, { tenantName, emailOrMobile }: Credentials) =>
  candidate
    ? attemptsKey(candidate.userId)
    : `name ${createHash('sha256').update(`${tenantName.trim().toLowerCase()}\n${emailOrMobile.trim().toLowerCase()}`).digest('hex')}`

const markKey = randomBytes(32)

/** Whom an attempt is told of in the log: for a name that belongs to nobody, and may be a password in the wrong field, a mark. */
const whoseAttempt = (candidate: LoginCandidate | undefined, key: string) =>
  candidate
    ? { tenantId: candidate.tenantId, userId: candidate.userId }
    : { account: createHmac('sha256', markKey).update(key).digest('hex').slice(0, 16) }

/** The key that the failures from an address are counted under. */
const keyOfAddress = (address: string) => `address ${address}`

/** Throws 429 for an address that is known to have to wait, without asking the database. */
export function refuseKnownWait(address: string): void {
  const wait = knownWait(keyOfAddress(address))
  if (wait > 0) throw tooManyFailures(wait)
}

/** Both tokens of a session, of one generation; its refresh token may have been given out before, and has this hash then. */
export const pairOf = async (tokens: Tokens, caller: Caller, generation: number, given?: Buffer) => ({
  accessToken: await tokens.signAccess(caller),
  refreshToken: tokens.signRefresh({ ...caller, generation }, given),
})

/** Looks the person up and counts the attempt before any password is tried. */
export const reserve = (door: Door, credentials: Credentials, address: string) =>
  door.anonymous(async (db) => {
    const addressKey = keyOfAddress(address)
    const candidate = await findLogin(db, credentials.tenantName, credentials.emailOrMobile)
    const key = accountKey(candidate, credentials)
    const [ownWait, addressWait] = await Promise.all([
      countAttempt(db, key, accountLimit),
      countAttempt(db, addressKey, addressLimit),
      // A count that a power cut takes back harms nobody; whoever signs in from the same office waits for this one.
      sql`set local synchronous_commit = off`.execute(db),
    ])
    rememberWait(addressKey, addressWait)
    return { candidate, key, addressKey, wait: Math.max(ownWait, addressWait), whose: whoseAttempt(candidate, key) }
  })

/** Whether the password is still the one that was tried; until the transaction ends it stays so. */
export async function holdPassword(db: Db, { userId, hash }: LoginCandidate): Promise<boolean> {
  const held = await db
    .selectFrom('user_passwords')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('hash', '=', hash)
    .forShare()
    .executeTakeFirst()
  return held !== undefined
}

/** Takes a good attempt off the count of a key; the failures before it stay. */
export const takeBackAttempt = (db: Db, key: string) => sql`select app.take_back_attempt(${key})`.execute(db)

/** Counts a try before it is judged; the count stays whatever comes of it. Throws 429. */
export async function tryOnce<T>({ stage, caller }: StagedContext, read: (db: Db) => Promise<T>): Promise<T> {
  const { found, wait } = await stage(async (db) => ({
    found: await read(db),
    wait: await countAttempt(db, attemptsKey(caller.userId), accountLimit),
  }))
  if (wait > 0) throw tooManyFailures(wait)
  return found
}

/** Does what the caller has proved to be entitled to: the try was no failure. */
export const proven = <T>({ stage, caller }: StagedContext, work: (db: Db) => Promise<T>): Promise<T> =>
  stage(async (db) => {
    const done = await work(db)
    await takeBackAttempt(db, attemptsKey(caller.userId))
    return done
  })

/** A whole sign-in forgets the failures of the person, and takes its own attempt off the address. */
const forgiveAttempts = (db: Db, accountKey: string, addressKey: string) =>
  sql`select app.forgive_login(${accountKey}, ${addressKey})`.execute(db)

/** Flags of every module, the caller's roles added up. */
const permissionsOf = (db: Db, userId: string): Promise<ModulePermission[]> =>
  db
    .selectFrom('user_roles as ur')
    .innerJoin('roles as r', (join) => join.onRef('r.id', '=', 'ur.role_id').on('r.deleted_at', 'is', null))
    .innerJoin('role_permissions as p', 'p.role_id', 'ur.role_id')
    .innerJoin('modules as m', 'm.id', 'p.module_id')
    .where('ur.user_id', '=', userId)
    .where('m.status', '=', true)
    .where('m.deleted_at', 'is', null)
    .groupBy('m.key')
    .orderBy('m.key')
    .select(({ fn }) => [
      'm.key as moduleName',
      fn.agg<boolean>('bool_or', ['p.can_create']).as('canCreate'),
      fn.agg<boolean>('bool_or', ['p.can_view']).as('canView'),
      fn.agg<boolean>('bool_or', ['p.can_edit']).as('canEdit'),
      fn.agg<boolean>('bool_or', ['p.can_delete']).as('canDelete'),
      fn.agg<boolean>('bool_or', ['p.can_report']).as('canReport'),
    ])
    .execute()

/** Throws 401 when the user is gone. */
export async function sessionUser(db: Db, userId: string): Promise<SessionUser> {
  const asked = db
    .selectFrom('users as u')
    .innerJoin('tenants as t', 't.id', 'u.tenant_id')
    .leftJoin('second_factors as f', (join) =>
      join.onRef('f.user_id', '=', 'u.id').on('f.confirmed_at', 'is not', null),
    )
    .where('u.id', '=', userId)
    .select(['u.id', 'u.tenant_id as tenantId', 't.name as tenantName', 'u.username', 'u.email'])
    .select('u.profile_image as profileImage')
    .select([
      sql<SessionUser['language']>`u.language`.as('language'),
      sql<boolean>`t.kind = 'OPERATOR'`.as('isOperator'),
      't.is_sample as isSample',
      sql<boolean>`t.requires_second_factor and f.user_id is null`.as('mustSetUpSecondFactor'),
    ])
    .executeTakeFirst()
  const [user, permissions] = await Promise.all([asked, permissionsOf(db, userId)])
  if (!user) throw noSession()
  return { ...user, permissions }
}

export const setLanguage = async (
  db: Db,
  userId: string,
  language: NonNullable<SessionUser['language']>,
): Promise<void> => {
  await db
    .updateTable('users')
    .set({ language })
    .where('id', '=', userId)
    .where('language', 'is distinct from', language)
    .execute()
}

export interface NewSession {
  id: string
  userId: string
  refreshHash: Buffer
  userAgent: string | undefined
  address: string
}

export const insertSession = (db: Db, session: NewSession) =>
  db
    .insertInto('sessions')
    .values({
      id: session.id,
      user_id: session.userId,
      refresh_hash: session.refreshHash,
      user_agent: session.userAgent?.slice(0, 500) ?? null,
      address: session.address,
    })
    .execute()

/** How long a session lasts without a refresh. */
const idleLimit = sql`interval '7 days'`

/** How long a live session lasts, in whole seconds: until it ends whatever is done, and until it ends unless refreshed. */
export async function lifeOf(db: Db, sessionId: string): Promise<{ endsIn: number; refreshWithin: number }> {
  const found = await sql<{ endsIn: number; refreshWithin: number }>`
    select floor(extract(epoch from expires_at - clock_timestamp()))::int as "endsIn",
      floor(extract(epoch from rotated_at + ${idleLimit} - clock_timestamp()))::int as "refreshWithin"
    from sessions where id = ${sessionId}`.execute(db)
  const [life] = found.rows
  if (!life) throw noSession()
  return life
}

/** Sessions that a refresh would still be good for. */
export const isLiveSession = sql<SqlBool>`ended_at is null and expires_at > now() and rotated_at > now() - ${idleLimit}`

export interface LiveSession {
  userId: string
  generation: number
  refreshHash: Buffer
  secondsSinceRotation: number
}

/** The session for a refresh, locked so that parallel refreshes come one after the other; undefined when it is over. */
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
  db
    .updateTable('sessions')
    .set({ generation, refresh_hash: hash, rotated_at: sql`clock_timestamp()` })
    .where('id', '=', sessionId)
    .execute()

export const endSession = (db: Db, sessionId: string, because: 'logout' | 'replay') =>
  db
    .updateTable('sessions')
    .set({ ended_at: sql`now()`, ended_because: because })
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .execute()

/** Stores the session of a whole sign-in, which forgets the attempts of its keys; answers what is told of both. */
export async function openSession(db: Db, session: NewSession, [accountKey, addressKey]: [string, string]) {
  // Done in this order, without waiting for each before the next is sent.
  const [, , life, user] = await Promise.all([
    forgiveAttempts(db, accountKey, addressKey),
    insertSession(db, session),
    lifeOf(db, session.id),
    sessionUser(db, session.userId),
  ])
  return { ...life, user }
}

interface Factor {
  sealedSecret: Buffer
  lastStep: number
}

/** Locked, so that of two sign-ins with one code the second comes after the first. */
async function lockFactor(db: Db, userId: string): Promise<Factor | undefined> {
  const found = await sql<Factor>`select sealed_secret as "sealedSecret", last_step as "lastStep" from second_factors
    where user_id = ${userId} and confirmed_at is not null for update`.execute(db)
  return found.rows[0]
}

/** True when the code was one of the person's unused recovery codes, which it is no longer. */
async function spendRecoveryCode(db: Db, userId: string, code: string): Promise<boolean> {
  const hash = recoveryHash(code, userId)
  if (!hash) return false
  const spent = await sql`update second_factors set recovery_hashes = array_remove(recovery_hashes, ${hash}::bytea)
    where user_id = ${userId} and ${hash}::bytea = any(recovery_hashes) returning user_id`.execute(db)
  return spent.rows.length > 0
}

/**
 * Whether a person whose password was right may go on: at once when they have set up no second factor, else with a
 * code that was not used before. The code is used up.
 */
export async function judgeCode(
  db: Db,
  userId: string,
  code: string | undefined,
  { open, now }: Tokens,
): Promise<'good' | 'missing' | 'wrong'> {
  const factor = await lockFactor(db, userId)
  if (!factor) return 'good'
  if (!code?.trim()) return 'missing'
  const secret = open(factor.sealedSecret, userId)
  const step = secret && stepOf(code, secret, now())
  if (step === undefined) return (await spendRecoveryCode(db, userId, code)) ? 'good' : 'wrong'
  if (step <= factor.lastStep) return 'wrong'
  await db.updateTable('second_factors').set({ last_step: step }).where('user_id', '=', userId).execute()
  return 'good'
}

/** Ends the session that whoever has signed in had in the same browser: nothing there could use it any more. */
export async function endReplaced(token: string | undefined, { door, tokens }: PublicContext): Promise<void> {
  const claim = token === undefined ? undefined : tokens.readRefresh(token)
  if (claim) await door.inTenant(claim.tenantId, null, (db) => endSession(db, claim.sessionId, 'logout'))
}
