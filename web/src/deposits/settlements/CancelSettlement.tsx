import { Button, Group, Modal, Text, Textarea } from '@mantine/core'
import { cancelSettlement, type Settlement } from '@plinth/api/deposits/settlements'
import { type FormEvent, useState } from 'react'
import { dayText, rupees, words } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { useSave } from '../../lib/useSave.ts'
import { alertSuccess } from '../../ui/shell/alerts.ts'
import { useAttempt } from '../../ui/shell/useAttempt.ts'
import { useDialog } from '../../ui/shell/useDialog.ts'

interface Props {
  contractId: string
  settlement: Pick<Settlement, 'id' | 'depositId' | 'kind' | 'amount' | 'settledOn'>
  onClose: () => void
}

/** Asks for confirmation and an optional reason before a settlement is cancelled. */
export function CancelSettlement({ contractId, settlement, onClose }: Props) {
  const { id: settlementId, depositId, kind, amount, settledOn } = settlement
  const { close, props } = useDialog(onClose)
  const save = useSave({ params: { contractId, depositId, settlementId } })
  const [why, setWhy] = useState('')
  const { attempt, isSending } = useAttempt()
  async function cancel() {
    await save(cancelSettlement, { why: why.trim() || null })
    void alertSuccess(t('Receipt cancelled'))
    close()
  }
  function send(event: FormEvent) {
    event.preventDefault()
    void attempt(cancel, t('The receipt was not cancelled.'))
  }
  return (
    <Modal {...props} title={t('Cancel receipt')} centered>
      <form onSubmit={send}>
        <Text fw={600}>
          {[words(kind), rupees(amount), settledOn && dayText(settledOn)].filter(Boolean).join(' · ')}
        </Text>
        <Text size="sm" mb="sm">
          {t('It counts no more, and stays on the list. If it closed the deposit, that is open again.')}
        </Text>
        <Textarea
          label={t('Why')}
          description={t('May be left empty')}
          value={why}
          onChange={(event) => setWhy(event.currentTarget.value)}
          maxLength={500}
          autosize
          minRows={2}
          data-autofocus
        />
        <Group justify="flex-end" gap="xs" mt="md">
          <Button variant="default" onClick={close}>
            {t('Leave it')}
          </Button>
          <Button type="submit" color="red" loading={isSending}>
            {t('Cancel receipt')}
          </Button>
        </Group>
      </form>
    </Modal>
  )
}
