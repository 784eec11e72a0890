import type { Contract } from '@plinth/api/tenders/contracts'
import { t } from '../../lib/language.ts'
import type { AddedSides } from '../../tenders/contracts/added-sides.ts'
import { lazyPart } from '../../ui/shell/Part.tsx'

// Loaded lazily: people who may not see payments do not have it.
const AgreementRows = lazyPart(() => import('./AgreementRows.tsx'), 'AgreementRows')

const Agreements = ({ contract: { id: contractId } }: { contract: Contract }) => (
  <AgreementRows
    of={{ contractId }}
    none={t('No agreement of this contract is entered yet: measuring and bills go by it.')}
    begin={{ search: { contractId }, label: t('Enter the agreement') }}
  />
)

export const sides: Partial<AddedSides> = { Agreements }
