import type { SliceScreens } from '../src/slice-screens.ts'

export const screens: SliceScreens = {
  business: [
    '/reminders/coverage',
    '/reminders/coverage?state=COVERED',
    '/reminders/coverage?state=WAIVED',
    '/reminders/coverage?state=NO_RULE&kind=TENDER_CLOSES',
    '/reminders/coverage?view=kinds',
    '/reminders/coverage?view=undated',
  ],
  shown: ['/reminders/coverage'],
}
