import type { Deposit } from '@plinth/api/deposits'
import { RecordStory } from '../ui/RecordStory.tsx'
import { DepositHead } from './DepositHead.tsx'
import { storyOfDeposit } from './deposit-story.ts'
import { useDepositCourse } from './useDepositCourse.ts'

/** What the page of a deposit begins with. */
export function DepositOpening({ deposit }: { deposit: Deposit }) {
  const course = useDepositCourse(deposit) ?? { standing: 'RUNNING', dueSince: null, askedSince: null }
  return (
    <>
      <DepositHead deposit={deposit} />
      <RecordStory steps={storyOfDeposit(deposit, course)} />
    </>
  )
}
