import type { SliceLinks } from '../../app/slice-links.ts'
import { t } from '../../lib/language.ts'

export const links: SliceLinks[] = [{ open: [{ to: '/login', label: t('Login'), only: 'guest' }] }]
