import type { Deadline } from '@plinth/api/reminders/deadlines'
import { Fragment, type ReactNode } from 'react'
import { today } from '../../lib/days.ts'
import { RowGroup, RowGroups } from '../../ui/list/RowGroups.tsx'
import type { FurtherPages } from '../../ui/list/useFurtherPages.ts'
import { useRowsFocus } from '../../ui/list/useRowsFocus.ts'
import type { DeadlineMarking } from './DeadlineFacts.tsx'
import { groupDeadlines } from './deadline-groups.ts'
import { deadlineKey } from './deadline-words.ts'
import { useWaiving } from './useWaiving.tsx'

interface Props<D extends Deadline> {
  found: FurtherPages<D>
  /** Renders a row: an `li` with `data-deadline`. `mark` is undefined if the user may not waive the deadline. */
  children: (deadline: D, now: string, mark: DeadlineMarking | undefined) => ReactNode
}

/** Deadlines under their headings, with a button for further pages and the dialog for waiving. */
export function DeadlineGroups<D extends Deadline>({ found, children }: Props<D>) {
  const { rows = [] } = found
  const now = today()
  const place = useRowsFocus<HTMLDivElement>(rows.length, { more: '[data-deadline] a', preventScroll: true })
  const { markOf, dialog } = useWaiving(place)
  return (
    <RowGroups place={place} found={found}>
      {groupDeadlines(rows, now).map(({ key, title, note, deadlines }) => (
        <RowGroup key={key} title={title} note={note} isLate={key === 'overdue'}>
          {deadlines.map((deadline) => (
            <Fragment key={deadlineKey(deadline)}>{children(deadline, now, markOf(deadline))}</Fragment>
          ))}
        </RowGroup>
      ))}
      {dialog}
    </RowGroups>
  )
}
