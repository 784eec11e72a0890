import type { SliceScreens } from '../src/slice-screens.ts'

export const screens: SliceScreens = {
  business: ['/contracts/instruments/complete'],
  entered: ['/contracts/instruments/complete'],
}
