import type { ModuleName } from '@plinth/api/kernel/permissions'
import type { Icon } from '@tabler/icons-react'
import type { RouteComponent } from '@tanstack/react-router'

/** A screen, loaded when first needed, and every address that shows it. */
export type ScreenRoute = [screen: RouteComponent, ...paths: string[]]

export type SidebarGroup = 'administration' | 'work' | 'resources' | 'money'

/** A line of the sidebar; it shows to those who may view its module. */
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

/** What a slice adds to the frame of the pages, as `slice` of its `slice.ts`. All of it is in the first load of every page: what can come later does. */
export interface Slice {
  screens?: ScreenRoute[]
  /** Shown without a session, too. */
  openScreens?: ScreenRoute[]
  /** Addresses that lead to another, for whoever is signed in. */
  redirects?: Record<string, string>
  sidebar?: SidebarEntry[]
}
