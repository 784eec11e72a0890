import { createHmac, randomBytes } from 'node:crypto'
import type { SessionUser } from '@plinth/api/kernel/permissions'
import { type NotNull, type SqlBool, sql } from 'kysely'
import { noSession } from '../kernel/errors.ts'
import { type Compilable, OneStatement } from '../kernel/one-statement.ts'
import { countAttempt, knownWait, type Limit, rememberWait } from '../kernel/rate-limits.ts'
import type { PublicContext, StagedContext } from '../kernel/route.ts'
import { repeated, sentIn } from '../kernel/statements.ts'
import type { Caller, Db } from '../kernel/tenancy.ts'
import type { Tokens } from '../kernel/tokens.ts'
import {
  accountLimit,
  addressLimit,
  attemptsKey,
  badCredentials,
  recoveryHash,
  stepOf,
  tooManyFailures,
} from './auth.rules.ts'
import { deviceDigest } from './devices.rules.ts'

export interface LoginCandidate {
  tenantId: string
  userId: string
  hash: string
}

interface Credentials {
  emailOrMobile: string
  password: string
  tenantName: string
  code?: string | undefined
}

/** What the tries for a name that belongs to nobody are counted under: it may be a password in the wrong field. */
function keyOfName({ tenantName, emailOrMobile }: Credentials, { digestsOf }: Pick<Tokens, 'digestsOf'>): string {
  const names = [tenantName, emailOrMobile].map((name) => name.trim().toLowerCase())
  return `name ${digestsOf('name tried', names.join('\n'))[0].toString('hex')}`
}

const markKey = randomBytes(32)

/** Whom an attempt is told of in the log: for a name that belongs to nobody, and may be a password in the wrong field, a mark. */
const whoseAttempt = (candidate: LoginCandidate | null, key: string) =>
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

/** The JSON that a query answers; undefined where it finds nothing. */
const readJson = <T>(query: Compilable) =>
  new OneStatement(query, ([row]): T | undefined => (row?.[0] ? JSON.parse(row[0]) : undefined))

const counted = (key: object, { allowed, window }: Limit) =>
  sql`app.count_attempt(${key}, ${sql.lit(allowed)}, ${sql.lit(window)})`

interface Reserved {
  candidate: LoginCandidate | null
  key: string
  /** The digest of the browser's secret, in hex digits, where the person has signed in with it before. */
  device: string | null
  ownWait: number
  addressWait: number
}
// A count that a power cut takes back harms nobody; whoever signs in from the same office waits for this one. From an address
// that has to wait nothing else is counted: no password is tried, and who tries on has nothing written by it.
const reserving = repeated(
  (tenantName: object, login: object, nameKey: object, addressKey: object, devices: object) =>
    sql`select row_to_json(reserved) from (
    select tried.*, case when "addressWait" > 0 or device is not null then 0 else ${counted(sql`key`, accountLimit)} end as "ownWait",
      set_config('synchronous_commit', 'off', true)
    from (select named.*, case when "addressWait" = 0 then encode(app.try_device("userId", ${devices}::bytea[]), 'hex') end as device
      from (select "userId", to_json(found) as candidate, coalesce(${sql.lit(attemptsKey(''))} || "userId", ${nameKey}) as key,
          ${counted(addressKey, addressLimit)} as "addressWait"
        from (values (1)) nobody left join (select tenant_id as "tenantId", user_id as "userId", password_hash as hash
          from app.find_login(${tenantName}, ${login}) limit 1) found on true) named) tried) reserved`,
)

/**
 * Looks up the person a sign-in names, if they may sign in, and counts the attempt before any password is tried: under one
 * key per person, however they are named, and under the address. From a browser that they have signed in with before it is
 * that browser's attempt alone: `secrets` are those that it sends.
 */
