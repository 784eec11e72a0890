import type { BidBank } from '@plinth/api/guarantees/guarantee-headroom'
import { useState } from 'react'
import { t } from '../../lib/language.ts'
import { ShowMore } from '../../ui/shell/ShowMore.tsx'
import { DayTable } from '../guarantee-headroom/DayTable.tsx'

const columns = [
  ['used', t('Used')],
  ['others', t('Others plan')],
  ['asked', t('This tender')],
  ['left', t('Left')],
] as const
const noteOf = ({ left }: { left: number }) => (left < 0 ? t('short') : undefined)

/** The number of days shown at first; more if the first short day comes later. */
const shownAtFirst = 8

/**
 * The used, planned and remaining amount of a limit, for each day on which something begins or ends while the tender
 * needs it.
 */
export function BidDays({ bank: { facilityName, days, firstShortOn } }: { bank: BidBank }) {
  const [isWhole, showAll] = useState(false)
  const seen = Math.max(shownAtFirst, 1 + days.findIndex(({ on }) => on === firstShortOn))
  const shown = isWhole ? days : days.slice(0, seen)
  return (
    <>
      <DayTable name={facilityName} columns={columns} days={shown} noteOf={noteOf} />
      <ShowMore left={days.length - shown.length} onClick={() => showAll(true)} data-screen-only />
    </>
  )
}
