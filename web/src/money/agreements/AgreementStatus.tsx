import { type Agreement, type AgreementStatus, updateAgreement } from '@plinth/api/money/agreements'
import { StatusChoice } from '../../ui/record/StatusChoice.tsx'
import { StatusBadge, type Tone } from '../../ui/shell/StatusBadge.tsx'
import { statusesOf } from './agreement-next.ts'
import { agreementName } from './agreement-words.ts'

const tones: Record<AgreementStatus, Tone> = {
  DRAFT: 'neutral',
  ACTIVE: 'progress',
  SUSPENDED: 'warning',
  COMPLETED: 'good',
  CLOSED: 'neutral',
}

export const AgreementBadge = ({ status }: Pick<Agreement, 'status'>) => <StatusBadge status={status} tones={tones} />

/** The status of an agreement; users who may edit payments can change it here to an allowed one. */
export const AgreementStatusCell = (agreement: Agreement) => (
  <StatusChoice
    name={agreementName(agreement)}
    record={agreement}
    statuses={statusesOf(agreement)}
    endpoint={updateAgreement}
    params={{ id: agreement.id }}
  >
    <AgreementBadge status={agreement.status} />
  </StatusChoice>
)
