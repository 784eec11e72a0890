import { instrumentKinds } from '@plinth/api/guarantees/instrument-moves'
import { type Deadline, type DeadlineKind, deadlineKinds } from '@plinth/api/reminders/deadlines'
import { today } from '../../lib/days.ts'
import { dayText, words } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import { weekdayName, weekdayOf } from '../../lib/weekdays.ts'
import { leftUntil } from '../../ui/record/due.ts'

/** Which deadline it is, to tell it from every other. */
export type Which = Pick<Deadline, 'kind' | 'recordType' | 'recordId' | 'dueOn'>

/** Tells a deadline from every other: of a record, of one kind, for one day. */
export const deadlineKey = ({ kind, recordId, dueOn }: Which) => `${kind} ${recordId} ${dueOn}`

/** What a kind of deadline asks. */
export const kindText = (kind: DeadlineKind) => translated(deadlineKinds[kind].label)

/** What kinds of deadlines ask, each name once: documents of all modules expire by one. */
export const kindsText = (kinds: readonly DeadlineKind[]) => [...new Set(kinds.map(kindText))].join(', ')

/** Whether money or a right is lost where it is missed. */
export const isCritical = (kind: DeadlineKind) => 'isCritical' in deadlineKinds[kind]

const codes: readonly string[] = instrumentKinds

/** What the record is called; a paper without a number by its kind, and one without any name by what it is. */
export function recordText({ title, recordType }: Pick<Deadline, 'title' | 'recordType'>): string {
  if (title === '') return words(recordType)
  return recordType === 'INSTRUMENT' && codes.includes(title) ? words(title) : title
}

/** What it asks and of which record: "Hand in the bid, Kaveri bridge". */
export const deadlineText = (deadline: Pick<Deadline, 'kind' | 'title' | 'recordType'>) =>
  `${kindText(deadline.kind)}, ${recordText(deadline)}`

/** A day with the day of the week, which says why what is due then is done on another. */
export const dayOfWeekText = (day: string) => `${weekdayName(weekdayOf(day), 'short')} ${dayText(day)}`

/** How long until somebody has to act, or how late it is. */
export const leftText = ({ actBy }: Pick<Deadline, 'actBy'>, now = today()) => leftUntil(actBy, now, t('today'))
