import { createHmac, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { jsonOf } from '../../kernel/db/json-rows.ts'
import { repeated, sentIn } from '../../kernel/db/statements.ts'
import type { Db } from '../../kernel/db/tenancy.ts'
import type { PublicContext, StagedContext } from '../../kernel/http/call-contexts.ts'
import { countAttempt, knownWait, type Limit, rememberWait } from '../../kernel/http/rate-limits.ts'
import type { Tokens } from '../../kernel/secrets/tokens.ts'
import { accountLimit, addressLimit, attemptsKey, badCredentials, tooManyFailures } from './auth.rules.ts'
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
  const reserved = await door.anonymous((db) => sentIn(db, jsonOf<Reserved>(asked)))
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
