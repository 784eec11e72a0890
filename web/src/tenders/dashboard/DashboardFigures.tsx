import { Button, Group, Paper, Text } from '@mantine/core'
import { uploadContracts } from '@plinth/api/platform/contract-imports'
import { createContract } from '@plinth/api/tenders/contracts'
import { IconRefresh } from '@tabler/icons-react'
import { type UseQueryResult } from '@tanstack/react-query'
import { momentText } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { useCan } from '../../lib/useCan.ts'
import { LinkButton } from '../../ui/shell/LinkButton.tsx'
import classes from './Dashboard.module.css'

/** The oldest moment of the figures shown, and a button to refresh them. */
export function FiguresMoment({ queries }: { queries: UseQueryResult[] }) {
  const moments = queries.map(({ dataUpdatedAt }) => dataUpdatedAt).filter((moment) => moment > 0)
  const fetching = queries.some(({ isFetching }) => isFetching)
  return (
    <Group gap="sm" mb="md">
      <Button
        variant="default"
        size="compact-md"
        leftSection={<IconRefresh size={16} aria-hidden className={classes['turning']} data-fetching={fetching} />}
        aria-busy={fetching}
        onClick={() => queries.forEach(({ refetch }) => void refetch())}
      >
        {t('Refresh')}
      </Button>
      <Text size="sm" c="dimmed" role="status">
        {moments.length > 0 &&
          t('As of {moment}', { moment: momentText(new Date(Math.min(...moments)).toISOString()) })}
      </Text>
    </Group>
  )
}

/** Shown above the figures while there are no contracts. */
export function NoFigures() {
  const mayCreate = useCan(createContract)
  return (
    <Paper withBorder p="lg" mb="lg">
      <Text fw={600}>{t('There are no contracts yet.')}</Text>
      <Text c="dimmed">
        {mayCreate
          ? t('Enter the first one, or bring in many from a sheet. Every figure below then follows by itself.')
          : t('Once contracts are entered, every figure below follows by itself.')}
      </Text>
      {mayCreate && (
        <Group gap="xs" mt="sm">
          <LinkButton to="/contracts/create" call={createContract}>
            {t('Enter the first contract')}
          </LinkButton>
          <LinkButton variant="default" to="/contracts/bulk-upload" call={uploadContracts}>
            {t('Upload a sheet of contracts')}
          </LinkButton>
        </Group>
      )}
    </Paper>
  )
}
