import { Text } from '@mantine/core'
import type { TaskRollup } from '@plinth/api/works/projects'
import type { Task } from '@plinth/api/works/tasks'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ComponentType, ReactNode } from 'react'
import { counted, dayText, decimal, roundPercent, rupees } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { hoursOver, overEstimate, overrunOf, scheduleOf, todayNumber } from './gantt-scale.ts'

interface FactsProps {
  task: Task
  rollup: TaskRollup
  /** Renders one fact; passed in, so that the tree does not load the components of forms. */
  Fact: ComponentType<{ label: string; children: ReactNode }>
}

/** The totals of a task's sub-tasks. */
export function SubTaskFacts({ task, rollup, Fact }: FactsProps) {
  const { below } = overrunOf(task, scheduleOf(task, todayNumber()))
  const early = below.early > 0 && t('{days} before the task', { days: counted(below.early, 'day') })
  const beyond = below.beyond > 0 && t('{days} after the task', { days: counted(below.beyond, 'day') })
  return (
    <>
      <Fact label={t('Sub-tasks')}>{t('{tasks} directly below', { tasks: counted(rollup.tasks, 'task') })}</Fact>
      <Fact label={t('Progress')}>{roundPercent(rollup.progress)}</Fact>
      <Fact label={t('Estimated amount with tax')}>{rupees(rollup.estimatedAmount)}</Fact>
      <Fact label={t('Actual amount with tax')}>
        <Over by={overEstimate(below.amount)}>{rupees(rollup.actualAmount)}</Over>
      </Fact>
      <Fact label={t('Estimated effort (hours)')}>{decimal(rollup.estimatedEffortHours)}</Fact>
      <Fact label={t('Actual effort (hours)')}>
        <Over by={hoursOver(below.hours)}>{decimal(rollup.actualEffortHours)}</Over>
      </Fact>
      <Fact label={t('Given start date')}>
        <Over by={early}>{dayText(rollup.givenStartDate)}</Over>
      </Fact>
      <Fact label={t('Given end date')}>
        <Over by={beyond}>{dayText(rollup.givenEndDate)}</Over>
      </Fact>
      <Fact label={t('Actual start date')}>{dayText(rollup.actualStartDate)}</Fact>
      <Fact label={t('Actual end date')}>{dayText(rollup.actualEndDate)}</Fact>
    </>
  )
}

function Over({ by, children }: { by: string | false; children: ReactNode }) {
  if (!by) return children
  return (
    <Text span inherit fw={600} c="var(--mantine-color-error)">
      <IconAlertTriangle size={14} aria-hidden /> {children}, {by}
    </Text>
  )
}
