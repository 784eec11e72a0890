import * as z from 'zod/mini'
import { defaultTimeZone, id, language } from './fields.ts'

/** Every module that a permission can name, spelt as the sidebar and the permission grid show it. */
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
  'Credentials',
  'Measurement Book',
] as const
export type ModuleName = (typeof moduleNames)[number]

/** canView reads and searches; canCreate also uploads and imports; canReport exports. */
export const flags = ['canCreate', 'canView', 'canEdit', 'canDelete', 'canReport'] as const
export type Flag = (typeof flags)[number]

/** A field for each flag of a module. */
export const ofEachFlag = <T extends z.core.$ZodType>(schema: T) => ({
  canCreate: schema,
  canView: schema,
  canEdit: schema,
  canDelete: schema,
  canReport: schema,
})

/**
 * Who may call an endpoint. Module and flag are checked in the database at every call. One of several modules is enough
 * to enter, and the record of the call decides which one is needed. `orSelf` names the param by which people may call
 * it about themselves without the flag; each flag of `and` is needed as well.
 */
export type Allow =
  | 'public'
  | 'signed-in'
  | {
      module: ModuleName | readonly ModuleName[]
      can: Flag
      orSelf?: string
      and?: readonly { module: ModuleName; can: Flag }[]
    }

/** The people who can administer a company: they edit people and roles, and assign roles. */
export const administrators = {
  module: 'User',
  can: 'canEdit',
  and: [
    { module: 'Role', can: 'canEdit' },
    { module: 'UserRoleMapping', can: 'canCreate' },
  ],
} as const satisfies Allow

/** The flags that a call needs as well as the first. */
export const furtherFlags = (allow: Allow) => (typeof allow === 'string' ? [] : (allow.and ?? []))

/** The modules of which a call needs one; none if every signed-in user may call. */
export const modulesOf = (allow: Allow) => (typeof allow === 'string' ? [] : [allow.module].flat())

export const modulePermission = z.object({ moduleName: z.string(), ...ofEachFlag(z.boolean()) })
export type ModulePermission = z.infer<typeof modulePermission>

/** Whether these rows allow the call; module names match in any case. */
export function isAllowed(allow: Allow, permissions: readonly ModulePermission[]): boolean {
  if (typeof allow === 'string') return true
  return [allow, ...furtherFlags(allow)].every((asked) => {
    const wanted = modulesOf(asked).map((name) => name.toLowerCase())
    return permissions.some((row) => wanted.includes(row.moduleName.toLowerCase()) && row[asked.can])
  })
}

/** Whether the person may make the call, also about themselves if `params` name them. */
export function mayCall(allow: Allow, user: { id: string; permissions: readonly ModulePermission[] }, params: object) {
  const self = typeof allow === 'object' && allow.orSelf
  const named: Readonly<Record<string, unknown>> = { ...params }
  return isAllowed(allow, user.permissions) || (self && named[self] === user.id)
}

/** The signed-in user, with the current permissions. */
export const sessionUser = z.object({
  id,
  tenantId: id,
  tenantName: z.string(),
  username: z.string(),
  email: z.nullable(z.string()),
  profileImage: z.nullable(z.string()),
  /** The company's time zone, in which moments are shown. */
  timeZone: z._default(z.string(), defaultTimeZone),
  /** The language that the user has chosen, if any. */
  language: z._default(z.nullable(language), null),
  /** The user belongs to the company that runs the installation, and sees people and roles of every company. */
  isOperator: z._default(z.boolean(), false),
  /** The user belongs to the sample company, whose records are made up. */
  isSample: z._default(z.boolean(), false),
  /** The company requires a second factor that the user has not set up yet: only their own page is open to them. */
  mustSetUpSecondFactor: z._default(z.boolean(), false),
  permissions: z.array(modulePermission),
})
export type SessionUser = z.infer<typeof sessionUser>
