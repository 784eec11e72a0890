import { Anchor } from '@mantine/core'
import type { DepositQuickFilter } from '@plinth/api/deposits/deposits'
import { Link } from '@tanstack/react-router'
import { t } from '../../lib/language.ts'
import type { FilterValues } from '../../lib/list-address.ts'
import { useMayComplete } from './useMayComplete.ts'

export const completePath = '/contracts/instruments/complete'

const without: DepositQuickFilter = 'WITHOUT_INSTRUMENT'

/** Whether the list is filtered to deposits without an instrument. */
export const isWithout = ({ quickFilters }: FilterValues) => [quickFilters].flat().includes(without)

/** Link to the screen where the instruments of such deposits are entered, for users who may enter them. */
export function CompleteLink() {
  if (!useMayComplete()) return null
  return (
    <>
      {' · '}
      <Anchor component={Link} to={completePath} inherit underline="always">
        {t('Complete the register')}
      </Anchor>
    </>
  )
}
