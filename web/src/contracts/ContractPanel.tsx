import type { Contract } from '@plinth/api/contracts'
import type { Column } from '../ui/DataRows.tsx'
import { PanelFacts, PanelHead } from '../ui/PanelFacts.tsx'
import { ContractStatusCell } from './ContractReference.tsx'

/** A contract beside its list. */
export const ContractPanel = ({ contract, columns }: { contract: Contract; columns: Column<Contract>[] }) => (
  <>
    <PanelHead numbers={[contract.bidId, contract.referenceNo]}>
      <ContractStatusCell {...contract} />
    </PanelHead>
    <PanelFacts
      row={contract}
      columns={columns}
      figures={['tenderBidValue', 'closingDate']}
      facts={[
        'tenderActualValue',
        'tenderBidPercentage',
        'paperCost',
        'contractType',
        'licenseHolderName',
        'resultDate',
        'awardedDate',
        'givenStartDate',
        'givenEndDate',
      ]}
    />
  </>
)
