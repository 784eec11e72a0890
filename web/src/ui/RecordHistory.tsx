import { Text, Timeline } from '@mantine/core'
import type { Endpoint } from '@plinth/api/kernel/endpoint'
import { type StatusChange, stampLabels } from '@plinth/api/kernel/fields'
import type { ReactNode } from 'react'
import type { $ZodType } from 'zod/v4/core'
import { dash, momentText, words } from '../lib/format.ts'
import { t, translated } from '../lib/language.ts'
import { type Loaded, useRecord } from '../lib/useRecord.ts'
import { FactGroup, ReadValue, RecordSection } from './FieldGroup.tsx'

interface Stamped {
  createdAt: string
  createdByName?: string | null
  updatedAt: string
  updatedByName?: string | null
}

/** When a record was made and last changed, and by whom where the record knows. */
export function RecordFacts({ record, children }: { record: Stamped; children?: ReactNode }) {
  const { createdAt, createdByName, updatedAt, updatedByName } = record
  return (
    <FactGroup title={t('Record')}>
      {children}
      <ReadValue label={translated(stampLabels.createdAt)}>{momentText(createdAt)}</ReadValue>
      {createdByName !== undefined && (
        <ReadValue label={translated(stampLabels.createdByName)}>{createdByName ?? dash}</ReadValue>
      )}
      <ReadValue label={translated(stampLabels.updatedAt)}>{momentText(updatedAt)}</ReadValue>
      {updatedByName !== undefined && (
        <ReadValue label={translated(stampLabels.updatedByName)}>{updatedByName ?? dash}</ReadValue>
      )}
    </FactGroup>
  )
}

/** Every status that a record has had, newest first. */
export function StatusHistory({ source }: { source: Loaded<StatusChange[]> }) {
  return (
    <RecordSection title={t('Status history')} source={source}>
      <Timeline bulletSize={12} lineWidth={2} active={-1}>
        {source.data?.map(({ fromStatus, toStatus, changedAt, changedByName }) => (
          <Timeline.Item
            key={changedAt + toStatus}
            title={fromStatus ? `${words(fromStatus)} → ${words(toStatus)}` : words(toStatus)}
          >
            <Text size="sm" c="dimmed">
              {momentText(changedAt)}
              {changedByName && `, ${changedByName}`}
            </Text>
          </Timeline.Item>
        ))}
      </Timeline>
    </RecordSection>
  )
}

type HistoryCall = Endpoint<$ZodType, undefined, undefined, $ZodType<StatusChange[]>>

/** What became of a record: its statuses, as this call tells them, and who made and last changed it. */
export function RecordHistory({ record, statuses }: { record: Stamped; statuses: HistoryCall }) {
  return (
    <>
      <StatusHistory source={useRecord(statuses)} />
      <RecordFacts record={record} />
    </>
  )
}
