import { randomUUID, timingSafeEqual } from 'node:crypto'
import { getSession, login, logout, refresh, setLanguage } from '@plinth/api/access/auth'
import type { Body } from '@plinth/api/kernel/endpoint'
import { sentIn } from '../../kernel/db/statements.ts'
import { type AppError, noSession } from '../../kernel/errors.ts'
import type { PublicContext } from '../../kernel/http/call-contexts.ts'
import type { Routes } from '../../kernel/http/route.ts'
import type { SignInRefusal } from '../../kernel/log/security-events.ts'
import { fitsPassword } from '../../kernel/secrets/passwords.ts'
import { refreshHash } from '../../kernel/secrets/refresh-tokens.ts'
import { hour, type Slice } from '../../slice.ts'
import { type LoginCandidate, refuseKnownWait, reserve, takeBackAttempt } from './attempts.queries.ts'
import { badCode, badCredentials, codeNeeded, judgeRefresh, tooManyFailures } from './auth.rules.ts'
import { deviceCookie, deviceSecrets, newDeviceSecret } from './devices.rules.ts'
import { hasPasswordAndCode } from './past-lock.queries.ts'
import * as users from './session-user.queries.ts'
import * as sessions from './sessions.queries.ts'
import { judgeCode } from './sign-in-codes.queries.ts'

type Reserved = Awaited<ReturnType<typeof reserve>>

/** Throws 401 or 429. Only a caller who sent the right password learns what else was wrong. */
async function signIn({ replaces, ...credentials }: Body<typeof login>, context: PublicContext) {
  const { address, cookies, isSecure, setCookie, note } = context
  refuseKnownWait(address)
  const secrets = deviceSecrets(cookies, isSecure)
  const reserved = await reserve(context, credentials, secrets)
  const { candidate, ownWait, addressWait, device = newDeviceSecret(), whose } = reserved
  const refuse = (reason: SignInRefusal, refusal: AppError) => {
    note('sign_in_refused', { reason, ...whose })
    return refusal
  }
  if (addressWait > 0) throw refuse('locked', tooManyFailures(addressWait))
  const isPastLock = ownWait > 0
  if (isPastLock && !(await hasPasswordAndCode(credentials, reserved, context)))
    throw refuse('locked', tooManyFailures(ownWait))
  const fits = isPastLock || (await fitsPassword(candidate?.hash, credentials.password))
  if (!candidate || !fits) throw refuse('wrong', badCredentials())
  const { entered, newTokens, caller, verdict } = await enter(candidate, reserved, device, credentials.code, context)
  // Another request has used the code or changed the password meanwhile.
  if (isPastLock && !entered?.life) throw refuse('locked', tooManyFailures(ownWait))
  if (verdict === 'wrong') throw refuse('code_wrong', badCode())
  if (!entered?.isHeld) throw refuse('wrong', badCredentials())
  if (!entered.life) throw refuse('code_missing', codeNeeded())
  note('sign_in', caller)
  setCookie(deviceCookie([device, ...secrets.filter((secret) => secret !== device)], isSecure))
  await sessions.endReplacedSession(replaces, context)
  return { ...newTokens, ...entered.life, user: entered.user }
}

/**
 * Opens the session of a person whose password is right, if they have no second factor or the code is valid. Uses the
 * code up.
 */
async function enter(
  candidate: LoginCandidate,
  { key, addressKey, device: knownDevice, ownWait }: Reserved,
  device: string,
  code: string | undefined,
  { door, tokens, address, userAgent }: PublicContext,
) {
  const { tenantId, userId } = candidate
  const caller = { tenantId, userId, sessionId: randomUUID() }
  const newTokens = await sessions.issueTokens(tokens, caller, 0)
  const session = {
    id: caller.sessionId,
    refreshHash: refreshHash(newTokens.refreshToken),
    userAgent,
    address,
    device,
  }
  // From a known browser or past a lock the failures under the person's key stay counted, because others may have made
  // them.
  const forgiven = knownDevice !== undefined || ownWait > 0 ? '' : key
  const open = sessions.openSession(candidate, session, [forgiven, addressKey])
  const entered = await door.inTenant(tenantId, userId, () => open)
  if (!entered?.isHeld || entered.life) return { entered, newTokens, caller, verdict: 'good' as const }
  return door.inTenant(tenantId, userId, async (db) => {
    if (!(await sessions.holdSignIn(db, candidate)))
      return { entered: undefined, newTokens, caller, verdict: 'good' as const }
    const verdict = await judgeCode(db, userId, code, tokens)
    if (verdict === 'good') await sessions.noteProof(db, userId)
    // Two-step sign-ins in an office ask twice for each person; that must not use up the limit of its address.
    if (verdict === 'missing') await takeBackAttempt(db, addressKey)
    return { entered: verdict === 'good' ? await sentIn(db, open) : entered, newTokens, caller, verdict }
  })
}

async function refreshSession(refreshToken: string, { door, tokens, note }: PublicContext) {
  const claim = tokens.readRefresh(refreshToken)
  if (!claim) throw noSession()
  const { tenantId, sessionId } = claim
  const next = await door.inTenant(tenantId, null, async (db) => {
    const session = await sessions.lockLiveSession(db, sessionId)
    if (!session) return undefined
    const verdict = judgeRefresh(claim.generation, session.generation, session.secondsSinceRotation)
    const isKnownToken =
      claim.generation !== session.generation || timingSafeEqual(session.refreshHash, refreshHash(refreshToken))
    if (verdict === 'replay' || !isKnownToken) {
      // Returned, not thrown: the end of the session must be committed.
      await sentIn(db, sessions.endSession(sessionId, 'replay'))
      note('refresh_replayed', { tenantId, sessionId, userId: session.userId })
      return undefined
    }
    const generation = verdict === 'rotate' ? session.generation + 1 : session.generation
    const storedHash = verdict === 'repeat' ? session.refreshHash : undefined
    const newTokens = await sessions.issueTokens(
      tokens,
      { tenantId, sessionId, userId: session.userId },
      generation,
      storedHash,
    )
    if (verdict === 'rotate')
      await sessions.rotateSession(db, sessionId, generation, refreshHash(newTokens.refreshToken))
    return { ...newTokens, ...(await sessions.lifeOf(db, sessionId)) }
  })
  if (!next) throw noSession()
  return next
}

function authRoutes({ route, publicRoute }: Routes) {
  publicRoute(login, ({ body }, context) => signIn(body, context))
  publicRoute(refresh, ({ body }, context) => refreshSession(body.refreshToken, context))
  route(logout, (_, { caller }) => sessions.endSession(caller.sessionId, 'logout'))
  route(setLanguage, ({ body }, { caller }) => users.setLanguage(caller.userId, body.language))
  route(getSession, (_, { caller }) => users.sessionUser(caller.userId))
}

export const authSlice: Slice = {
  routes: authRoutes,
  events: { signed_out: [logout] },
  sweeps: ({ door }) => [{ name: 'sessions', interval: hour, sweep: (round) => sessions.sweepSessions(door, round) }],
}
