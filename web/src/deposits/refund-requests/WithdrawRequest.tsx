import { Button, Group, Modal, Text } from '@mantine/core'
import { cancelRefundRequest, type RefundRequest } from '@plinth/api/deposits/refund-requests'
import type { FormEvent } from 'react'
import { t } from '../../lib/language.ts'
import { useSave } from '../../lib/useSave.ts'
import { alertSuccess } from '../../ui/shell/alerts.ts'
import { useAttempt } from '../../ui/shell/useAttempt.ts'
import { useDialog } from '../../ui/shell/useDialog.ts'

interface Props {
  request: RefundRequest
  onClose: () => void
}

/** Asks for confirmation before a sent letter is withdrawn. */
export function WithdrawRequest({ request: { id, number }, onClose }: Props) {
  const { close, props } = useDialog(onClose)
  const save = useSave({ params: { id } })
  const { attempt, isSending } = useAttempt()
  async function withdraw() {
    await save(cancelRefundRequest, undefined)
    void alertSuccess(t('{number} is withdrawn', { number }))
    close()
  }
  function send(event: FormEvent) {
    event.preventDefault()
    void attempt(withdraw, t('It was not withdrawn.'))
  }
  return (
    <Modal {...props} title={t('Withdraw {number}', { number })} centered>
      <form onSubmit={send}>
        <Text mb="sm">
          {t(
            'It asks for nothing any more, and stays among the letters. Deposits that no other letter asks for have the status again that they had before.',
          )}
        </Text>
        <Group justify="flex-end" gap="xs" mt="md">
          <Button variant="default" onClick={close}>
            {t('Leave it')}
          </Button>
          <Button type="submit" color="red" loading={isSending}>
            {t('Withdraw')}
          </Button>
        </Group>
      </form>
    </Modal>
  )
}
