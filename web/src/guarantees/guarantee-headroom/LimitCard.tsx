import { Paper, Text } from '@mantine/core'
import type { FacilityHeadroom, GuaranteeHeadroom } from '@plinth/api/guarantees/guarantee-headroom'
import { IconAlertTriangle, IconCalendarEvent, IconCircleCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { facilityPath } from '../bank-facilities/facility-name.ts'
import { ComesFree } from './ComesFree.tsx'
import classes from './Guarantees.module.css'
import { HeadroomLine } from './HeadroomLine.tsx'
import { LimitBar } from './LimitBar.tsx'
import { LimitFigures } from './LimitFigures.tsx'
import { firstToFreeText, ifExpectedText, reviewText, shortText } from './limit-words.ts'

interface Props {
  limit: FacilityHeadroom
  span: Pick<GuaranteeHeadroom, 'from' | 'until'>
}

/** Whether the limit is enough, and if not, what would help. */
function Verdict({ limit, span }: Props) {
  const isShort = limit.firstShortOn !== null
  const Icon = isShort ? IconAlertTriangle : IconCircleCheck
  const further = [firstToFreeText(limit), ifExpectedText(limit)].filter((text) => text !== undefined)
  return (
    <div className={classes['verdict']} data-short={isShort || undefined}>
      <p>
        {(isShort || limit.isActive) && <Icon size={18} aria-hidden />}
        {shortText(limit, span)}
      </p>
      {further.map((text) => (
        <Text key={text} size="sm">
          {text}
        </Text>
      ))}
    </div>
  )
}

/** Card of one limit: how much of it is used, for how long it is enough, and what comes free. */
export function LimitCard({ limit, span }: Props) {
  const heading = useId()
  const review = reviewText(limit.reviewOn, span.from)
  return (
    <Paper component="section" withBorder radius={8} className={classes['limit']} aria-labelledby={heading}>
      <h2 id={heading}>
        <Link to={facilityPath({ id: limit.facilityId })} className="link">
          {limit.facilityName}
        </Link>
      </h2>
      <LimitBar limit={limit} />
      <LimitFigures limit={limit} />
      {review && (
        <Text className={classes['review']}>
          <IconCalendarEvent size={16} aria-hidden />
          {review}
        </Text>
      )}
      <Verdict limit={limit} span={span} />
      <div className={classes['below']}>
        <HeadroomLine steps={limit.steps} span={span} name={limit.facilityName} />
        <ComesFree frees={limit.frees} name={limit.facilityName} />
      </div>
    </Paper>
  )
}
