import { Badge } from '@mantine/core'
import { t } from '../lib/language.ts'
import classes from './WaitingBadge.module.css'

/** Whether what was entered waits for a connection, or was sent and not taken. */
export const WaitingBadge = ({ wasRefused }: { wasRefused: boolean }) => (
  <Badge
    color={wasRefused ? 'red' : 'yellow'}
    variant="light"
    flex="none"
    classNames={{ root: classes['state'] ?? '' }}
  >
    {wasRefused ? t('Not taken') : t('Waiting')}
  </Badge>
)
