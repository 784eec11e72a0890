import { Group, Progress, Skeleton, Text } from '@mantine/core'
import { getContract } from '@plinth/api/tenders/contracts'
import type { Project, TaskRollup } from '@plinth/api/works/projects'
import { uploadTasks } from '@plinth/api/works/task-sheets'
import { createTask, getTask, summarizeTaskStatuses, taskStatuses } from '@plinth/api/works/tasks'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { counted, dash, dayText, decimal, roundPercent, rupees, words } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { useCan } from '../../lib/useCan.ts'
import { useRecord } from '../../lib/useRecord.ts'
import { RecordSection } from '../../ui/form/FieldGroup.tsx'
import { Side } from '../../ui/form/RecordSides.tsx'
import { LinkButton } from '../../ui/shell/LinkButton.tsx'
import { LinkedContract, NoContract } from './ProjectContract.tsx'
import classes from './ProjectGlance.module.css'
import { effortFindings, type Finding, planFindings, shareOf, workFindings } from './project-findings.ts'

/** The state of a project: the totals of its tasks, their statuses, and the company's money held under its contract. */
export function ProjectGlance({ project }: { project: Project }) {
  const { id, contractId, rollup } = project
  const maySeeTasks = useCan(getTask)
  const maySeeContract = useCan(getContract)
  return (
    <>
      <Side id="tasks">
        <RecordSection title={t('Tasks at a glance')}>
          {rollup ? <Figures project={project} rollup={rollup} /> : <NoTasks projectId={id} />}
        </RecordSection>
      </Side>
      {maySeeTasks && rollup && <Statuses projectId={id} />}
      {maySeeContract && (contractId ? <LinkedContract id={contractId} /> : <NoContract />)}
    </>
  )
}

const period = (start: string | null, end: string | null) =>
  t('{start} to {end}', { start: dayText(start), end: dayText(end) })

function Figure({ label, findings, children }: { label: string; findings: Finding[]; children: ReactNode }) {
  return (
    <div className={classes['figure']}>
      <dt>{label}</dt>
      <dd>{children}</dd>
      {findings.map(({ text, isOver }) => (
        <dd key={text} className={classes['finding']} data-over={isOver}>
          {isOver && <IconAlertTriangle size={14} aria-hidden />}
          {text}
        </dd>
      ))}
    </div>
  )
}

const barColor = 'light-dark(var(--mantine-color-petrol-8), var(--mantine-color-petrol-4))'

const views = [
  [t('Tree'), {}],
  [t('Gantt'), { view: 'gantt' }],
  [t('Board'), { view: 'board' }],
] as const

function Figures({ project, rollup }: { project: Project; rollup: TaskRollup }) {
  const { tasks, progress, estimatedAmount, actualAmount, givenStartDate, givenEndDate, actualStartDate } = rollup
  const hours = { actual: decimal(rollup.actualEffortHours), estimated: decimal(rollup.estimatedEffortHours) }
  const bid = project.projectBidValue
  const overBid = shareOf(actualAmount, bid, 'bid').filter(({ isOver }) => isOver)
  return (
    <>
      <div className={classes['progress']}>
        <strong>{roundPercent(progress)}</strong> {t('done')} ·{' '}
        {t('{tasks} at the top', { tasks: counted(tasks, 'task') })}
        <Progress value={progress} color={barColor} aria-label={t('Progress of the project')} mt={4} />
      </div>
      <dl className={classes['figures']}>
        <Figure label={t('Estimated, with tax')} findings={shareOf(estimatedAmount, bid, 'bid')}>
          {rupees(estimatedAmount)}
        </Figure>
        <Figure
          label={t('Actual, with tax')}
          findings={[...shareOf(actualAmount, estimatedAmount, 'estimate'), ...overBid]}
        >
          {rupees(actualAmount)}
        </Figure>
        <Figure label={t('Effort')} findings={effortFindings(rollup)}>
          {t('{actual} of {estimated} hours', hours)}
        </Figure>
        <Figure label={t('Given dates')} findings={planFindings(rollup, project)}>
          {givenStartDate || givenEndDate ? period(givenStartDate, givenEndDate) : dash}
        </Figure>
        <Figure label={t('Actual dates')} findings={workFindings(rollup, project)}>
          {actualStartDate ? period(actualStartDate, rollup.actualEndDate) : t('not started')}
        </Figure>
      </dl>
      <Group gap="xs">
        {views.map(([label, view]) => (
          <LinkButton
            key={label}
            variant="default"
            size="xs"
            to="/project-tasks/list"
            search={{ projectId: project.id, ...view }}
            call={getTask}
          >
            {label}
          </LinkButton>
        ))}
      </Group>
    </>
  )
}

function NoTasks({ projectId }: { projectId: string }) {
  return (
    <>
      <Text mb="sm">
        {t('This project has no tasks yet. Enter the first one, or upload a whole tree from a sheet.')}
      </Text>
      <Group gap="xs">
        <LinkButton variant="default" size="xs" to="/project-tasks/create" search={{ projectId }} call={createTask}>
          {t('Add the first task')}
        </LinkButton>
        <LinkButton
          variant="default"
          size="xs"
          to="/project-tasks/bulk-upload"
          search={{ projectId }}
          call={uploadTasks}
        >
          {t('Upload tasks')}
        </LinkButton>
      </Group>
    </>
  )
}

function Statuses({ projectId }: { projectId: string }) {
  const summary = useRecord(summarizeTaskStatuses, { query: { projectId } })
  const counts = (summary.data ?? []).toSorted(
    (a, b) => taskStatuses.indexOf(a.status) - taskStatuses.indexOf(b.status),
  )
  return (
    <RecordSection title={t('Tasks by status')} source={summary}>
      {!summary.data && !summary.error && <Skeleton height={80} aria-hidden />}
      <ul className={classes['statuses']}>
        {counts.map(({ status, count }) => (
          <li key={status}>
            <Link to="/project-tasks/list" search={{ projectId, status }} className={classes['row']}>
              <span>{words(status)}</span> <strong>{decimal(count)}</strong>
            </Link>
          </li>
        ))}
      </ul>
    </RecordSection>
  )
}
