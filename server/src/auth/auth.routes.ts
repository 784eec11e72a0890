import { randomUUID, timingSafeEqual } from 'node:crypto'
import { getSession, login, logout, refresh, setLanguage } from '@plinth/api/auth'
import { noSession } from '../kernel/errors.ts'
import { fitsPassword } from '../kernel/guessing.ts'
import type { PublicContext, Routes } from '../kernel/route.ts'
import type { Caller } from '../kernel/tenancy.ts'
import { refreshHash, type Tokens } from '../kernel/tokens.ts'
import * as auth from './auth.queries.ts'
import { badCode, badCredentials, codeNeeded, judgeRefresh, tooManyFailures } from './auth.rules.ts'

/** Both tokens of a session, of one generation. */
async function pair(tokens: Tokens, caller: Caller, generation: number) {
  const { tenantId, sessionId } = caller
  return {
    accessToken: await tokens.signAccess(caller),
    refreshToken: tokens.signRefresh({ tenantId, sessionId, generation }),
  }
}

/** Throws 401 or 429; what was wrong is told only to who gave the right password. */
async function signIn(credentials: auth.Credentials, context: PublicContext) {
  const { door, tokens, address, userAgent } = context
  const { candidate, key, addressKey, wait } = await door.anonymous((db) => auth.reserve(db, credentials, address))
  if (wait > 0) throw tooManyFailures(wait)
  const fits = await fitsPassword(candidate?.hash, credentials.password)
  if (!candidate || !fits) throw badCredentials()
  const { tenantId, userId } = candidate
  const caller = { tenantId, userId, sessionId: randomUUID() }
  const issued = await pair(tokens, caller, 0)
  const entered = await door.inTenant(tenantId, userId, async (db) => {
    if (!(await auth.holdPassword(db, candidate))) throw badCredentials()
    const verdict = await auth.judgeCode(db, userId, credentials.code, tokens)
    if (verdict === 'wrong') throw badCode()
    if (verdict === 'missing') {
      // An office that signs in with codes asks twice for each person: its address is not to run out by that.
      await auth.takeBackAttempt(db, addressKey)
      return undefined
    }
    await auth.forgiveAttempts(db, key, addressKey)
    const hash = refreshHash(issued.refreshToken)
    await auth.insertSession(db, { id: caller.sessionId, userId, refreshHash: hash, userAgent, address })
    return { ...issued, ...(await auth.lifeOf(db, caller.sessionId)), user: await auth.sessionUser(db, userId) }
  })
  if (!entered) throw codeNeeded()
  return entered
}

async function refreshSession(refreshToken: string, { door, tokens }: PublicContext) {
  const claim = tokens.readRefresh(refreshToken)
  if (!claim) throw noSession()
  const { tenantId, sessionId } = claim
  const next = await door.inTenant(tenantId, null, async (db) => {
    const session = await auth.lockLiveSession(db, sessionId)
    if (!session) return undefined
    const verdict = judgeRefresh(claim.generation, session.generation, session.secondsSinceRotation)
    const known =
      claim.generation !== session.generation || timingSafeEqual(session.refreshHash, refreshHash(refreshToken))
    if (verdict === 'replay' || !known) {
      // Returned, not thrown: the end of the session must be committed.
      await auth.endSession(db, sessionId, 'replay')
      return undefined
    }
    const generation = verdict === 'rotate' ? session.generation + 1 : session.generation
    const issued = await pair(tokens, { tenantId, sessionId, userId: session.userId }, generation)
    if (verdict === 'rotate') await auth.rotateSession(db, sessionId, generation, refreshHash(issued.refreshToken))
    return { ...issued, ...(await auth.lifeOf(db, sessionId)) }
  })
  if (!next) throw noSession()
  return next
}

export function authRoutes({ route, publicRoute }: Routes) {
  publicRoute(login, ({ body }, context) => signIn(body, context))
  publicRoute(refresh, ({ body }, context) => refreshSession(body.refreshToken, context))
  route(logout, async (_, { db, caller }) => {
    await auth.endSession(db, caller.sessionId, 'logout')
  })
  route(setLanguage, ({ body }, { db, caller }) => auth.setLanguage(db, caller.userId, body.language))
  route(getSession, (_, { db, caller }) => auth.sessionUser(db, caller.userId))
}
