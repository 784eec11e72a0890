import type { SliceScreens } from '../src/slice-screens.ts'

export const screens: SliceScreens = {
  business: ['/reminders/holidays'],
  shown: ['/reminders/holidays'],
}
