import { sweepKeys } from './kernel/http/idempotency.ts'
import { sweepAttempts } from './kernel/http/rate-limits.ts'
import type { Sweep } from './kernel/jobs/sweeper.ts'
import type { Swept } from './slice.ts'
import { slices } from './slices.ts'

const minute = 60_000

/** Everything that goes when its time is over. Each table that grows by itself names one of these, or why it stays. */
export const sweepsOf = (swept: Swept): Sweep[] => [
  { name: 'login_attempts', interval: 5 * minute, sweep: (round) => sweepAttempts(swept.door, round) },
  { name: 'idempotency_keys', interval: 10 * minute, sweep: (round) => sweepKeys(swept.door, round) },
  ...Object.values(slices).flatMap(({ sweeps }) => sweeps?.(swept) ?? []),
]
