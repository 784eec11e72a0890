import { Skeleton } from '@mantine/core'
import type { FacilityHeadroom } from '@plinth/api/guarantees/guarantee-headroom'
import { rupees } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import classes from './Guarantees.module.css'
import { sumsOf } from './limit-sums.ts'

type Sums = ReturnType<typeof sumsOf>

interface Sum {
  label: string
  value: (sums: Sums) => number
  /** The note below the value; false for none. */
  note?: (sums: Sums) => string | false
}

const shown: readonly Sum[] = [
  { label: t('Limits together'), value: ({ limit }) => limit },
  {
    label: t('Used'),
    value: ({ used }) => used,
    note: ({ elsewhere }) =>
      elsewhere > 0 && t('and {amount} under limits not in use any more', { amount: rupees(elsewhere) }),
  },
  { label: t('Planned today'), value: ({ planned }) => planned },
  {
    label: t('Free today'),
    value: ({ free }) => free,
    note: ({ over }) => over > 0 && t('elsewhere {amount} over the limit', { amount: rupees(over) }),
  },
]

/** The sums of all limits in one line. */
export function PlannerSums({ facilities }: { facilities: readonly FacilityHeadroom[] | undefined }) {
  const sums = facilities && sumsOf(facilities)
  return (
    <section aria-label={t('In all')} aria-busy={sums === undefined}>
      <dl className={classes['sums']}>
        {shown.map(({ label, value, note }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {sums ? rupees(value(sums)) : <Skeleton height="1em" width="60%" />}
              {sums && note?.(sums) && <small>{note(sums)}</small>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
