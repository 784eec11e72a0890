import * as z from 'zod/mini'
import { endpoint } from '../kernel/endpoint.ts'
import { exportBody, sheetTypes } from '../kernel/exports.ts'
import * as f from '../kernel/fields.ts'
import { fileBytes } from '../kernel/files.ts'
import { filterBy, textFilter } from '../kernel/filters.ts'
import { filterBody, page } from '../kernel/paging.ts'
import * as r from '../kernel/record.ts'
import { imageLink, imageUpload, newPassword } from './account.ts'

export const about = 'The people of a company, their pictures and how they sign in.'

const base = '/platform/api/users'

export const userFields = {
  /** The name shown in the product. If it is empty, the e-mail or mobile number is used. */
  username: f.optional(f.text(200)),
  email: f.optional(f.email),
  mobileNo: f.optional(f.mobile),
  designation: f.optional(f.text(100)),
  isActive: f.active,
  comment: f.optional(f.text(4000)),
}

/** Fields of a user that cannot be edited. `roles` are the names of the roles they hold, in alphabetical order. */
const found = { tenantName: z.string(), profileImage: z.nullable(z.string()), roles: z.nullable(z.string()) }
const serverSet = ['tenantName', 'profileImage', 'roles', 'hashedPassword'] as const

export const user = r.stored({ id: f.id, tenantId: f.id, ...userFields, username: z.string(), ...found })
export type User = z.infer<typeof user>

export const userInput = r
  .createBody(
    { ...userFields, tenantId: f.optional(f.id), roleId: f.optional(f.id), password: newPassword },
    { isActive: true },
    [...serverSet],
  )
  .check(
    z.refine((person) => Boolean(person.email || person.mobileNo), {
      error: 'or mobile number is required',
      path: ['email'],
      // Run even if other fields have errors, so that all errors are reported together.
      when: ({ value }) => typeof value === 'object' && value !== null,
    }),
  )

/** An empty password keeps the present one. */
const replacedPassword = z.optional(z.nullable(z.union([z.literal(''), newPassword])))
export const userEdit = r.editBody({ ...userFields, password: replacedPassword }, [...serverSet, 'tenantId'])

/**
 * The label of each field on screens and in exports. `roles` are the mapped roles; `designation`, labelled Role, only
 * describes the person's work.
 */
export const userLabels = {
  username: 'Name',
  email: 'E-mail',
  mobileNo: 'Mobile no.',
  designation: 'Role',
  roles: 'Roles held',
  isActive: 'Status',
  comment: 'Comment',
} as const satisfies Record<keyof typeof userFields | 'roles', string>

const userFilters = {
  /** Words; each may be in any part of the name, e-mail, mobile number or designation. */
  search: textFilter,
  username: textFilter,
  email: textFilter,
  mobileNo: textFilter,
  designation: textFilter,
  roles: textFilter,
  isActive: filterBy(z.boolean()),
  tenantId: filterBy(f.id),
}

export const audited = {
  users: { record: user, labels: userLabels },
}

export const filterUsers = endpoint({
  method: 'POST',
  path: `${base}/filter`,
  summary: 'Search people',
  allow: { module: 'User', can: 'canView' },
  scope: 'platform',
  body: filterBody(userFilters, user),
  response: page(user),
})

export const exportUsers = endpoint({
  method: 'POST',
  path: `${base}/export`,
  summary: 'The people found by a search as a sheet, with the requested columns',
  allow: { module: 'User', can: 'canReport' },
  scope: 'platform',
  body: exportBody(userFilters, user),
  download: Object.values(sheetTypes),
  response: fileBytes,
})

export const getUser = endpoint({
  method: 'GET',
  path: `${base}/:id`,
  summary: 'One person',
  allow: { module: 'User', can: 'canView', orSelf: 'id' },
  scope: 'platform',
  params: f.idParams,
  response: user,
})

