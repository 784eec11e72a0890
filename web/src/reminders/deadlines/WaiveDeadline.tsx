import { Button, Group, Modal, Text } from '@mantine/core'
import type { Deadline } from '@plinth/api/reminders/deadlines'
import { useState } from 'react'
import { t } from '../../lib/language.ts'
import { ReasonForm } from '../../ui/form/ReasonForm.tsx'
import { useDialog } from '../../ui/shell/useDialog.ts'
import classes from './Agenda.module.css'
import { deadlineText } from './deadline-words.ts'

interface Props {
  deadline: Deadline
  /** Answers whether it was stored; if not, the typed reason stays. */
  onWaive: (reason: string) => Promise<boolean>
  onClose: () => void
}

/** The dialog that asks for the reason of a waiver. */
export function WaiveDeadline({ deadline, onWaive, onClose }: Props) {
  const { close, props } = useDialog(onClose)
  const [isSending, setSending] = useState(false)

  async function send(reason: string) {
    setSending(true)
    const isStored = await onWaive(reason)
    setSending(false)
    if (isStored) close()
  }

  return (
    <Modal {...props} title={t('Nothing to do')} centered>
      <Text mb="sm" className={classes['named'] ?? ''}>
        {deadlineText(deadline)}
      </Text>
      <ReasonForm
        label={t('Reason')}
        description={t(
          'Whoever looks for it among what is waived reads this. If its day moves, it is to be done again.',
        )}
        missing={t('Say why nothing is to be done')}
        minRows={2}
        maxRows={8}
        maxLength={500}
        onGive={(reason) => void send(reason)}
      >
        <Group justify="flex-end" gap="xs" mt="md" className={classes['acts'] ?? ''}>
          <Button variant="default" onClick={close}>
            {t('Cancel')}
          </Button>
          <Button type="submit" loading={isSending}>
            {t('Nothing to do')}
          </Button>
        </Group>
      </ReasonForm>
    </Modal>
  )
}
