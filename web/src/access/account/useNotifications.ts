import {
  getNotificationSettings,
  type NotificationSettings,
  updateNotificationSettings,
} from '@plinth/api/reminders/notification-mail'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { reasonOf } from '../../lib/call-error.ts'
import { t } from '../../lib/language.ts'
import { endpointKey } from '../../lib/query-client.ts'
import { useRecord } from '../../lib/useRecord.ts'
import { useSave } from '../../lib/useSave.ts'
import { alertFailure } from '../../ui/shell/alerts.ts'

type Changes = Partial<Omit<NotificationSettings, 'isMailOn' | 'hasMailServer'>>

/** What the signed-in person is mailed; each change shows at once, is saved after those before it, and is taken back where it cannot be. */
export function useNotifications() {
  const source = useRecord(getNotificationSettings)
  const save = useSave({ params: {} })
  const queryClient = useQueryClient()
  const [said, setSaid] = useState<Changes>({})
  const saving = useRef(Promise.resolve())

  function change(changes: Changes) {
    setSaid((before) => ({ ...before, ...changes }))
    saving.current = saving.current.then(async () => {
      try {
        const stored = await save(updateNotificationSettings, changes)
        // A change that fails later goes back to this one, even where it could not be fetched again.
        queryClient.setQueryData(endpointKey(getNotificationSettings, { params: {} }), stored)
      } catch (error) {
        setSaid({})
        void alertFailure(t('What you are mailed was not saved.'), reasonOf(error))
      }
    })
  }
  return { source, settings: source.data && { ...source.data, ...said }, change }
}
