import type { SliceScreens } from '../src/slice-screens.ts'

export const screens: SliceScreens = {
  business: ['/payments/rules'],
  unguarded: { '/payments/rules': 'Rules of law and practice' },
}
