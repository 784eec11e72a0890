import type { LetterContent, LetterTable } from '@plinth/api/kernel/letter'
import { paiseOf, rupeesOf, sumInPaise } from '@plinth/api/kernel/paise'
import { rupeesInWords } from '@plinth/api/kernel/rupees-in-words'
import { type LetterField, paragraphsOf } from '@plinth/api/letter-templates'
import { dayIn, type Language, wordsOf } from './letter-words.rules.ts'

/** A deposit as a letter tells of it; days are YYYY-MM-DD, amounts rupees. */
export interface LetterDeposit {
  contractName: string
  bidId: string | null
  referenceNo: string | null
  agreementOn: string | null
  depositType: string
  instrumentNo: string
  issuer: string | null
  account: string | null
  dueOn: string | null
  clause: string | null
  /** What is asked for of it. */
  amount: number
}

/** All that a letter may tell of. */
export interface LetterFacts {
  company: { name: string; phone: string | null; email: string | null }
  office: { designation: string | null; name: string; department: string; address: string | null }
  signatory: { name: string; designation: string | null }
  /** Null until the letter is stored. */
  number: string | null
  letterOn: string
  deposits: readonly LetterDeposit[]
  /** Oldest first. */
  previous: readonly { number: string; letterOn: string }[]
}

/** The words of a letter, with its fields in braces. */
export interface LetterTexts {
  language: Language
  subject: string
  body: string
  enclosures: string | null
}

const total = (deposits: readonly Pick<LetterDeposit, 'amount'>[]) => sumInPaise(deposits.map(({ amount }) => amount))

/** The most that can be said in words, in paise. */
const sayable = 10n ** 15n

/** Whether the deposits come to more than a letter can say in words: 10,00,000 crore and above. */
export const isUnsayable = (deposits: readonly Pick<LetterDeposit, 'amount'>[]): boolean => total(deposits) >= sayable

const inGroups = new Intl.NumberFormat('en-IN')
/** An amount in Indian groups: 4,32,500.00. */
const grouped = (paise: bigint) => `${inGroups.format(paise / 100n)}${rupeesOf(paise).slice(-3)}`

/** What a blank is filled with that has nothing to be filled with: room to write by hand. */
const blank = '……………'

const filledOnly = (texts: readonly (string | null)[]) => texts.filter((text): text is string => Boolean(text?.trim()))
/** Each of the texts once, in their order. */
const each = (texts: readonly (string | null)[], between = ', ') => [...new Set(filledOnly(texts))].join(between)
const lines = (texts: readonly (string | null)[]) => filledOnly(texts).join('\n')

const titled = ({ designation }: LetterFacts['office'], language: Language) =>
  designation && wordsOf[language].titled(designation)
const officeIn = ({ designation, name }: LetterFacts['office']) => each([designation, name])

/** What each field is filled in with, empty where there is nothing. The table of deposits is no text. */
function valuesOf(facts: LetterFacts, language: Language): Record<Exclude<LetterField, 'deposits'>, string> {
  const words = wordsOf[language]
  const { deposits, office, signatory } = facts
  const paise = total(deposits)
  const days = (of: (deposit: LetterDeposit) => string | null) =>
    each(
      deposits
        .map(of)
        .toSorted((one, other) => (one ?? '').localeCompare(other ?? ''))
        .map((day) => day && dayIn(day, language)),
    )
  const isNothing = deposits.length === 0
  return {
    // The sign stays with its figures at the end of a line.
    amount: isNothing ? '' : `₹\u00a0${grouped(paise)}`,
    amountInWords: isNothing ? '' : rupeesInWords(rupeesOf(paise), language),
    office: officeIn(office),
    department: office.department,
    contractName: each(deposits.map(({ contractName }) => contractName)),
    bidId: each(deposits.map(({ bidId }) => bidId)),
    referenceNo: each(deposits.map(({ referenceNo }) => referenceNo)),
    agreementDate: days(({ agreementOn }) => agreementOn),
    dueOn: days(({ dueOn }) => dueOn),
    clause: each(
      deposits.map(({ clause }) => clause),
      '; ',
    ),
    requestNo: facts.number ?? '',
    letterOn: dayIn(facts.letterOn, language),
    previousLetters: each(
      facts.previous.map(({ number, letterOn }) => words.letter(number, dayIn(letterOn, language))),
    ),
    bankDetails: each(
      deposits.map(({ account }) => account),
      '; ',
    ),
    company: facts.company.name,
    signatory: each([signatory.name, signatory.designation]),
  }
}

function tableOf({ deposits }: LetterFacts, language: Language): LetterTable {
  const words = wordsOf[language]
  const hasDays = deposits.some(({ dueOn }) => dueOn)
  const cells = (nth: string, work: string, deposit: string, due: string, amount: string) => [
    nth,
    work,
    deposit,
    ...(hasDays ? [due] : []),
    amount,
  ]
  const { columns } = words
  return {
    columns: cells(columns.nth, columns.work, columns.deposit, columns.dueOn, columns.amount).map(
      (heading, at, all) => ({
        heading,
        align: at === all.length - 1 ? ('end' as const) : ('start' as const),
      }),
    ),
    rows: deposits.map((deposit, at) => {
      const { bidId, referenceNo, depositType, instrumentNo, issuer, dueOn } = deposit
      const numbers = each([bidId && `${words.bidId} ${bidId}`, referenceNo && `${words.referenceNo} ${referenceNo}`])
      return cells(
        String(at + 1),
        lines([deposit.contractName, numbers]),
        lines([depositType, each([instrumentNo, issuer])]),
        dueOn ? dayIn(dueOn, language) : '',
        grouped(paiseOf(deposit.amount)),
      )
    }),
    total: cells('', words.total, '', '', grouped(total(deposits))),
  }
}

const mark = /\{(\w+)\}/g

/**
 * A letter as it is printed and opened in Word, and the fields that it names and that have nothing to be filled in with, each
 * once, in the order of the letter: there is room to write there by hand. The texts name known fields alone.
 */
export function letterOf(
  facts: LetterFacts,
  texts: LetterTexts,
): { letter: LetterContent; emptyFields: LetterField[] } {
  const { language } = texts
  const words = wordsOf[language]
  const values = valuesOf(facts, language)
  const empty = new Set<LetterField>()
  const filled = (text: string) =>
    text.replaceAll(mark, (_, name: keyof typeof values) => {
      if (values[name]) return values[name]
      empty.add(name)
      return blank
    })
  const paragraph = (text: string) => {
    if (text.trim() !== '{deposits}') return filled(text.trim())
    if (facts.deposits.length === 0) empty.add('deposits')
    return tableOf(facts, language)
  }
  const { company, office, signatory, number, letterOn } = facts
  const subject = filled(texts.subject)
  const body = paragraphsOf(texts.body).map(paragraph)
  const enclosures = filledOnly((texts.enclosures ?? '').split('\n').map((line) => filled(line.trim())))
  // The number of a letter is given when it is stored: it is not missing.
  if (number === null) empty.delete('requestNo')
  return {
    letter: {
      language,
      letterhead: { name: company.name, address: [], gstin: null, phone: company.phone, email: company.email },
      referenceNo: number ?? '',
      day: dayIn(letterOn, language),
      addressee: filledOnly([
        words.to,
        titled(office, language),
        office.name,
        office.department,
        ...(office.address ?? '').split('\n').map((line) => line.trim()),
      ]),
      subject,
      salutation: words.salutation,
      body,
      closing: words.closing,
      signatory: [words.for(company.name), signatory.name, signatory.designation || words.signatory],
      enclosures,
    },
    emptyFields: [...empty],
  }
}
