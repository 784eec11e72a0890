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
  const found = await db.selectFrom('user_passwords').select('hash').where('user_id', '=', userId).executeTakeFirst()
  return found?.hash
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
      const company = db
        .selectFrom('tenants')
        .select('id')
        .where('id', '=', caller.tenantId)
        .where('status', '=', 'ACTIVE')
        .where('deleted_at', 'is', null)
      if (!(await company.forShare().executeTakeFirst())) throw noSession()
      const self = db.selectFrom('users').select('id').where('id', '=', userId).where('is_active', '=', true)
      if (!(await self.forNoKeyUpdate().executeTakeFirst())) throw noSession()
      const password = db
        .selectFrom('user_passwords')
        .select('user_id')
        .where('user_id', '=', userId)
        .where('hash', '=', hash)
      if (!(await password.forNoKeyUpdate().executeTakeFirst())) throw wrongPassword()
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
