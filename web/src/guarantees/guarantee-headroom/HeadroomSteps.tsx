import type { HeadroomStep } from '@plinth/api/guarantees/guarantee-headroom'
import { t } from '../../lib/language.ts'
import { DayTable } from './DayTable.tsx'
import classes from './Headroom.module.css'

const columns = [
  ['used', t('Used')],
  ['planned', t('Planned')],
  ['headroom', t('Left')],
  ['expected', t('Left if papers come back as expected')],
] as const

/** The line as a collapsed table: from which day on how much is used, planned and left. */
export const HeadroomSteps = ({ steps, name }: { steps: readonly HeadroomStep[]; name: string }) => (
  <details className={classes['fold']}>
    <summary>{t('The same as a table')}</summary>
    <DayTable name={name} columns={columns} days={steps} isSmall />
  </details>
)
