import * as z from 'zod/mini'
import { defaultTimeZone, id, language } from './fields.ts'

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
  'Credentials',
  'Measurement Book',
] as const
export type ModuleName = (typeof moduleNames)[number]

/** canView reads and searches; canCreate also uploads and imports; canReport exports. */
export const flags = ['canCreate', 'canView', 'canEdit', 'canDelete', 'canReport'] as const
export type Flag = (typeof flags)[number]

/** A field for each thing that somebody may do in a module. */
export const ofEachFlag = <T extends z.core.$ZodType>(schema: T) => ({
  canCreate: schema,
  canView: schema,
  canEdit: schema,
  canDelete: schema,
  canReport: schema,
})

/**
 * Who may call an endpoint. A module and a flag are looked up in the database at every call; of several modules one is
 * enough to be let in, and the record that the call is about says which it must be. `orSelf` names the param that lets a
 * person call it about themselves without the flag; each flag of `and` is asked for besides.
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

/** Who can keep a company going: they change people, change roles, and give them. */
export const administrators = {
  module: 'User',
  can: 'canEdit',
  and: [
    { module: 'Role', can: 'canEdit' },
    { module: 'UserRoleMapping', can: 'canCreate' },
  ],
} as const satisfies Allow

/** The flags that a call asks for besides the first. */
export const besides = (allow: Allow) => (typeof allow === 'string' ? [] : (allow.and ?? []))

/** The modules that a call asks for one of; none where anybody signed in may call. */
export const modulesOf = (allow: Allow) => (typeof allow === 'string' ? [] : [allow.module].flat())

export const modulePermission = z.object({ moduleName: z.string(), ...ofEachFlag(z.boolean()) })
export type ModulePermission = z.infer<typeof modulePermission>

/** Whether these rows allow the call; module names match whatever their case. */
export function isAllowed(allow: Allow, permissions: readonly ModulePermission[]): boolean {
  if (typeof allow === 'string') return true
  return [allow, ...besides(allow)].every((asked) => {
    const wanted = modulesOf(asked).map((name) => name.toLowerCase())
    return permissions.some((row) => wanted.includes(row.moduleName.toLowerCase()) && row[asked.can])
  })
}

/** Whether the person may make the call, about themselves where its `params` name them. */
export function mayCall(allow: Allow, user: { id: string; permissions: readonly ModulePermission[] }, params: object) {
  const self = typeof allow === 'object' && allow.orSelf
  const named: Readonly<Record<string, unknown>> = { ...params }
  return isAllowed(allow, user.permissions) || (self && named[self] === user.id)
}

/** Who is signed in, with the permissions of this moment. */
export const sessionUser = z.object({
  id,
  tenantId: id,
  tenantName: z.string(),
  username: z.string(),
  email: z.nullable(z.string()),
  profileImage: z.nullable(z.string()),
  /** The company's: moments are shown as they are there. */
  timeZone: z._default(z.string(), defaultTimeZone),
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
