import { Anchor } from '@mantine/core'
import type { BgPlan } from '@plinth/api/guarantees/bg-plans'
import { getInstrument } from '@plinth/api/guarantees/instruments'
import { Link } from '@tanstack/react-router'
import { dash } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { useCan } from '../../lib/useCan.ts'
import { instrumentPath } from '../instruments/instrument-name.ts'

/** The guarantee that a plan became, as a link for users who may see it. */
export function GuaranteeLink({ plan: { instrumentId, instrumentNumber } }: { plan: BgPlan }) {
  const maySee = useCan(getInstrument)
  if (!instrumentId) return dash
  if (!maySee) return t('Guarantee')
  return (
    <Anchor component={Link} to={instrumentPath({ id: instrumentId })} inherit underline="always">
      {instrumentNumber || t('No number')}
    </Anchor>
  )
}
