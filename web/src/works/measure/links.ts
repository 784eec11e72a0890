import { measurementLines } from '@plinth/api/works/measurement-lines.entity'
import { measurementSheets } from '@plinth/api/works/measurement-sheets.entity'
import { linksOf, type SliceLinks } from '../../app/slice-links.ts'
import { t } from '../../lib/language.ts'

export const links: SliceLinks[] = [
  linksOf(measurementSheets, { wire: () => import('@plinth/api/works/measurement-sheets') }),
  linksOf(measurementLines, { wire: () => import('@plinth/api/works/measurement-lines') }),
  { beginnings: [{ to: '/measure/new', label: t('New measurement sheet'), module: 'Measurement Book' }] },
]
