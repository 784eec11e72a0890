import * as z from 'zod/mini'
import { endpoint } from '../kernel/endpoint.ts'
import * as f from '../kernel/fields.ts'
import { fileBytes } from '../kernel/files.ts'

export const about = 'The signed-in user’s own name, picture, password, second factor and sessions.'

const base = '/auth/api/account'

/** A password's length in characters, spaces included; any characters may be used. */
export const newPassword = z.string().check(
  z.minLength(8, { error: 'must have at least {min} characters' }),
  z.maxLength(128, { error: 'must have at most {max} characters' }),
  // A lone surrogate would be hashed as the replacement character, so that two passwords would be the same.
  z.refine((value) => value.isWellFormed(), { error: 'contains a character that cannot be stored' }),
)

/** The formats of a profile image. */
export const imageTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'] as const
export const imageFaults = {
  type: 'Unsupported image format. Allowed: JPEG, PNG, WEBP, GIF.',
  size: 'Image size must be under 2MB.',
}
export const imageUpload = { maxBytes: 2_097_152, tooLarge: imageFaults.size }

export const imageLink = z.object({ profileImage: z.nullable(z.string()) })

/** The signed-in user's own page: their name, picture and how they sign in. */
export const account = z.object({
  id: f.id,
  username: z.string(),
  email: z.nullable(z.string()),
  mobileNo: z.nullable(z.string()),
  designation: z.nullable(z.string()),
  tenantName: z.string(),
  profileImage: z.nullable(z.string()),
  passwordChangedAt: f.moment,
  /** Whether the user chose the present password themselves. */
  isPasswordOwn: z.boolean(),
  hasSecondFactor: z.boolean(),
  recoveryCodesLeft: z.int(),
  /** Whether the company requires a second factor. */
  requiresSecondFactor: z.boolean(),
})
export type Account = z.infer<typeof account>

export const getAccount = endpoint({
  method: 'GET',
  path: base,
  summary: 'The signed-in user’s own name, picture and sign-in names',
  allow: 'signed-in',
  response: account,
})

export const updateAccount = endpoint({
  method: 'PUT',
  path: base,
  summary: 'Change your own name',
  allow: 'signed-in',
  body: z.strictObject({ username: f.requiredText(200) }),
  response: account,
})

export const setAccountImage = endpoint({
  method: 'PUT',
  path: `${base}/profile-image`,
  summary: 'Replace your own profile image: a JPEG, PNG, WEBP or GIF, cropped to a square',
  allow: 'signed-in',
  upload: imageUpload,
  body: fileBytes,
  response: imageLink,
})

export const deleteAccountImage = endpoint({
  method: 'DELETE',
  path: `${base}/profile-image`,
  summary: 'Remove your own profile image',
  allow: 'signed-in',
})

/** Six digits from an authenticator app, or a recovery code. */
export const secondFactorCode = f.requiredText(40)

/** Proves who the caller is before they change how they sign in: an access token alone is not enough. */
export const proof = {
  currentPassword: z
    .string()
    .check(z.minLength(1, { error: 'is required' }), z.maxLength(128, { error: 'must have at most {max} characters' })),
  /** Required when the user has a second factor. */
  code: f.optional(f.text(40)),
}

export const changePassword = endpoint({
  method: 'PUT',
  path: `${base}/password`,
  summary: 'Change your own password; your other sessions end',
  allow: 'signed-in',
  signIn: 'own',
  body: z.strictObject({ ...proof, newPassword }),
})

export const changeSignInNames = endpoint({
  method: 'PUT',
  path: `${base}/sign-in-names`,
  summary: 'Change your own e-mail and mobile number for signing in; one of them may be empty',
  allow: 'signed-in',
  signIn: 'own',
  body: z.strictObject({ ...proof, email: f.optional(f.email), mobileNo: f.optional(f.mobile) }),
})

export const accountSession = z.object({
  id: f.id,
  createdAt: f.moment,
  lastUsedAt: f.moment,
  userAgent: z.nullable(z.string()),
  address: z.nullable(z.string()),
  isCurrent: z.boolean(),
})
export type AccountSession = z.infer<typeof accountSession>

export const listAccountSessions = endpoint({
  method: 'GET',
  path: `${base}/sessions`,
  summary: 'Your own sessions, the latest first',
  allow: 'signed-in',
  response: z.array(accountSession),
})

export const endAccountSession = endpoint({
  method: 'DELETE',
  path: `${base}/sessions/:sessionId`,
  summary: 'End one of your own sessions',
  allow: 'signed-in',
  params: z.object({ sessionId: f.id }),
})

export const endAllAccountSessions = endpoint({
  method: 'DELETE',
  path: `${base}/sessions`,
  summary: 'End all of your own sessions, including this one',
  allow: 'signed-in',
})

export const startSecondFactor = endpoint({
  method: 'POST',
  path: `${base}/second-factor`,
  summary: 'Begin setting up a second factor: the secret for an authenticator app',
  allow: 'signed-in',
  signIn: 'own',
  body: z.strictObject(proof),
  response: z.object({ secret: z.string(), uri: z.string() }),
})

export const confirmSecondFactor = endpoint({
  method: 'PUT',
  path: `${base}/second-factor`,
  summary: 'Finish setting up a second factor with a first code; answers the recovery codes, once',
  allow: 'signed-in',
  signIn: 'begun',
  body: z.strictObject({ code: secondFactorCode }),
  response: z.object({ recoveryCodes: z.array(z.string()) }),
})

export const removeSecondFactor = endpoint({
  method: 'PUT',
  path: `${base}/second-factor/removal`,
  summary: 'Remove your own second factor, if the company allows it',
  allow: 'signed-in',
  signIn: 'own',
  body: z.strictObject(proof),
})
