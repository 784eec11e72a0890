import { type DeadlineKind, deadlineKinds } from '@plinth/api/reminders/deadlines'
import type { MailKind } from '@plinth/api/reminders/notification-mail'
import type { Notification } from '@plinth/api/reminders/notifications'
import { dayIn, type Language } from '../../documents/letter-templates/letter-words.rules.ts'
import { oneLine } from '../../kernel/mail/mail.ts'
import { hindiKinds } from '../deadlines/kind-words.rules.ts'

export const languageOf = (language: string | null): Language => (language === 'hi' ? 'hi' : 'en')

/** Deadlines, mentions or other notifications under a heading. */
export interface MailSection {
  heading: 'OVERDUE' | 'TODAY' | 'THIS_WEEK' | 'MENTIONS' | null
  lines: readonly MailLine[]
  /** How many there are, of which only the first may be told. */
  all: number
  /** Where all of them are on the pages, from the root on. */
  path: string
}

export interface MailLine {
  text: string
  /** Where it is on the pages, from the root on. */
  path: string | null
}

const words = {
  en: {
    deadlineOf: (kind: DeadlineKind) => deadlineKinds[kind].label,
    by: (day: string) => `, by ${day}`,
    owner: (name: string) => `, with ${name}`,
    stages: (count: number) => `, stands for ${count} reminders`,
    places: (count: number) => `${count} records`,
    mention: (who: string, where: string) => `${who}: ${where}`,
    somebody: 'Somebody',
    headings: { OVERDUE: 'Overdue', TODAY: 'Today', THIS_WEEK: 'The next days', MENTIONS: 'You are mentioned' },
    opening: {
      DIGEST: (company: string, day: string) => `this is to be done at ${company}, as of ${day}.`,
      AT_ONCE: (company: string) => `this cannot wait at ${company}: money or a right is lost where it is missed.`,
    },
    more: (count: number) => `and ${count} more`,
    subjects: {
      DIGEST: (company: string, day: string) => `${company}: what is to be done, ${day}`,
      ONE: (company: string, what: string) => `${company}: ${what}`,
      SEVERAL: (company: string, count: number) => `${company}: ${count} things that cannot wait`,
    },
    choose: 'What you are mailed you choose on your own page',
    stop: { DIGEST: 'To get this mail of the day no more', AT_ONCE: 'To get such mail no more' },
  },
  hi: {
    deadlineOf: (kind: DeadlineKind) => hindiKinds[kind],
    by: (day: string) => `, ${day} तक`,
    owner: (name: string) => `, ज़िम्मा: ${name}`,
    stages: (count: number) => `, ${count} यादों के बदले`,
    places: (count: number) => `${count} रिकॉर्ड`,
    mention: (who: string, where: string) => `${who}: ${where}`,
    somebody: 'किसी ने',
    headings: { OVERDUE: 'समय से पीछे', TODAY: 'आज', THIS_WEEK: 'आने वाले दिन', MENTIONS: 'आपका उल्लेख' },
    opening: {
      DIGEST: (company: string, day: string) => `${company} में ${day} को यह करना है।`,
      AT_ONCE: (company: string) => `${company} में यह रुक नहीं सकता: चूकने पर पैसा या अधिकार जाता है।`,
    },
    more: (count: number) => `और ${count} अन्य`,
    subjects: {
      DIGEST: (company: string, day: string) => `${company}: क्या करना है, ${day}`,
      ONE: (company: string, what: string) => `${company}: ${what}`,
      SEVERAL: (company: string, count: number) => `${company}: ${count} बातें जो रुक नहीं सकतीं`,
    },
    choose: 'आपको क्या मेल हो, यह आप अपने पृष्ठ पर चुनते हैं',
    stop: { DIGEST: 'दिन का यह मेल आगे न पाने के लिए', AT_ONCE: 'ऐसे मेल आगे न पाने के लिए' },
  },
} as const

