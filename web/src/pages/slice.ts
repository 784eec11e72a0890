import type { Slice } from '../app/slice.ts'
import { lazyScreen } from '../ui/shell/Part.tsx'
import { unbuilt } from './unbuilt.ts'

export const slice: Slice = {
  ...unbuilt,
  openScreens: [
    [lazyScreen(() => import('./Home.tsx'), 'Home'), '/'],
    [lazyScreen(() => import('./About.tsx'), 'About'), '/about'],
    [lazyScreen(() => import('./PlainPages.tsx'), 'Unauthorized'), '/unauthorized'],
  ],
}
