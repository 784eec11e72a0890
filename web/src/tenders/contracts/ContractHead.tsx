import { isHeld, standingOf, sumOf } from '@plinth/api/deposits/deposit-standing'
import { createDeposit } from '@plinth/api/deposits/deposits'
import { daysBetween } from '@plinth/api/kernel/later-days'
import { type Contract, updateContract } from '@plinth/api/tenders/contracts'
import { createProject } from '@plinth/api/works/projects'
import { today } from '../../lib/days.ts'
import { counted, percent, rupees } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { useCan } from '../../lib/useCan.ts'
import { Watch } from '../../reminders/watchers/Watch.tsx'
import { dueOf } from '../../ui/record/due.ts'
import { type Due, RecordHead } from '../../ui/record/RecordHead.tsx'
import { ContractNext } from './ContractNext.tsx'
import { ContractStatusCell } from './ContractReference.tsx'
import { type ContractFacts, nextOfContract } from './contract-next.ts'
import { useContractFacts } from './useContractFacts.ts'

const over = ['COMPLETED', 'CLOSED', 'TERMINATED', 'REJECTED', 'CANCELLED']

/** The day that matters: the closing day until the bid is submitted, then the given end of the work. */
function dueOfContract({ status, closingDate, givenEndDate, actualEndDate }: Contract): Due | undefined {
  if (status === 'SUBMITTED') return { text: t('result awaited'), isLate: false }
  if (status !== 'DRAFT')
    return dueOf({ due: givenEndDate, ended: actualEndDate, isOver: over.some((one) => one === status) })
  if (!closingDate) return undefined
  const days = daysBetween(today(), closingDate)
  if (days < 0) return { text: t('closed {days} ago, without a bid', { days: counted(-days, 'day') }), isLate: true }
  const text = days === 0 ? t('closes today') : t('closes in {days}', { days: counted(days, 'day') })
  return { text, isLate: false }
}

function lockedUp({ status }: Contract, facts: ContractFacts | undefined) {
  const held = facts?.deposits.filter((deposit) => isHeld(standingOf(deposit, status)))
  return {
    label: t('Locked up now'),
    value: held && rupees(sumOf(held, 'openAmount')),
    note: held && held.length > 0 ? counted(held.length, 'deposit') : undefined,
  }
}

/** The head of a contract, on its page and in the panel beside a list. */
export function ContractHead({ contract }: { contract: Contract }) {
  const { bidId, referenceNo, tenderBidValue, tenderBidPercentage, paperCost } = contract
  const facts = useContractFacts(contract)
  const may = { edit: useCan(updateContract), deposit: useCan(createDeposit), project: useCan(createProject) }
  const step = facts && nextOfContract(contract, facts, may, today())
  const bid = {
    label: t('Bid value'),
    value: rupees(tenderBidValue),
    note: tenderBidPercentage ? percent(tenderBidPercentage) : undefined,
  }
  return (
    <RecordHead
      number={bidId ?? referenceNo}
      status={<ContractStatusCell {...contract} />}
      due={dueOfContract(contract)}
      figures={[bid, lockedUp(contract, facts), { label: t('Paper cost'), value: rupees(paperCost) }]}
      watch={<Watch recordType="CONTRACT" recordId={contract.id} />}
      next={facts && (step ? <ContractNext step={step} contract={contract} facts={facts} /> : null)}
    />
  )
}
