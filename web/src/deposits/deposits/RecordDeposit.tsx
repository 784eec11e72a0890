import { createDeposit, deleteDeposit, getDeposit } from '@plinth/api/deposits/deposits'
import { useQueryClient } from '@tanstack/react-query'
import { t } from '../../lib/language.ts'
import { useCan } from '../../lib/useCan.ts'
import { undoOf } from '../../ui/form/undo-save.ts'
import { RecordDrawer } from '../../ui/record/RecordDrawer.tsx'
import { DepositFields, depositTexts } from './DepositForm.tsx'

interface Props {
  contractId: string
  /** The type that the form starts with. */
  depositType?: string
  onClose: () => void
}

/** The form of a new deposit, in a drawer over the page of its contract. */
export function RecordDeposit({ contractId, depositType, onClose }: Props) {
  const client = useQueryClient()
  const mayDelete = useCan(deleteDeposit)
  const { created: done, saveFailed: failed, failsInForm } = depositTexts
  return (
    <RecordDrawer
      onClose={onClose}
      title={t('New deposit')}
      load={getDeposit}
      write={createDeposit}
      params={{ contractId }}
      initial={{ status: 'SUBMITTED', ...(depositType && { depositType }) }}
      listPath={`/contracts/${contractId}`}
      texts={{ saved: done, failed, failsInForm }}
      offers={(stored, before) => [
        { label: t('Open'), to: `/contracts/${contractId}/security-deposit/${String(stored['id'])}` },
        ...(mayDelete
          ? [undoOf({ write: createDeposit, params: { contractId }, before, stored, done }, deleteDeposit, client)]
          : []),
      ]}
    >
      <DepositFields contractId={contractId} />
    </RecordDrawer>
  )
}
