import type { RouteComponent } from '@tanstack/react-router'

/** What a slice registers: a path and the screen behind it, loaded when first needed, or another path to go to. */
export type ScreenRoute =
  | {
      path: string
      component: RouteComponent
      /** Shown without a session. */
      open?: true
    }
  | { path: string; redirectTo: string }
