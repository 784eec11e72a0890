import { instrumentKinds } from '@plinth/api/instrument-moves'
import { type Obligation, type ObligationKind, obligationKinds } from '@plinth/api/obligations'
import { daysBetween, today } from '../lib/days.ts'
import { counted, dayText, words } from '../lib/format.ts'
import { t, translated } from '../lib/language.ts'
import { weekdayName, weekdayOf } from '../lib/weekdays.ts'

/** Which duty it is, to tell it from every other. */
export type Which = Pick<Obligation, 'kind' | 'recordType' | 'recordId' | 'dueOn'>

/** Tells a duty from every other: of a record, of one kind, for one day. */
export const dutyKey = ({ kind, recordId, dueOn }: Which) => `${kind} ${recordId} ${dueOn}`

/** What a kind of duty asks. */
export const kindText = (kind: ObligationKind) => translated(obligationKinds[kind].label)

/** Whether money or a right is lost where it is missed. */
export const isCritical = (kind: ObligationKind) => 'isCritical' in obligationKinds[kind]

const codes: readonly string[] = instrumentKinds

/** What the record is called; a paper without a number by its kind, and one without any name by what it is. */
export function recordText({ title, recordType }: Pick<Obligation, 'title' | 'recordType'>): string {
  if (title === '') return words(recordType)
  return recordType === 'INSTRUMENT' && codes.includes(title) ? words(title) : title
}

/** What it asks and of which record: "Hand in the bid, Kaveri bridge". */
export const dutyText = (duty: Pick<Obligation, 'kind' | 'title' | 'recordType'>) =>
  `${kindText(duty.kind)}, ${recordText(duty)}`

const pages: Record<Obligation['recordType'], (duty: Pick<Obligation, 'recordId' | 'contractId'>) => string> = {
  CONTRACT: ({ recordId }) => `/contracts/${recordId}`,
  DEPOSIT: ({ recordId, contractId }) => `/contracts/${contractId}/security-deposit/${recordId}`,
  INSTRUMENT: ({ recordId }) => `/contracts/instruments/${recordId}`,
  FACILITY: ({ recordId }) => `/payments/bank-limits/${recordId}`,
  PLAN: ({ recordId }) => `/payments/guarantee-plans/${recordId}`,
  GENERAL_TASK: ({ recordId }) => `/general-tasks/${recordId}`,
  PROJECT: ({ recordId }) => `/projects/${recordId}`,
  TASK: ({ recordId }) => `/project-tasks/${recordId}`,
}

/** The page of the record that a duty is about. */
export const dutyPath = (duty: Pick<Obligation, 'recordType' | 'recordId' | 'contractId'>) =>
  pages[duty.recordType](duty)

/** A day with the day of the week, which says why what is due then is done on another. */
export const dayOfWeekText = (day: string) => `${weekdayName(weekdayOf(day), 'short')} ${dayText(day)}`

/** How long until somebody has to act, or how late it is. */
export function leftText({ actBy }: Pick<Obligation, 'actBy'>, now = today()): { text: string; isLate: boolean } {
  const late = daysBetween(actBy, now)
  if (late > 0) return { text: t('{days} late', { days: counted(late, 'day') }), isLate: true }
  return { text: late === 0 ? t('today') : t('{days} left', { days: counted(-late, 'day') }), isLate: false }
}
