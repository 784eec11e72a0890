import type { InboxBox, Word } from '@plinth/api/reminders/notifications'
import { useState } from 'react'
import { today } from '../../lib/days.ts'
import { ShowMore } from '../../ui/shell/ShowMore.tsx'
import { Keys } from './Keys.tsx'
import { WordRow } from './NotificationRow.tsx'
import classes from './Notifications.module.css'
import { groupWords } from './notification-groups.ts'
import { isTakenBack } from './notification-text.ts'
import { SelectedWords } from './SelectedNotifications.tsx'
import type { WordActs } from './useNotificationActs.ts'
import { useWordKeys } from './useNotificationKeys.ts'
import type { InboxList } from './useNotifications.ts'

interface Props {
  inbox: InboxList
  words: readonly Word[]
  acts: WordActs
}

interface Group {
  name: string
  /** Empty where what lies there stands by the order of its own. */
  title: string
  words: readonly Word[]
}

const groupsOf = (box: InboxBox, words: readonly Word[]): Group[] =>
  box === 'INBOX' ? groupWords(words, today()) : [{ name: box, title: '', words }]

/** The words that are chosen, of those that are shown and can be changed. */
function useSelection(words: readonly Word[], box: InboxBox) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const mayChange = (word: Word) => box !== 'DONE' || isTakenBack(word)
  const selected = words.filter((word) => ids.has(word.id) && mayChange(word))
  return {
    selected,
    mayChange,
    isSelected: ({ id }: Word) => ids.has(id),
    toggle({ id }: Word) {
      const next = new Set(ids)
      if (!next.delete(id)) next.add(id)
      setIds(next)
    },
    all: () => setIds(new Set(words.map(({ id }) => id))),
    none: () => setIds(new Set()),
  }
}

/** The words of a box under their headings, with all that can be done to them, by the keyboard too. */
export function Words({ inbox, words, acts }: Props) {
  const { box, more, isFetching, isFetchingMore, fetchMore } = inbox
  const groups = groupsOf(box, words)
  const inOrder = groups.flatMap((group) => group.words)
  const selection = useSelection(inOrder, box)
  const { selected, mayChange, isSelected, toggle, all, none } = selection
  const [snoozing, setSnoozing] = useState('')
  const { place } = useWordKeys({ box, words: inOrder, selection, acts, onSnooze: setSnoozing })

  return (
    <div ref={place} tabIndex={-1} className={classes['words']} aria-busy={isFetching}>
      {selected.length > 0 && (
        <SelectedWords
          box={box}
          selected={selected}
          isAll={selected.length === inOrder.filter(mayChange).length}
          acts={acts}
          onAll={all}
          onNone={none}
          snooze={{ isOpen: snoozing === 'selected', onOpen: (open) => setSnoozing(open ? 'selected' : '') }}
        />
      )}
      {groups.map(({ name, title, words: some }) => (
        <section key={name} aria-label={title || undefined} className={classes['group']}>
          {title && <h2 data-late={name === 'overdue' || name === 'critical' || undefined}>{title}</h2>}
          <ul>
            {some.map((word) => (
              <WordRow
                key={word.id}
                word={word}
                box={box}
                acts={mayChange(word) ? acts : undefined}
                isSelected={isSelected(word)}
                onSelect={() => toggle(word)}
                snooze={{ isOpen: snoozing === word.id, onOpen: (open) => setSnoozing(open ? word.id : '') }}
              />
            ))}
          </ul>
        </section>
      ))}
      <ShowMore
        left={more}
        variant="default"
        size="sm"
        className={classes['more'] ?? ''}
        loading={isFetchingMore}
        onClick={() => void fetchMore()}
        data-screen-only
      />
      <Keys box={box} />
    </div>
  )
}