export async function reserve(
  { door, tokens, address }: PublicContext,
  credentials: Credentials,
  secrets: readonly string[],
) {
  const addressKey = keyOfAddress(address)
  const { tenantName, emailOrMobile } = credentials
  const devices = secrets.map(deviceDigest)
  const asked = reserving(tenantName, emailOrMobile, keyOfName(credentials, tokens), addressKey, devices)
  const reserved = await door.anonymous((db) => sentIn(db, readJson<Reserved>(asked)))
  if (!reserved) throw badCredentials()
  const { candidate, key, ownWait, addressWait } = reserved
  rememberWait(addressKey, addressWait)
  const device = secrets.find((_, at) => devices[at]?.toString('hex') === reserved.device)
  return { candidate, key, addressKey, device, ownWait, addressWait, whose: whoseAttempt(candidate, key) }
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

/** Who somebody is, with the flags of every module, their roles added up, as JSON. */
function sessionUserOf(userId: unknown) {
  const permissions = sql`select m.key as "moduleName", bool_or(p.can_create) as "canCreate", bool_or(p.can_view) as "canView",
      bool_or(p.can_edit) as "canEdit", bool_or(p.can_delete) as "canDelete", bool_or(p.can_report) as "canReport"
    from user_roles ur
    join roles r on r.id = ur.role_id and r.deleted_at is null
    join role_permissions p on p.role_id = ur.role_id
    join modules m on m.id = p.module_id and m.status and m.deleted_at is null
    where ur.user_id = ${userId} group by m.key order by m.key`
  return sql`select row_to_json(answer) from (select u.id, u.tenant_id as "tenantId", t.name as "tenantName", t.time_zone as "timeZone", u.username, u.email,
      u.profile_image as "profileImage", u.language, t.kind = 'OPERATOR' as "isOperator", t.is_sample as "isSample",
      t.requires_second_factor and f.user_id is null as "mustSetUpSecondFactor",
      (select coalesce(json_agg(held), '[]') from (${permissions}) held) as permissions
    from users u join tenants t on t.id = u.tenant_id
    left join second_factors f on f.user_id = u.id and f.confirmed_at is not null
    where u.id = ${userId}) answer`
}
const sessionUserStatement = repeated((userId: object) => sessionUserOf(userId))

/** Throws 401 when the user is gone. */
export function sessionUser(userId: string) {
  const { query, read } = readJson<SessionUser>(sessionUserStatement(userId))
  return new OneStatement(query, (rows) => {
    const found = read(rows)
    if (!found) throw noSession()
    return found
  })
}

export const setLanguage = (db: Db, userId: string, language: NonNullable<SessionUser['language']>) =>
  new OneStatement(
    db.updateTable('users').set({ language }).where('id', '=', userId).where('language', 'is distinct from', language),
    () => {},
  )

/** How long a session lasts without a refresh. */
const idleLimit = sql`interval '7 days'`

/** How long a live session lasts, in whole seconds: until it ends whatever is done, and until it ends unless refreshed. */
const life = [
  sql<number>`floor(extract(epoch from expires_at - clock_timestamp()))::int`.as('endsIn'),
  sql<number>`floor(extract(epoch from rotated_at + ${idleLimit} - clock_timestamp()))::int`.as('refreshWithin'),
] as const

/** Throws 401 when there is no such session. */
export async function lifeOf(db: Db, sessionId: string) {
  const found = await db.selectFrom('sessions').where('id', '=', sessionId).select(life).executeTakeFirst()
  if (!found) throw noSession()
  return found
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
  new OneStatement(
    db
      .updateTable('sessions')
      .set({ ended_at: sql`now()`, ended_because: because })
      .where('id', '=', sessionId)
      .where('ended_at', 'is', null),
    () => {},
  )

interface NewSession {
  id: string
  refreshHash: Buffer
  userAgent: string | undefined
  address: string
  /** The browser's secret. */
  device: string
}

interface Opened {
  /** Whether the person may still sign in, and the password is the one that was tried. */
  isHeld: boolean
  /** Null where a second factor is to be proved first. */
  life: { endsIn: number; refreshWithin: number } | null
  user: SessionUser
}

/** The password of somebody who may sign in, while it is the one that was tried; both stay so until the transaction ends. */
const held = ({ userId, hash }: LoginCandidate) => sql`select user_id from user_passwords
  where user_id = ${userId} and hash = ${hash} and app.hold_sign_in(user_id) for share`

/** Whether what was tried is still good. Before the second factor is looked at, as everywhere. */
export const holdSignIn = async (db: Db, candidate: LoginCandidate): Promise<boolean> =>
  (await held(candidate).execute(db)).rows.length > 0

/** From here to the end of the transaction, the person has proved to be who they are. */
export const noteProof = (db: Db, userId: string) => sql`select app.note_proof(${userId}::uuid)`.execute(db)

/**
/**
 * Stores the session of a sign-in whose password fits, where the person has no second factor, or has proved that it is
 * theirs; answers what is told of both. That makes the browser known as theirs, forgets the failures under the one key and
 * takes its own attempt off the address.
 */
export const openSession = (
  candidate: LoginCandidate,
  { id, refreshHash, userAgent, address, device }: NewSession,
  [key, addressKey]: [string, string],
) =>
  readJson<Opened>(
    sql`with held as materialized (${held(candidate)}),
      opened as (insert into sessions (id, user_id, refresh_hash, user_agent, address)
        select ${id}::uuid, user_id, ${refreshHash}::bytea, left(${userAgent ?? null}, 500), ${address}
        from held where not app.needs_code(user_id)
        returning ${sql.join([...life, sql`app.forgive_login(${key}, ${addressKey})`, sql`app.know_device(${candidate.userId}, ${deviceDigest(device)})`])})
    select row_to_json(answer) from (select exists (select from held) as "isHeld",
      (select json_build_object('endsIn', "endsIn", 'refreshWithin', "refreshWithin") from opened) as life,
      (${sessionUserOf(candidate.userId)}) as user) answer`,
  )

interface Factor {
  sealedSecret: Buffer
  lastStep: number
}

/** Locked, so that of two sign-ins with one code the second comes after the first. */
async function lockFactor(db: Db, userId: string): Promise<Factor | undefined> {
  return db
    .selectFrom('second_factors')
    .select(['sealed_secret as sealedSecret', 'last_step as lastStep'])
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .$narrowType<{ sealedSecret: NotNull }>()
    .forUpdate()
    .executeTakeFirst()
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
