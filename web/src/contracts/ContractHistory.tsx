import { Button, Text, Timeline } from '@mantine/core'
import { listContractStatusHistory } from '@plinth/api/contracts'
import { momentText, words } from '../lib/format.ts'
import { useRecord } from '../lib/useRecord.ts'
import { RecordSection } from '../ui/FieldGroup.tsx'

export function ContractHistory() {
  const { data, error, retry } = useRecord(listContractStatusHistory)
  return (
    <RecordSection title="Status history">
      {error && (
        <Text role="alert" c="var(--mantine-color-error)">
          {error.message}{' '}
          <Button variant="subtle" size="compact-sm" onClick={retry}>
            Retry
          </Button>
        </Text>
      )}
      <Timeline bulletSize={12} lineWidth={2} active={-1}>
        {data?.map(({ fromStatus, toStatus, changedAt, changedByName }) => (
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
