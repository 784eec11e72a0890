import { sweepKeys } from './kernel/http/idempotency.ts'
import { sweepAttempts } from './kernel/http/rate-limits.ts'
import type { Sweep } from './kernel/jobs/sweeper.ts'
import type { Swept } from './slice.ts'
import { slices } from './slices.ts'

const minute = 60_000

/** The sweeps of all expired data. Each table that grows by itself has one, or a reason why its rows stay. */
export const sweepsOf = (swept: Swept): Sweep[] => [
  { name: 'login_attempts', interval: 5 * minute, sweep: (round) => sweepAttempts(swept.door, round) },
  { name: 'idempotency_keys', interval: 10 * minute, sweep: (round) => sweepKeys(swept.door, round) },
  ...Object.values(slices).flatMap(({ sweeps }) => sweeps?.(swept) ?? []),
]
