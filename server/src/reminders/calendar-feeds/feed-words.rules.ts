import { instrumentKinds } from '@plinth/api/guarantees/instrument-moves'
import { inWords } from '@plinth/api/kernel/code-words'
import type { CalendarFeed } from '@plinth/api/reminders/calendar-feeds'
import { type DeadlineKind, deadlineKinds } from '@plinth/api/reminders/deadlines'
import { dayIn, type Language } from '../../documents/letter-templates/letter-words.rules.ts'
import { inRupees } from '../../kernel/rupees.ts'
import type { CalendarDeadline } from '../deadlines/deadlines.queries.ts'
import { hindiKinds } from '../deadlines/kind-words.rules.ts'

interface Words {
  kind: (kind: DeadlineKind) => string
  dueOn: (day: string) => string
  amount: (amount: string) => string
  owner: (name: string) => string
}

const words: Readonly<Record<Language, Words>> = {
  en: {
    kind: (kind) => deadlineKinds[kind].label,
    dueOn: (day) => `Due on ${day}`,
    amount: (amount) => `Amount: ${amount}`,
    owner: (name) => `Owner: ${name}`,
  },
  hi: {
    kind: (kind) => hindiKinds[kind],
    dueOn: (day) => `देय तिथि ${day}`,
    amount: (amount) => `राशि: ${amount}`,
    owner: (name) => `ज़िम्मेदार: ${name}`,
  },
}

const instruments: readonly string[] = instrumentKinds

/** Title and number of the record; an instrument whose title is a kind gets the name of the kind. */
function nameOf({ recordType, title, number }: CalendarDeadline): string {
  const name = recordType === 'INSTRUMENT' && instruments.includes(title) ? inWords(title) : title
  return number ? `${name} (${number})` : name
}

type Detail = CalendarFeed['detail']

/**
 * Title and text of a deadline in a calendar, in the given language. With the detail DATES_ONLY they have no names and no amounts, for any
 * kind of deadline.
 */
export function wordsOf(deadline: CalendarDeadline, detail: Detail, language: Language) {
  const texts = words[language]
  const isFull = detail === 'FULL'
  const about = isFull ? nameOf(deadline) : deadline.reference
  const { dueOn, actBy, amount, ownerName } = deadline
  const lines = [
    dueOn !== actBy && texts.dueOn(dayIn(dueOn, language)),
    isFull && amount !== null && texts.amount(inRupees(amount)),
    isFull && ownerName !== null && texts.owner(ownerName),
  ]
  return {
    title: about === '' ? texts.kind(deadline.kind) : `${texts.kind(deadline.kind)}: ${about}`,
    text: lines.filter((line) => line !== false).join('\n'),
  }
}
