import type { OfficeLetterField } from '@plinth/api/documents/letter-fields'
import type { LetterTable } from '@plinth/api/kernel/letter'
import { paiseOf, sumInPaise } from '@plinth/api/kernel/paise'
import {
  each,
  fillLetter,
  grouped,
  inWords,
  type LetterHeads,
  type LetterTexts,
  lines,
  linesOf,
  valuesOfAny,
  withSign,
} from '../../documents/letter-templates/letter-filling.rules.ts'
import { dayIn, type Language, wordsOf } from '../../documents/letter-templates/letter-words.rules.ts'

/** A deposit as a letter names it; days are YYYY-MM-DD, amounts rupees. */
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
  /** The amount asked for. */
  amount: number
}

export interface Office {
  designation: string | null
  name: string
  department: string
  address: string | null
}

/** The facts that a letter can be filled in with. */
export interface LetterFacts extends LetterHeads {
  /** The addressee. */
  office: Office
  /** The office that has the deposits. */
  lyingWith: Office
  /** Null until the letter is stored. */
  number: string | null
  letterOn: string
  deposits: readonly LetterDeposit[]
  /** Oldest first. */
  previous: readonly { number: string; letterOn: string }[]
}

const total = (deposits: readonly Pick<LetterDeposit, 'amount'>[]) => sumInPaise(deposits.map(({ amount }) => amount))

/** Amounts from here on cannot be written in words; in paise. */
const wordsLimit = 10n ** 15n

/** Whether a letter cannot write the total of the deposits in words, because it is 10,00,000 crore or more. */
export const exceedsWordsLimit = (deposits: readonly Pick<LetterDeposit, 'amount'>[]): boolean =>
  total(deposits) >= wordsLimit

const titled = ({ designation }: Office, language: Language) => designation && wordsOf[language].titled(designation)
const officeIn = ({ designation, name }: Office) => each([designation, name])

/** The value of each placeholder; empty where there is none. The deposits are missing here because they are a table, not a text. */
function valuesOf(facts: LetterFacts, language: Language): Record<Exclude<OfficeLetterField, 'deposits'>, string> {
  const words = wordsOf[language]
  const { deposits, office } = facts
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
    amount: isNothing ? '' : withSign(paise),
    amountInWords: isNothing ? '' : inWords(paise, language),
    office: officeIn(office),
    department: office.department,
    lyingWith: each([officeIn(facts.lyingWith), facts.lyingWith.department]),
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
    ...valuesOfAny(facts, facts.letterOn, language),
    previousLetters: each(
      facts.previous.map(({ number, letterOn }) => words.letter(number, dayIn(letterOn, language))),
    ),
    bankDetails: each(
      deposits.map(({ account }) => account),
      '; ',
    ),
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

/** The letter of `fillLetter`. Before it is stored, the missing number is no empty field: the number is assigned when it is stored. */
export function letterOf(facts: LetterFacts, texts: LetterTexts) {
  const { language } = texts
  const { office, number, letterOn } = facts
  const addressee = [titled(office, language), office.name, office.department, ...linesOf(office.address)]
  const filling = {
    heads: facts,
    number: number ?? '',
    letterOn,
    addressee,
    values: valuesOf(facts, language),
    tables: { deposits: tableOf(facts, language) },
  }
  const { letter, emptyFields } = fillLetter(filling, texts)
  return { letter, emptyFields: emptyFields.filter((field) => number !== null || field !== 'requestNo') }
}
