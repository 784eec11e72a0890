import { companySettings } from '@plinth/api/platform/company-settings.entity'
import { holidays } from '@plinth/api/reminders/holidays.entity'
import { linksOf, type SliceLinks } from '../../app/slice-links.ts'

export const links: SliceLinks[] = [
  linksOf(holidays, { wire: () => import('@plinth/api/reminders/holidays') }),
  linksOf(companySettings, { wire: () => import('@plinth/api/platform/company-settings') }),
]
