import type { InstrumentEventKind } from '@plinth/api/guarantees/instrument-moves'
import { t } from '../../lib/language.ts'

/** Each event in the words of the user who enters it. */
export const eventWords: Readonly<Record<InstrumentEventKind, string>> = {
  REQUESTED: t('It was requested'),
  ISSUED: t('It was issued'),
  LODGED: t('It was handed in'),
  EXTENDED: t('It was extended'),
  AMOUNT_CHANGED: t('Its amount was changed'),
  RENEWED: t('It was renewed'),
  REVALIDATED: t('It was revalidated'),
  CLAIM_LODGED: t('A claim was lodged'),
  EXTEND_OR_PAY: t('“Extend or pay” was demanded'),
  STAYED: t('A court stayed the claim'),
  STAY_VACATED: t('The stay was vacated'),
  CLAIM_WITHDRAWN: t('The claim was withdrawn'),
  PAID_OUT: t('The bank paid out'),
  RETURNED: t('It came back'),
  DISCHARGED: t('The bank discharged it'),
  ENCASHED: t('It was encashed'),
  CANCELLED: t('It was cancelled'),
  CORRECTED: t('Correct what is entered'),
}
