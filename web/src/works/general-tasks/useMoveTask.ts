import { type GeneralTaskState, type ListedGeneralTask, setGeneralTaskState } from '@plinth/api/works/general-tasks'
import { useQueryClient } from '@tanstack/react-query'
import { dayText, words } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { alertFailure, alertSuccess } from '../../ui/shell/alerts.ts'
import { storeOver, whyNotStored } from '../../ui/shell/useRecordChange.ts'
import { stepsTo } from './general-task-moves.ts'
import { nextDaysOf } from './repetition-words.ts'

/** Changes a task from one state to another in the necessary steps, and returns its last `updatedAt`. */
export async function moveTask(id: string, from: GeneralTaskState, to: GeneralTaskState, updatedAt: string) {
  let at = updatedAt
  for (const state of stepsTo(from, to)) at = (await storeOver(setGeneralTaskState, { id }, { state }, at)).updatedAt
  return at
}

const messageOfMove = (title: string, state: GeneralTaskState) =>
  state === 'DONE'
    ? t('{title} is done.', { title })
    : t('{name}: status {status}', { name: title, status: words(state) })

/** Changes the state of a task, with a message that offers to undo it. */
export function useMoveTask() {
  const queryClient = useQueryClient()

  async function move(task: ListedGeneralTask, to: GeneralTaskState): Promise<void> {
    const { id, title, state: from, updatedAt, nextId } = task
    const failed = t('The status of {name} was not changed.', { name: title })
    const fail = (error: unknown) => void alertFailure(failed, whyNotStored(error))
    const refresh = () => queryClient.invalidateQueries({}, { cancelRefetch: false })
    try {
      const at = await moveTask(id, from, to, updatedAt)
      const [next] = to === 'DONE' && nextId === null ? nextDaysOf(task, task) : []
      async function undo() {
        try {
          await moveTask(id, to, from, at)
          void alertSuccess(t('Undone: {done}', { done: messageOfMove(title, to) }))
        } catch (error) {
          fail(error)
        }
        await refresh()
      }
      const done = next
        ? t('{title} is done. The next one is due {day}.', { title, day: dayText(next) })
        : messageOfMove(title, to)
      void alertSuccess(done, { label: t('Undo'), run: () => void undo() })
    } catch (error) {
      fail(error)
    }
    // Waits for the refetch: until then the former state is shown.
    await refresh()
  }
  return move
}
