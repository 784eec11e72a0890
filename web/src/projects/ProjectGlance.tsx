import { Anchor, Group, Progress, Skeleton, Text } from '@mantine/core'
import { type Contract, getContract } from '@plinth/api/contracts'
import { createDeposit, type Deposit, type DepositStatus, listDeposits } from '@plinth/api/deposits'
import type { Project, TaskRollup } from '@plinth/api/projects'
import { uploadTasks } from '@plinth/api/task-sheets'
import { createTask, filterTasks, summarizeTaskStatuses, taskStatuses } from '@plinth/api/tasks'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ContractBadge } from '../contracts/ContractReference.tsx'
import { today } from '../lib/days.ts'
import { counted, dash, dayText, decimal, roundPercent, rupees, words } from '../lib/format.ts'
import { t } from '../lib/language.ts'
import { useCan } from '../lib/useCan.ts'
import { useRecord } from '../lib/useRecord.ts'
import { RecordSection } from '../ui/FieldGroup.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import classes from './ProjectGlance.module.css'

/** How a project stands: what its tasks come to, where they are, and what its contract still holds of the company's money. */
export function ProjectGlance({ project }: { project: Project }) {
  const { id, contractId, rollup } = project
  const maySeeTasks = useCan(filterTasks)
  const maySeeContract = useCan(getContract)
  return (
    <>
      <RecordSection title={t('Tasks at a glance')}>
        {rollup ? <Figures project={project} rollup={rollup} /> : <NoTasks projectId={id} />}
      </RecordSection>
      {maySeeTasks && rollup && <Statuses projectId={id} />}
      {maySeeContract && (contractId ? <LinkedContract id={contractId} /> : <NoContract />)}
    </>
  )
}

/** What a figure means beside another one; too much is said in words, and marked. */
interface Finding {
  text: string
  isOver?: boolean
}

const over = (text: string): Finding[] => [{ text, isOver: true }]

/** An amount beside the bid value or the estimate: its share, or by how much it is over. */
function shareOf(value: number, whole: number | null, name: 'bid' | 'estimate'): Finding[] {
  if (!whole || whole <= 0) return []
  const ofBid = name === 'bid'
  const amount = rupees(value - whole)
  const share = roundPercent((value / whole) * 100)
  if (value <= whole)
    return [{ text: ofBid ? t('{share} of the bid value', { share }) : t('{share} of the estimate', { share }) }]
  return over(ofBid ? t('{amount} over the bid value', { amount }) : t('{amount} over the estimate', { amount }))
}

const daysFrom = (due: string, end: string) => counted((Date.parse(end) - Date.parse(due)) / 86_400_000, 'day')
const afterProject = (due: string, end: string) =>
  t('{days} after the project’s given end, {due}', { days: daysFrom(due, end), due: dayText(due) })
const afterTasks = (due: string, end: string) =>
  t('{days} after the tasks’ given end, {due}', { days: daysFrom(due, end), due: dayText(due) })

function planFindings({ givenEndDate: end }: TaskRollup, { givenEndDate: due }: Project): Finding[] {
  if (!end || !due) return []
  if (end <= due) return [{ text: t('within the project’s given end, {due}', { due: dayText(due) }) }]
  return over(t('ends {late}', { late: afterProject(due, end) }))
}

const ended: Project['status'][] = ['COMPLETED', 'TERMINATED', 'CANCELLED']

function workFindings({ actualEndDate: end, givenEndDate: planned }: TaskRollup, project: Project): Finding[] {
  if (!end && ended.includes(project.status)) return []
  const due = project.givenEndDate
  const reached = end ?? today()
  const ofProject = due && reached > due && afterProject(due, reached)
  const late = ofProject || (planned && reached > planned && afterTasks(planned, reached))
  if (late) return over(end ? t('ended {late}', { late }) : late)
  return end ? [{ text: t('ended in time') }] : []
}

function effortFindings({ actualEffortHours: actual, estimatedEffortHours: estimate }: TaskRollup): Finding[] {
  if (estimate <= 0 || actual <= estimate) return []
  return over(t('{amount} over the estimate', { amount: counted(actual - estimate, 'hour') }))
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
            call={filterTasks}
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

/** Every deposit is in one of these. */
const depositGroups: [label: string, statuses: DepositStatus[]][] = [
  [t('Held'), ['SUBMITTED', 'PENDING']],
  [t('On the way back'), ['PENDING_REFUND', 'PENDING_RELEASE']],
  [t('Returned'), ['REFUNDED', 'RETURNED', 'RELEASED']],
  [t('Forfeited'), ['FORFEITED']],
  [t('Never paid'), ['DRAFT', 'REJECTED', 'CANCELLED']],
]

function LinkedContract({ id }: { id: string }) {
  const contract = useRecord(getContract, { params: { id } })
  const deposits = useRecord(listDeposits, { params: { contractId: id } })
  const source = contract.error ? contract : deposits
  return (
    <RecordSection title={t('Contract and deposits')} source={source}>
      {contract.data && <ContractLine contract={contract.data} />}
      {!deposits.error && <Deposits contractId={id} deposits={deposits.data} />}
    </RecordSection>
  )
}

function ContractLine({ contract }: { contract: Contract }) {
  const { id, contractName, bidId, referenceNo, status } = contract
  return (
    <div className={classes['contract']}>
      <Anchor component={Link} to={`/contracts/${id}`} underline="always" inherit>
        {contractName}
      </Anchor>
      <Group gap="xs">
        <Text size="sm" c="dimmed">
          {[bidId, referenceNo].filter(Boolean).join(' · ') || t('No number yet')}
        </Text>
        <ContractBadge status={status} />
      </Group>
    </div>
  )
}

function Deposits({ contractId, deposits }: { contractId: string; deposits: Deposit[] | undefined }) {
  const path = `/contracts/${contractId}/security-deposit`
  if (!deposits) return <Skeleton height={100} aria-hidden />
  if (deposits.length === 0)
    return (
      <>
        <Text mb="sm">{t('No deposit is recorded on this contract yet.')}</Text>
        <LinkButton variant="default" size="xs" to={`${path}/new`} call={createDeposit}>
          {t('Add deposit')}
        </LinkButton>
      </>
    )
  return (
    <>
      <table className={classes['deposits']}>
        <thead>
          <tr>
            {[t('Deposits'), t('Count'), t('Amount')].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {depositGroups.map(([label, statuses]) => {
            const found = deposits.filter(({ status }) => statuses.includes(status))
            const amount = found.reduce((sum, deposit) => sum + Math.round(deposit.amount * 100), 0) / 100
            return (
              <tr key={label} data-none={found.length === 0 || undefined}>
                <th scope="row">{label}</th>
                <td>{decimal(found.length)}</td>
                <td>{found.length === 0 ? dash : rupees(amount)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
      <LinkButton variant="default" size="xs" to={path} call={listDeposits}>
        {t('See the deposits')}
      </LinkButton>
    </>
  )
}

const NoContract = () => (
  <RecordSection title={t('Contract and deposits')}>
    <Text>
      {t(
        'This project stands on its own. One with a contract and its deposits is started from the awarded contract, under',
      )}{' '}
      <Anchor component={Link} to="/contracts/contract-deposit" underline="always" inherit>
        {t('Contract deposits')}
      </Anchor>
      {t('.')}
    </Text>
  </RecordSection>
)
