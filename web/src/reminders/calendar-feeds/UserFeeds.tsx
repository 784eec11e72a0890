import { Button, Stack, Text } from '@mantine/core'
import type { User } from '@plinth/api/access/users'
import { endUserCalendarFeeds, listUserCalendarFeeds } from '@plinth/api/reminders/calendar-feeds'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import { reasonOf } from '../../lib/call-error.ts'
import { t } from '../../lib/language.ts'
import { useCan } from '../../lib/useCan.ts'
import { useRecord } from '../../lib/useRecord.ts'
import { RecordSection } from '../../ui/form/FieldGroup.tsx'
import { alertFailure, alertSuccess } from '../../ui/shell/alerts.ts'
import classes from './CalendarFeeds.module.css'
import { readText, showsText } from './feed-words.ts'

/** The calendar feeds of a user, with a button to end them, for administrators of users. */
export function UserFeeds({ user: { id, username } }: { user: Pick<User, 'id' | 'username'> }) {
  const source = useRecord(listUserCalendarFeeds, { enabled: useCan(listUserCalendarFeeds) })
  const mayEnd = useCan(endUserCalendarFeeds)
  const queryClient = useQueryClient()
  const [isEnding, setEnding] = useState(false)
  const feeds = source.data ?? []
  if (feeds.length === 0 && !source.error) return null

  async function end() {
    if (!window.confirm(t('Take back all calendars of {username}? They find nothing any more.', { username }))) return
    setEnding(true)
    try {
      await call(endUserCalendarFeeds, { params: { id } })
      void alertSuccess(t('The calendars of {username} have been taken back.', { username }))
    } catch (error) {
      void alertFailure(t('It could not be taken back. Please try again.'), reasonOf(error))
    }
    await queryClient.invalidateQueries()
    setEnding(false)
  }

  return (
    <RecordSection title={t('Calendars')} source={source}>
      <Stack component="ul" gap={0} mb="md">
        {feeds.map((feed) => (
          <li key={feed.id} className={classes['feed']}>
            <Text fw={600}>{feed.name}</Text>
            <Text size="xs" c="dimmed">
              {showsText(feed)}
            </Text>
            <Text size="xs" c="dimmed">
              {readText(feed)}
            </Text>
          </li>
        ))}
      </Stack>
      {mayEnd && feeds.length > 0 && (
        <Button variant="default" size="compact-md" loading={isEnding} onClick={() => void end()} data-screen-only>
          {t('Take back all calendars')}
        </Button>
      )}
    </RecordSection>
  )
}
