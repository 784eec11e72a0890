import { Skeleton, Text } from '@mantine/core'
import type { CoveredDuty } from '@plinth/api/reminders/reminder-coverage'
import { listReminderRules } from '@plinth/api/reminders/reminder-rules'
import { t } from '../../lib/language.ts'
import { useRecord } from '../../lib/useRecord.ts'
import { Empty } from '../../ui/shell/Screen.tsx'
import { DutyAct, DutyDays, type DutyMark, DutyWords } from '../deadlines/DeadlineFacts.tsx'
import { DutyGroups } from '../deadlines/DeadlineGroups.tsx'
import { dutyText } from '../deadlines/deadline-words.ts'
import classes from './Coverage.module.css'
import { reasonTexts } from './coverage-words.ts'
import { RepairButton } from './RepairButton.tsx'
import { type Repair, repairOf } from './repairs.ts'
import type { CoverageList } from './useCoverage.ts'
import { useMay } from './useMay.ts'

interface RowProps {
  duty: CoveredDuty
  now: string
  repair: Repair | undefined
  mark: DutyMark | undefined
}

/** One duty: what it asks and by when, what becomes of it and why, and what mends that. */
function Row({ duty, now, repair, mark }: RowProps) {
  const { state, ownerName } = duty
  return (
    <li className={classes['row']} data-duty>
      <DutyDays duty={duty} now={now} />
      <DutyWords duty={duty} />
      <div className={classes['why']} data-told={state === 'COVERED' || undefined}>
        <p>{reasonTexts[state]}</p>
        {ownerName !== null && <span>{ownerName}</span>}
      </div>
      <div className={classes['repair']} data-screen-only>
        {repair && <RepairButton repair={repair} of={dutyText(duty)} />}
      </div>
      <DutyAct duty={duty} mark={mark} />
    </li>
  )
}

/** Why nothing stands there. */
function Nothing({ coverage: { asked, shown, sums } }: { coverage: CoverageList }) {
  const isNarrowed = asked.kind.length > 0 || (shown === 'gaps' ? asked.state.length > 0 : shown === undefined)
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

/** Duties with what becomes of each, under the headings of the agenda. */
export function CoverageDuties({ coverage }: { coverage: CoverageList }) {
  const { duties } = coverage
  const { data: rules = [] } = useRecord(listReminderRules)
  const may = useMay()
  if (!duties.rows) return <Skeleton height={420} aria-hidden />
  if (duties.rows.length === 0) return <Nothing coverage={coverage} />
  return (
    <DutyGroups found={duties}>
      {(duty, now, mark) => <Row duty={duty} now={now} repair={repairOf(duty, rules, may)} mark={mark} />}
    </DutyGroups>
  )
}
