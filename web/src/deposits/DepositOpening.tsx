import type { Deposit } from '@plinth/api/deposits'
import { RecordStory } from '../ui/RecordStory.tsx'
import { DepositHead } from './DepositHead.tsx'
import { storyOfDeposit } from './deposit-story.ts'
import { useDepositCourse } from './useDepositCourse.ts'
import { useDepositRelease } from './useDepositRelease.ts'

/** What the page of a deposit begins with. */
export function DepositOpening({ deposit }: { deposit: Deposit }) {
  const course = useDepositCourse(deposit) ?? { standing: 'RUNNING', dueSince: null, askedSince: null }
  const { data: release } = useDepositRelease(deposit)
  return (
    <>
      <DepositHead deposit={deposit} />
      <RecordStory steps={storyOfDeposit(deposit, { ...course, dueOn: release?.dueOn ?? null })} />
    </>
  )
}
