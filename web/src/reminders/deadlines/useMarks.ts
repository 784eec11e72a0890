import { updateCompanySettings } from '@plinth/api/platform/company-settings'
import { deleteObligationMark, type Obligation, setObligationMark } from '@plinth/api/reminders/deadlines'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { reasonOf } from '../../lib/call-error.ts'
import { t } from '../../lib/language.ts'
import { useUser } from '../../lib/session.ts'
import { useCan } from '../../lib/useCan.ts'
import { alertFailure, alertSuccess } from '../../ui/shell/alerts.ts'
import { dutyText } from './deadline-words.ts'

/** Whether the signed-in person may say that nothing is to be done about a duty: of their own, or who looks after reminders. */
export function useMayMark(): (duty: Obligation) => boolean {
  const me = useUser()?.id
  const mayAll = useCan(updateCompanySettings)
  return ({ ownerId }) => mayAll || (ownerId !== null && ownerId === me)
}

/** Says that nothing is to be done about a duty, and takes it back: each tells of itself and offers the other. Whether it was stored. */
export function useMarks() {
  const client = useQueryClient()

  async function tried(failed: string, act: () => Promise<void>): Promise<boolean> {
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

  const waive = (duty: Obligation, reason: string): Promise<boolean> =>
    tried(t('It is still to be done.'), async () => {
      const { kind, recordType, recordId, dueOn } = duty
      const { id } = await call(setObligationMark, { body: { kind, recordType, recordId, dueOn, reason } })
      const undo = () => void takeBack({ ...duty, markId: id, waivedBecause: reason })
      void alertSuccess(t('{duty}: nothing to do', { duty: dutyText(duty) }), { label: t('Undo'), run: undo })
    })

  const takeBack = (duty: Obligation): Promise<boolean> =>
    tried(t('It was not taken back.'), async () => {
      const { markId, waivedBecause } = duty
      await call(deleteObligationMark, { params: { id: markId ?? '' } })
      const undo = () => void waive(duty, waivedBecause ?? '')
      void alertSuccess(t('{duty}: to be done again', { duty: dutyText(duty) }), { label: t('Undo'), run: undo })
    })

  return { waive, takeBack }
}
