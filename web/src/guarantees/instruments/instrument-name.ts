import type { Instrument } from '@plinth/api/guarantees/instruments'
import { words } from '../../lib/format.ts'

export const instrumentPath = ({ id }: Pick<Instrument, 'id'>) => `/contracts/instruments/${id}`

/** "Bank guarantee 0034/26": the kind, and the bank's number if there is one. */
export const instrumentName = ({ kind, number }: Pick<Instrument, 'kind' | 'number'>) =>
  [words(kind), number].filter(Boolean).join(' ')
