import { Button, Skeleton, Text } from '@mantine/core'
import type { NotificationBox } from '@plinth/api/reminders/notifications'
import { useState } from 'react'
import { t } from '../../lib/language.ts'
import { isLeftOut } from '../../lib/list-address.ts'
import tabs from '../../ui/list/ViewTabs.module.css'
import { LinkButton } from '../../ui/shell/LinkButton.tsx'
import { lazyPart } from '../../ui/shell/Part.tsx'
import { Empty, Screen } from '../../ui/shell/Screen.tsx'
import { agendaPath } from '../deadlines/agenda-address.ts'
import { NotificationRows } from './NotificationRows.tsx'
import classes from './Notifications.module.css'
import { useNotificationActs } from './useNotificationActs.ts'
import { type NotificationList, useNotifications } from './useNotifications.ts'

const LeftOut = lazyPart(() => import('../../ui/list/LeftOut.tsx'), 'LeftOut')

const linkFilters = [{ name: 'box', label: t('Which') }]

const boxes: readonly { box: NotificationBox; label: string }[] = [
  { box: 'INBOX', label: t('Inbox') },
  { box: 'SNOOZED', label: t('Put off') },
  { box: 'DONE', label: t('Done') },
]

interface BoxesProps {
  list: NotificationList
  onReadAll: () => void
}

/** The tabs of the boxes, and a button that marks all unread notifications as read. */
function Boxes({ list: { box: shown, show, unread = 0 }, onReadAll }: BoxesProps) {
  return (
    <div className={tabs['row']} data-screen-only>
      <nav className={tabs['tabs']} aria-label={t('Which')}>
        <ul>
          {boxes.map(({ box, label }) => (
            <li key={box}>
              <button
                type="button"
                className={tabs['tab']}
                aria-current={shown === box || undefined}
                onClick={() => show(box)}
              >
                {label}
              </button>
            </li>
          ))}
        </ul>
      </nav>
      {shown === 'INBOX' && unread > 0 && (
        <Button variant="subtle" size="compact-sm" flex="none" className={classes['all'] ?? ''} onClick={onReadAll}>
          {t('All read')}
        </Button>
      )}
    </div>
  )
}

/** The text of an empty box. */
function Nothing({ box }: { box: NotificationBox }) {
  return (
    <Empty filtered={false}>
      {box === 'INBOX' && (
        <>
          <Text fw={600}>{t('Nothing is waiting for you.')}</Text>
          <Text mt={4} mb="sm" c="dimmed">
            {t('Days of yours that come near are told here, and what others give you, ask of you and write to you.')}
          </Text>
          <LinkButton variant="default" to={agendaPath}>
            {t('Look at your agenda')}
          </LinkButton>
        </>
      )}
      {box === 'SNOOZED' && t('Nothing is put off. What you put off waits here, and comes back by itself at its time.')}
      {box === 'DONE' &&
        t('Nothing is done yet. What you put away, and what was done meanwhile, is kept here for 90 days.')}
    </Empty>
  )
}

/** The notifications of the signed-in user. */
export function Notifications() {
  const list = useNotifications()
  const acts = useNotificationActs(list)
  const [turn, setTurn] = useState(0)
  const { box, notifications } = list
  return (
    <Screen title={t('Notification')} source={list} failure={list.failure}>
      {isLeftOut(list) && <LeftOut list={{ ...list, linkFilters }} />}
      <Boxes
        list={list}
        onReadAll={() => {
          setTurn(turn + 1)
          void acts.readAll()
        }}
      />
      {!notifications && <Skeleton height={420} aria-hidden />}
      {notifications?.length === 0 && <Nothing box={box} />}
      {notifications && notifications.length > 0 && (
        <NotificationRows key={`${box} ${turn}`} list={list} notifications={notifications} acts={acts} />
      )}
    </Screen>
  )
}
