import type { SliceScreens } from '../src/slice-screens.ts'

export const screens: SliceScreens = {
  open: ['/reset', '/reset#a.link'],
  administration: ['/account'],
  unguarded: { '/account': 'Your page' },
}
