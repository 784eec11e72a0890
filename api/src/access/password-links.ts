import * as z from 'zod/mini'
import { endpoint } from '../kernel/endpoint.ts'
import * as f from '../kernel/fields.ts'
import { newPassword } from './account.ts'

export const about = 'Links by which people choose a password.'

/** Hours until a link expires, unless it is used or replaced by a new one before. */
export const linkHours = 24

/** The page that a link opens. The secret stands behind the #, because browsers do not send that part to any server. */
export const linkScreen = '/reset'

export const passwordLink = z.object({
  /** The person's own e-mail address, when the link was mailed. */
  mailedTo: z.nullable(z.string()),
  /** Path and secret, when the link could not be mailed. Shown only once; the caller hands it to the person. */
  handOut: z.nullable(z.string()),
})
export type PasswordLink = z.infer<typeof passwordLink>

/** The response is not a record and may contain a secret, so it is not stored for repeated requests. */
export const createPasswordLink = endpoint({
  method: 'POST',
  path: '/platform/api/users/:id/password-link',
  summary: 'Create a link by which a person chooses a password, once within 24 hours; at most five links in 24 hours',
  allow: { module: 'User', can: 'canEdit' },
  signIn: 'others',
  outside: 'leave',
  scope: 'platform',
  params: f.idParams,
  response: passwordLink,
})

export const changePasswordByLink = endpoint({
  method: 'POST',
  path: '/auth/api/auth/password-by-link',
  summary: 'Choose a password by a link; the person’s sessions end, and a second factor stays',
  allow: 'public',
  body: z.strictObject({
    /** The part of the link behind the #. */
    link: z.string().check(z.minLength(1), z.maxLength(200)),
    newPassword,
    /** Required when the person has a second factor. */
    code: f.optional(f.text(40)),
  }),
  /** The person signs in with these and the new password. */
  response: z.object({ tenantName: z.string(), signInName: z.string() }),
})
