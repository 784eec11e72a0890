import { words } from '../../lib/format.ts'
import classes from './StatusBadge.module.css'

/** What a status means to whoever reads it, which its colour follows. */
export type Tone = 'neutral' | 'progress' | 'good' | 'warning' | 'bad'

/** A status in words behind a dot, so that its colour never carries the meaning alone. */
export function StatusBadge<S extends string>({ status, tones }: { status: S; tones: Record<S, Tone> }) {
  return (
    <span className={classes['badge']} data-tone={tones[status]}>
      {words(status)}
    </span>
  )
}

const activeTones = { ACTIVE: 'good', INACTIVE: 'neutral' } as const

/** A yes/no of a record that is called Active or Inactive. */
export const ActiveBadge = ({ active }: { active: boolean }) => (
  <StatusBadge status={active ? 'ACTIVE' : 'INACTIVE'} tones={activeTones} />
)
