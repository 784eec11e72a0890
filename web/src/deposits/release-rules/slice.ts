import type { Slice } from '../../app/slice.ts'
import { screenPart } from '../../ui/shell/Part.tsx'

export const slice: Slice = {
  screens: [
    [screenPart(() => import('./ReleaseRuleList.tsx'), 'ReleaseRuleList'), '/contracts/release-rules'],
    [
      screenPart(() => import('./ReleaseRuleForm.tsx'), 'ReleaseRuleForm'),
      '/contracts/release-rules/create',
      '/contracts/release-rules/$id',
      '/contracts/release-rules/$id/edit',
    ],
  ],
}
