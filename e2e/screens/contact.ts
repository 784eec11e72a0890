import { filterContactMessages } from '@plinth/api/platform/contact'
import type { SliceScreens } from '../src/slice-screens.ts'

export const screens: SliceScreens = {
  open: ['/contact'],
  operation: ['/admin/contact-messages'],
  lists: [{ path: '/admin/contact-messages', call: filterContactMessages, ofOperator: true }],
  shown: ['/admin/contact-messages'],
}
