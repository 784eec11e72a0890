import { type Contract, listContractStatusHistory } from '@plinth/api/contracts'
import { ContractDeposits } from '../deposits/ContractDeposits.tsx'
import { DocumentPanel } from '../documents/DocumentPanel.tsx'
import { NotePanel } from '../notes/NotePanel.tsx'
import { ContractProject } from '../projects/ContractProject.tsx'
import { RecordHistory } from '../ui/RecordHistory.tsx'
import { Side } from '../ui/RecordSides.tsx'
import { useContractFacts } from './useContractFacts.ts'

/** What hangs on a contract, below its facts. */
export function ContractSides({ contract }: { contract: Contract }) {
  const facts = useContractFacts(contract)
  return (
    <>
      <Side id="deposits">
        <ContractDeposits contract={contract} />
      </Side>
      <Side id="project">
        <ContractProject contract={contract} facts={facts} />
      </Side>
      <Side id="papers">
        <DocumentPanel entityType="CONTRACT" entityId={contract.id} />
      </Side>
      <Side id="notes">
        <NotePanel recordType="CONTRACT" recordId={contract.id} />
      </Side>
      <Side id="history">
        <RecordHistory record={contract} statuses={listContractStatusHistory} />
      </Side>
    </>
  )
}
