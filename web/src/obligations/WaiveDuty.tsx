import { Button, Group, Modal, Text, Textarea } from '@mantine/core'
import type { Obligation } from '@plinth/api/obligations'
import { type SyntheticEvent, useRef, useState } from 'react'
import { t } from '../lib/language.ts'
import { useDialog } from '../ui/useDialog.ts'
import classes from './Agenda.module.css'
import { dutyText } from './duty-words.ts'

/** As long as the wire takes it. */
const longest = 500

interface Props {
  duty: Obligation
  /** Whether it was stored: where not, what was typed stays. */
  onWaive: (reason: string) => Promise<boolean>
  onClose: () => void
}

/** Asks over the agenda why nothing is to be done: without a reason it stays a duty. */
export function WaiveDuty({ duty, onWaive, onClose }: Props) {
  const { close, props } = useDialog(onClose)
  const [reason, setReason] = useState('')
  const [fault, setFault] = useState('')
  const [isSending, setSending] = useState(false)
  const input = useRef<HTMLTextAreaElement>(null)

  async function submit(event: SyntheticEvent) {
    event.preventDefault()
    const given = reason.trim()
    if (given === '') {
      setFault(t('Say why nothing is to be done'))
      input.current?.focus()
      return
    }
    setSending(true)
    const isStored = await onWaive(given)
    setSending(false)
    if (isStored) close()
  }

  return (
    <Modal {...props} title={t('Nothing to do')} centered>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <Text mb="sm" className={classes['named'] ?? ''}>
          {dutyText(duty)}
        </Text>
        <Textarea
          ref={input}
          label={t('Reason')}
          description={t(
            'Whoever looks for it among what is waived reads this. If its day moves, it is to be done again.',
          )}
          required
          autosize
          minRows={2}
          maxRows={8}
          maxLength={longest}
          value={reason}
          error={fault || null}
          onChange={({ currentTarget: { value } }) => {
            setReason(value)
            setFault('')
          }}
          data-autofocus
        />
        <Group justify="flex-end" gap="xs" mt="md" className={classes['acts'] ?? ''}>
          <Button variant="default" onClick={close}>
            {t('Cancel')}
          </Button>
          <Button type="submit" loading={isSending}>
            {t('Nothing to do')}
          </Button>
        </Group>
      </form>
    </Modal>
  )
}
