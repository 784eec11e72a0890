import { login } from '@plinth/api/access/auth'
import { client } from '@plinth/server/testing/test-server'
import { inject } from 'vitest'

export interface Credentials {
  email: string
  password: string
  tenantName: string
}
/** A person of the sample company by e-mail, or of another company by credentials. */
export type Who = string | Credentials

export const credentialsOf = (who: Who): Credentials =>
  typeof who === 'string' ? { email: who, password: inject('password'), tenantName: 'Demo Infra' } : who

/** The operator of the installation. */
export const operator = (): Credentials => ({
  email: 'operator@plinth.local',
  password: inject('operatorPassword'),
  tenantName: 'Plinth',
})

export function sessionOf(who: Who) {
  const { email: emailOrMobile, password, tenantName } = credentialsOf(who)
  return client(inject('url')).ok(login, { body: { emailOrMobile, password, tenantName } })
}

/** A signed-in HTTP client, to look up or prepare the records that a test then sees on the screen. */
export async function person(who: Who) {
  const { accessToken } = await sessionOf(who)
  return client(inject('url'), accessToken)
}
