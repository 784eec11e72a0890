import { filterDeposits } from '@plinth/api/deposits/deposits'
import type { SliceScreens } from '../src/slice-screens.ts'

export const screens: SliceScreens = {
  business: ['/contracts/money', '/contracts/money?quickFilters=OVERDUE', '/contracts/money?search=no+such'],
  lists: [{ path: '/contracts/money', call: filterDeposits }],
  shown: ['/contracts/money'],
}
