import { IconCreditCard, IconShieldCheck, IconTruck } from '@tabler/icons-react'
import type { Slice } from '../app/slice.ts'
import { t } from '../lib/language.ts'
import { screenPart } from '../ui/Part.tsx'

export const slice: Slice = {
  screens: [
    [
      screenPart(() => import('./SupportingDocs.tsx'), 'SupportingDocs'),
      '/contracts/$id/supporting-docs',
      // Without a contract, which the screen tells.
      '/contracts/supporting-docs',
    ],
    [screenPart(() => import('./DocumentPages.tsx'), 'VehicleDocuments'), '/vehicles/$'],
    [screenPart(() => import('./DocumentPages.tsx'), 'InsuranceDocuments'), '/vehicle-insurance/$'],
    [screenPart(() => import('./DocumentPages.tsx'), 'PaymentDocuments'), '/payments/$'],
  ],
  sidebar: [
    { group: 'resources', to: '/vehicles', label: t('Vehicles'), module: 'Vehicles', icon: IconTruck },
    {
      group: 'resources',
      to: '/vehicle-insurance',
      label: t('Vehicle insurance'),
      module: 'Vehicle Insurance',
      icon: IconShieldCheck,
    },
    { group: 'money', to: '/payments', label: t('Payments'), module: 'Payments', icon: IconCreditCard },
  ],
}
