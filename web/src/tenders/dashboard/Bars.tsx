import { Link } from '@tanstack/react-router'
import { type ReactNode } from 'react'
import { roundPercent } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import tones from '../../ui/record/Parts.module.css'
import { PartsBar, Swatch } from '../../ui/record/Parts.tsx'
import { type Chart, drawnOf, type Entry, sumOf } from './chart-entries.ts'
import classes from './Dashboard.module.css'
import { toneOf } from './StatusSummary.tsx'

export function EntryLink({
  way,
  kind,
  children,
}: {
  way: Entry['way']
  kind: 'link' | 'barText'
  children: ReactNode
}) {
  if (!way) return <span className={kind === 'link' ? kind : classes[kind]}>{children}</span>
  return (
    <Link {...way} className={kind === 'link' ? kind : classes[kind]}>
      {children}
    </Link>
  )
}

/** Bars with names and numbers. Screen readers get one image and a list of links. */
export function Bars({ chart: { title, entries, text } }: { chart: Chart }) {
  const drawnEntries = drawnOf(entries)
  const longestEntry = drawnEntries.reduce((a, b) => (b.value > a.value ? b : a))
  const longest = { count: drawnEntries.length, label: longestEntry.label, value: text(longestEntry.value) }
  const categories = [...new Set(drawnEntries.map(({ category }) => category))]
  const rows = categories.flatMap((category) => [
    ...(category ? [{ heading: category }] : []),
    ...drawnEntries.filter((entry) => entry.category === category),
  ])
  return (
    <div className={classes['bars']}>
      <div
        role="img"
        aria-label={t('Bar chart, {title}: the longest of {count} bars is {label}, {value}', { title, ...longest })}
        className={classes['plot']}
        style={{ gridRow: `1 / span ${rows.length}` }}
      >
        {rows.map(
          (row, at) =>
            'value' in row && (
              <span
                key={row.key}
                className={`${tones['tone']} ${classes['bar']}`}
                data-tone={toneOf(row.category)}
                style={{ gridRow: at + 1, width: `${(100 * row.value) / longestEntry.value}%` }}
              />
            ),
        )}
      </div>
      <ul className={classes['rows']}>
        {rows.map((row, at) =>
          'value' in row ? (
            <li key={row.key} className={classes['row']} style={{ gridRow: at + 1 }}>
              <EntryLink way={row.way} kind="barText">
                <span className={classes['barLabel']}>{row.label}</span>{' '}
                <span className={classes['barValue']}>{text(row.value)}</span>
              </EntryLink>
            </li>
          ) : (
            <li key={row.heading} className={classes['heading']} style={{ gridRow: at + 1 }}>
              {translated(row.heading)}
            </li>
          ),
        )}
      </ul>
    </div>
  )
}

/** The parts of a whole in one bar, with a legend below. */
export function StackedBar({ chart: { title, entries, text } }: { chart: Chart }) {
  const total = sumOf(entries)
  const parts = entries.map(({ label, value }) => `${label} ${text(value)}`).join(', ')
  return (
    <>
      <PartsBar
        label={t('Stacked bar, {title}: {parts}', { title, parts })}
        height="1.5rem"
        parts={entries
          .filter(({ value }) => value > 0)
          .map(({ value, category }) => ({ tone: toneOf(category), share: value }))}
      />
      <ul className={classes['legend']}>
        {entries.map((entry) => (
          <li key={entry.key}>
            <EntryLink way={entry.way} kind="barText">
              <span className={classes['barLabel']}>
                <Swatch tone={toneOf(entry.category)} size="0.875rem" />
                {entry.label}
              </span>{' '}
              <span className={classes['barValue']}>
                {text(entry.value)} ({roundPercent((entry.value / total) * 100)})
              </span>
            </EntryLink>
          </li>
        ))}
      </ul>
    </>
  )
}
