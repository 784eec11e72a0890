import * as api from '@plinth/api/account'
import type { Body } from '@plinth/api/kernel/endpoint'
import { proven, tryOnce } from '../auth/auth.queries.ts'
import { enrolment, newRecoveryCodes, newSecret, recoveryHash, stepOf } from '../auth/auth.rules.ts'
import { invalid } from '../kernel/errors.ts'
import { hashPassword } from '../kernel/passwords.ts'
import type { Routes, StagedContext } from '../kernel/route.ts'
import { squareImage } from '../users/images.rules.ts'
import { endSessions, removeImage, requireUnguessable, setImage } from '../users/users.queries.ts'
import * as account from './account.queries.ts'
import * as factors from './second-factor.queries.ts'

async function changePassword(
  { currentPassword, newPassword }: Body<typeof api.changePassword>,
  context: StagedContext,
): Promise<void> {
  const { userId, sessionId } = context.caller
  await context.stage((db) => requireUnguessable(db, userId, newPassword, 'newPassword'))
  if (newPassword === currentPassword) throw invalid([{ path: 'newPassword', message: 'must be another one' }])
  const from = await account.provePassword(context, currentPassword)
  const to = await hashPassword(newPassword)
  await proven(context, async (db) => {
    if (!(await account.replacePassword(db, userId, from, to))) throw account.wrongPassword()
    await endSessions(db, userId, 'password', sessionId)
  })
}

async function startSecondFactor(currentPassword: string, context: StagedContext) {
  const { caller, tokens } = context
  await account.provePassword(context, currentPassword)
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
  await account.provePassword(context, currentPassword)
  await proven(context, (db) => factors.remove(db, context.caller.userId))
}

/** An operator's own page is in the operator's own company, like everybody's. */
const self = () => null

export function accountRoutes({ route, stagedRoute }: Routes) {
  route(api.getAccount, (_, { db, caller }) => account.account(db, caller.userId))
  route(api.updateAccount, ({ body }, { db, caller }) => account.rename(db, caller.userId, body.username))
  stagedRoute(api.setAccountImage, self, async ({ body }, { stage, caller }) => {
    const content = await squareImage(body)
    return stage((db) => setImage(db, caller.userId, content))
  })
  route(api.deleteAccountImage, (_, { db, caller }) => removeImage(db, caller.userId))
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
