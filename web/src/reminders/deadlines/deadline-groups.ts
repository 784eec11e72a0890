import { daysAfter } from '@plinth/api/kernel/later-days'
import type { Deadline } from '@plinth/api/reminders/deadlines'
import { dayText } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { mondayOf } from '../../lib/weekdays.ts'

type Timed = Pick<Deadline, 'actBy' | 'markId'>

interface Heading {
  key: string
  title: string
  /** The day or the end of the group, if the title does not state it. */
  note?: string
}

/** Deadlines under one heading. */
export interface DeadlineGroup<D extends Timed> extends Heading {
  deadlines: D[]
}

/** Overdue, today or within the six days after it, as the API counts them, then by week. A waived deadline is never overdue. */
function headingOf({ actBy, markId }: Timed, now: string): Heading {
  const last = daysAfter(now, 6)
  if (markId === null) {
    if (actBy < now) return { key: 'overdue', title: t('Overdue') }
    if (actBy === now) return { key: 'today', title: t('Today'), note: dayText(now) }
    if (actBy <= last) return { key: 'week', title: t('This week'), note: t('until {day}', { day: dayText(last) }) }
  }
  const monday = mondayOf(actBy)
  return { key: monday, title: t('Week of {day}', { day: dayText(monday) }) }
}

/** Groups deadlines under headings; both keep the order of the deadlines. */
export function groupDeadlines<D extends Timed>(deadlines: readonly D[], now: string): DeadlineGroup<D>[] {
  const groups = new Map<string, DeadlineGroup<D>>()
  for (const deadline of deadlines) {
    const heading = headingOf(deadline, now)
    const group = groups.get(heading.key) ?? { ...heading, deadlines: [] }
    group.deadlines.push(deadline)
    groups.set(heading.key, group)
  }
  return [...groups.values()]
}
