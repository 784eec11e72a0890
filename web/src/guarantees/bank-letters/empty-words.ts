import type { BankLetterField } from '@plinth/api/documents/letter-fields'
import { t } from '../../lib/language.ts'

/** Why the letter has no value for a field, and leaves a blank to be filled in by hand. */
const reasons: Record<BankLetterField, string> = {
  instrumentKind: t('The kind of guarantee is empty.'),
  instrumentNo: t('Its number is empty: the instrument has none.'),
  amount: t('Its amount is empty.'),
  amountInWords: t('Its amount in words is empty.'),
  issuer: t('The bank or insurer is empty: the instrument says none.'),
  branch: t('The branch is empty: the instrument says none.'),
  favouring: t('In whose favour it stands is empty: the instrument says neither that nor an office.'),
  issuedOn: t('The day it was issued is empty: the instrument says none.'),
  expiresOn: t('The day it expires is empty: the instrument says none.'),
  claimUntil: t('The last day for claims is empty: the instrument says none.'),
  margin: t('Its margin is empty: the instrument says none.'),
  receipts: t('Receipts are empty: there is no lien for it.'),
  security: t('What secures it is empty.'),
  contractName: t('The name of the work is empty: no deposit stands behind it.'),
  bidId: t('Bid ID is empty: the works that it secures have none.'),
  referenceNo: t('Reference number is empty: the works that it secures have none.'),
  requestNo: t('The number of this letter is empty.'),
  letterOn: t('The day of the letter is empty.'),
  company: t('The name of your company is empty.'),
  signatory: t('Who signs is empty.'),
  askedUntil: t('The day until which it is to be extended is empty.'),
  ground: t('Why it may be discharged is empty.'),
}

/** The notes above a letter for the fields that are empty in it. */
export const emptyWords = (fields: readonly BankLetterField[]): string[] => fields.map((field) => reasons[field])
