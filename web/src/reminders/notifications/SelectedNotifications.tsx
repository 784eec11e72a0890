import { Button, CloseButton, Text } from '@mantine/core'
import type { Notification, NotificationBox } from '@plinth/api/reminders/notifications'
import { decimal } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import classes from './Notifications.module.css'
import { type SnoozeControl, SnoozeMenu } from './SnoozeMenu.tsx'
import type { NotificationActs } from './useNotificationActs.ts'

interface Props {
  box: NotificationBox
  selected: readonly Notification[]
  isAll: boolean
  acts: NotificationActs
  onAll: () => void
  onNone: () => void
  snooze: SnoozeControl
}

/** The actions for the selected notifications. */
export function SelectedNotifications({ box, selected, isAll, acts, onAll, onNone, snooze }: Props) {
  const button = (label: string, run: () => Promise<void>) => (
    <Button
      size="xs"
      variant="default"
      onClick={() => {
        onNone()
        void run()
      }}
    >
      {label}
    </Button>
  )
  return (
    <div className={classes['bar']} role="group" aria-label={t('Actions for the selected rows')} data-screen-only>
      <CloseButton size="sm" aria-label={t('Clear the selection')} onClick={onNone} />
      <Text size="sm" fw={600} role="status" className="tabular">
        {t('{count} selected', { count: decimal(selected.length) })}
      </Text>
      {!isAll && (
        <Button size="xs" variant="subtle" onClick={onAll}>
          {t('Select all shown')}
        </Button>
      )}
      {box !== 'DONE' && button(t('Done'), () => acts.done(selected))}
      {box !== 'DONE' && (
        <SnoozeMenu
          className={classes['barAct'] ?? ''}
          {...snooze}
          onPick={(until) => {
            onNone()
            void acts.snooze(selected, until)
          }}
        />
      )}
      {box === 'INBOX' && button(t('Read'), () => acts.setRead(selected, true))}
      {box === 'INBOX' && button(t('Unread'), () => acts.setRead(selected, false))}
      {box !== 'INBOX' && button(t('Back to the inbox'), () => acts.bring(selected))}
    </div>
  )
}
