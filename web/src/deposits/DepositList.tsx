import { createDeposit, listDeposits } from '@plinth/api/deposits'
import { useParams } from '@tanstack/react-router'
import { ContractLink } from '../contracts/ContractLink.tsx'
import { useList } from '../lib/useList.ts'
import { LinkButton } from '../ui/LinkButton.tsx'
import { Screen } from '../ui/Screen.tsx'
import { DepositTable } from './DepositTable.tsx'

export function DepositList() {
  const { contractId = '' } = useParams({ strict: false })
  const list = useList(listDeposits, {})
  return (
    <Screen
      title="Security deposits"
      context={<ContractLink id={contractId} />}
      source={list}
      failure="Failed to load security deposits"
      actions={
        <LinkButton to={`/contracts/${contractId}/security-deposit/new`} call={createDeposit}>
          Add deposit
        </LinkButton>
      }
    >
      <DepositTable list={list} />
    </Screen>
  )
}
