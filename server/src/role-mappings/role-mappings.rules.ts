import type { Flag } from '@plinth/api/kernel/permissions'
import type { UserPermission } from '@plinth/api/role-mappings'

/** A module, and for each flag that somebody's roles have on it the names of those roles. */
export interface ModuleHolding
  extends Pick<UserPermission, 'moduleId' | 'moduleName' | 'moduleDescription' | 'moduleStatus'> {
  roleNames: Partial<Record<Flag, string[]>>
}

/** What somebody may do in a module, by the roles that they hold. */
export function userPermission({ roleNames, ...module }: ModuleHolding): UserPermission {
  const names = (flag: Flag) => roleNames[flag] ?? []
  const counts = (flag: Flag) => module.moduleStatus && names(flag).length > 0
  return {
    ...module,
    canCreate: counts('canCreate'),
    canView: counts('canView'),
    canEdit: counts('canEdit'),
    canDelete: counts('canDelete'),
    canReport: counts('canReport'),
    grantedBy: {
      canCreate: names('canCreate'),
      canView: names('canView'),
      canEdit: names('canEdit'),
      canDelete: names('canDelete'),
      canReport: names('canReport'),
    },
  }
}
