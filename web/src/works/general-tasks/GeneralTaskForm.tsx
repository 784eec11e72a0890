import { Skeleton } from '@mantine/core'
import {
  createGeneralTask,
  deleteGeneralTask,
  getGeneralTask,
  relatedRecords,
  updateGeneralTask,
} from '@plinth/api/works/general-tasks'
import { useSearch } from '@tanstack/react-router'
import { t } from '../../lib/language.ts'
import { useUser } from '../../lib/session.ts'
import { FormScreen } from '../../ui/form/FormScreen.tsx'
import { Side } from '../../ui/form/RecordSides.tsx'
import { lazyPart } from '../../ui/shell/Part.tsx'
import { GeneralTaskFields } from './GeneralTaskFields.tsx'

// Not part of the form itself, so loaded later.
const GeneralTaskHead = lazyPart(() => import('./GeneralTaskHead.tsx'), 'GeneralTaskHead', {
  waiting: <Skeleton h={{ base: 250, sm: 112 }} mb="sm" />,
})
const NotePanel = lazyPart(() => import('../../documents/notes/NotePanel.tsx'), 'NotePanel')
const RecordFacts = lazyPart(() => import('../../ui/record/RecordHistory.tsx'), 'RecordFacts')

const texts = {
  loadFailed: t('Failed to fetch general task'),
  saveFailed: t('Failed to save general task. Please try again.'),
  created: t('General task created'),
  updated: t('General task saved'),
}

/** The record that the address passes for a new task. */
function useRecordOfAddress() {
  const { recordType, recordId }: Record<string, unknown> = useSearch({ strict: false })
  const type = relatedRecords.find((name) => name === recordType)
  return type && typeof recordId === 'string' ? { recordType: type, recordId } : {}
}

export function GeneralTaskForm() {
  const userId = useUser()?.id
  const about = useRecordOfAddress()
  return (
    <FormScreen
      noun="general task"
      load={getGeneralTask}
      create={createGeneralTask}
      update={updateGeneralTask}
      // A new task is assigned to the user who enters it, unless they choose somebody else.
      blank={{ priority: 'NORMAL', lines: [], ...(userId && { assigneeId: userId }), ...about }}
      listPath="/general-tasks"
      nameOf={({ title }) => title}
      texts={texts}
      pathOf={({ id }) => `/general-tasks/${id}`}
      remove={deleteGeneralTask}
      head={(task) => <GeneralTaskHead task={task} />}
      related={(task) => (
        <>
          <Side id="notes">
            <NotePanel recordType="GENERAL_TASK" recordId={task.id} />
          </Side>
          <Side id="history">
            <RecordFacts record={task} hasTrail />
          </Side>
        </>
      )}
    >
      <GeneralTaskFields />
    </FormScreen>
  )
}
