import { type DeadlineKind, deadlineKinds } from '@plinth/api/reminders/deadlines'
import { narrowedBy, type ReminderAddressees, type ReminderRule } from '@plinth/api/reminders/reminder-rules'
import { counted, decimal, rupees, words } from '../../lib/format.ts'
import { locale, t } from '../../lib/language.ts'
import { isCritical, kindText } from '../deadlines/deadline-words.ts'

const all = new Intl.ListFormat(locale)
const any = new Intl.ListFormat(locale, { type: 'disjunction' })

/** Addressees by their relation to the record, as parts of a sentence. */
const addresseeTexts: Record<ReminderRule['tells'][number], string> = {
  OWNER: t('whose it is'),
  CREATOR: t('who entered it'),
  WATCHERS: t('who watches it'),
}

/** The name of a user or role by its id. */
export type NameOf = (id: string) => string

/** Looks up the names of users and roles; deleted ones have no name. */
export function namesIn(found: ReminderAddressees | undefined): NameOf {
  const roles = found?.roles.map(({ id, name }) => [id, name] as const) ?? []
  const people = found?.people.map(({ id, username }) => [id, username] as const) ?? []
  const names = new Map([...roles, ...people])
  return (id) => names.get(id) ?? (found ? t('somebody who is gone') : '…')
}

/** The name of a rule; a name equal to that of its kind is translated. */
export const nameText = ({ name, kind }: Pick<ReminderRule, 'name' | 'kind'>) =>
  name === deadlineKinds[kind].label ? kindText(kind) : name

/** Whether deadlines of a kind can be narrowed by a field. */
export function isNarrowedBy(field: keyof typeof narrowedBy, kind: DeadlineKind): boolean {
  const records: readonly string[] = narrowedBy[field]
  return records.includes(deadlineKinds[kind].about)
}

type Case = Pick<ReminderRule, 'kind' | 'amountFrom' | 'contractTypes' | 'purposes'>

/** The deadlines of a rule: "Deposit falls due, EMD, from ₹5,00,000.00". */
export function caseText({ kind, amountFrom, contractTypes, purposes }: Case): string {
  return [
    kindText(kind),
    ...(purposes.length > 0 ? [any.format(purposes.map(words))] : []),
    ...(contractTypes.length > 0 ? [t('of contracts {types}', { types: any.format(contractTypes) })] : []),
    ...(amountFrom === null ? [] : [t('from {amount}', { amount: rupees(amountFrom) })]),
  ].join(', ')
}

/** The days of a rule: "7, 3, 1 days before, on the day and every 7 days after it". */
export function whenText({ steps, repeatDays }: Pick<ReminderRule, 'steps' | 'repeatDays'>): string {
  const before = steps.filter((step) => step > 0).toSorted((one, other) => other - one)
  const days = before.map(decimal).join(', ')
  return all.format([
    ...(before.length === 1 ? [t('{days} before', { days: counted(before[0] ?? 0, 'day') })] : []),
    ...(before.length > 1 ? [t('{days} days before', { days })] : []),
    ...(steps.includes(0) ? [t('on the day')] : []),
    ...(repeatDays === 1 ? [t('every day after it')] : []),
    ...(repeatDays !== null && repeatDays > 1 ? [t('every {days} days after it', { days: decimal(repeatDays) })] : []),
  ])
}

type Addressed = Pick<ReminderRule, 'tells' | 'roleIds' | 'userIds'>

/** The addressees of a rule: "whose it is and Accounts". */
export const whomText = ({ tells, roleIds, userIds }: Addressed, nameOf: NameOf) =>
  all.format([...tells.map((who) => addresseeTexts[who]), ...[...roleIds, ...userIds].map(nameOf)])

type Escalated = Pick<ReminderRule, 'escalateAfterDays' | 'escalateRoleIds' | 'escalateUserIds'>

/** The escalation of a rule: "nobody acts: after 3 days the administrators"; undefined without one. */
function escalationText({ escalateAfterDays, escalateRoleIds, escalateUserIds }: Escalated, nameOf: NameOf) {
  if (escalateAfterDays === null) return undefined
  const named = [...escalateRoleIds, ...escalateUserIds].map(nameOf)
  const whom = named.length > 0 ? all.format(named) : t('the administrators')
  return t('nobody acts: after {days} {whom}', { days: counted(escalateAfterDays, 'day'), whom })
}

/** The fields of a rule that its sentence needs. */
export type RuleWords = Addressed & Escalated & Case & Pick<ReminderRule, 'steps' | 'repeatDays' | 'atOnce'>

/** The action of a rule: "tell whose it is 3 days before and on the day; nobody acts: after 3 days the administrators". */
export function actText(rule: RuleWords, nameOf: NameOf): string {
  const escalation = escalationText(rule, nameOf)
  return [
    t('tell {whom} {when}', { whom: whomText(rule, nameOf), when: whenText(rule) }),
    ...(escalation === undefined ? [] : [escalation]),
    ...(rule.atOnce && isCritical(rule.kind) ? [t('mailed at once when critical')] : []),
  ].join('; ')
}

/** A rule as a sentence: "Guarantee expires: tell whose it is 30, 7 days before and on the day". */
export const ruleText = (rule: RuleWords, nameOf: NameOf) => `${caseText(rule)}: ${actText(rule, nameOf)}`

/** The number of users who are named if several others are counted. */
const maxNamed = 3

/** The recipients of a reminder: "to Asha, Meena, Ravi and 4 others". */
export function toldText(people: readonly string[]): string {
  const rest = people.length - maxNamed
  const named = rest > 1 ? [...people.slice(0, maxNamed), counted(rest, 'other')] : people
  return t('to {people}', { people: all.format(named) })
}
