import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import type { Account } from '@plinth/api/access/account'
import {
  type CalendarFeed,
  type CalendarFeedMade,
  deleteCalendarFeed,
  listCalendarFeeds,
  maxFeeds,
} from '@plinth/api/reminders/calendar-feeds'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import { CallError } from '../../lib/call-error.ts'
import { t } from '../../lib/language.ts'
import { useRecord } from '../../lib/useRecord.ts'
import { RecordSection } from '../../ui/form/FieldGroup.tsx'
import { alertFailure } from '../../ui/shell/alerts.ts'
import classes from './CalendarFeeds.module.css'
import { FeedAddress } from './FeedAddress.tsx'
import { readText, showsText } from './feed-words.ts'
import { NewFeed } from './NewFeed.tsx'

/** The calendar feeds of the signed-in user, with a form for a new one and a button to end each. */
export function CalendarFeeds({ account }: { account: Pick<Account, 'hasSecondFactor'> }) {
  const source = useRecord(listCalendarFeeds)
  const { data: feeds, error } = source
  const [isAdding, setAdding] = useState(false)
  const [created, setCreated] = useState<CalendarFeedMade>()
  return (
    <RecordSection title={t('Calendar')} source={source}>
      <Text size="sm" c="dimmed" mb="sm" maw="44rem">
        {t('A view of your duties, not the reminder: calendars read it every few hours, Google once or twice a day.')}
      </Text>
      <Text size="sm" c="dimmed" mb="sm" maw="44rem">
        {t('A new password, another second factor and signing out everywhere take all of them back.')}
      </Text>
      {created && (
        <FeedAddress name={created.feed.name} address={created.address} onDone={() => setCreated(undefined)} />
      )}
      {!feeds && !error && <Skeleton height={64} aria-hidden />}
      {feeds && feeds.length > 0 && (
        <Stack component="ul" gap={0} mb="md">
          {feeds.map((feed) => (
            <FeedItem
              key={feed.id}
              feed={feed}
              onDeleted={() => setCreated(created?.feed.id === feed.id ? undefined : created)}
            />
          ))}
        </Stack>
      )}
      {isAdding && (
        <NewFeed
          account={account}
          onCreated={(answer) => {
            setCreated(answer)
            setAdding(false)
          }}
          onCancel={() => setAdding(false)}
        />
      )}
      {feeds && !isAdding && <AddFeed count={feeds.length} onAdd={() => setAdding(true)} />}
    </RecordSection>
  )
}

function AddFeed({ count, onAdd }: { count: number; onAdd: () => void }) {
  if (count >= maxFeeds)
    return (
      <Text size="sm" c="dimmed">
        {t('You have as many calendars as there can be. Take one back to add another.')}
      </Text>
    )
  return (
    <Button variant="default" onClick={onAdd}>
      {t('Add to your calendar')}
    </Button>
  )
}

function FeedItem({ feed, onDeleted }: { feed: CalendarFeed; onDeleted: () => void }) {
  const [isEnding, setEnding] = useState(false)
  const queryClient = useQueryClient()
  const { id, name } = feed

  async function end() {
    if (!window.confirm(t('Take back {name}? Calendars that read its address find nothing there any more.', { name })))
      return
    setEnding(true)
    try {
      await call(deleteCalendarFeed, { params: { id } })
      onDeleted()
      await queryClient.invalidateQueries()
    } catch (error) {
      void alertFailure(
        t('It could not be taken back. Please try again.'),
        error instanceof CallError ? error.message : undefined,
      )
    } finally {
      setEnding(false)
    }
  }

  return (
    <Group component="li" className={classes['feed']} justify="space-between" gap="sm" wrap="nowrap">
      <div>
        <Text fw={600}>{name}</Text>
        <Text size="xs" c="dimmed">
          {showsText(feed)}
        </Text>
        <Text size="xs" c="dimmed">
          {readText(feed)}
        </Text>
      </div>
      <Button
        variant="default"
        size="compact-sm"
        flex="none"
        aria-label={t('Take back {name}', { name })}
        loading={isEnding}
        onClick={() => void end()}
      >
        {t('Take back')}
      </Button>
    </Group>
  )
}
