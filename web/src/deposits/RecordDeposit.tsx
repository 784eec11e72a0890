import { Drawer } from '@mantine/core'
import { createDeposit, deleteDeposit, getDeposit } from '@plinth/api/deposits'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { t } from '../lib/language.ts'
import { useCan } from '../lib/useCan.ts'
import { RecordForm } from '../ui/RecordForm.tsx'
import { usePhone } from '../ui/Screen.tsx'
import { undoOf } from '../ui/undo-save.ts'
import { useDialog } from '../ui/useDialog.ts'
import { DepositFields, depositTexts } from './DepositForm.tsx'

interface Props {
  contractId: string
  /** What kind of deposit it begins with. */
  depositType?: string
  onClose: () => void
}

/** A deposit is recorded over the page of its contract, which stays. */
export function RecordDeposit({ contractId, depositType, onClose }: Props) {
  const { close, props } = useDialog(onClose)
  const isPhone = usePhone()
  const client = useQueryClient()
  const mayDelete = useCan(deleteDeposit)
  // What is typed is not lost to a key: the form asks first.
  const leaveRef = useRef<() => void>(close)
  const { created: done, saveFailed: failed } = depositTexts
  return (
    <Drawer
      {...props}
      onClose={() => leaveRef.current()}
      closeOnClickOutside={false}
      position="right"
      size={isPhone ? '100%' : '36rem'}
      title={t('New deposit')}
    >
      <RecordForm
        title={t('New deposit')}
        load={getDeposit}
        write={createDeposit}
        params={{ contractId }}
        initial={{ status: 'SUBMITTED', ...(depositType && { depositType }) }}
        listPath={`/contracts/${contractId}`}
        texts={{ saved: done, failed }}
        offers={(stored, before) => [
          { label: t('Open'), to: `/contracts/${contractId}/security-deposit/${String(stored['id'])}` },
          ...(mayDelete
            ? [undoOf({ write: createDeposit, params: { contractId }, before, stored, done }, deleteDeposit, client)]
            : []),
        ]}
        panel={{ close, leaveRef }}
      >
        <DepositFields contractId={contractId} />
      </RecordForm>
    </Drawer>
  )
}
