import { Button, Group, Modal, Textarea } from '@mantine/core'
import type { Task } from '@plinth/api/tasks'
import { type SyntheticEvent, useRef, useState } from 'react'
import { t } from '../lib/language.ts'
import { useDialog } from '../ui/useDialog.ts'
import { taskLabel } from './task-tree.ts'

interface Props {
  task: Task
  onReject: (reason: string) => void
  onClose: () => void
}

/** Asks why a task is rejected: without a reason it is not. */
export function RejectTask({ task, onReject, onClose }: Props) {
  const { close, props } = useDialog(onClose)
  const [reason, setReason] = useState('')
  const [fault, setFault] = useState('')
  const input = useRef<HTMLTextAreaElement>(null)

  function submit(event: SyntheticEvent) {
    event.preventDefault()
    const given = reason.trim()
    if (given !== '') {
      close()
      onReject(given)
    } else {
      setFault(t('Rejection reason is required'))
      input.current?.focus()
    }
  }

  return (
    <Modal {...props} title={t('Reject {task}', { task: taskLabel(task) })} centered>
      <form noValidate onSubmit={submit}>
        <Textarea
          ref={input}
          label={t('Rejection reason')}
          description={t('What has to be mended before the next review')}
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
            {t('Cancel')}
          </Button>
          <Button type="submit">{t('Reject')}</Button>
        </Group>
      </form>
    </Modal>
  )
}
