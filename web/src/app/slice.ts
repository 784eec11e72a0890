import type { RouteComponent } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import type { LazyScript } from '../lib/lazy-script.ts'

/** A lazily loaded screen, and every address that shows it. */
export type ScreenRoute = [screen: RouteComponent, ...paths: string[]]

/** What a slice adds to the frame of the pages, as `slice` of its `slice.ts`. Loaded with every page; keep it small. */
export interface Slice {
  screens?: ScreenRoute[]
  /** Screens that are also shown without a session. */
  openScreens?: ScreenRoute[]
  /** Addresses that redirect to another, for signed-in users. */
  redirects?: Record<string, string>
  /** The count on the bell, loaded when the page is idle. */
  bell?: LazyScript<{ UnreadCount: ComponentType }>
}
