import * as api from '@plinth/api/access/account'
import type { Body } from '@plinth/api/kernel/endpoint'
import { invalid } from '../../kernel/errors.ts'
import type { StagedContext } from '../../kernel/http/call-contexts.ts'
import type { Routes } from '../../kernel/http/route.ts'
import { hashPassword } from '../../kernel/secrets/passwords.ts'
import type { Slice } from '../../slice.ts'
import { countThenRead, workAndTakeBack } from '../auth/attempts.queries.ts'
import { enrolment, newRecoveryCodes, newSecret, recoveryHash, stepOf } from '../auth/auth.rules.ts'
import { prove, withProof } from '../auth/proof.queries.ts'
import { noteProof } from '../auth/sessions.queries.ts'
import { removeImage, setImage } from '../users/images.queries.ts'
import { squareImage } from '../users/images.rules.ts'
import { endSessions, requireUnguessable } from '../users/users.queries.ts'
import * as account from './account.queries.ts'
import * as factors from './second-factor.queries.ts'

async function changePassword(
  { newPassword, ...proof }: Body<typeof api.changePassword>,
  context: StagedContext,
): Promise<void> {
  const { caller } = context
  await context.stage((db) => requireUnguessable(db, caller.userId, newPassword, 'newPassword'))
  if (newPassword === proof.currentPassword) throw invalid([{ path: 'newPassword', message: 'must be another one' }])
  const applyChange = await prove(context, proof)
  const hash = await hashPassword(newPassword)
  await applyChange(async (db, finish) => {
    await finish()
    await account.setOwnPassword(db, caller, hash)
  })
}

async function startSecondFactor(proof: Body<typeof api.startSecondFactor>, context: StagedContext) {
  const { caller, tokens } = context
  const secret = newSecret()
  const sealed = tokens.seal(secret, caller.userId)
  const label = await withProof(context, proof, (db) => factors.storePending(db, caller.userId, sealed))
  return enrolment(secret, label)
}

async function confirmSecondFactor(code: string, context: StagedContext) {
  const { userId, sessionId } = context.caller
  const { open, now } = context.tokens
  const pending = await countThenRead(context, (db) => factors.pendingSecret(db, userId))
  const secret = open(pending, userId)
  const step = secret && stepOf(code, secret, now())
  if (step === undefined) throw invalid([{ path: 'code', message: 'is not the one your app shows now' }])
  const recoveryCodes = newRecoveryCodes()
  const recoveryHashes = recoveryCodes.flatMap((each) => recoveryHash(each, userId) ?? [])
  await workAndTakeBack(context, async (db) => {
    // A valid code proves that the caller knows the secret, and getting the secret needed the proof.
    await noteProof(db, userId)
    await factors.confirm(db, userId, pending, { step, recoveryHashes })
    await endSessions(db, userId, 'second factor', sessionId)
  })
  return { recoveryCodes }
}

async function removeSecondFactor(proof: Body<typeof api.removeSecondFactor>, context: StagedContext): Promise<void> {
  const { userId, sessionId } = context.caller
  await context.stage(factors.requireOptional)
  await withProof(context, proof, async (db) => {
    await factors.remove(db, userId)
    await endSessions(db, userId, 'second factor', sessionId)
  })
}

/** An operator's own page is in the operator's own company, as everybody's is. */
const self = () => null

function accountRoutes({ route, stagedRoute }: Routes) {
  route(api.getAccount, (_, { db, caller }) => account.account(db, caller.userId))
  route(api.updateAccount, ({ body }, { db, caller }) => account.rename(db, caller.userId, body.username))
  stagedRoute(api.setAccountImage, self, async ({ body }, { stage, caller }) => {
    const content = await squareImage(body, caller.tenantId)
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
  stagedRoute(api.changeSignInNames, self, ({ body: { currentPassword, code, ...names } }, context) =>
    withProof(context, { currentPassword, code }, (db) => account.setSignInNames(db, context.caller.userId, names)),
  )
  stagedRoute(api.startSecondFactor, self, ({ body }, context) => startSecondFactor(body, context))
  stagedRoute(api.confirmSecondFactor, self, ({ body }, context) => confirmSecondFactor(body.code, context))
  stagedRoute(api.removeSecondFactor, self, ({ body }, context) => removeSecondFactor(body, context))
}

export const accountSlice: Slice = {
  routes: accountRoutes,
  events: {
    sessions_ended: [api.endAccountSession, api.endAllAccountSessions],
    password_changed: [api.changePassword],
    second_factor_set_up: [api.confirmSecondFactor],
    second_factor_removed: [api.removeSecondFactor],
    person_changed: [api.changeSignInNames],
  },
}
