import type { Slice } from '../../app/slice.ts'
import { lazyScreen } from '../../ui/shell/Part.tsx'

export const slice: Slice = {
  screens: [
    [lazyScreen(() => import('./ReleaseRuleList.tsx'), 'ReleaseRuleList'), '/contracts/release-rules'],
    [
      lazyScreen(() => import('./ReleaseRuleForm.tsx'), 'ReleaseRuleForm'),
      '/contracts/release-rules/create',
      '/contracts/release-rules/$id',
      '/contracts/release-rules/$id/edit',
    ],
  ],
}
