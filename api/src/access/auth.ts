import * as z from 'zod/mini'
import { endpoint } from '../kernel/endpoint.ts'
import { language } from '../kernel/fields.ts'
import { nameKeyword } from '../kernel/filters.ts'
import { sessionUser } from '../kernel/permissions.ts'

export const about = 'Sign-in, sign-out and the session.'

const base = '/auth/api/auth'

const tokens = {
  accessToken: z.string(),
  refreshToken: z.string(),
  /** Seconds until the session ends, however often it is refreshed. A duration, not a moment, because clocks differ. */
  endsIn: z.int(),
  /** Seconds within which the session must be refreshed; otherwise it ends. */
  refreshWithin: z.int(),
}

const refreshToken = z.string().check(z.maxLength(200))

function credential(label: string, max: number) {
  const tooLong = { error: `${label} must be at most {max} characters` }
  return z.string().check(z.minLength(1, { error: `${label} is required` }), z.maxLength(max, tooLong))
}

/** The fields of every sign-in. Their errors are whole sentences, because the page shows them as they are. */
const credentials = {
  emailOrMobile: credential('E-mail or mobile number', 254),
  password: credential('Password', 128),
  tenantName: credential('Tenant name', 200),
}

export const loginBody = z.strictObject({
  ...credentials,
  /** A code from an authenticator app, or a recovery code, for users with a second factor. */
  code: z.optional(z.string().check(z.maxLength(40))),
  /** The refresh token of the session that this browser still has; that session ends. */
  replaces: z.optional(refreshToken),
})

/** Stands in this file, not with the other tenant calls, because the login page uses it and loads little else. */
export const searchTenantNames = endpoint({
  method: 'GET',
  path: '/platform/api/tenants/name-search',
  summary: 'Up to ten names of active companies that contain the keyword',
  allow: 'public',
  query: z.strictObject({ keyword: nameKeyword }),
  response: z.array(z.string()),
})

export const login = endpoint({
  method: 'POST',
  path: `${base}/login`,
  summary:
    'Sign in with an e-mail address or mobile number, a password, a company name and, if it is set up, a second factor',
  allow: 'public',
  body: loginBody,
  response: z.object({ ...tokens, user: sessionUser }),
})

export const refresh = endpoint({
  method: 'POST',
  path: `${base}/refresh`,
  summary: 'Exchange a refresh token for the next pair of tokens; a refresh token that is used twice ends the session',
  allow: 'public',
  body: z.strictObject({ refreshToken }),
  response: z.object(tokens),
})

export const logout = endpoint({
  method: 'POST',
  path: `${base}/logout`,
  summary: 'End this session: its access and refresh tokens stop working at once',
  allow: 'signed-in',
})

export const getSession = endpoint({
  method: 'GET',
  path: `${base}/session`,
  summary: 'The signed-in user with the current permissions',
  allow: 'signed-in',
  response: sessionUser,
})

export const setLanguage = endpoint({
  method: 'PUT',
  path: `${base}/language`,
  summary: 'Choose the language of the caller’s screens',
  allow: 'signed-in',
  body: z.strictObject({ language }),
})
