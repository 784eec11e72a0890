import { Button, Skeleton, Text } from '@mantine/core'
import type { InboxBox } from '@plinth/api/reminders/notifications'
import { useState } from 'react'
import { t } from '../../lib/language.ts'
import { isLeftOut } from '../../lib/list-address.ts'
import tabs from '../../ui/list/ViewTabs.module.css'
import { LinkButton } from '../../ui/shell/LinkButton.tsx'
import { part } from '../../ui/shell/Part.tsx'
import { Empty, Screen } from '../../ui/shell/Screen.tsx'
import { agendaPath } from '../deadlines/agenda-address.ts'
import { Words } from './NotificationRows.tsx'
import classes from './Notifications.module.css'
import { useWordActs } from './useNotificationActs.ts'
import { type InboxList, useInbox } from './useNotifications.ts'

const LeftOut = part(() => import('../../ui/list/LeftOut.tsx'), 'LeftOut')

const linkFilters = [{ name: 'box', label: t('Which') }]

const boxes: readonly { box: InboxBox; label: string }[] = [
  { box: 'INBOX', label: t('Inbox') },
  { box: 'SNOOZED', label: t('Put off') },
  { box: 'DONE', label: t('Done') },
]

interface BoxesProps {
  inbox: InboxList
  onReadAll: () => void
}

/** Which words are looked at; and the way to have read all that is unread. */
function Boxes({ inbox: { box: shown, show, unread = 0 }, onReadAll }: BoxesProps) {
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

/** What comes here, and how. */
function Nothing({ box }: { box: InboxBox }) {
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

/** What a person is told: of days that come near, and of what others did. */
export function Inbox() {
  const inbox = useInbox()
  const acts = useWordActs(inbox)
  const [turn, setTurn] = useState(0)
  const { box, words } = inbox
  return (
    <Screen title={t('Notification')} source={inbox} failure={inbox.failure}>
      {isLeftOut(inbox) && <LeftOut list={{ ...inbox, linkFilters }} />}
      <Boxes
        inbox={inbox}
        onReadAll={() => {
          setTurn(turn + 1)
          void acts.readAll()
        }}
      />
      {!words && <Skeleton height={420} aria-hidden />}
      {words?.length === 0 && <Nothing box={box} />}
      {words && words.length > 0 && <Words key={`${box} ${turn}`} inbox={inbox} words={words} acts={acts} />}
    </Screen>
  )
}
