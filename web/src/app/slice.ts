import type { RouteComponent } from '@tanstack/react-router'

/** A screen, loaded when first needed, and every address that shows it. */
export type ScreenRoute = [screen: RouteComponent, ...paths: string[]]

/** What a slice adds to the frame of the pages, as `slice` of its `slice.ts`. All of it is in the first load of every page: what can come later does. */
export interface Slice {
  screens?: ScreenRoute[]
  /** Shown without a session, too. */
  openScreens?: ScreenRoute[]
  /** Addresses that lead to another, for whoever is signed in. */
  redirects?: Record<string, string>
}
