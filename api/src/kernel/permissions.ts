import * as z from 'zod/mini'
import { id, language, ofEachFlag } from './fields.ts'

/** Every module a permission can name, spelt as the sidebar and the permission grid show it. */
export const moduleNames = [
  'Home',
  'About',
  'Tenants',
  'User',
  'Modules',
  'Role',
  'UserRoleMapping',
  'Contracts',
  'Projects',
  'Project Tasks',
  'General Tasks',
  'Inventories',
  'Payroll',
  'Vehicles',
  'Vehicle Insurance',
  'Attendance',
  'Payments',
  'Estimations',
  'Reports',
  'GST',
  'Notification',
  'Reminders',
  'Audit Trail',
] as const
export type ModuleName = (typeof moduleNames)[number]

/** canView reads and searches; canCreate also uploads and imports; canReport exports. */
export const flags = ['canCreate', 'canView', 'canEdit', 'canDelete', 'canReport'] as const
export type Flag = (typeof flags)[number]

/**
 * Who may call an endpoint. A module and a flag are looked up in the database at every call; of several modules one is
 * enough to be let in, and the record that the call is about says which it must be. `orSelf` names the param that lets a
 * person call it about themselves without the flag.
 */
export type Allow = 'public' | 'signed-in' | { module: ModuleName | readonly ModuleName[]; can: Flag; orSelf?: string }

/** The modules that a call asks for one of; none where anybody signed in may call. */
export const modulesOf = (allow: Allow) => (typeof allow === 'string' ? [] : [allow.module].flat())

export const modulePermission = z.object({ moduleName: z.string(), ...ofEachFlag(z.boolean()) })
export type ModulePermission = z.infer<typeof modulePermission>

/** Whether these rows allow the call; module names match whatever their case. */
export function isAllowed(allow: Allow, permissions: readonly ModulePermission[]): boolean {
  if (typeof allow === 'string') return true
  const wanted = modulesOf(allow).map((name) => name.toLowerCase())
  return permissions.some((row) => wanted.includes(row.moduleName.toLowerCase()) && row[allow.can])
}

/** Who is signed in, with the permissions of this moment. */
export const sessionUser = z.object({
  id,
  tenantId: id,
  tenantName: z.string(),
  username: z.string(),
  email: z.nullable(z.string()),
  profileImage: z.nullable(z.string()),
  /** The one they have chosen, if any. */
  language: z._default(z.nullable(language), null),
  /** Of the company that runs the installation: sees people and roles of every company. */
  isOperator: z._default(z.boolean(), false),
  /** Of the sample company, whose records are made up. */
  isSample: z._default(z.boolean(), false),
  /** The company asks for a second factor that the person has yet to set up: only their own page is open to them. */
  mustSetUpSecondFactor: z._default(z.boolean(), false),
  permissions: z.array(modulePermission),
})
export type SessionUser = z.infer<typeof sessionUser>
