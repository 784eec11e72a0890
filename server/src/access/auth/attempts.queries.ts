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

/**
 * The key that counts attempts for an unknown name. It is hashed because the name may be a password typed in the wrong
 * field.
 */
function keyOfName({ tenantName, emailOrMobile }: Credentials, { digestsOf }: Pick<Tokens, 'digestsOf'>): string {
  const names = [tenantName, emailOrMobile].map((name) => name.trim().toLowerCase())
  return `name ${digestsOf('name tried', names.join('\n'))[0].toString('hex')}`
}

const markKey = randomBytes(32)

/**
 * Names the account of an attempt in the log. An unknown name may be a password typed in the wrong field, so it gets a
 * keyed hash instead.
 */
const whoseAttempt = (candidate: LoginCandidate | null, key: string) =>
  candidate
    ? { tenantId: candidate.tenantId, userId: candidate.userId }
    : { account: createHmac('sha256', markKey).update(key).digest('hex').slice(0, 16) }

/** The key that counts failures from an address. */
const keyOfAddress = (address: string) => `address ${address}`

/** Throws 429 for an address that is known to have to wait, without a query. */
export function refuseKnownWait(address: string): void {
  const wait = knownWait(keyOfAddress(address))
  if (wait > 0) throw tooManyFailures(wait)
}

const countAttemptSql = (key: object, { allowed, window }: Limit) =>
  sql`app.count_attempt(${key}, ${sql.lit(allowed)}, ${sql.lit(window)})`

interface Reserved {
  candidate: LoginCandidate | null
  key: string
  /** The digest of the browser's secret in hexadecimal, if the person has signed in from this browser before. */
  device: string | null
  ownWait: number
  addressWait: number
}
// The commit is asynchronous: losing a count in a power cut does no harm, and sign-ins from the same office wait for
// this statement. While an address has to wait, nothing else is counted and no password is tried, so further attempts
// write nothing.
const reserving = repeated(
  (tenantName: object, login: object, nameKey: object, addressKey: object, devices: object) =>
    sql`select row_to_json(reserved) from (
    select tried.*, case when "addressWait" > 0 or device is not null then 0 else ${countAttemptSql(sql`key`, accountLimit)} end as "ownWait",
      set_config('synchronous_commit', 'off', true)
    from (select named.*, case when "addressWait" = 0 then encode(app.try_device("userId", ${devices}::bytea[]), 'hex') end as device
      from (select "userId", to_json(found) as candidate, coalesce(${sql.lit(attemptsKey(''))} || "userId", ${nameKey}) as key,
          ${countAttemptSql(addressKey, addressLimit)} as "addressWait"
        from (values (1)) nobody left join (select tenant_id as "tenantId", user_id as "userId", password_hash as hash
          from app.find_login(${tenantName}, ${login}) limit 1) found on true) named) tried) reserved`,
)

/**
 * Looks up the person that a sign-in names, if they may sign in, and counts the attempt before any password is tried:
 * under one key per person, whichever name was used, and under the address. An attempt from a browser that the person
 * has used before counts for that browser only; `secrets` are the device secrets that the browser sent.
 */
export async function reserve(
  { door, tokens, address }: PublicContext,
  credentials: Credentials,
  secrets: readonly string[],
) {
  const addressKey = keyOfAddress(address)
  const { tenantName, emailOrMobile } = credentials
  const devices = secrets.map(deviceDigest)
  const statement = reserving(tenantName, emailOrMobile, keyOfName(credentials, tokens), addressKey, devices)
  const reserved = await door.anonymous((db) => sentIn(db, jsonOf<Reserved>(statement)))
  if (!reserved) throw badCredentials()
  const { candidate, key, ownWait, addressWait } = reserved
  rememberWait(addressKey, addressWait)
  const device = secrets.find((_, at) => devices[at]?.toString('hex') === reserved.device)
  return { candidate, key, addressKey, device, ownWait, addressWait, whose: whoseAttempt(candidate, key) }
}

/** Takes one successful attempt off the count of a key; earlier failures stay. */
export const takeBackAttempt = (db: Db, key: string) => sql`select app.take_back_attempt(${key})`.execute(db)

/** Counts an attempt before it is judged; the count stays whatever the result is. Throws 429. */
export async function countThenRead<T>({ stage, caller }: StagedContext, read: (db: Db) => Promise<T>): Promise<T> {
  const { found, wait } = await stage(async (db) => ({
    found: await read(db),
    wait: await countAttempt(db, attemptsKey(caller.userId), accountLimit),
  }))
  if (wait > 0) throw tooManyFailures(wait)
  return found
}

/** Does the caller's work after a successful proof, and takes the attempt off the count. */
export const workAndTakeBack = <T>({ stage, caller }: StagedContext, work: (db: Db) => Promise<T>): Promise<T> =>
  stage(async (db) => {
    const done = await work(db)
    await takeBackAttempt(db, attemptsKey(caller.userId))
    return done
  })
