import { Button, Modal, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { counted } from '../lib/format.ts'
import { t } from '../lib/language.ts'
import { outbox } from '../lib/outbox.ts'
import { totalsOf } from '../lib/outbox-rules.ts'
import { useWaiting } from '../lib/waiting.ts'

interface Props {
  onLeave: () => void
  onClose: () => void
}

/** Warns whoever signs out while something of theirs waits, and offers to send it first. */
export function LeaveWaiting({ onLeave, onClose }: Props) {
  const { operations } = useWaiting()
  const { unsent } = totalsOf(operations)
  const [isSending, setSending] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const isDone = operations.length === 0
  // What was under way has come through meanwhile.
  useEffect(() => {
    if (isDone) onLeave()
  }, [isDone, onLeave])
  async function send() {
    setSending(true)
    await outbox()?.flush()
    setSending(false)
    setFailed(true)
  }
  const changes = counted(operations.length, 'change')
  return (
    <Modal opened onClose={onClose} title={t('{changes} not sent yet', { changes })} centered>
      <Text mb="sm">
        {t(
          'What is not sent stays on this device, for you alone, and waits until you sign in here again. Nobody else sees it.',
        )}
      </Text>
      <Text mb="sm" role="status" fw={600}>
        {hasFailed &&
          (unsent > 0
            ? t('It could not be sent: there is no line.')
            : t('Some of it was not taken: look at it first.'))}
      </Text>
      <Stack gap="xs">
        {unsent > 0 && (
          <Button loading={isSending} onClick={() => void send()}>
            {t('Send first, then sign out')}
          </Button>
        )}
        <Button variant="default" onClick={onLeave}>
          {t('Sign out all the same')}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t('Stay')}
        </Button>
      </Stack>
    </Modal>
  )
}
