import * as z from 'zod/mini'
import * as f from '../kernel/fields.ts'
import { ofEachFlag } from '../kernel/permissions.ts'
import * as r from '../kernel/record.ts'

const held = ofEachFlag(z.boolean())

/** What a role allows in one module. */
export const rolePermission = z.object({ roleId: f.id, moduleId: f.id, moduleName: z.string(), ...held })
export type RolePermission = z.infer<typeof rolePermission>

/** Rows of a grid as they are sent: a module left out stays as it is. */
export const gridRows = z
  .array(z.strictObject({ moduleId: f.id, ...held, ...r.ignored('roleId', 'moduleName', 'moduleDescription') }))
  .check(
    z.maxLength(500),
    z.refine((rows) => new Set(rows.map((row) => row.moduleId)).size === rows.length, {
      error: 'must name each module once',
    }),
  )

export const roleFields = { name: f.requiredText(100), description: f.optional(f.text(1000)) }

/** What a role carries beside the fields that are edited: whose it is, and how many people hold it. */
const found = { tenantName: z.string(), userCount: z.int() }
const serverSet = ['tenantName', 'userCount'] as const

export const role = r.stored({ id: f.id, tenantId: f.id, ...roleFields, ...found })
export type Role = z.infer<typeof role>
/** With its grid: a row for every module that its company can use. */
export const roleWithGrid = z.extend(role, { permissions: z.array(rolePermission) })
export type RoleWithGrid = z.infer<typeof roleWithGrid>

const grid = { permissions: z.optional(gridRows) }
export const roleInput = r.createBody({ ...roleFields, ...grid, tenantId: f.optional(f.id) }, {}, [...serverSet])
export const roleEdit = r.editBody({ ...roleFields, ...grid }, [...serverSet, 'tenantId'])

/** A role of the person's company; `userId` is the person's when they hold it. */
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

/** A role to map people to. */
export const mappableRole = z.object({ id: f.id, name: z.string(), description: z.nullable(z.string()) })
export type MappableRole = z.infer<typeof mappableRole>

/** Somebody to map roles to. */
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
 * What a person may do in one module, and through which roles. A flag says what counts: on a module that is switched
 * off none does, while `grantedBy` still names the roles that it would come from.
 */
export const userPermission = z.object({
  moduleId: f.id,
  moduleName: z.string(),
  moduleDescription: z.nullable(z.string()),
  moduleStatus: z.boolean(),
  ...held,
  /** For each flag the names of the roles it comes from, by the alphabet. */
  grantedBy: z.object(ofEachFlag(z.array(z.string()))),
})
export type UserPermission = z.infer<typeof userPermission>
