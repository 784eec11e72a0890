import type { Task } from '@plinth/api/works/tasks'
import { t } from '../../lib/language.ts'
import { ReasonDialog } from '../../ui/form/ReasonDialog.tsx'
import { rejectionField } from './rejection-field.ts'
import { taskLabel } from './task-tree.ts'

interface Props {
  task: Task
  onReject: (reason: string) => void
  onClose: () => void
}

/** A dialog that asks for the reason. */
export const RejectTask = ({ task, onReject, onClose }: Props) => (
  <ReasonDialog
    {...rejectionField}
    title={t('Reject {task}', { task: taskLabel(task) })}
    button={t('Reject')}
    onGive={(reason) => {
      onReject(reason)
      return true
    }}
    onClose={onClose}
  />
)
