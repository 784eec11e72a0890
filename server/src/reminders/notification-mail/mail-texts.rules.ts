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
  /** The number of entries, of which `lines` may have only the first ones. */
  all: number
  /** The path of the page with all of them. */
  path: string
}

export interface MailLine {
  text: string
  /** The path of the record's page. */
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

/** Title and number of a record in one line, without direction marks, cut to the maximum length. */
function nameOf({ title, number }: Pick<Notification, 'title' | 'number'>): string {
  const name = [title, number && `(${number})`].filter(Boolean).join(' ')
  const line = oneLine(name)
  // The cut may leave half of a surrogate pair, which is removed too.
  return line.length > longest ? `${line.slice(0, longest - 1).replace(/[\ud800-\udbff]$/, '')}…` : line
}

interface MailDeadline extends Pick<Notification, 'title' | 'number'> {
  kind: DeadlineKind
  actBy: string | null
  /** The owner, if it is not the reader. */
  ownerName?: string | null
  /** The number of stages of reminder rules that it stands for. */
  stages?: number
}

/** Kind, record, day and owner of a deadline in a line: "Hand in the bid: Kaveri bridge (B-12), by 05 Nov 2026, with Asha". */
export function deadlineLine(
  { kind, actBy, ownerName, stages = 1, ...record }: MailDeadline,
  language: Language,
): string {
  const { deadlineOf, by, owner, stages: standsFor } = words[language]
  const name = nameOf(record)
  const ends = [
    actBy && by(dayIn(actBy, language)),
    ownerName && owner(nameOf({ title: ownerName, number: null })),
    stages > 1 && standsFor(stages),
  ]
  return [deadlineOf(kind), name && `: ${name}`, ...ends].filter(Boolean).join('')
}

/** Who mentioned the reader, and on which record; for several records their number. */
export function mentionLine(
  { actorName, count, ...record }: Pick<Notification, 'title' | 'number' | 'actorName' | 'count'>,
  language: Language,
) {
  const { mention, somebody, places } = words[language]
  return mention(nameOf({ title: actorName ?? somebody, number: null }), count > 1 ? places(count) : nameOf(record))
}

export const isDeadline = (kind: Notification['kind']): kind is DeadlineKind => kind in deadlineKinds

interface MailContent {
  kind: MailKind
  company: string
  person: string
  /** YYYY-MM-DD. */
  day: string
  sections: readonly MailSection[]
  language: Language
  /** The origin of the product; without it a mail has no links. */
  origin: string | undefined
  /** The paths of the pages for the settings of mail and for stopping it. */
  paths: { settings: string; stop: string }
}

const headingOf = ({ heading, all }: MailSection, language: Language) =>
  heading === null ? [] : [`${words[language].headings[heading]} (${all})`]

/** Subject and text of a mail, in the language of its reader. */
export function mailOf({ kind, company, person, day, sections, language, origin, paths }: MailContent) {
  const { opening, subjects, more, choose, stop } = words[language]
  const link = (path: string) => (origin === undefined ? [] : [`  ${origin}${path}`])
  const blocks = sections.map((section) => [
    ...headingOf(section, language),
    ...section.lines.flatMap(({ text, path }) => [`- ${text}`, ...(path === null ? [] : link(path))]),
    ...(section.all > section.lines.length
      ? [`- ${more(section.all - section.lines.length)}`, ...link(section.path)]
      : []),
  ])
  const dayText = dayIn(day, language)
  const ending = [choose, ...link(paths.settings), ...(origin === undefined ? [] : [stop[kind], ...link(paths.stop)])]
  const [first] = sections.flatMap(({ lines }) => lines)
  const all = sections.reduce((sum, section) => sum + section.all, 0)
  const subject =
    kind === 'DIGEST'
      ? subjects.DIGEST(company, dayText)
      : all === 1 && first
        ? subjects.ONE(company, first.text)
        : subjects.SEVERAL(company, all)
  const text = [[`${oneLine(person)},`], [opening[kind](oneLine(company), dayText)], ...blocks, ['--', ...ending]]
  return { subject: oneLine(subject), text: `${text.map((lines) => lines.join('\n')).join('\n\n')}\n` }
}
