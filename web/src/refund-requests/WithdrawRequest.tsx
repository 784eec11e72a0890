import { Button, Group, Modal, Text } from '@mantine/core'
import { cancelRefundRequest, type RefundRequest } from '@plinth/api/refund-requests'
import { type FormEvent, useState } from 'react'
import { reasonOf } from '../lib/call-error.ts'
import { t } from '../lib/language.ts'
import { useSave } from '../lib/useSave.ts'
import { alertFailure, alertSuccess } from '../ui/alerts.ts'
import { useDialog } from '../ui/useDialog.ts'

interface Props {
  request: RefundRequest
  onClose: () => void
}

/** Asks before a letter that was sent is withdrawn. */
export function WithdrawRequest({ request: { id, number }, onClose }: Props) {
  const { close, props } = useDialog(onClose)
  const save = useSave({ params: { id } })
  const [isSending, setSending] = useState(false)
  async function send(event: FormEvent) {
    event.preventDefault()
    setSending(true)
    try {
      await save(cancelRefundRequest, undefined)
      void alertSuccess(t('{number} is withdrawn', { number }))
      close()
    } catch (error) {
      void alertFailure(t('It was not withdrawn.'), reasonOf(error))
    } finally {
      setSending(false)
    }
  }
  return (
    <Modal {...props} title={t('Withdraw {number}', { number })} centered>
      <form onSubmit={(event) => void send(event)}>
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
