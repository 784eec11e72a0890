import { Skeleton } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { t } from '../../lib/language.ts'
import classes from './RecordHead.module.css'

/** One of the two or three figures that matter of a record. */
export interface HeadFigure {
  label: string
  /** Undefined while it is on its way. */
  value: string | undefined
  /** What it is to be read beside: its share, what is left. */
  note?: string | undefined
  isAlarm?: boolean
}

/** The days that are left, or by how many it is late. */
export interface Due {
  text: string
  isLate: boolean
}

interface Props {
  /** By what the record is known elsewhere: a bid ID, an instrument, a dotted path. */
  number?: string | null
  /** As a chip that is changed where it stands. */
  status: ReactNode
  due?: Due | undefined
  figures: readonly HeadFigure[]
  /** Who watches it. */
  watch?: ReactNode
  /** The one thing to do next; null where there is nothing, or nothing that the person may do; undefined until that is known. */
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
 * What a record opens with, under its name: where it stands, the figures that matter, what is left of its time, and the one
 * next step. The name is the title of whatever shows it, a screen or a panel beside a list.
 */
export function RecordHead({ number, status, due, figures, watch, next }: Props) {
  return (
    <section className={classes['head']} aria-label={t('At a glance')}>
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
