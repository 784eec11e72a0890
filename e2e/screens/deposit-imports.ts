import type { SliceScreens } from '../src/slice-screens.ts'

export const screens: SliceScreens = {
  business: ['/contracts/deposit-upload'],
  entered: ['/contracts/deposit-upload'],
}
