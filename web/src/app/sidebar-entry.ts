import type { ModuleName } from '@plinth/api/kernel/permissions'
import type { Icon } from '@tabler/icons-react'

export type SidebarGroup = 'administration' | 'work' | 'resources' | 'money'

/**
 * A line of the sidebar, shown to users who may view its module. The lines of a slice are the `sidebar` of its `sidebar.ts`, which is
 * loaded with the frame of a signed-in user.
 */
export interface SidebarEntry {
  group: SidebarGroup
  to: string
  label: string
  module: ModuleName
  icon: Icon
  /** It has no screen of its own yet, and is folded away at the end. */
  isInPreparation?: true
  /** Further addresses of the entry's screens. */
  also?: string[]
}
