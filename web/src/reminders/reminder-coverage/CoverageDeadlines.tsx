import { Skeleton, Text } from '@mantine/core'
import type { CoveredDeadline } from '@plinth/api/reminders/reminder-coverage'
import { listReminderRules } from '@plinth/api/reminders/reminder-rules'
import { t } from '../../lib/language.ts'
import { useRecord } from '../../lib/useRecord.ts'
import { Empty } from '../../ui/shell/Screen.tsx'
import { DeadlineAct, DeadlineDays, type DeadlineMarking, DeadlineWords } from '../deadlines/DeadlineFacts.tsx'
import { DeadlineGroups } from '../deadlines/DeadlineGroups.tsx'
import { deadlineText } from '../deadlines/deadline-words.ts'
import classes from './Coverage.module.css'
import { reasonTexts } from './coverage-words.ts'
import { RepairButton } from './RepairButton.tsx'
import { type Repair, repairOf } from './repairs.ts'
import type { CoverageList } from './useCoverage.ts'
import { useMay } from './useMay.ts'

interface RowProps {
  deadline: CoveredDeadline
  now: string
  repair: Repair | undefined
  mark: DeadlineMarking | undefined
}

/** A deadline with its days, its coverage, the reason and the repair. */
function Row({ deadline, now, repair, mark }: RowProps) {
  const { state, ownerName } = deadline
  return (
    <li className={classes['row']} data-deadline>
      <DeadlineDays deadline={deadline} now={now} />
      <DeadlineWords deadline={deadline} />
      <div className={classes['why']} data-told={state === 'COVERED' || undefined}>
        <p>{reasonTexts[state]}</p>
        {ownerName !== null && <span>{ownerName}</span>}
      </div>
      <div className={classes['repair']} data-screen-only>
        {repair && <RepairButton repair={repair} of={deadlineText(deadline)} />}
      </div>
      <DeadlineAct deadline={deadline} mark={mark} />
    </li>
  )
}

/** Why the list is empty. */
function Nothing({ coverage: { parsed, shown, sums } }: { coverage: CoverageList }) {
  const isNarrowed = parsed.kind.length > 0 || (shown === 'gaps' ? parsed.state.length > 0 : shown === undefined)
  return (
    <Empty filtered={isNarrowed}>
      {shown === 'gaps' && (
        <>
          <Text fw={600}>{sums?.total === 0 ? t('No duty is open.') : t('Everything is told.')}</Text>
          <Text mt={4} c="dimmed">
            {t(
              'Whenever a record has a day that no rule tells of, or that nobody is told of who may view it, it stands here.',
            )}
          </Text>
        </>
      )}
      {shown === 'told' && t('Nothing will be told.')}
      {shown === 'waived' && t('Nothing is waived.')}
    </Empty>
  )
}

/** Deadlines with their coverage, under the headings of the agenda. */
export function CoverageDeadlines({ coverage }: { coverage: CoverageList }) {
  const { deadlines } = coverage
  const { data: rules = [] } = useRecord(listReminderRules)
  const may = useMay()
  if (!deadlines.rows) return <Skeleton height={420} aria-hidden />
  if (deadlines.rows.length === 0) return <Nothing coverage={coverage} />
  return (
    <DeadlineGroups found={deadlines}>
      {(deadline, now, mark) => (
        <Row deadline={deadline} now={now} repair={repairOf(deadline, rules, may)} mark={mark} />
      )}
    </DeadlineGroups>
  )
}
