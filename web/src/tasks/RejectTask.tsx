import { Button, Group, Modal, Textarea } from '@mantine/core'
import type { Task } from '@plinth/api/tasks'
import { type SyntheticEvent, useRef, useState } from 'react'
import { taskLabel } from './task-tree.ts'

interface Props {
  task: Task
  onReject: (reason: string) => void
  onClose: () => void
}

/** Asks why a task is rejected: without a reason it is not. */
export function RejectTask({ task, onReject, onClose }: Props) {
  const [opened, setOpened] = useState(true)
  const [opener] = useState(() => document.activeElement)
  const [reason, setReason] = useState('')
  const [fault, setFault] = useState('')
  const input = useRef<HTMLTextAreaElement>(null)
  const close = () => setOpened(false)

  /** The dialog itself gives the focus back only when it was there, closed, before it opened. */
  function leave() {
    if (opener instanceof HTMLElement) opener.focus()
    onClose()
  }

  function submit(event: SyntheticEvent) {
    event.preventDefault()
    const given = reason.trim()
    if (given !== '') {
      close()
      onReject(given)
    } else {
      setFault('Rejection reason is required')
      input.current?.focus()
    }
  }

  return (
    <Modal opened={opened} onClose={close} onExitTransitionEnd={leave} title={`Reject ${taskLabel(task)}`} centered>
      <form noValidate onSubmit={submit}>
        <Textarea
          ref={input}
          label="Rejection reason"
          description="What has to be mended before the next review"
          required
          autosize
          minRows={3}
          maxLength={2000}
          value={reason}
          error={fault || null}
          onChange={(event) => {
            setReason(event.currentTarget.value)
            setFault('')
          }}
          data-autofocus
        />
        <Group justify="flex-end" gap="xs" mt="md">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit">Reject</Button>
        </Group>
      </form>
    </Modal>
  )
}
