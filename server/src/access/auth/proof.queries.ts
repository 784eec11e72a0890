import type { Db } from '../../kernel/db/tenancy.ts'
import { invalid, noSession } from '../../kernel/errors.ts'
import type { StagedContext } from '../../kernel/http/call-contexts.ts'
import { fitsPassword } from '../../kernel/secrets/passwords.ts'
import { proven, takeBackAttempt, tryOnce } from './attempts.queries.ts'
import { attemptsKey } from './auth.rules.ts'
import { noteProof } from './sessions.queries.ts'
import { judgeCode } from './sign-in-codes.queries.ts'

/** What the caller has given to show who they are. */
interface Proof {
  currentPassword: string
  code?: string | null | undefined
}

/** Undefined for somebody without a password, whom no password fits. */
async function passwordHash(db: Db, userId: string): Promise<string | undefined> {
  const found = await db.selectFrom('user_passwords').select('hash').where('user_id', '=', userId).executeTakeFirst()
  return found?.hash
}

const wrongPassword = () => invalid([{ path: 'currentPassword', message: 'is not your present password' }])
/** What is refused for want of a good code of a second factor. */
export const codeRefused = (verdict: 'missing' | 'wrong') =>
  verdict === 'missing'
    ? invalid([{ path: 'code', message: 'is needed: enter the one your app shows now' }])
    : invalid([{ path: 'code', message: 'is wrong or was used before: enter the one your app shows now' }])

/** Changes what the caller has proved to be theirs; `finish` goes before that, and after whatever must be locked first. */
type Change<T> = (db: Db, finish: () => Promise<void>) => Promise<T>

/**
 * Tries the caller's present password, which counts like a sign-in, and answers what makes the change, all of it or nothing.
 * The change finishes the proof inside its own transaction: that the password still is that one, and the code, where a second
 * factor is set up. Until then the database lets nobody change how they sign in. Throws 400 where either is wrong, 401 for somebody
 * who was switched off or whose company was suspended, 429 after too many tries.
 */
export async function prove(context: StagedContext, { currentPassword, code }: Proof) {
  const { stage, caller, tokens } = context
  const { userId } = caller
  const hash = await tryOnce(context, (db) => passwordHash(db, userId))
  if (!hash || !(await fitsPassword(hash, currentPassword))) throw wrongPassword()
  return async <T>(change: Change<T>): Promise<T> => {
    let isProved = false
    const finish = async (db: Db) => {
      // In the order of every sign-in. Of two changes at once the second finds what the first has left.
      const company = db
        .selectFrom('tenants')
        .select('id')
        .where('id', '=', caller.tenantId)
        .where('status', '=', 'ACTIVE')
        .where('deleted_at', 'is', null)
      if (!(await company.forShare().executeTakeFirst())) throw noSession()
      const self = db.selectFrom('users').select('id').where('id', '=', userId).where('is_active', '=', true)
      if (!(await self.forNoKeyUpdate().executeTakeFirst())) throw noSession()
      const held = db
        .selectFrom('user_passwords')
        .select('user_id')
        .where('user_id', '=', userId)
        .where('hash', '=', hash)
      if (!(await held.forNoKeyUpdate().executeTakeFirst())) throw wrongPassword()
      const verdict = await judgeCode(db, userId, code ?? undefined, tokens)
      if (verdict !== 'good') throw codeRefused(verdict)
      await noteProof(db, userId)
      isProved = true
    }
    try {
      return await proven(context, (db) => change(db, () => finish(db)))
    } catch (error) {
      // What failed for another reason was no guess.
      if (isProved) await stage((db) => takeBackAttempt(db, attemptsKey(userId)))
      throw error
    }
  }
}

/** Proves who the caller is, then does what that entitles them to. */
export async function withProof<T>(context: StagedContext, proof: Proof, work: (db: Db) => Promise<T>): Promise<T> {
  const entitled = await prove(context, proof)
  return entitled(async (db, finish) => {
    await finish()
    return work(db)
  })
}
