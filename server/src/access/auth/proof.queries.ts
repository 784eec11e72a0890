import { sql } from 'kysely'
import type { Db } from '../../kernel/db/tenancy.ts'
import { invalid, noSession } from '../../kernel/errors.ts'
import type { StagedContext } from '../../kernel/http/call-contexts.ts'
import { fitsPassword } from '../../kernel/secrets/passwords.ts'
import { countThenRead, takeBackAttempt, workAndTakeBack } from './attempts.queries.ts'
import { attemptsKey } from './auth.rules.ts'
import { noteProof } from './sessions.queries.ts'
import { judgeCode } from './sign-in-codes.queries.ts'

/** The proof of who the caller is. */
interface Proof {
  currentPassword: string
  code?: string | null | undefined
}

/** Undefined for a person without a password. */
async function passwordHash(db: Db, userId: string): Promise<string | undefined> {
  const found = await sql<{ hash: string }>`select hash from user_passwords where user_id = ${userId}`.execute(db)
  return found.rows[0]?.hash
}

const wrongPassword = () => invalid([{ path: 'currentPassword', message: 'is not your present password' }])
/** The error for a missing or wrong code of a second factor. */
export const codeRefused = (verdict: 'missing' | 'wrong') =>
  verdict === 'missing'
    ? invalid([{ path: 'code', message: 'is needed: enter the one your app shows now' }])
    : invalid([{ path: 'code', message: 'is wrong or was used before: enter the one your app shows now' }])

/** Makes the change. It calls `finish` first, or after taking the locks that must come before those of `finish`. */
type Change<T> = (db: Db, finish: () => Promise<void>) => Promise<T>

/**
 * Checks the caller's present password, which counts like a sign-in, and returns a function that makes the change in
 * one transaction. Inside that transaction `finish` completes the proof: the password is still the same, and the code
 * is right if a second factor is set up. Until then the database rejects every change of how the caller signs in.
 * Throws 400 when either is wrong, 401 for a person who was deactivated or whose company was suspended, 429 after too
 * many attempts.
 */
export async function prove(context: StagedContext, { currentPassword, code }: Proof) {
  const { stage, caller, tokens } = context
  const { userId } = caller
  const hash = await countThenRead(context, (db) => passwordHash(db, userId))
  if (!hash || !(await fitsPassword(hash, currentPassword))) throw wrongPassword()
  return async <T>(change: Change<T>): Promise<T> => {
    let isProved = false
    const finish = async (db: Db) => {
      // Locks in the order of every sign-in. Of two changes at once, the second sees the result of the first.
      const company = await sql`select from tenants
        where id = ${caller.tenantId} and status = 'ACTIVE' and deleted_at is null for share`.execute(db)
      if (company.rows.length === 0) throw noSession()
      const self = await sql`select from users where id = ${userId} and is_active for no key update`.execute(db)
      if (self.rows.length === 0) throw noSession()
      const own = await sql`select from user_passwords
        where user_id = ${userId} and hash = ${hash} for no key update`.execute(db)
      if (own.rows.length === 0) throw wrongPassword()
      const verdict = await judgeCode(db, userId, code ?? undefined, tokens)
      if (verdict !== 'good') throw codeRefused(verdict)
      await noteProof(db, userId)
      isProved = true
    }
    try {
      return await workAndTakeBack(context, (db) => change(db, () => finish(db)))
    } catch (error) {
      // The proof was right, so an error after it is not a guess.
      if (isProved) await stage((db) => takeBackAttempt(db, attemptsKey(userId)))
      throw error
    }
  }
}

/** Proves who the caller is, then runs `work` in one transaction. */
export async function withProof<T>(context: StagedContext, proof: Proof, work: (db: Db) => Promise<T>): Promise<T> {
  const applyChange = await prove(context, proof)
  return applyChange(async (db, finish) => {
    await finish()
    return work(db)
  })
}