const longest = 160

/** What a record is called, in one line that turns no writing round and is no longer than a line of mail should be. */
function nameOf({ title, number }: Pick<Notification, 'title' | 'number'>): string {
  const said = [title, number && `(${number})`].filter(Boolean).join(' ')
  const line = oneLine(said)
  // A cut in the middle of a character leaves half of one, which goes, too.
  return line.length > longest ? `${line.slice(0, longest - 1).replace(/[\ud800-\udbff]$/, '')}…` : line
}

interface Deadline extends Pick<Notification, 'title' | 'number'> {
  kind: DeadlineKind
  actBy: string | null
  /** Whose it is, where it is another's. */
  ownerName?: string | null
  /** For how many stages of reminder rules it stands. */
  stages?: number
}

/** What a deadline asks, of which record, by when and whose: "Hand in the bid: Kaveri bridge (B-12), by 05 Nov 2026, with Asha". */
export function deadlineLine({ kind, actBy, ownerName, stages = 1, ...record }: Deadline, language: Language): string {
  const { deadlineOf, by, owner, stages: standsFor } = words[language]
  const name = nameOf(record)
  const ends = [
    actBy && by(dayIn(actBy, language)),
    ownerName && owner(nameOf({ title: ownerName, number: null })),
    stages > 1 && standsFor(stages),
  ]
  return [deadlineOf(kind), name && `: ${name}`, ...ends].filter(Boolean).join('')
}

/** Who mentions one, and where; of several records how many they are. */
export function mentionLine(
  { actorName, count, ...record }: Pick<Notification, 'title' | 'number' | 'actorName' | 'count'>,
  language: Language,
) {
  const { mention, somebody, places } = words[language]
  return mention(nameOf({ title: actorName ?? somebody, number: null }), count > 1 ? places(count) : nameOf(record))
}

export const isDeadline = (kind: Notification['kind']): kind is DeadlineKind => kind in deadlineKinds

interface Mailed {
  kind: MailKind
  company: string
  person: string
  /** YYYY-MM-DD. */
  day: string
  sections: readonly MailSection[]
  language: Language
  /** The product's own address; without one a mail has no links. */
  origin: string | undefined
  /** Where one chooses what one is mailed, and where one stops it, from the root on. */
  paths: { settings: string; stop: string }
}

const headingOf = ({ heading, all }: MailSection, language: Language) =>
  heading === null ? [] : [`${words[language].headings[heading]} (${all})`]

/** Subject and text of a mail, in the language of whom it goes to. */
export function mailOf({ kind, company, person, day, sections, language, origin, paths }: Mailed) {
  const { opening, subjects, more, choose, stop } = words[language]
  const link = (path: string) => (origin === undefined ? [] : [`  ${origin}${path}`])
  const blocks = sections.map((section) => [
    ...headingOf(section, language),
    ...section.lines.flatMap(({ text, path }) => [`- ${text}`, ...(path === null ? [] : link(path))]),
    ...(section.all > section.lines.length
      ? [`- ${more(section.all - section.lines.length)}`, ...link(section.path)]
      : []),
  ])
  const told = dayIn(day, language)
  const ending = [choose, ...link(paths.settings), ...(origin === undefined ? [] : [stop[kind], ...link(paths.stop)])]
  const [first] = sections.flatMap(({ lines }) => lines)
  const all = sections.reduce((sum, section) => sum + section.all, 0)
  const subject =
    kind === 'DIGEST'
      ? subjects.DIGEST(company, told)
      : all === 1 && first
        ? subjects.ONE(company, first.text)
        : subjects.SEVERAL(company, all)
  const text = [[`${oneLine(person)},`], [opening[kind](oneLine(company), told)], ...blocks, ['--', ...ending]]
  return { subject: oneLine(subject), text: `${text.map((lines) => lines.join('\n')).join('\n\n')}\n` }
}
