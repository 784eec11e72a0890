import { Skeleton } from '@mantine/core'
import {
  createAgreement,
  deleteAgreement,
  getAgreement,
  listAgreementStatusHistory,
  updateAgreement,
} from '@plinth/api/money/agreements'
import { useSearch } from '@tanstack/react-router'
import { plainText } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { FormScreen } from '../../ui/form/FormScreen.tsx'
import { Side } from '../../ui/form/RecordSides.tsx'
import { lazyPart } from '../../ui/shell/Part.tsx'
import { AgreementFields } from './AgreementFields.tsx'
import { agreementName, agreementPath } from './agreement-words.ts'

// A form has none of these.
const AgreementHead = lazyPart(() => import('./AgreementHead.tsx'), 'AgreementHead', {
  waiting: <Skeleton h={{ base: 200, sm: 112 }} mb="sm" />,
})
const ScheduleSide = lazyPart(() => import('../../works/schedule-items/ScheduleSide.tsx'), 'ScheduleSide', {
  waiting: <Skeleton height={140} mb="sm" />,
})
const BillsOfAgreement = lazyPart(() => import('../bills/BillsOfAgreement.tsx'), 'BillsOfAgreement', {
  waiting: <Skeleton height={140} mb="sm" />,
})
const RecordHistory = lazyPart(() => import('../../ui/record/RecordHistory.tsx'), 'RecordHistory')

const texts = {
  loadFailed: t('Failed to fetch agreement'),
  saveFailed: t('Failed to save agreement. Please try again.'),
  created: t('Agreement created'),
  updated: t('Agreement saved'),
}

/** A new agreement is a draft with the direction, contract and party of the link that led here. */
function useBlank() {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const [contractId, partyId] = [plainText(search['contractId']), plainText(search['partyId'])]
  return {
    direction: search['direction'] === 'PAYABLE' ? ('PAYABLE' as const) : ('RECEIVABLE' as const),
    status: 'DRAFT' as const,
    pricing: 'ITEM_RATE' as const,
    rounding: 'HALF_UP' as const,
    hasRoundOff: false,
    ...(contractId && { contractId }),
    ...(partyId && { partyId }),
  }
}

export function AgreementForm() {
  return (
    <FormScreen
      noun="agreement"
      load={getAgreement}
      create={createAgreement}
      update={updateAgreement}
      remove={deleteAgreement}
      blank={useBlank()}
      listPath="/payments/agreements"
      pathOf={agreementPath}
      nameOf={agreementName}
      texts={texts}
      head={(agreement) => <AgreementHead agreement={agreement} />}
      related={(agreement) => (
        <>
          <Side id="schedule">
            <ScheduleSide agreement={agreement} />
          </Side>
          {agreement.direction === 'RECEIVABLE' && (
            <Side id="bills">
              <BillsOfAgreement agreement={agreement} />
            </Side>
          )}
          <Side id="history">
            <RecordHistory record={agreement} statuses={listAgreementStatusHistory} />
          </Side>
        </>
      )}
    >
      <AgreementFields />
    </FormScreen>
  )
}
