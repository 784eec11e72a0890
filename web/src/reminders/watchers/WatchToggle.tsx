import { Button } from '@mantine/core'
import { addWatcher, listWatchers, removeWatcher, type WatchRecord } from '@plinth/api/reminders/watchers'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { decimal } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { endpointKey } from '../../lib/query-client.ts'
import { useRecord } from '../../lib/useRecord.ts'
import { useAttempt } from '../../ui/shell/useAttempt.ts'
import classes from './Watch.module.css'

interface Props {
  recordType: WatchRecord
  recordId: string
}

/** Stays empty until the watchers are loaded or if that fails, because the rest of the page matters more. */
export function WatchToggle({ recordType, recordId }: Props) {
  const params = { recordType, recordId }
  const { data } = useRecord(listWatchers, { params })
  const client = useQueryClient()
  const { attempt, isSending } = useAttempt()
  if (!data) return <span className={classes['waiting']} />
  const { isWatching, people } = data

  async function turn() {
    await call(isWatching ? removeWatcher : addWatcher, { params })
    await client.invalidateQueries({ queryKey: endpointKey(listWatchers, { params }) })
  }

  const Icon = isWatching ? IconEyeOff : IconEye
  return (
    <span className={classes['watch']} data-screen-only>
      {people.length > 0 && (
        <span className="hint tabular" title={people.map(({ username }) => username).join(', ')}>
          {t('Watched by {count}', { count: decimal(people.length) })}
        </span>
      )}
      <Button
        variant="default"
        size="compact-xs"
        leftSection={<Icon size={14} aria-hidden />}
        // A disabled button would lose the focus.
        aria-busy={isSending}
        title={isWatching ? t('Be told no more what happens to it') : t('Be told what happens to it')}
        onClick={() => {
          if (!isSending) void attempt(turn, isWatching ? t('You still watch it.') : t('You do not watch it.'))
        }}
      >
        {isWatching ? t('Unwatch') : t('Watch')}
      </Button>
    </span>
  )
}
