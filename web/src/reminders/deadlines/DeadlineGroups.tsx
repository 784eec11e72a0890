import type { Obligation } from '@plinth/api/reminders/deadlines'
import { Fragment, type ReactNode } from 'react'
import { today } from '../../lib/days.ts'
import type { FurtherPages } from '../../ui/list/useFurtherPages.ts'
import { useRowsFocus } from '../../ui/list/useRowsFocus.ts'
import { ShowMore } from '../../ui/shell/ShowMore.tsx'
import classes from './Agenda.module.css'
import type { DutyMark } from './DeadlineFacts.tsx'
import { groupDuties } from './deadline-groups.ts'
import { dutyKey } from './deadline-words.ts'
import { useWaiving } from './useWaiving.tsx'

interface Props<Duty extends Obligation> {
  found: FurtherPages<Duty>
  /** A row: an item of a list, marked `data-duty`. Nothing may be said of a duty that has no mark. */
  children: (duty: Duty, now: string, mark: DutyMark | undefined) => ReactNode
}

/** Duties under their headings, further ones as they are asked for, and what is said about each where it stands. */
export function DutyGroups<Duty extends Obligation>({ found, children }: Props<Duty>) {
  const { rows = [], more, isFetching, isFetchingMore, fetchMore } = found
  const now = today()
  const place = useRowsFocus<HTMLDivElement>(rows.length, { more: '[data-duty] a', preventScroll: true })
  const { markOf, dialog } = useWaiving(place)
  return (
    <div ref={place} tabIndex={-1} className={classes['duties']} aria-busy={isFetching}>
      {groupDuties(rows, now).map(({ key, title, note, duties }) => (
        <section key={key} aria-label={title} className={classes['group']}>
          <h2 data-late={key === 'overdue' || undefined}>
            {title}
            {note && <span>{note}</span>}
          </h2>
          <ul>
            {duties.map((duty) => (
              <Fragment key={dutyKey(duty)}>{children(duty, now, markOf(duty))}</Fragment>
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
