import { Alert, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { doubtSource, doubtText } from './exemption-words.ts'

/** The warning that an exemption may not cover works contracts. */
export const WorksWarning = () => (
  <Alert color="yellow" p="xs" role="note" icon={<IconAlertTriangle size={18} />} data-wide>
    {doubtText}
    <Text size="sm" c="dimmed">
      {doubtSource}
    </Text>
  </Alert>
)
