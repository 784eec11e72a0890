import { Skeleton } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { t } from '../../lib/language.ts'
import classes from './RecordHead.module.css'

/** One of the two or three main figures of a record. */
export interface HeadFigure {
  label: string
  /** Undefined while it is loading. */
  value: string | undefined
  /** A comparison: its share, or what is left. */
  note?: string | undefined
  isAlarm?: boolean
}

/** The days that are left, or how many days late the record is. */
export interface Due {
  text: string
  isLate: boolean
}

interface Props {
  /** The record's number or path: a bid ID, an instrument, a dotted path. */
  number?: string | null
  /** A chip that is edited in place. */
  status: ReactNode
  due?: Due | undefined
  figures: readonly HeadFigure[]
  /** The users who watch the record. */
  watch?: ReactNode
  /** The one next step; null if there is none, or none that the user may do; undefined until that is known. */
  next?: ReactNode
}

function Figure({ label, value, note, isAlarm }: HeadFigure) {
  return (
    <div>
      <dt>{label}</dt>
      <dd data-alarm={isAlarm || undefined}>
        {value ?? <Skeleton component="span" width="6rem" height="0.875rem" />}
        {note && <small>{note}</small>}
      </dd>
    </div>
  )
}

/**
 * The head of a record, under its name: its status, its main figures, the time left, and its one next step. The name is the title of the
 * screen or panel around it.
 */
export function RecordHead({ number, status, due, figures, watch, next }: Props) {
  return (
    <section className={`sheet ${classes['head']}`} aria-label={t('At a glance')}>
      <div className={classes['line']}>
        {number && <span className={classes['number']}>{number}</span>}
        {status}
        {due && (
          <span className={classes['due']} data-late={due.isLate || undefined}>
            {due.isLate && <IconAlertTriangle size={14} aria-hidden />}
            {due.text}
          </span>
        )}
        {watch && <span className={classes['watch']}>{watch}</span>}
      </div>
      <dl className={classes['figures']}>
        {figures.map((figure) => (
          <Figure key={figure.label} {...figure} />
        ))}
      </dl>
      {next !== null && <div className={classes['next']}>{next}</div>}
    </section>
  )
}
