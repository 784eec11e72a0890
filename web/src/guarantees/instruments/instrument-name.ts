import type { Instrument } from '@plinth/api/guarantees/instruments'
import { words } from '../../lib/format.ts'

export const instrumentPath = ({ id }: Pick<Instrument, 'id'>) => `/contracts/instruments/${id}`

/** Bank guarantee 0034/26: what it is, and the number that it has from its bank, where it has one. */
export const instrumentName = ({ kind, number }: Pick<Instrument, 'kind' | 'number'>) =>
  [words(kind), number].filter(Boolean).join(' ')
