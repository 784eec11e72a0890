import type { DeadlineKind } from '@plinth/api/reminders/deadlines'
import { type HappeningKind, happeningKinds, type Notification } from '@plinth/api/reminders/notifications'
import { recordPath } from '@plinth/api/reminders/record-path'
import { decimal } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import type { Search } from '../../lib/search.ts'
import { agendaPath } from '../deadlines/agenda-address.ts'
import { kindText, recordText } from '../deadlines/deadline-words.ts'
import { manyDeadlines, manyHappenings, type Tally, tallies } from './many-words.ts'

const isHappening = (kind: Notification['kind']): kind is HappeningKind => kind in happeningKinds
const isTally = (kind: Notification['kind']): kind is Tally => kind in tallies
const isDeadline = (kind: Notification['kind']): kind is DeadlineKind => !isTally(kind) && !isHappening(kind)

/** Whether the notification is for several records; otherwise for one, or for a deleted one. */
const isMany = ({ kind, count }: Notification) => isTally(kind) || count > 1

/** Whether the record of the notification was deleted. */
export const isGone = (notification: Notification) => notification.recordId === null && !isMany(notification)

/** Whether later steps of the same deadline may follow. */
export const hasNextStep = ({ reason, recordId }: Notification) =>
  recordId !== null && (reason === 'REMINDER' || reason === 'ESCALATION')

/** What the notification is about: "Guarantee expires", "27 tasks are due". */
export function whatText({ kind, count, recordId }: Notification): string {
  if (isTally(kind)) return count === 1 ? tallies[kind].one : tallies[kind].many(decimal(count))
  if (recordId === null && count > 1)
    return (isHappening(kind) ? manyHappenings[kind].text : manyDeadlines[kind])(decimal(count))
  return isDeadline(kind) ? kindText(kind) : translated(happeningKinds[kind].label)
}

/** The title of its record; empty for several records or a deleted one. */
export const titleText = ({ title, recordType }: Notification): string =>
  title === null || recordType === null ? '' : recordText({ title, recordType })

/** What the notification is about and its record, for accessible names. */
export const notificationText = (notification: Notification) =>
  [whatText(notification), titleText(notification)].filter(Boolean).join(', ')

interface Target {
  to: string
  search?: Search
}

/** The link of a notification: its record, or the list of its records; undefined for a deleted record. */
export function targetOf(notification: Notification): Target | undefined {
  const { kind, recordType, recordId, contractId } = notification
  if (recordType !== null && recordId !== null) return { to: recordPath({ recordType, recordId, contractId }) }
  if (!isMany(notification)) return undefined
  if (isTally(kind)) return { to: tallies[kind].to }
  return isHappening(kind) ? { to: manyHappenings[kind].to } : { to: agendaPath, search: { kind: [kind] } }
}

/** Who acted; empty if unknown. */
function doneBy({ actorName, reason, count }: Notification): string {
  if (actorName === null) return ''
  const values = { name: actorName }
  if (reason === 'ASSIGNED')
    return count > 1 ? t('{name} gave them to you', values) : t('{name} gave it to you', values)
  return reason === 'MENTIONED' ? t('{name} mentioned you', values) : t('by {name}', values)
}

/** The number of reminders if it is more than that of records, because of missed stages or several rules. */
const stagesText = ({ stages, count }: Notification) =>
  stages > count ? t('stands for {count} reminders', { count: decimal(stages) }) : ''

/** The reason of a notification; empty if unknown. A rule with the same name as the kind is left out. */
export function whyText(notification: Notification): string {
  const { kind, reason, rules } = notification
  if (isTally(kind)) return tallies[kind].why
  if (reason !== 'REMINDER' && reason !== 'ESCALATION') return doneBy(notification)
  const ruleNames = rules
    .map((rule) => translated(rule))
    .filter((rule) => rule !== whatText({ ...notification, count: 1 }))
  const named = { rules: ruleNames.join(', ') }
  const isNamed = ruleNames.length > 0
  const rulesText =
    reason === 'ESCALATION'
      ? isNamed
        ? t('Nobody acted, by the rule {rules}', named)
        : t('Nobody acted')
      : isNamed && t('by the rule {rules}', named)
  return [rulesText, stagesText(notification)].filter(Boolean).join(' · ')
}

const endings = {
  PERSON: '',
  RESOLVED: t('Done meanwhile'),
  MOVED: t('The day moved'),
  GONE: t('No longer there'),
  NEWER: t('Told anew'),
} as const

/** Why the notification is done, if the user did not do it. */
export const endingText = ({ doneBecause }: Notification) => (doneBecause === null ? '' : endings[doneBecause])

/** Whether a done notification can be restored; one that ended by itself would end again. */
export const isTakenBack = ({ doneBecause }: Pick<Notification, 'doneBecause'>) => doneBecause === 'PERSON'
