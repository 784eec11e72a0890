import * as api from '@plinth/api/reminders/notification-mail'
import { notFound } from '../../kernel/errors.ts'
import type { PublicContext } from '../../kernel/http/call-contexts.ts'
import { type Limit, limitRate } from '../../kernel/http/rate-limits.ts'
import type { Routes } from '../../kernel/http/route.ts'
import { hour, type Slice, type Surroundings } from '../../slice.ts'
import { sweepMails } from './mail-retention.queries.ts'
import * as settings from './notification-settings.queries.ts'

/** The limit of forged tokens from one network address. */
const forgedLimit: Limit = { allowed: 20, window: '1 minute' }

/** Switches mail of a kind off for the user in the token, without a session, so that a mail program can call it. Throws 404 for a forged token. */
async function cancel(token: string, { door, tokens, address }: PublicContext) {
  const claim = tokens.readMailKind(token)
  const kind = api.mailKinds.find((known) => known === claim?.kind)
  if (!claim || !kind) {
    await limitRate(door, `unsubscribe ${address}`, forgedLimit)
    throw notFound()
  }
  const { tenantId, userId } = claim
  await door.inTenant(tenantId, userId, (db) => settings.switchOff(db, kind))
  return { kind }
}

function notificationMailRoutes({ route, publicRoute }: Routes, { hasMailServer }: Surroundings) {
  route(api.getNotificationSettings, (_, { db }) => settings.get(db, hasMailServer))
  route(api.updateNotificationSettings, ({ body }, { db }) => settings.update(db, body, hasMailServer))
  publicRoute(api.cancelMailKind, ({ params }, context) => cancel(params.token, context))
}

export const notificationMailSlice: Slice = {
  routes: notificationMailRoutes,
  sweeps: ({ door }) => [{ name: 'mails', interval: hour, sweep: (round) => sweepMails(door, round) }],
}
