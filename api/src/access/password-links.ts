import * as z from 'zod/mini'
import { endpoint } from '../kernel/endpoint.ts'
import * as f from '../kernel/fields.ts'
import { newPassword } from './account.ts'

export const about = 'Links with which people choose a password.'

/** How long a link is good for, unless it is used or another is made. */
export const linkHours = 24

/** Where a person has a link of theirs: its secret is behind the #, which browsers send to nobody. */
export const linkScreen = '/reset'

export const passwordLink = z.object({
  /** The person's own e-mail, where it was mailed. */
  mailedTo: z.nullable(z.string()),
  /** Path and secret, where it could not be mailed: told this once, and to be handed to the person. */
  handOut: z.nullable(z.string()),
})
export type PasswordLink = z.infer<typeof passwordLink>

/** The answer is no record of its own, and may hold a secret: it is not kept to be answered again. */
export const createPasswordLink = endpoint({
  method: 'POST',
  path: '/platform/api/users/:id/password-link',
  summary: 'Make a link with which a person chooses a password, once within 24 hours; five times in 24 hours',
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
  summary: 'Choose a password with a link that was made for you; your sessions end, and a second factor stays',
  allow: 'public',
  body: z.strictObject({
    /** What stands behind the # of the link. */
    link: z.string().check(z.minLength(1), z.maxLength(200)),
    newPassword,
    /** Where a second factor is set up. */
    code: f.optional(f.text(40)),
  }),
  /** What one signs in with from then on, beside the password. */
  response: z.object({ tenantName: z.string(), signInName: z.string() }),
})
