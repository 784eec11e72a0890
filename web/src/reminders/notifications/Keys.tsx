import type { NotificationBox } from '@plinth/api/reminders/notifications'
import { t } from '../../lib/language.ts'
import { hasSingleKeys } from '../../lib/preference.ts'
import classes from './Notifications.module.css'

const keys: readonly { key: string; does: string; boxes: readonly NotificationBox[] }[] = [
  { key: 'J K', does: t('Next or previous row'), boxes: ['INBOX', 'SNOOZED', 'DONE'] },
  { key: 'Enter', does: t('Open'), boxes: ['INBOX', 'SNOOZED', 'DONE'] },
  { key: 'E', does: t('Done'), boxes: ['INBOX', 'SNOOZED'] },
  { key: 'H', does: t('Put off'), boxes: ['INBOX', 'SNOOZED'] },
  { key: 'U', does: t('Unread or read'), boxes: ['INBOX'] },
  { key: 'X', does: t('Select'), boxes: ['INBOX', 'SNOOZED', 'DONE'] },
]

/** The keyboard shortcuts of a box; empty if the user has switched single-letter shortcuts off. */
export function Keys({ box }: { box: NotificationBox }) {
  if (!hasSingleKeys()) return null
  return (
    <dl className={`hint ${classes['keys']}`} aria-label={t('Keyboard shortcuts')} data-screen-only>
      {keys
        .filter(({ boxes }) => boxes.includes(box))
        .map(({ key, does }) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
    </dl>
  )
}
