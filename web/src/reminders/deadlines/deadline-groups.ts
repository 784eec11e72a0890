import { daysAfter } from '@plinth/api/kernel/later-days'
import type { Obligation } from '@plinth/api/reminders/deadlines'
import { dayText } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { mondayOf } from '../../lib/weekdays.ts'

type Timed = Pick<Obligation, 'actBy' | 'markId'>

interface Heading {
  key: string
  title: string
  /** How far it goes, where its name does not say it. */
  note?: string
}

/** Duties under one heading. */
export interface DutyGroup<D extends Timed> extends Heading {
  duties: D[]
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

/** Duties under their headings, both in the order in which the duties come. */
export function groupDuties<D extends Timed>(duties: readonly D[], now: string): DutyGroup<D>[] {
  const groups = new Map<string, DutyGroup<D>>()
  for (const duty of duties) {
    const heading = headingOf(duty, now)
    const group = groups.get(heading.key) ?? { ...heading, duties: [] }
    group.duties.push(duty)
    groups.set(heading.key, group)
  }
  return [...groups.values()]
}
