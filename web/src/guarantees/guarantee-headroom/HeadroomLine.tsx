import type { GuaranteeHeadroom, HeadroomStep } from '@plinth/api/guarantees/guarantee-headroom'
import { dayText, monthText, rupees } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import classes from './Headroom.module.css'
import { HeadroomSteps } from './HeadroomSteps.tsx'
import { type MonthMark, monthMarks, type Picture, pictureOf, side } from './headroom-line.ts'
import { lineText } from './limit-words.ts'

interface Props {
  steps: readonly HeadroomStep[]
  span: Pick<GuaranteeHeadroom, 'from' | 'until'>
  /** The name of the limit. */
  name: string
}

/** Draws lines only: the picture is stretched to its place, which would distort text. */
function Lines({ picture, marks, text }: { picture: Picture; marks: readonly MonthMark[]; text: string }) {
  const { zero, shorts, left, expected } = picture
  return (
    <svg viewBox={`0 0 ${side} ${side}`} preserveAspectRatio="none" role="img" aria-label={text}>
      <path className={classes['filled']} d={`${left}V${zero}H0Z`} />
      {shorts.map(({ x, width, height }) => (
        <rect key={x} className={classes['short']} x={x} y={zero} width={width} height={height} />
      ))}
      {marks.map(({ month, x, named }) => (
        <path key={month} className={classes['month']} data-named={named} d={`M${x} 0V${side}`} />
      ))}
      <path className={classes['zero']} d={`M0 ${zero}H${side}`} />
      <path className={classes['expected']} d={expected} />
      <path className={classes['left']} d={left} />
    </svg>
  )
}

/** The names of the months, each below the place where the month begins. */
const Months = ({ marks }: { marks: readonly MonthMark[] }) => (
  <div className={classes['months']} aria-hidden>
    {marks
      .filter(({ named }) => named !== 'never')
      .map(({ month, x, named }) => (
        <span key={month} data-named={named} style={{ insetInlineStart: `${(100 * x) / side}%` }}>
          {monthText(month)}
        </span>
      ))}
  </div>
)

/** The headroom of a limit from day to day, as a line and as a table. */
export function HeadroomLine({ steps, span, name }: Props) {
  const picture = pictureOf(steps, span)
  const marks = monthMarks(span)
  const title = t('Left until {day}', { day: dayText(span.until) })
  return (
    <section aria-label={`${title}: ${name}`} className={classes['headroom']}>
      <h3>{title}</h3>
      <ul className={`hint ${classes['legend']}`}>
        <li data-line="left">{t('for certain')}</li>
        <li data-line="expected">{t('if papers come back as expected')}</li>
      </ul>
      <div className={`hint tabular ${classes['plot']}`}>
        <span>{rupees(picture.most)}</span>
        <div className={classes['picture']}>
          <Lines picture={picture} marks={marks} text={lineText(steps, span)} />
          <span className={classes['nothing']} style={{ top: `${(100 * picture.zero) / side}%` }} aria-hidden>
            0
          </span>
        </div>
        {picture.least < 0 && <span>{rupees(picture.least)}</span>}
        <Months marks={marks} />
      </div>
      <HeadroomSteps steps={steps} name={name} />
    </section>
  )
}
