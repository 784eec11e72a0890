import { type DepositRelease, releasedLabels } from '@plinth/api/deposits/deposit-releases'
import { type Deposit, settledLabels } from '@plinth/api/deposits/deposits'
import { daysBetween } from '@plinth/api/kernel/later-days'
import { getContract } from '@plinth/api/tenders/contracts'
import { today } from '../../lib/days.ts'
import { counted, dayText, rupees, words } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import { useRecord } from '../../lib/useRecord.ts'
import { Watch } from '../../reminders/watchers/Watch.tsx'
import { type Due, type HeadFigure, RecordHead } from '../../ui/record/RecordHead.tsx'
import { DepositStatusCell } from './DepositColumns.tsx'
import { DepositNext } from './DepositNext.tsx'
import { nextOfDeposit } from './deposit-next.ts'
import type { Course } from './deposit-story.ts'
import { overdueText, until } from './release-words.ts'
import { useDepositCourse } from './useDepositCourse.ts'
import { useDepositRelease } from './useDepositRelease.ts'

/** After this many days without an answer a requested deposit is late, as in the quick filter ASKED_FOR_OVER_30_DAYS_AGO. */
const answerDays = 30

const daysText = (day: string) => counted(daysBetween(day, today()), 'day')

/** The days overdue; else the days since it was asked for, or since it is due back if it has no due day. */
function dueOfDeposit({ standing, dueSince, askedSince }: Course, release: DepositRelease): Due | undefined {
  if (release.daysOverdue !== null) return { text: overdueText(release.daysOverdue), isLate: true }
  if (standing === 'DUE_BACK' && !release.dueOn) {
    const isKnown = dueSince !== null && daysBetween(dueSince, today()) > 0
    return { text: isKnown ? t('due back for {days}', { days: daysText(dueSince) }) : t('due back'), isLate: true }
  }
  if (standing !== 'ASKED_FOR' || !askedSince) return undefined
  const isLate = daysBetween(askedSince, today()) > answerDays
  return { text: t('asked for {days} ago', { days: daysText(askedSince) }), isLate }
}

/** The amount, and the open amount if a part is settled. */
function moneyFigures({ amount, openAmount }: Deposit): HeadFigure[] {
  const total = { label: t('Amount'), value: rupees(amount) }
  return openAmount === amount
    ? [total]
    : [total, { label: translated(settledLabels.openAmount), value: rupees(openAmount) }]
}

function lodgedFigure({ depositSubmitedDate: day, depositeReturnedDate: end }: Deposit) {
  return {
    label: end ? t('Was lodged for') : t('Lodged since'),
    value: day ? counted(daysBetween(day, end ?? today()), 'day') : dayText(null),
    note: day ? dayText(day) : undefined,
  }
}

/** The due or the planned day of an open deposit; without either, its standing. */
function dueFigure(course: Course | undefined, release: DepositRelease | undefined): HeadFigure {
  const { dueOn, expectedOn, nextStep, daysOverdue } = release ?? {}
  const label = translated(releasedLabels.dueOn)
  if (nextStep && dueOn)
    return { label, value: dayText(dueOn), note: until(dueOn, today()), isAlarm: Boolean(daysOverdue) }
  if (nextStep && expectedOn) return { label, value: dayText(expectedOn), note: t('as planned') }
  const isDue = course?.standing === 'DUE_BACK'
  return { label: t('Stands'), value: release && course && words(course.standing), isAlarm: isDue }
}

/** The head of a deposit, on its page and in the panel of a list. */
export function DepositHead({ deposit }: { deposit: Deposit }) {
  const course = useDepositCourse(deposit)
  const { data: contract } = useRecord(getContract, { params: { id: deposit.contractId } })
  const { data: release, error } = useDepositRelease(deposit)
  const step = contract && release && nextOfDeposit(deposit, contract.status, release)
  const isKnown = Boolean(error) || (contract && release)
  return (
    <RecordHead
      number={deposit.instrumentNo}
      status={<DepositStatusCell {...deposit} />}
      due={course && release && dueOfDeposit(course, release)}
      figures={[...moneyFigures(deposit), dueFigure(course, release), lodgedFigure(deposit)]}
      watch={<Watch recordType="DEPOSIT" recordId={deposit.id} />}
      next={isKnown && (step && release ? <DepositNext {...{ step, deposit, release }} /> : null)}
    />
  )
}
