import type { ModuleName } from '@plinth/api/kernel/permissions'
import type { Icon } from '@tabler/icons-react'

export type SidebarGroup = 'administration' | 'work' | 'resources' | 'money'

/**
 * A line of the sidebar; it shows to those who may view its module. Those of a slice are the `sidebar` of its `sidebar.ts`, which
 * comes with the frame of whoever is signed in.
 */
export interface SidebarEntry {
  group: SidebarGroup
  to: string
  label: string
  module: ModuleName
  icon: Icon
  /** It has no screen of its own yet: it is folded away at the end. */
  isInPreparation?: true
  /** Where else the screens of the entry lie. */
  also?: string[]
}
