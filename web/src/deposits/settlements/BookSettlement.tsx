import { type Deposit, getDeposit } from '@plinth/api/deposits/deposits'
import { addSettlement, addWriteOff } from '@plinth/api/deposits/settlements'
import { today } from '../../lib/days.ts'
import { t } from '../../lib/language.ts'
import { FieldGroup } from '../../ui/form/FieldGroup.tsx'
import { RecordDrawer } from '../../ui/record/RecordDrawer.tsx'
import { depositName } from '../deposits/DepositColumns.tsx'
import { ReceiptFields, WriteOffFields } from './SettlementFields.tsx'

const ways = {
  receipt: {
    title: t('Book receipt'),
    write: addSettlement,
    texts: { saved: t('Receipt booked'), failed: t('The receipt was not booked.') },
    Fields: ReceiptFields,
  },
  writeOff: {
    title: t('Write off'),
    write: addWriteOff,
    texts: { saved: t('Written off'), failed: t('Nothing was written off.') },
    Fields: WriteOffFields,
  },
}
export type Way = keyof typeof ways

interface Props {
  deposit: Deposit
  way: Way
  onClose: () => void
}

/** The form of a settlement, in a drawer over the page of the deposit. It starts with the whole open amount and today. */
export function BookSettlement({ deposit, way, onClose }: Props) {
  const { id: depositId, contractId, status, openAmount } = deposit
  const { title, write, texts, Fields } = ways[way]
  const kind = status === 'PENDING_RELEASE' ? 'RELEASED' : 'RECEIVED'
  return (
    <RecordDrawer
      onClose={onClose}
      title={title}
      load={getDeposit}
      write={write}
      params={{ contractId, depositId }}
      initial={{ ...(way === 'receipt' && { kind }), amount: openAmount, settledOn: today() }}
      listPath={`/contracts/${contractId}/security-deposit/${depositId}`}
      texts={texts}
    >
      <FieldGroup title={depositName(deposit)}>
        <Fields deposit={deposit} />
      </FieldGroup>
    </RecordDrawer>
  )
}
