import { mostAtOnce, setInboxStates, type Word, type WordState } from '@plinth/api/reminders/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { reasonOf } from '../../lib/call-error.ts'
import { decimal, momentText } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { undoBy } from '../../ui/form/undo-save.ts'
import { alertFailure, alertSuccess } from '../../ui/shell/alerts.ts'
import { acting, inboxKey } from './acting.ts'
import { type Change, formerStates, withChange } from './notification-changes.ts'
import { hasNextStep } from './notification-text.ts'
import { expectUnread } from './useNotificationCount.ts'
import { boxKey, type InboxList, type Pages } from './useNotifications.ts'

async function store(ids: readonly string[], change: Change): Promise<void> {
  for (let at = 0; at < ids.length; at += mostAtOnce)
    await call(setInboxStates, { body: { ...change, ids: ids.slice(at, at + mostAtOnce) } })
}

const isUnread = ({ state }: { state: WordState }) => state === 'UNREAD'

/** What was said of several, or of the only one. */
const doneText = (words: readonly Word[], one: string, several: (count: string) => string) =>
  words.length === 1 ? one : several(decimal(words.length))

function putAwayText(words: readonly Word[]): string {
  const [first] = words
  const one = first && hasNextStep(first) ? t('Put away. You are told again at the next step.') : t('Put away')
  return doneText(words, one, (count) => t('{count} put away', { count }))
}

/** Changes words: they are shown as changed before that is stored, and as they were where it was not. */
function useChanging({ box }: InboxList) {
  const client = useQueryClient()

  async function show(words: readonly Word[], change: Change): Promise<void> {
    await client.cancelQueries({ queryKey: inboxKey })
    client.setQueryData<Pages>(boxKey(box), (pages) => pages && withChange(pages, words, change, box))
    expectUnread((change.state === 'UNREAD' ? words.length : 0) - words.filter(isUnread).length)
  }

  function undoOf(words: readonly Word[], done: string) {
    const back = () =>
      acting(client, async () => {
        for (const { change, ids } of formerStates(words, Date.now())) await store(ids, change)
      })
    return undoBy(back, done, client)
  }

  /** Whether it was stored; how is said by `by`, else each by its id. */
  async function become(words: readonly Word[], change: Change, by?: () => Promise<unknown>): Promise<boolean> {
    const ids = words.map(({ id }) => id)
    try {
      await show(words, change)
      await acting(client, by ?? (() => store(ids, change)))
      return true
    } catch (error) {
      void alertFailure(t('Your notifications were not changed.'), reasonOf(error))
      return false
    }
  }

  return { become, undoOf }
}

/** What can be done to words: what takes them out of sight tells of itself, and offers the way back. */
export function useWordActs(inbox: InboxList) {
  const { words: shown = [], fetchedAt, more } = inbox
  const { become, undoOf } = useChanging(inbox)

  async function told(words: readonly Word[], change: Change, done: string): Promise<void> {
    if (words.length > 0 && (await become(words, change))) void alertSuccess(done, undoOf(words, done))
  }

  return {
    done: (words: readonly Word[]) => told(words, { state: 'DONE' }, putAwayText(words)),
    snooze: (words: readonly Word[], snoozedUntil: string) => {
      const values = { moment: momentText(snoozedUntil) }
      const one = t('Put off until {moment}', values)
      const several = (count: string) => t('{count} put off until {moment}', { count, ...values })
      return told(words, { state: 'SNOOZED', snoozedUntil }, doneText(words, one, several))
    },
    /** Out of what sleeps or is done. */
    bring: (words: readonly Word[]) => {
      const several = (count: string) => t('{count} back in the inbox', { count })
      return told(words, { state: 'READ' }, doneText(words, t('Back in the inbox'), several))
    },
    setRead: async (words: readonly Word[], isRead: boolean) => {
      const others = words.filter((word) => isUnread(word) === isRead)
      if (others.length > 0) await become(others, { state: isRead ? 'READ' : 'UNREAD' })
    },
    /** All that has come until it was fetched; what has come since then stays unread. */
    async readAll() {
      const unread = shown.filter(isUnread)
      const until = shown.reduce((last, { createdAt }) => (createdAt > last ? createdAt : last), fetchedAt)
      const byMoment = () => call(setInboxStates, { body: { state: 'READ', until } })
      if (!(await become(unread, { state: 'READ' }, byMoment))) return
      const done = t('All read')
      // Of what is not shown nobody knows any more whether it was read before.
      void alertSuccess(done, ...(more === 0 && unread.length > 0 ? [undoOf(unread, done)] : []))
    },
  }
}
export type WordActs = ReturnType<typeof useWordActs>
