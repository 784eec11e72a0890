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

/** As long as the quick filter for it says, an answer is waited for. */
const patience = 30

const daysText = (day: string) => counted(daysBetween(day, today()), 'day')

/** By how many days it is overdue; else for how long it has been asked for, or is due back where nobody has said when. */
function dueOfDeposit({ standing, dueSince, askedSince }: Course, release: DepositRelease): Due | undefined {
  if (release.daysOverdue !== null) return { text: overdueText(release.daysOverdue), isLate: true }
  if (standing === 'DUE_BACK' && !release.dueOn) {
    const isKnown = dueSince !== null && daysBetween(dueSince, today()) > 0
    return { text: isKnown ? t('due back for {days}', { days: daysText(dueSince) }) : t('due back'), isLate: true }
  }
  if (standing !== 'ASKED_FOR' || !askedSince) return undefined
  const isLate = daysBetween(askedSince, today()) > patience
  return { text: t('asked for {days} ago', { days: daysText(askedSince) }), isLate }
}

/** What it came to, and what of that is open where some of it is settled. */
function money({ amount, openAmount }: Deposit): HeadFigure[] {
  const whole = { label: t('Amount'), value: rupees(amount) }
  return openAmount === amount
    ? [whole]
    : [whole, { label: translated(settledLabels.openAmount), value: rupees(openAmount) }]
}

function lodged({ depositSubmitedDate: day, depositeReturnedDate: end }: Deposit) {
  return {
    label: end ? t('Was lodged for') : t('Lodged since'),
    value: day ? counted(daysBetween(day, end ?? today()), 'day') : dayText(null),
    note: day ? dayText(day) : undefined,
  }
}

/** The day on which what is open comes back, or is planned to; where there is none, how its money stands. */
function comesBack(course: Course | undefined, release: DepositRelease | undefined): HeadFigure {
  const { dueOn, expectedOn, nextStep, daysOverdue } = release ?? {}
  const label = translated(releasedLabels.dueOn)
  if (nextStep && dueOn)
    return { label, value: dayText(dueOn), note: until(dueOn, today()), isAlarm: Boolean(daysOverdue) }
  if (nextStep && expectedOn) return { label, value: dayText(expectedOn), note: t('as planned') }
  const isDue = course?.standing === 'DUE_BACK'
  return { label: t('Stands'), value: release && course && words(course.standing), isAlarm: isDue }
}

/** What a deposit opens with, on its page and beside a list. */
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
      figures={[...money(deposit), comesBack(course, release), lodged(deposit)]}
      watch={<Watch recordType="DEPOSIT" recordId={deposit.id} />}
      next={isKnown && (step && release ? <DepositNext {...{ step, deposit, release }} /> : null)}
    />
  )
}
