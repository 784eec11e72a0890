import type { Notification, NotificationBox } from '@plinth/api/reminders/notifications'
import { IconArrowBackUp, IconCheck, IconMail, IconMailOpened } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { momentText, rupees } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import rows from '../../ui/list/RowGroups.module.css'
import { Critical } from '../../ui/list/RowGroups.tsx'
import { RowLink } from '../../ui/shell/LinkButton.tsx'
import { dayOfWeekText, leftText } from '../deadlines/deadline-words.ts'
import classes from './Notifications.module.css'
import { endingText, isGone, notificationText, targetOf, titleText, whatText, whyText } from './notification-text.ts'
import { type SnoozeControl, SnoozeMenu } from './SnoozeMenu.tsx'
import type { NotificationActs } from './useNotificationActs.ts'

interface Props {
  notification: Notification
  box: NotificationBox
  /** Undefined if the notification cannot be changed any more. */
  acts: NotificationActs | undefined
  isSelected: boolean
  onSelect: () => void
  snooze: SnoozeControl
}

interface ActProps {
  label: string
  name: string
  icon: ReactNode
  onClick: () => void
}

/** A button of a row: an icon, with its text on touch screens. */
const Act = ({ label, name, icon, onClick }: ActProps) => (
  <button type="button" className={classes['act']} title={label} aria-label={`${label}: ${name}`} onClick={onClick}>
    {icon}
    <span>{label}</span>
  </button>
)

function Acts({
  notification,
  box,
  acts,
  snooze,
}: Omit<Props, 'acts' | 'isSelected' | 'onSelect'> & { acts: NotificationActs }) {
  const name = notificationText(notification)
  const isUnread = notification.state === 'UNREAD'
  const bring = (
    <Act
      name={name}
      label={t('Back to the inbox')}
      icon={<IconArrowBackUp size={18} aria-hidden />}
      onClick={() => void acts.bring([notification])}
    />
  )
  if (box === 'DONE') return <div className={classes['acts']}>{bring}</div>
  return (
    <div className={classes['acts']}>
      <Act
        name={name}
        label={t('Done')}
        icon={<IconCheck size={18} aria-hidden />}
        onClick={() => void acts.done([notification])}
      />
      <SnoozeMenu
        className={classes['act'] ?? ''}
        name={name}
        {...snooze}
        onPick={(until) => void acts.snooze([notification], until)}
      />
      {box === 'SNOOZED' ? (
        bring
      ) : (
        <Act
          name={name}
          label={isUnread ? t('Read') : t('Unread')}
          icon={isUnread ? <IconMailOpened size={18} aria-hidden /> : <IconMail size={18} aria-hidden />}
          onClick={() => void acts.setRead([notification], isUnread)}
        />
      )}
    </div>
  )
}

/** Kind, record and reason of a notification. Its first link gets the focus of the keyboard shortcuts. */
function What({ notification, acts }: Pick<Props, 'notification' | 'acts'>) {
  const target = targetOf(notification)
  const what = whatText(notification)
  const title = titleText(notification)
  const read = () => void acts?.setRead([notification], true)
  const link = (text: string) =>
    target ? (
      <RowLink {...target} data-main onClickCapture={read} onAuxClick={read}>
        {text}
      </RowLink>
    ) : (
      text
    )
  const reason = [whyText(notification), endingText(notification)].filter(Boolean).join(' · ')
  return (
    <div className={rows['what']}>
      <div className={`${rows['kind']} ${classes['kind']}`}>
        {notification.state === 'UNREAD' && <b className={classes['dot']}>{t('Unread')}</b>}
        {title ? what : link(what)}
        {notification.level === 'CRITICAL' && <Critical />}
      </div>
      {title && (
        <div className={rows['record']}>
          {link(title)}
          {notification.number && <span>{notification.number}</span>}
        </div>
      )}
      {isGone(notification) && notification.doneBecause !== 'GONE' && (
        <div className={classes['gone']}>{t('No longer there')}</div>
      )}
      {reason && <div className={classes['why']}>{reason}</div>}
    </div>
  )
}

/** The due day, the day by which to act if it differs, and the time left; without a due day the time of creation. */
function Days({ notification: { dueOn, actBy, createdAt, snoozedUntil }, box }: Pick<Props, 'notification' | 'box'>) {
  const left = actBy === null ? undefined : leftText({ actBy })
  return (
    <div className={rows['days']}>
      {box === 'SNOOZED' && <b>{t('until {day}', { day: momentText(snoozedUntil) })}</b>}
      {dueOn === null ? <span>{momentText(createdAt)}</span> : <b>{dayOfWeekText(dueOn)}</b>}
      {dueOn !== null && actBy !== null && actBy !== dueOn && (
        <span>{t('act by {day}', { day: dayOfWeekText(actBy) })}</span>
      )}
      {left && box !== 'DONE' && <span data-late={left.isLate || undefined}>{left.text}</span>}
    </div>
  )
}

/** A notification with its buttons. */
export function NotificationRow({ notification, box, acts, isSelected, onSelect, snooze }: Props) {
  const { id, state, amount } = notification
  return (
    <li className={classes['row']} tabIndex={-1} data-notification={id} data-unread={state === 'UNREAD' || undefined}>
      {acts && (
        <label className={classes['select']} data-screen-only>
          <input
            type="checkbox"
            checked={isSelected}
            aria-label={t('Select {name}', { name: notificationText(notification) })}
            onChange={onSelect}
          />
        </label>
      )}
      <What notification={notification} acts={acts} />
      <Days notification={notification} box={box} />
      <div className={`figure ${rows['amount']}`}>{amount !== null && rupees(amount)}</div>
      {acts && <Acts notification={notification} box={box} acts={acts} snooze={snooze} />}
    </li>
  )
}
