import type { BankLetterField } from '@plinth/api/documents/letter-fields'
import type { InstrumentKind, InstrumentState } from '@plinth/api/guarantees/instrument-moves'
import { paiseOf, percentOf } from '@plinth/api/kernel/paise'
import {
  blank,
  each,
  fillLetter,
  inWords,
  type LetterHeads,
  type LetterTexts,
  valuesOfAny,
  withSign,
} from '../../documents/letter-templates/letter-filling.rules.ts'
import { dayIn, type Language } from '../../documents/letter-templates/letter-words.rules.ts'
import { bankWordsOf, groundOf } from './bank-letter-words.rules.ts'

/** A receipt on which the bank has a lien; the lien is in rupees. */
export interface HeldReceipt {
  number: string | null
  issuer: string | null
  lien: number
}

/** The facts that a letter to a bank can be filled in with; days are YYYY-MM-DD, amounts rupees. */
export interface BankLetterFacts extends LetterHeads {
  kind: InstrumentKind
  state: InstrumentState
  number: string | null
  amount: number
  issuer: string | null
  branch: string | null
  favouring: string | null
  issuedOn: string | null
  expiresOn: string | null
  claimUntil: string | null
  /** Whether the period for claims is over. */
  isPastClaims: boolean
  marginPercent: number | null
  receipts: readonly HeldReceipt[]
  /** From the contracts that it secures. */
  contractNames: readonly string[]
  bidIds: readonly string[]
  referenceNos: readonly string[]
  /** The day that an extension asks for. */
  askedUntil: string | null
  requestNo: string | null
  letterOn: string
}

/** The value of each placeholder; empty where there is none. */
function valuesOf(facts: BankLetterFacts, language: Language): Record<BankLetterField, string> {
  const words = bankWordsOf[language]
  const day = (on: string | null) => (on ? dayIn(on, language) : '')
  const amount = paiseOf(facts.amount)
  const { marginPercent, expiresOn, kind, state } = facts
  const margin = marginPercent ? words.margin(String(marginPercent), withSign(percentOf(amount, marginPercent))) : ''
  const receipts = each(
    facts.receipts.map(({ number, issuer, lien }) =>
      words.receipt(number || blank, withSign(paiseOf(lien)), issuer ?? ''),
    ),
  )
  const claimUntil = day(facts.claimUntil ?? expiresOn)
  return {
    ...valuesOfAny(facts, facts.letterOn, language),
    requestNo: facts.requestNo ?? '',
    instrumentKind: words.kinds.get(kind) ?? '',
    instrumentNo: facts.number ?? '',
    amount: withSign(amount),
    amountInWords: inWords(amount, language),
    issuer: facts.issuer ?? '',
    branch: facts.branch ?? '',
    favouring: facts.favouring ?? '',
    issuedOn: day(facts.issuedOn),
    expiresOn: day(expiresOn),
    claimUntil,
    margin,
    receipts,
    security:
      each([margin && words.marginHeld(margin), receipts && words.lienHeld(receipts)], words.and) || words.whatIsHeld,
    contractName: each(facts.contractNames),
    bidId: each(facts.bidIds),
    referenceNo: each(facts.referenceNos),
    askedUntil: day(facts.askedUntil),
    ground: groundOf(kind, state, facts.isPastClaims ? claimUntil : null, language),
  }
}

/** The letter of `fillLetter` to the bank or insurer of an instrument, and its placeholders without a value. */
export function bankLetterOf(facts: BankLetterFacts, texts: LetterTexts) {
  const { language } = texts
  const { addressee } = bankWordsOf[language]
  const { issuer, branch, kind, requestNo, letterOn } = facts
  const filling = {
    heads: facts,
    number: requestNo ?? '',
    letterOn,
    addressee: [kind === 'SURETY_BOND' ? addressee.insurer : addressee.bank, issuer || blank, branch],
    values: valuesOf(facts, language),
    tables: {},
  }
  return fillLetter<BankLetterField, never>(filling, texts)
}
