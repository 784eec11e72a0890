import type { Deadline } from '@plinth/api/reminders/deadlines'
import { Fragment, type ReactNode } from 'react'
import { today } from '../../lib/days.ts'
import type { FurtherPages } from '../../ui/list/useFurtherPages.ts'
import { useRowsFocus } from '../../ui/list/useRowsFocus.ts'
import { ShowMore } from '../../ui/shell/ShowMore.tsx'
import classes from './Agenda.module.css'
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
  const { rows = [], more, isFetching, isFetchingMore, fetchMore } = found
  const now = today()
  const place = useRowsFocus<HTMLDivElement>(rows.length, { more: '[data-deadline] a', preventScroll: true })
  const { markOf, dialog } = useWaiving(place)
  return (
    <div ref={place} tabIndex={-1} className={classes['deadlines']} aria-busy={isFetching}>
      {groupDeadlines(rows, now).map(({ key, title, note, deadlines }) => (
        <section key={key} aria-label={title} className={classes['group']}>
          <h2 data-late={key === 'overdue' || undefined}>
            {title}
            {note && <span>{note}</span>}
          </h2>
          <ul>
            {deadlines.map((deadline) => (
              <Fragment key={deadlineKey(deadline)}>{children(deadline, now, markOf(deadline))}</Fragment>
            ))}
          </ul>
        </section>
      ))}
      <ShowMore
        left={more}
        variant="default"
        size="sm"
        className={classes['more'] ?? ''}
        loading={isFetchingMore}
        onClick={() => void fetchMore()}
        data-screen-only
      />
      {dialog}
    </div>
  )
}
