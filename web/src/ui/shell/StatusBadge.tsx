import { words } from '../../lib/format.ts'
import classes from './StatusBadge.module.css'

/** The meaning of a status, which sets its colour. */
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

/** A yes/no field of a record, shown as Active or Inactive. */
export const ActiveBadge = ({ active }: { active: boolean }) => (
  <StatusBadge status={active ? 'ACTIVE' : 'INACTIVE'} tones={activeTones} />
)
