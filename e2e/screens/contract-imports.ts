import type { SliceScreens } from '../src/slice-screens.ts'

export const screens: SliceScreens = {
  business: ['/contracts/bulk-upload'],
  entered: ['/contracts/bulk-upload'],
}
