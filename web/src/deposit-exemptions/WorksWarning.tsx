import { Alert, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { t } from '../lib/language.ts'

/** That an exemption may fail, and who says so: it is told and keeps nobody from claiming it. */
export const WorksWarning = () => (
  <Alert color="yellow" p="xs" role="note" icon={<IconAlertTriangle size={18} />} data-wide>
    {t('Courts have held that this exemption does not cover works contracts.')}
    <Text size="sm" c="dimmed">
      {t('Gauhati High Court, 8 January 2025, and the letter of the Ministry of MSME of 31 August 2023.')}
    </Text>
  </Alert>
)
