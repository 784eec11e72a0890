import { Drawer } from '@mantine/core'
import { type Deposit, getDeposit } from '@plinth/api/deposits'
import { addSettlement, addWriteOff } from '@plinth/api/settlements'
import { useRef } from 'react'
import { depositName } from '../deposits/DepositColumns.tsx'
import { today } from '../lib/days.ts'
import { t } from '../lib/language.ts'
import { FieldGroup } from '../ui/FieldGroup.tsx'
import { RecordForm } from '../ui/RecordForm.tsx'
import { usePhone } from '../ui/Screen.tsx'
import { useDialog } from '../ui/useDialog.ts'
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

/** What became of a part of a deposit is booked over its page, which stays. All that is open, today, unless it is told otherwise. */
export function BookSettlement({ deposit, way, onClose }: Props) {
  const { id: depositId, contractId, status, openAmount } = deposit
  const { title, write, texts, Fields } = ways[way]
  const { close, props } = useDialog(onClose)
  const isPhone = usePhone()
  // What is typed is not lost to a key: the form asks first.
  const leaveRef = useRef<() => void>(close)
  const kind = status === 'PENDING_RELEASE' ? 'RELEASED' : 'RECEIVED'
  return (
    <Drawer
      {...props}
      onClose={() => leaveRef.current()}
      closeOnClickOutside={false}
      position="right"
      size={isPhone ? '100%' : '36rem'}
      title={title}
    >
      <RecordForm
        title={title}
        load={getDeposit}
        write={write}
        params={{ contractId, depositId }}
        initial={{ ...(way === 'receipt' && { kind }), amount: openAmount, settledOn: today() }}
        listPath={`/contracts/${contractId}/security-deposit/${depositId}`}
        texts={texts}
        panel={{ close, leaveRef }}
      >
        <FieldGroup title={depositName(deposit)}>
          <Fields deposit={deposit} />
        </FieldGroup>
      </RecordForm>
    </Drawer>
  )
}
