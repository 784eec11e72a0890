import { Text } from '@mantine/core'
import { cancelSettlement, type Settlement } from '@plinth/api/deposits/settlements'
import { dayText, rupees, words } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { useSave } from '../../lib/useSave.ts'
import { ReasonDialog } from '../../ui/form/ReasonDialog.tsx'
import { alertSuccess } from '../../ui/shell/alerts.ts'
import { useAttempt } from '../../ui/shell/useAttempt.ts'

interface Props {
  contractId: string
  settlement: Pick<Settlement, 'id' | 'depositId' | 'kind' | 'amount' | 'settledOn'>
  onClose: () => void
}

/** Asks for confirmation and an optional reason before a settlement is cancelled. */
export function CancelSettlement({ contractId, settlement, onClose }: Props) {
  const { id: settlementId, depositId, kind, amount, settledOn } = settlement
  const save = useSave({ params: { contractId, depositId, settlementId } })
  const { attempt } = useAttempt()
  async function cancel(why: string) {
    await save(cancelSettlement, { why: why || null })
    void alertSuccess(t('Receipt cancelled'))
  }
  return (
    <ReasonDialog
      title={t('Cancel receipt')}
      label={t('Why')}
      description={t('May be left empty')}
      minRows={2}
      maxLength={500}
      button={t('Cancel receipt')}
      isHarmful
      dismiss={t('Leave it')}
      onGive={(why) => attempt(() => cancel(why), t('The receipt was not cancelled.'))}
      onClose={onClose}
    >
      <Text fw={600}>{[words(kind), rupees(amount), settledOn && dayText(settledOn)].filter(Boolean).join(' · ')}</Text>
      <Text size="sm" mb="sm">
        {t('It counts no more, and stays on the list. If it closed the deposit, that is open again.')}
      </Text>
    </ReasonDialog>
  )
}
