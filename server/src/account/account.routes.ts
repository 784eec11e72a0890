import * as api from '@plinth/api/account'
import type { Body } from '@plinth/api/kernel/endpoint'
import { takeBackAttempt } from '../auth/auth.queries.ts'
import { accountLimit, attemptsKey, tooManyFailures } from '../auth/auth.rules.ts'
import { enrolment, newRecoveryCodes, newSecret, recoveryHash, stepOf } from '../auth/second-factor.rules.ts'
import { invalid } from '../kernel/errors.ts'
import { fitsPassword, hashPassword, requireUncommon } from '../kernel/passwords.ts'
import { countAttempt } from '../kernel/rate-limit.ts'
import type { Routes, StagedContext } from '../kernel/route.ts'
import type { Db } from '../kernel/tenancy.ts'
import * as images from '../users/images.queries.ts'
import { squareImage } from '../users/images.rules.ts'
import { endSessions } from '../users/users.queries.ts'
import * as account from './account.queries.ts'
import * as factors from './second-factor.queries.ts'

const wrongPassword = () => invalid([{ path: 'currentPassword', message: 'is not your present password' }])

/** Counts a try before it is judged; the count stays whatever comes of it. Throws 429. */
async function tryOnce<T>({ stage, caller }: StagedContext, read: (db: Db) => Promise<T>): Promise<T> {
  const { found, wait } = await stage(async (db) => ({
    found: await read(db),
    wait: await countAttempt(db, attemptsKey(caller.userId), accountLimit),
  }))
  if (wait > 0) throw tooManyFailures(wait)
  return found
}

/** Does what the caller has proved to be entitled to: the try was no failure. */
const proven = <T>({ stage, caller }: StagedContext, work: (db: Db) => Promise<T>): Promise<T> =>
  stage(async (db) => {
    const done = await work(db)
    await takeBackAttempt(db, attemptsKey(caller.userId))
    return done
  })

/** The hash of the present password. Throws 400 when it is another, 429 after too many tries. */
async function provePassword(context: StagedContext, password: string): Promise<string> {
  const hash = await tryOnce(context, (db) => account.passwordHash(db, context.caller.userId))
  if (!hash || !(await fitsPassword(hash, password))) throw wrongPassword()
  return hash
}

async function changePassword(
  { currentPassword, newPassword }: Body<typeof api.changePassword>,
  context: StagedContext,
): Promise<void> {
  const { userId, sessionId } = context.caller
  requireUncommon(newPassword, 'newPassword')
  if (newPassword === currentPassword) throw invalid([{ path: 'newPassword', message: 'must be another one' }])
  const from = await provePassword(context, currentPassword)
  const to = await hashPassword(newPassword)
  await proven(context, async (db) => {
    if (!(await account.replacePassword(db, userId, from, to))) throw wrongPassword()
    await endSessions(db, userId, 'password', sessionId)
  })
}

async function startSecondFactor(currentPassword: string, context: StagedContext) {
  const { caller, tokens } = context
  await provePassword(context, currentPassword)
  const secret = newSecret()
  const sealed = tokens.seal(secret, caller.userId)
  const label = await proven(context, (db) => factors.keepPending(db, caller.userId, sealed))
  return enrolment(secret, label)
}

async function confirmSecondFactor(code: string, context: StagedContext) {
  const { userId } = context.caller
  const { open, now } = context.tokens
  const pending = await tryOnce(context, (db) => factors.pendingSecret(db, userId))
  const secret = open(pending, userId)
  const step = secret && stepOf(code, secret, now())
  if (step === undefined) throw invalid([{ path: 'code', message: 'is not the one your app shows now' }])
  const recoveryCodes = newRecoveryCodes()
  const recoveryHashes = recoveryCodes.flatMap((each) => recoveryHash(each, userId) ?? [])
  await proven(context, (db) => factors.confirm(db, userId, pending, { step, recoveryHashes }))
  return { recoveryCodes }
}

async function removeSecondFactor(currentPassword: string, context: StagedContext): Promise<void> {
  await context.stage(factors.requireOptional)
  await provePassword(context, currentPassword)
  await proven(context, (db) => factors.remove(db, context.caller.userId))
}

/** An operator's own page is in the operator's own company, like everybody's. */
const self = () => null

export function accountRoutes({ route, stagedRoute }: Routes) {
  route(api.getAccount, (_, { db, caller }) => account.account(db, caller.userId))
  route(api.updateAccount, ({ body }, { db, caller }) => account.rename(db, caller.userId, body.username))
  stagedRoute(api.setAccountImage, self, async ({ body }, { stage, caller }) => {
    const content = await squareImage(body)
    return stage((db) => images.setImage(db, caller.userId, content))
  })
  route(api.deleteAccountImage, (_, { db, caller }) => images.removeImage(db, caller.userId))
  stagedRoute(api.changePassword, self, ({ body }, context) => changePassword(body, context))
  route(api.listAccountSessions, (_, { db, caller }) => account.liveSessions(db, caller))
  route(api.endAccountSession, ({ params }, { db, caller }) =>
    account.endOwnSession(db, caller.userId, params.sessionId),
  )
  route(api.endAllAccountSessions, async (_, { db, caller }) => {
    await endSessions(db, caller.userId, 'logout')
  })
  stagedRoute(api.startSecondFactor, self, ({ body }, context) => startSecondFactor(body.currentPassword, context))
  stagedRoute(api.confirmSecondFactor, self, ({ body }, context) => confirmSecondFactor(body.code, context))
  stagedRoute(api.removeSecondFactor, self, ({ body }, context) => removeSecondFactor(body.currentPassword, context))
}
