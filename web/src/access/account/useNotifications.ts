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

/** The user's mail settings. A change shows at once, is saved after earlier ones, and is reverted if saving fails. */
export function useNotifications() {
  const source = useRecord(getNotificationSettings)
  const save = useSave({ params: {} })
  const queryClient = useQueryClient()
  const [pendingChanges, setPendingChanges] = useState<Changes>({})
  const saving = useRef(Promise.resolve())

  function change(changes: Changes) {
    setPendingChanges((before) => ({ ...before, ...changes }))
    saving.current = saving.current.then(async () => {
      try {
        const stored = await save(updateNotificationSettings, changes)
        // If a later change fails, the settings revert to this state, even without another fetch.
        queryClient.setQueryData(endpointKey(getNotificationSettings, { params: {} }), stored)
      } catch (error) {
        setPendingChanges({})
        void alertFailure(t('What you are mailed was not saved.'), reasonOf(error))
      }
    })
  }
  return { source, settings: source.data && { ...source.data, ...pendingChanges }, change }
}
