import { Skeleton, Text, Timeline } from '@mantine/core'
import { eventLabels, type InstrumentEvent, listInstrumentEvents } from '@plinth/api/guarantees/instrument-events'
import type { ReactNode } from 'react'
import { dayText, momentText, rupees, words } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import { useRecord } from '../../lib/useRecord.ts'
import { RecordSection } from '../../ui/form/FieldGroup.tsx'
import { changesOf } from './event-changes.ts'
import classes from './Instruments.module.css'

/** The events of an instrument, newest first, each with its changes and its other details. */
export function InstrumentEvents({ instrumentId }: { instrumentId: string }) {
  const events = useRecord(listInstrumentEvents, { params: { id: instrumentId } })
  const { data, error } = events
  return (
    <RecordSection title={t('What happened')} source={events}>
      {!data && !error && <Skeleton height={90} aria-hidden />}
      {data?.length === 0 && <Text c="dimmed">{t('It is entered, and nothing has become of it yet.')}</Text>}
      {data && data.length > 0 && (
        <Timeline bulletSize={12} lineWidth={2} active={-1} fz="sm">
          {data.map((event) => (
            <Timeline.Item key={event.id} title={<Title event={event} />}>
              <EventFacts event={event} />
            </Timeline.Item>
          ))}
        </Timeline>
      )}
    </RecordSection>
  )
}

const Title = ({ event: { kind, happenedOn } }: { event: InstrumentEvent }) => (
  <>
    {words(kind)} <span className={classes['eventDay']}>{dayText(happenedOn)}</span>
  </>
)

function EventFacts({ event }: { event: InstrumentEvent }) {
  const { number, paidAmount, charges, reference, remark, createdAt, createdByName } = event
  return (
    <>
      <dl className={classes['changes']}>
        {changesOf(event).map(({ label, before, after }) => (
          <Fact key={label} label={label}>
            {t('{before} → {after}', { before, after })}
          </Fact>
        ))}
        <Fact label={translated(eventLabels.number)}>{number}</Fact>
        <Fact label={t('Paid out')}>{paidAmount !== null && rupees(paidAmount)}</Fact>
        <Fact label={translated(eventLabels.charges)}>{charges !== null && rupees(charges)}</Fact>
        <Fact label={translated(eventLabels.reference)}>{reference}</Fact>
        <Fact label={translated(eventLabels.remark)}>{remark}</Fact>
      </dl>
      <Text size="xs" c="dimmed">
        {t('Entered {moment}', { moment: [momentText(createdAt), createdByName].filter(Boolean).join(', ') })}
      </Text>
    </>
  )
}

/** A detail of an event; renders nothing without a value. */
const Fact = ({ label, children }: { label: string; children: ReactNode }) =>
  children ? (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  ) : null
