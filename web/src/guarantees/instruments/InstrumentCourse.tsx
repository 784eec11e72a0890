import type { Instrument } from '@plinth/api/guarantees/instruments'
import { today } from '../../lib/days.ts'
import { counted, dayText } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { PartsBar, type Tone } from '../../ui/record/Parts.tsx'
import classes from './Instruments.module.css'
import { courseDays, courseSpans, placeOn, type Span } from './instrument-course.ts'

const partWords: Record<Span['part'], string> = {
  before: t('not yet in force'),
  valid: t('in force'),
  claims: t('time for claims'),
}

const partTones: Record<Span['part'], Tone> = { before: 'before', valid: 'valid', claims: 'waiting' }

/** The days of an instrument on a line with today's position, above the list of these days. */
export function InstrumentCourse({ instrument }: { instrument: Instrument }) {
  const days = courseDays(instrument)
  const spans = courseSpans(instrument)
  if (spans.length === 0) return null
  const now = today()
  const inOrder = [...days.map((one) => ({ ...one, isToday: false })), { label: t('Today'), day: now, isToday: true }]
    // The sort is stable, so a day of the instrument that is today comes before "today".
    .toSorted((one, other) => one.day.localeCompare(other.day))
  const parts = spans.map((span) => `${partWords[span.part]} ${counted(span.days, 'day')}`).join(', ')
  return (
    <section className={`sheet ${classes['course']}`} aria-label={t('Its days')}>
      <div
        role="img"
        aria-label={t('{parts}; today is {day}', { parts, day: dayText(now) })}
        className={classes['line']}
      >
        <PartsBar
          height="0.75rem"
          parts={spans.map(({ part, days: length }) => ({ tone: partTones[part], share: length }))}
        />
        <span className={classes['today']} style={{ insetInlineStart: `${placeOn(instrument, now) * 100}%` }} />
      </div>
      <dl className={classes['days']}>
        {inOrder.map(({ label, day, isToday }) => (
          <div key={label} data-today={isToday || undefined}>
            <dt>{label}</dt>
            <dd>{dayText(day)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
