import type { GeneralTaskState } from '@plinth/api/works/general-tasks'
import { StatusBadge, type Tone } from '../../ui/shell/StatusBadge.tsx'

const tones: Record<GeneralTaskState, Tone> = {
  OPEN: 'neutral',
  DOING: 'progress',
  DONE: 'good',
  CANCELLED: 'neutral',
}

export const GeneralTaskBadge = ({ state }: { state: GeneralTaskState }) => <StatusBadge status={state} tones={tones} />
