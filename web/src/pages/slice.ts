import type { Slice } from '../app/slice.ts'
import { screenPart } from '../ui/shell/Part.tsx'
import { unbuilt } from './unbuilt.ts'

export const slice: Slice = {
  ...unbuilt,
  openScreens: [
    [screenPart(() => import('./Home.tsx'), 'Home'), '/'],
    [screenPart(() => import('./About.tsx'), 'About'), '/about'],
    [screenPart(() => import('./PlainPages.tsx'), 'Unauthorized'), '/unauthorized'],
  ],
}
