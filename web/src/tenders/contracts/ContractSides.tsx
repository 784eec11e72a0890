import { Skeleton } from '@mantine/core'
import { filterAgreements } from '@plinth/api/money/agreements'
import { type Contract, listContractStatusHistory } from '@plinth/api/tenders/contracts'
import { ExemptionsOfContract } from '../../deposits/deposit-exemptions/ExemptionsOfContract.tsx'
import { ContractDeposits } from '../../deposits/deposits/ContractDeposits.tsx'
import { DocumentPanel } from '../../documents/documents/DocumentPanel.tsx'
import { NotePanel } from '../../documents/notes/NotePanel.tsx'
import { t } from '../../lib/language.ts'
import { useCan } from '../../lib/useCan.ts'
import { Side } from '../../ui/form/RecordSides.tsx'
import { RecordHistory } from '../../ui/record/RecordHistory.tsx'
import { lazyPart } from '../../ui/shell/Part.tsx'
import { ContractProject } from '../../works/projects/ContractProject.tsx'
import { TermsOfContract } from '../contract-terms/TermsOfContract.tsx'
import { useBidCheck } from './useBidCheck.ts'
import { useContractFacts } from './useContractFacts.ts'

// Loaded lazily: only tenders have it, and only people who may see bank limits.
const BidCheck = lazyPart(() => import('../../guarantees/bid-check/BidCheck.tsx'), 'BidCheck', {
  waiting: <Skeleton height={310} mb="sm" />,
})

// Loaded lazily: people who may not see payments do not have it.
const AgreementRows = lazyPart(() => import('../../money/agreements/AgreementRows.tsx'), 'AgreementRows')

/** The sections of a contract's page below its facts. */
export function ContractSides({ contract }: { contract: Contract }) {
  const facts = useContractFacts(contract)
  const bid = useBidCheck(contract)
  const maySeeAgreements = useCan(filterAgreements)
  return (
    <>
      <Side id="deposits">
        <ContractDeposits contract={contract} />
      </Side>
      <Side id="exemptions">
        <ExemptionsOfContract contract={contract} />
      </Side>
      {bid.isShown && (
        <Side id="bid">
          <BidCheck contract={contract} />
        </Side>
      )}
      <Side id="terms">
        <TermsOfContract contract={contract} />
      </Side>
      <Side id="project">
        <ContractProject contract={contract} facts={facts} />
      </Side>
      {maySeeAgreements && (
        <Side id="agreements">
          <AgreementRows
            of={{ contractId: contract.id }}
            none={t('No agreement of this contract is entered yet: measuring and bills go by it.')}
            begin={{ search: { contractId: contract.id }, label: t('Enter the agreement') }}
          />
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
