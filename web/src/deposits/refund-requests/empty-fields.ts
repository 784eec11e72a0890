import type { OfficeLetterField } from '@plinth/api/documents/letter-fields'
import { t } from '../../lib/language.ts'

/** What stands in the place of the number of a letter that is not stored yet. */
export const numberLater = t('given when it is saved')

/** Why a field of a letter has nothing to be filled in with, and so leaves room to be written into by hand. */
const reasons: Record<OfficeLetterField, string> = {
  deposits: t('No deposit is ticked: the table is empty.'),
  amount: t('No deposit is ticked: there is no amount.'),
  amountInWords: t('No deposit is ticked: there is no amount in words.'),
  office: t('The office is empty.'),
  department: t('The department is empty.'),
  lyingWith: t('The office is empty.'),
  contractName: t('The name of the work is empty: no deposit is ticked.'),
  bidId: t('Bid ID is empty: the contracts have none.'),
  referenceNo: t('Reference number is empty: the contracts have none.'),
  agreementDate: t('Agreement date is empty: the contracts have none.'),
  dueOn: t('Due date is empty: nothing says when these deposits come back.'),
  clause: t("Clause is empty: the contract's terms say none."),
  requestNo: t('The number of this letter is given when it is saved.'),
  letterOn: t('The day of the letter is empty.'),
  previousLetters: t('Earlier letters are empty: none was sent for these deposits.'),
  bankDetails: t('Bank account is empty: the deposits name none that they were paid from.'),
  company: t('The name of your company is empty.'),
  signatory: t('Who signs is empty.'),
}

/** What is told above a letter of the fields that are empty in it; that nothing is ticked is told once. */
export function emptyWords(fields: readonly OfficeLetterField[]): string[] {
  const isBare = fields.includes('deposits')
  const told = isBare ? fields.filter((field) => field === 'deposits' || field === 'previousLetters') : fields
  return told.map((field) => reasons[field])
}
