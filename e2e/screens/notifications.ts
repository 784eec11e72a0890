import type { SliceScreens } from '../src/slice-screens.ts'

export const screens: SliceScreens = {
  business: ['/notification', '/notification?box=SNOOZED', '/notification?box=DONE'],
  unguarded: { '/notification': 'Notification' },
}
