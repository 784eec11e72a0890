import type { Deadline } from '@plinth/api/reminders/deadlines'
import { type RefObject, useState } from 'react'
import { t } from '../../lib/language.ts'
import { lazyDialog } from '../../ui/shell/Part.tsx'
import type { DeadlineMarking } from './DeadlineFacts.tsx'
import { useMarks, useMayMark } from './useMarks.ts'

const WaiveDeadline = lazyDialog(() => import('./WaiveDeadline.tsx'), 'WaiveDeadline')

/** Waiving in a list of deadlines. Render `dialog` in the list. `place` gets the focus if the focused row disappears. */
export function useWaiving(place: RefObject<HTMLElement | null>) {
  const mayMark = useMayMark()
  const { waive, takeBack } = useMarks()
  const [waived, setWaived] = useState<Deadline>()

  /** Undefined if the user may not waive the deadline. */
  function markOf(deadline: Deadline): DeadlineMarking | undefined {
    if (!mayMark(deadline)) return undefined
    if (deadline.markId === null) return { label: t('Nothing to do'), run: () => setWaived(deadline) }
    return { label: t('Take back'), run: () => void takeBack(deadline) }
  }

  const dialog = waived && (
    <WaiveDeadline
      deadline={waived}
      onWaive={(reason) => waive(waived, reason)}
      onClose={() => {
        setWaived(undefined)
        if (document.activeElement === document.body) place.current?.focus({ preventScroll: true })
      }}
    />
  )
  return { markOf, dialog }
}
