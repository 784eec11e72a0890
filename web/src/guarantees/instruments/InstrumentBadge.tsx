import type { Instrument } from '@plinth/api/guarantees/instruments'
import { StatusBadge, type Tone } from '../../ui/shell/StatusBadge.tsx'

const tones: Record<Instrument['state'], Tone> = {
  DRAFT: 'neutral',
  REQUESTED: 'progress',
  ISSUED: 'progress',
  LODGED: 'progress',
  CLAIMED: 'warning',
  PAID_OUT: 'bad',
  RETURNED: 'good',
  CLOSED: 'good',
  CANCELLED: 'neutral',
}

export const InstrumentBadge = ({ state }: Pick<Instrument, 'state'>) => <StatusBadge status={state} tones={tones} />
