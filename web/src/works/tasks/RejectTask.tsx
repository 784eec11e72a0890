import { Button, Group, Modal } from '@mantine/core'
import type { Task } from '@plinth/api/works/tasks'
import { t } from '../../lib/language.ts'
import { useDialog } from '../../ui/shell/useDialog.ts'
import { RejectionForm } from './RejectionForm.tsx'
import { taskLabel } from './task-tree.ts'

interface Props {
  task: Task
  onReject: (reason: string) => void
  onClose: () => void
}

/** A dialog that asks for the reason. */
export function RejectTask({ task, onReject, onClose }: Props) {
  const { close, props } = useDialog(onClose)
  return (
    <Modal {...props} title={t('Reject {task}', { task: taskLabel(task) })} centered>
      <RejectionForm
        onGive={(reason) => {
          close()
          onReject(reason)
        }}
      >
        <Group justify="flex-end" gap="xs" mt="md">
          <Button variant="default" onClick={close}>
            {t('Cancel')}
          </Button>
          <Button type="submit">{t('Reject')}</Button>
        </Group>
      </RejectionForm>
    </Modal>
  )
}
