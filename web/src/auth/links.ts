import type { SliceLinks } from '../app/slice-links.ts'
import { t } from '../lib/language.ts'

export const authLinks: SliceLinks = { open: [{ to: '/login', label: t('Login'), only: 'guest' }] }
