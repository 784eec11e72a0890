import type { Deposit } from '@plinth/api/deposits/deposits'
import { today } from '../../lib/days.ts'
import { RecordStory } from '../../ui/record/RecordStory.tsx'
import { DepositHead } from './DepositHead.tsx'
import { storyOfDeposit } from './deposit-story.ts'
import { useDepositCourse } from './useDepositCourse.ts'
import { useDepositRelease } from './useDepositRelease.ts'

/** The head and the steps at the top of the page of a deposit. */
export function DepositOpening({ deposit }: { deposit: Deposit }) {
  const course = useDepositCourse(deposit) ?? { standing: 'RUNNING', dueSince: null, askedSince: null }
  const dueOn = useDepositRelease(deposit).data?.dueOn ?? null
  const isToCome = dueOn !== null && dueOn > today()
  return (
    <>
      <DepositHead deposit={deposit} />
      <RecordStory steps={storyOfDeposit(deposit, { ...course, dueOn, isToCome })} />
    </>
  )
}
