import type { Slice } from '../app/slice.ts'
import { lazyScreen } from '../ui/shell/Part.tsx'

const screen = lazyScreen(() => import('./PlainPages.tsx'), 'UnderConstruction')

/** Modules without a screen of their own yet. */
export const unbuilt: Slice = {
  screens: [[screen, '/payroll', '/estimations', '/reports', '/gst', '/tasks', '/attendance']],
  // (sic) this address has been published
  redirects: { '/attendane': '/attendance' },
}
