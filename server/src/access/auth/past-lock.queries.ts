import { sql } from 'kysely'
import type { Db } from '../../kernel/db/tenancy.ts'
import type { PublicContext } from '../../kernel/http/call-contexts.ts'
import { fitsPassword } from '../../kernel/secrets/passwords.ts'
import type { Tokens } from '../../kernel/secrets/tokens.ts'
import type { LoginCandidate } from './attempts.queries.ts'
import { pastLockLimits, recoveryHash, stepOf } from './auth.rules.ts'

const { near, all, half } = pastLockLimits

/** Whether a code is valid at this moment. Does not use it up. */
async function isCodeGood(db: Db, userId: string, code: string, { open, now }: Tokens): Promise<boolean> {
  const recovery = recoveryHash(code, userId) ?? null
  const found = await sql<{ sealed: Buffer; lastStep: number; isRecovery: boolean }>`
    select sealed_secret as sealed, last_step as "lastStep",
      coalesce(${recovery}::bytea = any(recovery_hashes), false) as "isRecovery"
    from second_factors where user_id = ${userId} and confirmed_at is not null`.execute(db)
  const [factor] = found.rows
  if (!factor) return false
  const secret = open(factor.sealed, userId)
  const step = secret && stepOf(code, secret, now())
  return factor.isRecovery || (step !== undefined && step > factor.lastStep)
}

/** Counts an attempt before anything is judged. Returns false after too many attempts. */
async function mayTry({ door, address }: PublicContext, key: string): Promise<boolean> {
  const counted = await door.anonymous((db) =>
    sql<{ isOpen: boolean }>`select case when of_address > 0 then false
        else app.count_attempt(${`past lock ${key}`}, ${all.allowed}, ${all.window}::interval) = 0 end as "isOpen"
      from (select app.count_attempt(${`past lock ${key} ${address}`}, ${near.allowed}, ${near.window}::interval)
        as of_address) counted`.execute(db),
  )
  return counted.rows[0]?.isOpen ?? false
}

/**
 * Counts an attempt that had one of password and code right, because the other could then be guessed. Returns false
 * after too many of these lately.
 */
async function noteHalf({ door }: PublicContext, key: string, isHalf: boolean): Promise<boolean> {
  const noted = await door.anonymous((db) =>
    sql<{ isOpen: boolean }>`select app.locked_until(${`half ${key}`}, ${half.allowed - 1}) is null as "isOpen",
      case when ${isHalf}::boolean then app.count_attempt(${`half ${key}`}, ${half.allowed}, ${half.window}::interval) end`.execute(
      db,
    ),
  )
  return noted.rows[0]?.isOpen ?? false
}

/**
 * Whether a sign-in at a locked or unknown account has both the right password and the right code. Every other sign-in
 * takes as long, whatever is wrong with it, and somebody who has one of the two gets ten guesses a day at the other.
 */
export async function hasPasswordAndCode(
  { password, code }: { password: string; code?: string | undefined },
  { candidate, key }: { candidate: LoginCandidate | null; key: string },
  context: PublicContext,
): Promise<boolean> {
  if (!code?.trim() || !(await mayTry(context, key))) return false
  const { door, tokens } = context
  const { tenantId, userId } = candidate ?? { tenantId: '', userId: null }
  const [isPasswordRight, isCodeRight] = await Promise.all([
    fitsPassword(candidate?.hash, password),
    userId !== null && door.inTenant(tenantId, userId, (db) => isCodeGood(db, userId, code, tokens)),
  ])
  return (await noteHalf(context, key, isPasswordRight !== isCodeRight)) && isPasswordRight && isCodeRight
}
