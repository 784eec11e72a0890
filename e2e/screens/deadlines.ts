import type { SliceScreens } from '../src/slice-screens.ts'

export const screens: SliceScreens = {
  business: [
    '/reminders',
    '/reminders?owner=ALL',
    '/reminders?owner=NOBODYS',
    '/reminders?owner=ALL&time=LATER&kind=TENDER_CLOSES',
  ],
  unguarded: { '/reminders': 'Agenda' },
}
