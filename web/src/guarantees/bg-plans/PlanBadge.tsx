import type { BgPlan } from '@plinth/api/guarantees/bg-plans'
import { StatusBadge } from '../../ui/shell/StatusBadge.tsx'

const tones = { PLANNED: 'progress', ISSUED: 'good', DROPPED: 'neutral' } as const

export const PlanBadge = ({ state }: Pick<BgPlan, 'state'>) => <StatusBadge status={state} tones={tones} />