export const createUser = endpoint({
  method: 'POST',
  path: base,
  summary: 'Create a person with a password and a role',
  allow: { module: 'User', can: 'canCreate' },
  alsoFor: { roleId: { module: 'UserRoleMapping', can: 'canCreate' } },
  signIn: 'new',
  scope: 'platform',
  status: 201,
  body: userInput,
  response: user,
})

export const updateUser = endpoint({
  method: 'PUT',
  path: `${base}/:id`,
  summary:
    'Change a person; a new password ends their sessions. People change their own password, e-mail and mobile number by calls of their account',
  allow: { module: 'User', can: 'canEdit' },
  signIn: 'others',
  scope: 'platform',
  params: f.idParams,
  body: userEdit,
  response: user,
})

export const deleteUser = endpoint({
  method: 'DELETE',
  path: `${base}/:id`,
  summary: 'Delete a person who is not the last administrator',
  allow: { module: 'User', can: 'canDelete' },
  scope: 'platform',
  params: f.idParams,
})

export const setUserImage = endpoint({
  method: 'PUT',
  path: `${base}/:id/profile-image`,
  summary: 'Replace a person’s profile image: a JPEG, PNG, WEBP or GIF, cropped to a square',
  allow: { module: 'User', can: 'canEdit' },
  scope: 'platform',
  params: f.idParams,
  upload: imageUpload,
  body: fileBytes,
  response: imageLink,
})

export const deleteUserImage = endpoint({
  method: 'DELETE',
  path: `${base}/:id/profile-image`,
  summary: 'Remove a person’s profile image',
  allow: { module: 'User', can: 'canEdit' },
  scope: 'platform',
  params: f.idParams,
})

/**
 * The address holds an id that cannot be guessed. It stops working when the image is replaced or its owner can no
 * longer sign in.
 */
export const getProfileImage = endpoint({
  method: 'GET',
  path: '/platform/api/profile-images/:tenantId/:imageId',
  summary: 'A profile image, by the address in the person’s record',
  allow: 'public',
  params: z.object({ tenantId: f.id, imageId: f.id }),
  download: ['image/webp'],
  response: fileBytes,
})

/** How a person signs in, for an administrator who is asked why they cannot. */
export const signInState = z.object({
  canSignIn: z.boolean(),
  lockedUntil: z.nullable(f.moment),
  lastSignInAt: z.nullable(f.moment),
  liveSessions: z.int(),
  passwordChangedAt: f.moment,
  hasSecondFactor: z.boolean(),
  /** The person has permissions that the caller lacks, so the caller may not change how they sign in. */
  isAbove: z.boolean(),
  /**
   * The caller is an operator from another company, so only the person may change their password, e-mail, mobile number
   * and second factor.
   */
  isOutside: z.boolean(),
})
export type SignInState = z.infer<typeof signInState>

export const getSignInState = endpoint({
  method: 'GET',
  path: `${base}/:id/sign-in`,
  summary: 'The sign-in state of a person: lock, second factor and sessions',
  allow: { module: 'User', can: 'canView' },
  scope: 'platform',
  params: f.idParams,
  response: signInState,
})

export const unlockUser = endpoint({
  method: 'POST',
  path: `${base}/:id/unlock`,
  summary: 'Reset the failed sign-ins of a person, so that they can try again now; at most three times in 24 hours',
  allow: { module: 'User', can: 'canEdit' },
  signIn: 'others',
  outside: 'leave',
  scope: 'platform',
  params: f.idParams,
})

export const resetUserSecondFactor = endpoint({
  method: 'DELETE',
  path: `${base}/:id/second-factor`,
  summary: 'Remove the second factor of a person who has lost it; at most three times in 24 hours',
  allow: { module: 'User', can: 'canEdit' },
  signIn: 'others',
  outside: 'never',
  scope: 'platform',
  params: f.idParams,
})

export const endUserSessions = endpoint({
  method: 'DELETE',
  path: `${base}/:id/sessions`,
  summary: 'End all sessions of a person; at most ten times in 24 hours',
  allow: { module: 'User', can: 'canEdit' },
  signIn: 'others',
  outside: 'leave',
  scope: 'platform',
  params: f.idParams,
})
