import type { Deadline } from '@plinth/api/reminders/deadlines'
import { type RefObject, useState } from 'react'
import { t } from '../../lib/language.ts'
import { lazyDialog } from '../../ui/shell/Part.tsx'
import type { DeadlineMarking } from './DeadlineFacts.tsx'
import { useMarks, useMayMark } from './useMarks.ts'

const WaiveDeadline = lazyDialog(() => import('./WaiveDeadline.tsx'), 'WaiveDeadline')

/** How deadlines are waived and taken back in a list: `dialog` stands in it, and `place` takes the focus that a row takes along. */
export function useWaiving(place: RefObject<HTMLElement | null>) {
  const mayMark = useMayMark()
  const { waive, takeBack } = useMarks()
  const [waived, ask] = useState<Deadline>()

  /** Nothing by whoever may say nothing of it. */
  function markOf(deadline: Deadline): DeadlineMarking | undefined {
    if (!mayMark(deadline)) return undefined
    if (deadline.markId === null) return { label: t('Nothing to do'), run: () => ask(deadline) }
    return { label: t('Take back'), run: () => void takeBack(deadline) }
  }

  const dialog = waived && (
    <WaiveDeadline
      deadline={waived}
      onWaive={(reason) => waive(waived, reason)}
      onClose={() => {
        ask(undefined)
        if (document.activeElement === document.body) place.current?.focus({ preventScroll: true })
      }}
    />
  )
  return { markOf, dialog }
}
