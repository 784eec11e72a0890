import * as api from '@plinth/api/access/password-links'
import type { Body } from '@plinth/api/kernel/endpoint'
import type { Db } from '../../kernel/db/tenancy.ts'
import { type PublicContext } from '../../kernel/http/call-contexts.ts'
import { type Limit, limitRate } from '../../kernel/http/rate-limits.ts'
import { byId, type Routes } from '../../kernel/http/route.ts'
import { hashPassword } from '../../kernel/secrets/passwords.ts'
import { hour, type Slice, type Surroundings } from '../../slice.ts'
import { tooManyFailures } from '../auth/auth.rules.ts'
import { codeRefused } from '../auth/proof.queries.ts'
import { judgeCode } from '../auth/sign-in-codes.queries.ts'
import { requireUnguessable } from '../users/users.queries.ts'
import { sweepSignInLetters } from './letters.queries.ts'
import * as links from './password-links.queries.ts'

/** Password choices by link allowed for one address. */
const linkLimit: Limit = { allowed: 30, window: '15 minutes' }

/** Signs nobody in: the sign-in after it still asks for everything it needs. */
async function changePassword(
  { link, newPassword, code }: Body<typeof api.changePasswordByLink>,
  { door, tokens, address, note }: PublicContext,
) {
  await limitRate(door, `password link ${address}`, linkLimit)
  const claim = tokens.readPasswordLink(link)
  if (!claim) throw links.deadLink()
  const { tenantId, id } = claim
  const inCompany = <T>(work: (db: Db) => Promise<T>) => door.inTenant(tenantId, null, work)
  const { userId, wait } = await inCompany(async (db) => {
    const holder = await links.holderOf(db, id)
    await requireUnguessable(db, holder, newPassword, 'newPassword')
    return { userId: holder, wait: await links.countTry(db, id) }
  })
  if (wait > 0) throw tooManyFailures(wait)
  const hash = await hashPassword(newPassword)
  const signInNames = await inCompany(async (db) => {
    await links.use(db, id, userId)
    const verdict = await judgeCode(db, userId, code ?? undefined, tokens)
    if (verdict !== 'good') throw codeRefused(verdict)
    return links.choosePassword(db, userId, hash)
  })
  note('password_changed', { tenantId, userId })
  return signInNames
}

function passwordLinkRoutes({ platformRoute, publicRoute }: Routes, { mailsLinks }: Surroundings) {
  platformRoute(api.createPasswordLink, byId, ({ params }, { db, tokens }) =>
    links.make(db, params.id, tokens, mailsLinks),
  )
  publicRoute(api.changePasswordByLink, ({ body }, context) => changePassword(body, context))
}

export const passwordLinkSlice: Slice = {
  routes: passwordLinkRoutes,
  events: { password_link_made: [api.createPasswordLink] },
  sweeps: ({ door }) => [
    { name: 'password_links', interval: hour, sweep: (round) => links.sweepPasswordLinks(door, round) },
    { name: 'sign_in_letters', interval: hour, sweep: (round) => sweepSignInLetters(door, round) },
  ],
}
