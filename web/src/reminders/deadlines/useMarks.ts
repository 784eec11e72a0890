import { updateCompanySettings } from '@plinth/api/platform/company-settings'
import { type Deadline, deleteDeadlineMark, setDeadlineMark } from '@plinth/api/reminders/deadlines'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { reasonOf } from '../../lib/call-error.ts'
import { t } from '../../lib/language.ts'
import { useUser } from '../../lib/session.ts'
import { useCan } from '../../lib/useCan.ts'
import { alertFailure, alertSuccess } from '../../ui/shell/alerts.ts'
import { deadlineText } from './deadline-words.ts'

/** Whether the signed-in user may waive a deadline: as its owner, or with the permission to edit reminders. */
export function useMayMark(): (deadline: Deadline) => boolean {
  const me = useUser()?.id
  const mayAll = useCan(updateCompanySettings)
  return ({ ownerId }) => mayAll || (ownerId !== null && ownerId === me)
}

/** Waives deadlines and deletes waivers; each shows a message with an undo. Both answer whether it was stored. */
export function useMarks() {
  const client = useQueryClient()

  async function attempt(failed: string, act: () => Promise<void>): Promise<boolean> {
    try {
      await act()
      return true
    } catch (error) {
      void alertFailure(failed, reasonOf(error))
      return false
    } finally {
      await client.invalidateQueries()
    }
  }

  const waive = (deadline: Deadline, reason: string): Promise<boolean> =>
    attempt(t('It is still to be done.'), async () => {
      const { kind, recordType, recordId, dueOn } = deadline
      const { id } = await call(setDeadlineMark, { body: { kind, recordType, recordId, dueOn, reason } })
      const undo = () => void takeBack({ ...deadline, markId: id, waivedBecause: reason })
      void alertSuccess(t('{duty}: nothing to do', { duty: deadlineText(deadline) }), { label: t('Undo'), run: undo })
    })

  const takeBack = (deadline: Deadline): Promise<boolean> =>
    attempt(t('It was not taken back.'), async () => {
      const { markId, waivedBecause } = deadline
      await call(deleteDeadlineMark, { params: { id: markId ?? '' } })
      const undo = () => void waive(deadline, waivedBecause ?? '')
      void alertSuccess(t('{duty}: to be done again', { duty: deadlineText(deadline) }), {
        label: t('Undo'),
        run: undo,
      })
    })

  return { waive, takeBack }
}
