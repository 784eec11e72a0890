import type { Obligation } from '@plinth/api/reminders/deadlines'
import { type RefObject, useState } from 'react'
import { t } from '../../lib/language.ts'
import { part } from '../../ui/shell/Part.tsx'
import type { DutyMark } from './DeadlineFacts.tsx'
import { useMarks, useMayMark } from './useMarks.ts'

const WaiveDuty = part(() => import('./WaiveDeadline.tsx'), 'WaiveDuty', { over: true })

/** How duties are waived and taken back in a list: `dialog` stands in it, and `place` takes the focus that a row takes along. */
export function useWaiving(place: RefObject<HTMLElement | null>) {
  const mayMark = useMayMark()
  const { waive, takeBack } = useMarks()
  const [waived, ask] = useState<Obligation>()

  /** Nothing by whoever may say nothing of it. */
  function markOf(duty: Obligation): DutyMark | undefined {
    if (!mayMark(duty)) return undefined
    if (duty.markId === null) return { label: t('Nothing to do'), run: () => ask(duty) }
    return { label: t('Take back'), run: () => void takeBack(duty) }
  }

  const dialog = waived && (
    <WaiveDuty
      duty={waived}
      onWaive={(reason) => waive(waived, reason)}
      onClose={() => {
        ask(undefined)
        if (document.activeElement === document.body) place.current?.focus({ preventScroll: true })
      }}
    />
  )
  return { markOf, dialog }
}
