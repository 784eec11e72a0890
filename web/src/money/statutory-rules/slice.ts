import type { Slice } from '../../app/slice.ts'
import { lazyScreen } from '../../ui/shell/Part.tsx'

export const slice: Slice = {
  screens: [[lazyScreen(() => import('./StatutoryRules.tsx'), 'StatutoryRules'), '/payments/rules']],
}
