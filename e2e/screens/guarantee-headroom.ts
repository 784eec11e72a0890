import type { SliceScreens } from '../src/slice-screens.ts'

export const screens: SliceScreens = {
  business: ['/payments/guarantees'],
  shown: ['/payments/guarantees'],
}
