import { IconHistory } from '@tabler/icons-react'
import type { Slice } from '../app/slice.ts'
import { t } from '../lib/language.ts'
import { screenPart } from '../ui/Part.tsx'

export const slice: Slice = {
  screens: [[screenPart(() => import('./AuditTrail.tsx'), 'AuditTrail'), '/admin/audit-trail']],
  sidebar: [
    {
      group: 'administration',
      to: '/admin/audit-trail',
      label: t('Audit Trail'),
      module: 'Audit Trail',
      icon: IconHistory,
    },
  ],
}
