import type { SliceLinks } from '../app/slice-links.ts'
import { t } from '../lib/language.ts'

export const accountLinks: SliceLinks = { open: [{ to: '/account', label: t('Your page'), only: 'signed-in' }] }
