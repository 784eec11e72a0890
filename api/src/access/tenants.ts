import * as z from 'zod/mini'
import { endpoint } from '../kernel/endpoint.ts'
import { exportBody, sheetTypes } from '../kernel/exports.ts'
import * as f from '../kernel/fields.ts'
import { fileBytes } from '../kernel/files.ts'
import { nameKeyword, textFilter } from '../kernel/filters.ts'
import { filterBody, page } from '../kernel/paging.ts'
import { administrators } from '../kernel/permissions.ts'
import * as r from '../kernel/record.ts'
import { newPassword, proof } from './account.ts'

export const about = 'The companies of the installation, and the sign-in policy of the caller’s own.'

const base = '/platform/api/tenants'

/** The statuses known by name. Any other text may be stored, but people can sign in only while it is ACTIVE. */
export const tenantStatuses = ['ACTIVE', 'SUSPENDED', 'TERMINATED', 'DELETED'] as const

/** Spells a known status in capitals, whatever case it was typed in. */
const tenantStatus = z.pipe(
  f.requiredText(32),
  z.transform((typed: string) => tenantStatuses.find((known) => known === typed.toUpperCase()) ?? typed),
)

const subdomain = f
  .text(63)
  .check(z.regex(/^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/, { error: 'must be small letters, digits and hyphens' }))
const schemaName = f
  .text(63)
  .check(z.regex(/^[a-z_][a-z0-9_]*$/, { error: 'must be small letters, digits and underscores' }))

export const tenantFields = {
  name: f.requiredText(200),
  /** Derived from the name when it is left out. */
  subdomain: z.optional(subdomain),
  schemaName: z.optional(schemaName),
  contactEmail: f.optional(f.email),
  mobileNo: f.optional(f.mobile),
  whatsAppNo: f.optional(f.mobile),
  status: tenantStatus,
  /** The time zone of the days and hours that the company's people see, search and export by. */
  timeZone: f.timeZone,
  /** Everybody in the company must set up a second factor before they can do anything else. */
  requiresSecondFactor: z.boolean(),
  comment: f.optional(f.text(4000)),
}

const serverSet = ['kind'] as const

export const tenant = r.stored({
  id: f.id,
  ...tenantFields,
  status: f.freeStatus,
  kind: z.enum(['OPERATOR', 'CUSTOMER']),
})
export type Tenant = z.infer<typeof tenant>

/** An empty form sends null for a name that is to be derived. */
const derivedFields = { subdomain: f.optional(subdomain), schemaName: f.optional(schemaName) }
const statusOfNew = tenantStatus.check(
  z.refine((status) => status !== 'DELETED', { error: 'must not be DELETED: a new company is there' }),
)
export const tenantInput = r.createBody(
  { ...tenantFields, ...derivedFields, status: statusOfNew },
  { status: 'ACTIVE', timeZone: f.defaultTimeZone, requiresSecondFactor: false },
  [...serverSet],
)
export const tenantEdit = r.editBody(tenantFields, [...serverSet])

const anyStatus = f.text(32)
const statusFilter = f.optional(
  z.pipe(
    z.union([z.array(anyStatus), anyStatus]),
    z.transform((statuses) => [statuses].flat().filter(Boolean)),
  ),
)

/** The label of each field on screens and in exports. */
export const tenantLabels = {
  name: 'Name',
  subdomain: 'Subdomain',
  schemaName: 'Schema name',
  contactEmail: 'Contact e-mail',
  mobileNo: 'Mobile no.',
  whatsAppNo: 'WhatsApp no.',
  status: 'Status',
  timeZone: 'Time zone',
  requiresSecondFactor: 'Second factor required',
  comment: 'Comment',
} as const satisfies Record<keyof typeof tenantFields, string>

const tenantFilters = {
  /** Words; each may be in any part of the name, subdomain, e-mail or numbers. */
  search: textFilter,
  name: textFilter,
  subdomain: textFilter,
  contactEmail: textFilter,
  mobileNo: textFilter,
  whatsAppNo: textFilter,
  status: statusFilter,
}

export const audited = {
  tenants: { record: tenant, labels: tenantLabels },
}

export const filterTenants = endpoint({
  method: 'POST',
  path: `${base}/filter`,
  summary: 'Search companies',
  allow: { module: 'Tenants', can: 'canView' },
  scope: 'platform',
  body: filterBody(tenantFilters, tenant),
  response: page(tenant),
})

export const exportTenants = endpoint({
  method: 'POST',
  path: `${base}/export`,
  summary: 'The companies found by a search as a sheet, with the requested columns',
  allow: { module: 'Tenants', can: 'canReport' },
  scope: 'platform',
  body: exportBody(tenantFilters, tenant),
  download: Object.values(sheetTypes),
  response: fileBytes,
})

export const getTenant = endpoint({
  method: 'GET',
  path: `${base}/:id`,
  summary: 'One company',
  allow: { module: 'Tenants', can: 'canView' },
  scope: 'platform',
  params: f.idParams,
  response: tenant,
})

export const createTenant = endpoint({
  method: 'POST',
  path: `${base}/create`,
  summary: 'Create a company, with the roles that companies start with',
  allow: { module: 'Tenants', can: 'canCreate' },
  scope: 'platform',
  status: 201,
  body: tenantInput,
  response: tenant,
})

export const updateTenant = endpoint({
  method: 'PUT',
  path: `${base}/:id`,
  summary: 'Change a company; any status but ACTIVE ends its sessions',
  allow: { module: 'Tenants', can: 'canEdit' },
  scope: 'platform',
  params: f.idParams,
  body: tenantEdit,
  response: tenant,
})

export const deleteTenant = endpoint({
  method: 'DELETE',
  path: `${base}/:id`,
  summary: 'Delete a company: its status becomes DELETED and its sessions end',
  allow: { module: 'Tenants', can: 'canDelete' },
  scope: 'platform',
  params: f.idParams,
})

export const searchTenants = endpoint({
  method: 'GET',
  path: `${base}/search-tenant-by-names`,
  summary: 'Up to ten companies whose name contains the keyword',
  allow: { module: 'Tenants', can: 'canView' },
  scope: 'platform',
  query: z.strictObject({ keyword: nameKeyword }),
  response: z.array(z.object({ id: f.id, name: z.string(), status: z.string() })),
})

/**
 * The caller's own company, which replaces the sample: its name, and the sign-in of its first administrator, the
 * caller.
 */
export const ownCompanyInput = z.strictObject({
  ...proof,
  name: tenantFields.name,
  username: f.requiredText(200),
  email: f.email,
  mobileNo: f.optional(f.mobile),
  password: newPassword,
})

export const startOwnCompany = endpoint({
  method: 'POST',
  path: `${base}/start-own`,
  summary:
    'Erase the sample company of the caller with all its records and people, and continue with a company of one’s own and a new sign-in',
  allow: { module: 'User', can: 'canDelete' },
  signIn: 'own',
  body: ownCompanyInput,
})

/** The rules of a company for its people's sign-ins. */
export const securityPolicy = z.object({ requiresSecondFactor: z.boolean() })

export const getSecurityPolicy = endpoint({
  method: 'GET',
  path: `${base}/own/security`,
  summary: 'The sign-in policy of the caller’s company',
  allow: { module: 'User', can: 'canView' },
  response: securityPolicy,
})

export const updateSecurityPolicy = endpoint({
  method: 'PUT',
  path: `${base}/own/security`,
  summary: 'Require a second factor of everybody in the caller’s company, or stop requiring it; for administrators',
  allow: administrators,
  body: z.strictObject({ requiresSecondFactor: z.boolean() }),
  response: securityPolicy,
})
