import { paragraphsOf } from '@plinth/api/documents/letter-fields'
import type { LetterContent, LetterTable } from '@plinth/api/kernel/letter'
import { messageOf } from '@plinth/api/kernel/messages'
import { rupeesOf } from '@plinth/api/kernel/paise'
import { rupeesInWords } from '@plinth/api/kernel/rupees-in-words'
import { invalid } from '../../kernel/errors.ts'
import { dayIn, type Language, wordsOf } from './letter-words.rules.ts'

/** The texts of a letter, with its fields in braces. */
export interface LetterTexts {
  language: Language
  subject: string
  body: string
  enclosures: string | null
}

/** The sender and the signatory of a letter. */
export interface LetterHeads {
  company: { name: string; phone: string | null; email: string | null }
  signatory: { name: string; designation: string | null }
}

const inGroups = new Intl.NumberFormat('en-IN')
/** An amount in Indian groups: 4,32,500.00. */
export const grouped = (paise: bigint) => `${inGroups.format(paise / 100n)}${rupeesOf(paise).slice(-3)}`
/** An amount with its rupee sign, which stays on the same line as its figures. */
export const withSign = (paise: bigint) => `₹\u00a0${grouped(paise)}`
export const inWords = (paise: bigint, language: Language) => rupeesInWords(rupeesOf(paise), language)

/** Fills a field that has no value: room to write by hand. */
export const blank = '……………'

export const filledOnly = (texts: readonly (string | null)[]) =>
  texts.filter((text): text is string => Boolean(text?.trim()))
/** Each of the texts once, in their order. */
export const each = (texts: readonly (string | null)[], between = ', ') => [...new Set(filledOnly(texts))].join(between)
export const lines = (texts: readonly (string | null)[]) => filledOnly(texts).join('\n')
/** The lines of an address, each without the blanks around it. */
export const linesOf = (address: string | null) => (address ?? '').split('\n').map((line) => line.trim())

/** The values of the fields that every kind of letter has. */
export const valuesOfAny = ({ company, signatory }: LetterHeads, letterOn: string, language: Language) => ({
  letterOn: dayIn(letterOn, language),
  company: company.name,
  signatory: each([signatory.name, signatory.designation]),
})

/** The values a letter is filled in with. */
export interface Filling<Text extends string, Table extends string> {
  heads: LetterHeads
  /** Empty when the letter has none. */
  number: string
  /** YYYY-MM-DD. */
  letterOn: string
  /** The lines of the address below its salutation; empty ones are left out. */
  addressee: readonly (string | null)[]
  /** The value of each field, empty when there is none. */
  values: Readonly<Record<Text, string>>
  /** The tables that replace a field standing in a paragraph of its own. */
  tables: Readonly<Record<Table, LetterTable>>
}

const mark = /\{(\w+)\}/g
/** The limit of a letter's text with its fields filled in: some forty pages, where a usual letter has one. */
const maxCharacters = 100_000

const charactersOf = ({ columns, rows }: LetterTable) =>
  [...columns.map(({ heading }) => heading), ...rows.flat()].reduce((sum, { length }) => sum + length, 0)

/**
 * Throws 400 for a text that would become too long, before filling any of it in: a text may name a field hundreds of
 * times.
 */
function requireRoom(
  texts: Pick<LetterTexts, 'subject' | 'body' | 'enclosures'>,
  lengths: ReadonlyMap<string, number>,
) {
  const faults = Object.entries(texts).flatMap(([path, text]) => {
    const count = [...(text ?? '').matchAll(mark)].reduce(
      (sum, [asWritten, name = '']) => sum + (lengths.get(name) || blank.length) - asWritten.length,
      (text ?? '').length,
    )
    if (count <= maxCharacters) return []
    const values = { count, most: maxCharacters }
    return [
      { path, ...messageOf('comes to {count} characters with its fields filled in, and may have {most}', values) },
    ]
  })
  if (faults.length > 0) throw invalid(faults)
}

const ownMark = /^\s*\{(\w+)\}\s*$/

/**
 * A letter ready to print or to open in Word, and its fields without a value, each once, in the order of the letter:
 * there the letter has room to write by hand. The texts name known fields only. Throws 400 for a text that becomes too
 * long.
 */
export function fillLetter<Text extends string, Table extends string>(
  { heads: { company, signatory }, number, letterOn, addressee, values, tables }: Filling<Text, Table>,
  { language, subject, body, enclosures }: LetterTexts,
): { letter: LetterContent; emptyFields: (Text | Table)[] } {
  const words = wordsOf[language]
  const lengths = [
    ...Object.entries<string>(values).map(([name, value]) => [name, value.length] as const),
    ...Object.entries<LetterTable>(tables).map(([name, table]) => [name, charactersOf(table)] as const),
  ]
  requireRoom({ subject, body, enclosures }, new Map(lengths))
  const empty = new Set<Text | Table>()
  const filled = (text: string) =>
    text.replaceAll(mark, (_, name: Text) => {
      if (values[name]) return values[name]
      empty.add(name)
      return blank
    })
  const isTable = (name: string | undefined): name is Table => name !== undefined && Object.hasOwn(tables, name)
  const paragraph = (text: string) => {
    const [, name] = ownMark.exec(text) ?? []
    if (!isTable(name)) return filled(text.trim())
    if (tables[name].rows.length === 0) empty.add(name)
    return tables[name]
  }
  // Filled in the order of the letter, which is the order in which empty fields are reported.
  const filledSubject = filled(subject)
  const filledBody = paragraphsOf(body).map(paragraph)
  const filledEnclosures = filledOnly((enclosures ?? '').split('\n').map((line) => filled(line.trim())))
  return {
    letter: {
      language,
      letterhead: { name: company.name, address: [], gstin: null, phone: company.phone, email: company.email },
      referenceNo: number,
      day: dayIn(letterOn, language),
      addressee: filledOnly([words.to, ...addressee]),
      subject: filledSubject,
      salutation: words.salutation,
      body: filledBody,
      closing: words.closing,
      signatory: [words.for(company.name), signatory.name, signatory.designation || words.signatory],
      enclosures: filledEnclosures,
    },
    emptyFields: [...empty],
  }
}
