import { sql } from 'kysely'
import type { Db } from '../../kernel/db/tenancy.ts'
import type { Tokens } from '../../kernel/secrets/tokens.ts'
import { recoveryHash, stepOf } from './auth.rules.ts'

interface Factor {
  sealedSecret: Buffer
  lastStep: number
}

/** Locks the factor, so that of two sign-ins with the same code the second is judged after the first. */
async function lockFactor(db: Db, userId: string): Promise<Factor | undefined> {
  const found = await sql<Factor>`select sealed_secret as "sealedSecret", last_step as "lastStep" from second_factors
    where user_id = ${userId} and confirmed_at is not null for update`.execute(db)
  return found.rows[0]
}

/** Uses up a recovery code. Returns false when the person has no such unused code. */
async function spendRecoveryCode(db: Db, userId: string, code: string): Promise<boolean> {
  const hash = recoveryHash(code, userId)
  if (!hash) return false
  const spent = await sql`update second_factors set recovery_hashes = array_remove(recovery_hashes, ${hash}::bytea)
    where user_id = ${userId} and ${hash}::bytea = any(recovery_hashes) returning user_id`.execute(db)
  return spent.rows.length > 0
}

/**
 * Whether a person whose password was right may go on: yes without a second factor, else with a code that was not used
 * before. Uses the code up.
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
  await sql`update second_factors set last_step = ${step} where user_id = ${userId}`.execute(db)
  return 'good'
}
