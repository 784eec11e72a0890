import type { Instrument } from '@plinth/api/guarantees/instruments'
import { t } from '../../lib/language.ts'

/** To whom a letter about a guarantee goes. */
export const letterTitle = ({ kind }: Pick<Instrument, 'kind'>) =>
  kind === 'SURETY_BOND' ? t('Letter to the insurer') : t('Letter to the bank')
