import type { OfficeLetterField } from '@plinth/api/documents/letter-fields'
import { t } from '../../lib/language.ts'

/** The text in place of the number of a letter that is not stored yet. */
export const numberLater = t('given when it is saved')

/** Why a placeholder has no value, so that the letter leaves space to write by hand. */
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

/** The warnings above a letter for its empty placeholders. Without any deposit there is one warning for all fields of deposits. */
export function emptyWords(fields: readonly OfficeLetterField[]): string[] {
  const hasNoDeposits = fields.includes('deposits')
  const reported = hasNoDeposits
    ? fields.filter((field) => field === 'deposits' || field === 'previousLetters')
    : fields
  return reported.map((field) => reasons[field])
}
