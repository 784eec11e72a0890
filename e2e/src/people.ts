import { login } from '@plinth/api/auth'
import { client } from '@plinth/server/test-server'
import { inject } from 'vitest'

/** Somebody of the sample company, over HTTP: to look up or prepare records that a test then meets on the screen. */
export async function person(email: string) {
  const url = inject('url')
  const body = { emailOrMobile: email, password: inject('password'), tenantName: 'Demo Infra' }
  const { accessToken } = await client(url).ok(login, { body })
  return client(url, accessToken)
}
