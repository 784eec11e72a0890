import { Anchor, Table, Text } from '@mantine/core'
import type { Task, TaskNode } from '@plinth/api/works/tasks'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { roundPercent, rupees, words } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { RecordSection } from '../../ui/form/FieldGroup.tsx'
import { LinkButton } from '../../ui/shell/LinkButton.tsx'
import { useProjectTasks } from './task-choices.ts'
import { everyTask, taskLabel } from './task-tree.ts'

/** A sub-task's figures are those of its own sub-tasks, and its own only where they have none. */
const figuresOf = ({ rollup, ...own }: TaskNode) => ({
  progress: rollup?.progress ?? own.progress,
  estimatedAmount: rollup?.estimatedAmount || own.estimatedAmount,
  actualAmount: rollup?.actualAmount || own.actualAmount,
})

const heads = [t('Number and title'), t('Status'), t('Progress'), t('Estimate with tax'), t('Actual with tax')]

/** The sub-tasks of a task, with their totals. */
export function SubTasks({ task }: { task: Task }) {
  const { projectId, rollup } = task
  const { data, error, refetch } = useProjectTasks(projectId)
  if (!rollup) return null
  const subTasks = everyTask(data ?? []).find(({ id }) => id === task.id)?.children ?? []
  return (
    <RecordSection title={t('Sub-tasks')} source={{ error, retry: () => void refetch() }}>
      <Table.ScrollContainer {...scrolled} aria-label={t('Sub-tasks')} mb="sm">
        <Table verticalSpacing={6} horizontalSpacing={7} className="tabular">
          <Table.Thead>
            <Table.Tr>
              {heads.map((head, at) => (
                <Table.Th key={head} scope="col" ta={at < 2 ? 'left' : 'right'} fz="xs" c="dimmed">
                  {head}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {subTasks.map((subTask) => (
              <Table.Tr key={subTask.id}>
                <Table.Th scope="row" fw={400}>
                  <Anchor component={Link} to={`/project-tasks/${subTask.id}`} inherit>
                    {taskLabel(subTask)}
                  </Anchor>
                </Table.Th>
                <Table.Td style={nowrap}>{words(subTask.status)}</Table.Td>
                <Figures {...figuresOf(subTask)} />
              </Table.Tr>
            ))}
          </Table.Tbody>
          <Table.Tfoot>
            <Table.Tr>
              <Table.Th scope="row" colSpan={2}>
                {t('Together')}
              </Table.Th>
              <Figures {...rollup} />
            </Table.Tr>
          </Table.Tfoot>
        </Table>
      </Table.ScrollContainer>
      <LinkButton variant="default" size="xs" to="/project-tasks/list" search={{ projectId }}>
        {t('See the tree')}
      </LinkButton>
    </RecordSection>
  )
}

const scrolled = { minWidth: 580, type: 'native', tabIndex: 0, role: 'region' } as const
const nowrap = { whiteSpace: 'nowrap' } as const

function Figures({ progress, estimatedAmount, actualAmount }: ReturnType<typeof figuresOf>) {
  const over = estimatedAmount && actualAmount ? actualAmount - estimatedAmount : 0
  return (
    <>
      <Table.Td ta="right" style={nowrap}>
        {roundPercent(progress)}
      </Table.Td>
      <Table.Td ta="right" style={nowrap}>
        {rupees(estimatedAmount)}
      </Table.Td>
      <Table.Td ta="right" style={nowrap}>
        {rupees(actualAmount)}
        {over > 0 && (
          <Text size="xs" fw={600} c="var(--mantine-color-error)">
            <IconAlertTriangle size={13} aria-hidden /> {t('{amount} over', { amount: rupees(over) })}
          </Text>
        )}
      </Table.Td>
    </>
  )
}
