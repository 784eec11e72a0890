import { getContract } from '@plinth/api/contracts'
import { type Deposit, settledLabels, updateDeposit } from '@plinth/api/deposits'
import { daysBetween, today } from '../lib/days.ts'
import { counted, dayText, rupees, words } from '../lib/format.ts'
import { t, translated } from '../lib/language.ts'
import { useCan } from '../lib/useCan.ts'
import { useRecord } from '../lib/useRecord.ts'
import { type Due, type HeadFigure, RecordHead } from '../ui/RecordHead.tsx'
import { DepositStatusCell } from './DepositColumns.tsx'
import { DepositNext } from './DepositNext.tsx'
import { nextOfDeposit } from './deposit-next.ts'
import type { Course } from './deposit-story.ts'
import { useDepositCourse } from './useDepositCourse.ts'

/** As long as the quick filter for it says, an answer is waited for. */
const patience = 30

const daysText = (day: string) => counted(daysBetween(day, today()), 'day')

/** For how long it is due back, or has been asked for. */
function dueOfDeposit({ standing, dueSince, askedSince }: Course): Due | undefined {
  if (standing === 'DUE_BACK') {
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

/** What a deposit opens with, on its page and beside a list. */
export function DepositHead({ deposit }: { deposit: Deposit }) {
  const course = useDepositCourse(deposit)
  const { data: contract } = useRecord(getContract, { params: { id: deposit.contractId } })
  const step = nextOfDeposit(deposit, contract?.status ?? 'DRAFT', useCan(updateDeposit))
  const stands = {
    label: t('Stands'),
    value: course && words(course.standing),
    isAlarm: course?.standing === 'DUE_BACK',
  }
  return (
    <RecordHead
      number={deposit.instrumentNo}
      status={<DepositStatusCell {...deposit} />}
      due={course && dueOfDeposit(course)}
      figures={[...money(deposit), lodged(deposit), stands]}
      next={contract && (step ? <DepositNext step={step} deposit={deposit} /> : null)}
    />
  )
}
