import { Text, Timeline } from '@mantine/core'
import type { Endpoint } from '@plinth/api/kernel/endpoint'
import { stampLabels } from '@plinth/api/kernel/record'
import { type StatusChange } from '@plinth/api/kernel/status-changes'
import type { ReactNode } from 'react'
import type { $ZodType } from 'zod/v4/core'
import { dash, momentText, words } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import { useRecord } from '../../lib/useRecord.ts'
import { FactGroup, ReadValue, RecordSection } from '../form/FieldGroup.tsx'
import { LinkButton } from '../shell/LinkButton.tsx'

interface Stamped {
  id: string
  createdAt: string
  createdByName?: string | null
  updatedAt: string
  updatedByName?: string | null
}

interface Facts {
  record: Stamped
  /** Whether the company's audit trail has the full history of the record. */
  hasTrail?: boolean
  children?: ReactNode
}

const trail = { allow: { module: 'Audit Trail', can: 'canView' } } as const
const trailLinkProps = { variant: 'transparent', size: 'compact-sm', px: 0, mt: 'xs' } as const

/** When a record was created and last changed, and by whom if the record has that. */
export function RecordFacts({ record, hasTrail = false, children }: Facts) {
  const { id, createdAt, createdByName, updatedAt, updatedByName } = record
  const actions = (
    <LinkButton {...trailLinkProps} to="/admin/audit-trail" search={{ recordId: id }} call={trail}>
      {t('Audit trail')}
    </LinkButton>
  )
  return (
    <FactGroup title={t('Record')} actions={hasTrail && actions}>
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

type HistoryCall = Endpoint<$ZodType, undefined, undefined, $ZodType<StatusChange[]>>

/** The history of a record: its statuses, newest first, and who created and last changed it. */
export function RecordHistory({ record, statuses }: { record: Stamped; statuses: HistoryCall }) {
  const history = useRecord(statuses)
  return (
    <>
      <RecordSection title={t('Status history')} source={history}>
        <Timeline bulletSize={12} lineWidth={2} active={-1}>
          {history.data?.map(({ fromStatus, toStatus, changedAt, changedByName }) => (
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
      <RecordFacts record={record} hasTrail />
    </>
  )
}
