import { filterAgreements } from '@plinth/api/money/agreements'
import { type Contract, listContractStatusHistory } from '@plinth/api/tenders/contracts'
import { DocumentPanel } from '../../documents/documents/DocumentPanel.tsx'
import { NotePanel } from '../../documents/notes/NotePanel.tsx'
import { useCan } from '../../lib/useCan.ts'
import { Side } from '../../ui/form/RecordSides.tsx'
import { RecordHistory } from '../../ui/record/RecordHistory.tsx'
import { TermsOfContract } from '../contract-terms/TermsOfContract.tsx'
import { sides } from './added-sides.ts'
import { useBidCheck } from './useBidCheck.ts'

/** The sections of a contract's page below its facts. */
export function ContractSides({ contract }: { contract: Contract }) {
  const bid = useBidCheck(contract)
  const maySeeAgreements = useCan(filterAgreements)
  return (
    <>
      <Side id="deposits">
        <sides.Deposits contract={contract} />
      </Side>
      <Side id="exemptions">
        <sides.Exemptions contract={contract} />
      </Side>
      {bid.isShown && (
        <Side id="bid">
          <sides.BidCheck contract={contract} />
        </Side>
      )}
      <Side id="terms">
        <TermsOfContract contract={contract} />
      </Side>
      <Side id="project">
        <sides.Project contract={contract} />
      </Side>
      {maySeeAgreements && (
        <Side id="agreements">
          <sides.Agreements contract={contract} />
        </Side>
      )}
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
