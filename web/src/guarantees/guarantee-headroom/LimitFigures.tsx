import type { FacilityHeadroom } from '@plinth/api/guarantees/guarantee-headroom'
import { counted, dayText, rupees } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { Swatch } from '../../ui/record/Parts.tsx'
import classes from './Guarantees.module.css'
import { partTones } from './LimitBar.tsx'
import { type BarPart, mostPlanned } from './limit-sums.ts'

interface Figure {
  label: string
  value: string
  note?: string
  /** The part of the bar that the figure belongs to. */
  part?: BarPart['part']
}

/** The number of plans, and their highest later sum if that is above today's. */
function plansText({ plans, steps }: FacilityHeadroom): string {
  const peak = mostPlanned(steps)
  const count = counted(plans, 'plan')
  if (!peak) return count
  return `${count}, ${t('{amount} from {day}', { amount: rupees(peak.planned), day: dayText(peak.on) })}`
}

function leftOf({ headroom }: FacilityHeadroom): Figure {
  return headroom < 0
    ? { label: t('Over the limit today'), value: rupees(-headroom), part: 'over' }
    : { label: t('Free today'), value: rupees(headroom), part: 'free' }
}

function figuresOf(limit: FacilityHeadroom): Figure[] {
  const { limitAmount, used, guarantees, planned, marginNeeded, marginHeld, freeCash, freeCashOn } = limit
  return [
    {
      label: t('Limit'),
      value: rupees(limitAmount),
      ...(!limit.isActive && { note: t('not in use any more') }),
    },
    { label: t('Used'), value: rupees(used), note: counted(guarantees, 'guarantee'), part: 'used' },
    { label: t('Planned today'), value: rupees(planned), note: plansText(limit), part: 'planned' },
    leftOf(limit),
    { label: t('Margin needed'), value: rupees(marginNeeded) },
    { label: t('Margin held'), value: rupees(marginHeld), note: t('pledged receipts') },
    {
      label: t('Cash for margins'),
      value: rupees(freeCash),
      ...(freeCash !== null && freeCashOn !== null && { note: t('as of {day}', { day: dayText(freeCashOn) }) }),
    },
  ]
}

/** The amounts of a limit as of today; four of them are the legend of its bar. */
export function LimitFigures({ limit }: { limit: FacilityHeadroom }) {
  return (
    <dl className={classes['figures']}>
      {figuresOf(limit).map(({ label, value, note, part }) => (
        <div key={label} data-part={part}>
          <dt>
            {part && <Swatch tone={partTones[part]} size="0.75rem" />}
            {label}
          </dt>
          <dd>
            {value}
            {note && <small>{note}</small>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
