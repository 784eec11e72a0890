import type { RequestState } from '@plinth/api/deposits/refund-requests'
import { StatusBadge, type Tone } from '../../ui/shell/StatusBadge.tsx'

const tones: Record<RequestState, Tone> = {
  DRAFT: 'neutral',
  SENT: 'warning',
  ANSWERED: 'progress',
  CLOSED: 'good',
  WITHDRAWN: 'bad',
}

export const RequestBadge = ({ state }: { state: RequestState }) => <StatusBadge status={state} tones={tones} />
