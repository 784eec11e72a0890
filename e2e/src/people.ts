import { login } from '@plinth/api/access/auth'
import { client } from '@plinth/server/testing/test-server'
import { inject } from 'vitest'

export interface Credentials {
  email: string
  password: string
  tenantName: string
}
/** Somebody of the sample company by their e-mail, or of another company by what they sign in with. */
export type Who = string | Credentials

export const credentialsOf = (who: Who): Credentials =>
  typeof who === 'string' ? { email: who, password: inject('password'), tenantName: 'Demo Infra' } : who

/** Who runs the installation. */
export const operator = (): Credentials => ({
  email: 'operator@plinth.local',
  password: inject('operatorPassword'),
  tenantName: 'Plinth',
})

export function sessionOf(who: Who) {
  const { email: emailOrMobile, password, tenantName } = credentialsOf(who)
  return client(inject('url')).ok(login, { body: { emailOrMobile, password, tenantName } })
}

/** Somebody over HTTP: to look up or prepare records that a test then meets on the screen. */
export async function person(who: Who) {
  const { accessToken } = await sessionOf(who)
  return client(inject('url'), accessToken)
}
