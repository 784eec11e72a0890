import type { Instrument } from '@plinth/api/guarantees/instruments'
import { t } from '../../lib/language.ts'

/** The title names the recipient: the insurer for a surety bond, else the bank. */
export const letterTitle = ({ kind }: Pick<Instrument, 'kind'>) =>
  kind === 'SURETY_BOND' ? t('Letter to the insurer') : t('Letter to the bank')
