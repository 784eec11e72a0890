import { IconPuzzle } from '@tabler/icons-react'
import type { Slice } from '../app/slice.ts'
import { t } from '../lib/language.ts'
import { screenPart } from '../ui/Part.tsx'

export const slice: Slice = {
  screens: [
    [screenPart(() => import('./ModuleList.tsx'), 'ModuleList'), '/admin/modules'],
    [
      screenPart(() => import('./ModuleForm.tsx'), 'ModuleForm'),
      '/admin/modules/create',
      '/admin/modules/edit/$id',
      '/admin/modules/$id',
      // Where the Edit button of a record that is read leads, as everywhere.
      '/admin/modules/$id/edit',
    ],
  ],
  sidebar: [
    {
      group: 'administration',
      to: '/admin/modules',
      label: t('Modules'),
      module: 'Modules',
      icon: IconPuzzle,
    },
  ],
}
