import * as z from 'zod/mini'
import * as f from '../kernel/fields.ts'
import { ofEachFlag } from '../kernel/permissions.ts'
import * as r from '../kernel/record.ts'

const held = ofEachFlag(z.boolean())

/** The permissions of a role in one module. */
export const rolePermission = z.object({ roleId: f.id, moduleId: f.id, moduleName: z.string(), ...held })
export type RolePermission = z.infer<typeof rolePermission>

/** The rows of a grid in a request: a module that is left out keeps its flags. */
export const gridRows = z
  .array(z.strictObject({ moduleId: f.id, ...held, ...r.ignored('roleId', 'moduleName', 'moduleDescription') }))
  .check(
    z.maxLength(500),
    z.refine((rows) => new Set(rows.map((row) => row.moduleId)).size === rows.length, {
      error: 'must name each module once',
    }),
  )

export const roleFields = { name: f.requiredText(100), description: f.optional(f.text(1000)) }

/** Fields of a role that cannot be edited: its company, and how many people hold it. */
const found = { tenantName: z.string(), userCount: z.int() }
const serverSet = ['tenantName', 'userCount'] as const

export const role = r.stored({ id: f.id, tenantId: f.id, ...roleFields, ...found })
export type Role = z.infer<typeof role>
/** A role with its grid: one row for every module that its company can use. */
export const roleWithGrid = z.extend(role, { permissions: z.array(rolePermission) })
export type RoleWithGrid = z.infer<typeof roleWithGrid>

const grid = { permissions: z.optional(gridRows) }
export const roleInput = r.createBody({ ...roleFields, ...grid, tenantId: f.optional(f.id) }, {}, [...serverSet])
export const roleEdit = r.editBody({ ...roleFields, ...grid }, [...serverSet, 'tenantId'])

/** A role of the person's company. `userId` is set when the person holds it. */
export const roleSelection = z.object({
  roleId: f.id,
  roleName: z.string(),
  description: z.nullable(z.string()),
  userId: z.nullable(f.id),
  grantedAt: z.nullable(f.moment),
  grantedByName: z.nullable(z.string()),
})
export type RoleSelection = z.infer<typeof roleSelection>

const granted = { grantedAt: f.moment, grantedByName: z.nullable(z.string()) }

export const roleMapping = z.object({ userId: f.id, roleId: f.id, roleName: z.string(), ...granted })
export type RoleMapping = z.infer<typeof roleMapping>

export const mappableRole = z.object({ id: f.id, name: z.string(), description: z.nullable(z.string()) })
export type MappableRole = z.infer<typeof mappableRole>

export const mappablePerson = z.object({
  id: f.id,
  username: z.string(),
  email: z.nullable(z.string()),
  mobileNo: z.nullable(z.string()),
  designation: z.nullable(z.string()),
  tenantName: z.string(),
  isActive: z.boolean(),
})
export type MappablePerson = z.infer<typeof mappablePerson>

/**
 * The permissions of a person in one module, and the roles they come from. On an inactive module every flag is false,
 * but `grantedBy` still names the roles.
 */
export const userPermission = z.object({
  moduleId: f.id,
  moduleName: z.string(),
  moduleDescription: z.nullable(z.string()),
  moduleStatus: z.boolean(),
  ...held,
  /** The names of the roles that each flag comes from, in alphabetical order. */
  grantedBy: z.object(ofEachFlag(z.array(z.string()))),
})
export type UserPermission = z.infer<typeof userPermission>
