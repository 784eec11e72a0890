import { daysAfter } from '@plinth/api/kernel/later-days'
import type { Deadline } from '@plinth/api/reminders/deadlines'
import { dayText } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { mondayOf } from '../../lib/weekdays.ts'

type Timed = Pick<Deadline, 'actBy' | 'markId'>

interface Heading {
  key: string
  title: string
  /** How far it goes, where its name does not say it. */
  note?: string
}

/** Deadlines under one heading. */
export interface DeadlineGroup<D extends Timed> extends Heading {
  deadlines: D[]
}

/** Overdue, today, within the six days after it, as the wire counts them; then by week. What is waived is late for nobody. */
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

/** Deadlines under their headings, both in the order in which the deadlines come. */
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
