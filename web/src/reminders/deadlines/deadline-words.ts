import { instrumentKinds } from '@plinth/api/guarantees/instrument-moves'
import { type Deadline, type DeadlineKind, deadlineKinds } from '@plinth/api/reminders/deadlines'
import { today } from '../../lib/days.ts'
import { dayText, words } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import { weekdayName, weekdayOf } from '../../lib/weekdays.ts'
import { leftUntil } from '../../ui/record/due.ts'

/** The fields that identify a deadline. */
export type DeadlineIdentity = Pick<Deadline, 'kind' | 'recordType' | 'recordId' | 'dueOn'>

/** The unique key of a deadline, from kind, record and day. */
export const deadlineKey = ({ kind, recordId, dueOn }: DeadlineIdentity) => `${kind} ${recordId} ${dueOn}`

/** The name of a kind of deadline. */
export const kindText = (kind: DeadlineKind) => translated(deadlineKinds[kind].label)

/** The names of kinds, each once, because the kinds for documents of all modules share a name. */
export const kindsText = (kinds: readonly DeadlineKind[]) => [...new Set(kinds.map(kindText))].join(', ')

/** Whether money or a right is lost if the deadline is missed. */
export const isCritical = (kind: DeadlineKind) => 'isCritical' in deadlineKinds[kind]

const codes: readonly string[] = instrumentKinds

/** The title of the record. An instrument whose title is a kind gets the name of the kind, and a record without a title that of its type. */
export function recordText({ title, recordType }: Pick<Deadline, 'title' | 'recordType'>): string {
  if (title === '') return words(recordType)
  return recordType === 'INSTRUMENT' && codes.includes(title) ? words(title) : title
}

/** Kind and record: "Hand in the bid, Kaveri bridge". */
export const deadlineText = (deadline: Pick<Deadline, 'kind' | 'title' | 'recordType'>) =>
  `${kindText(deadline.kind)}, ${recordText(deadline)}`

/** A day with its weekday, which explains why the day by which to act differs. */
export const dayOfWeekText = (day: string) => `${weekdayName(weekdayOf(day), 'short')} ${dayText(day)}`

/** The days left until the day by which to act, or the days late. */
export const leftText = ({ actBy }: Pick<Deadline, 'actBy'>, now = today()) => leftUntil(actBy, now, t('today'))
