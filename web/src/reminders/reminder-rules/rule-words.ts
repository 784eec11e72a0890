import { type DeadlineKind, deadlineKinds } from '@plinth/api/reminders/deadlines'
import { narrowedBy, type ReminderAddressees, type ReminderRule } from '@plinth/api/reminders/reminder-rules'
import { counted, decimal, rupees, words } from '../../lib/format.ts'
import { locale, t } from '../../lib/language.ts'
import { isCritical, kindText } from '../deadlines/deadline-words.ts'

const all = new Intl.ListFormat(locale)
const any = new Intl.ListFormat(locale, { type: 'disjunction' })

/** Those who are told by what they are to the record, as a sentence goes on with them. */
const addresseeTexts: Record<ReminderRule['tells'][number], string> = {
  OWNER: t('whose it is'),
  CREATOR: t('who entered it'),
  WATCHERS: t('who watches it'),
}

/** What somebody whom a rule names is called, by their id or that of a role. */
export type NameOf = (id: string) => string

/** What people and roles are called; those who are gone have no name any more. */
export function namesIn(found: ReminderAddressees | undefined): NameOf {
  const roles = found?.roles.map(({ id, name }) => [id, name] as const) ?? []
  const people = found?.people.map(({ id, username }) => [id, username] as const) ?? []
  const names = new Map([...roles, ...people])
  return (id) => names.get(id) ?? (found ? t('somebody who is gone') : '…')
}

/** What a rule is called; one that goes by its deadline is called as that is, in the language of the page. */
export const nameText = ({ name, kind }: Pick<ReminderRule, 'name' | 'kind'>) =>
  name === deadlineKinds[kind].label ? kindText(kind) : name

/** Whether deadlines of a kind can be narrowed by a field. */
export function isNarrowedBy(field: keyof typeof narrowedBy, kind: DeadlineKind): boolean {
  const records: readonly string[] = narrowedBy[field]
  return records.includes(deadlineKinds[kind].about)
}

type Case = Pick<ReminderRule, 'kind' | 'amountFrom' | 'contractTypes' | 'purposes'>

/** Which deadlines a rule is about: "Deposit falls due, EMD, from ₹5,00,000.00". */
export function caseText({ kind, amountFrom, contractTypes, purposes }: Case): string {
  return [
    kindText(kind),
    ...(purposes.length > 0 ? [any.format(purposes.map(words))] : []),
    ...(contractTypes.length > 0 ? [t('of contracts {types}', { types: any.format(contractTypes) })] : []),
    ...(amountFrom === null ? [] : [t('from {amount}', { amount: rupees(amountFrom) })]),
  ].join(', ')
}

/** When somebody is told: "7, 3, 1 days before, on the day and every 7 days after it". */
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

type Told = Pick<ReminderRule, 'tells' | 'roleIds' | 'userIds'>

/** Who is told: "whose it is and Accounts". */
export const whomText = ({ tells, roleIds, userIds }: Told, nameOf: NameOf) =>
  all.format([...tells.map((who) => addresseeTexts[who]), ...[...roleIds, ...userIds].map(nameOf)])

type Escalated = Pick<ReminderRule, 'escalateAfterDays' | 'escalateRoleIds' | 'escalateUserIds'>

/** Who is told when nothing happens: "nobody acts: after 3 days the administrators"; nothing where nobody is. */
function escalationText({ escalateAfterDays, escalateRoleIds, escalateUserIds }: Escalated, nameOf: NameOf) {
  if (escalateAfterDays === null) return undefined
  const named = [...escalateRoleIds, ...escalateUserIds].map(nameOf)
  const whom = named.length > 0 ? all.format(named) : t('the administrators')
  return t('nobody acts: after {days} {whom}', { days: counted(escalateAfterDays, 'day'), whom })
}

/** What a rule says of its deadlines. */
export type RuleWords = Told & Escalated & Case & Pick<ReminderRule, 'steps' | 'repeatDays' | 'atOnce'>

/** What it does: "tell whose it is 3 days before and on the day; nobody acts: after 3 days the administrators". */
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

/** So many people are named; the others are counted. */
const mostNamed = 3

/** Who would be told: "to Asha, Meena and 4 others". */
export function toldText(people: readonly string[]): string {
  const rest = people.length - mostNamed
  const named = rest > 1 ? [...people.slice(0, mostNamed), counted(rest, 'other')] : people
  return t('to {people}', { people: all.format(named) })
}
