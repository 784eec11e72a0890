import { Badge } from '@mantine/core'
import { t } from '../../lib/language.ts'

/** Whether an entry waits for a connection, or was sent and refused. */
export const WaitingBadge = ({ wasRefused }: { wasRefused: boolean }) => (
  <Badge color={wasRefused ? 'red' : 'yellow'} variant="light" flex="none" c="var(--mantine-color-text)" tt="none">
    {wasRefused ? t('Not taken') : t('Waiting')}
  </Badge>
)
