import type { Page } from '@plinth/api/kernel/paging'
import type { InboxBox, Word, WordState } from '@plinth/api/reminders/notifications'

/** What becomes of words; a moment goes with those that are put off, and with no others. */
export interface Change {
  state: WordState
  snoozedUntil?: string
}

const boxOf = (state: WordState): InboxBox => (state === 'SNOOZED' || state === 'DONE' ? state : 'INBOX')

type Pages = { pages: Page<Word>[]; pageParams: number[] }

/** The words of a box as they are after a change: those that it takes to another box are gone. */
export function withChange(pages: Pages, words: readonly Word[], change: Change, box: InboxBox): Pages {
  const ids = new Set(words.map(({ id }) => id))
  const stays = boxOf(change.state) === box
  const changed = (word: Word): Word => ({
    ...word,
    state: change.state,
    snoozedUntil: change.snoozedUntil ?? null,
    doneBecause: change.state === 'DONE' ? 'PERSON' : null,
  })
  const gone = stays ? 0 : ids.size
  return {
    ...pages,
    pages: pages.pages.map((page) => ({
      ...page,
      content: page.content.flatMap((word) => (ids.has(word.id) ? (stays ? [changed(word)] : []) : [word])),
      totalElements: Math.max(0, page.totalElements - gone),
    })),
  }
}

/** What makes words again what they were: those of one state together. Whose sleep is over by now is unread. */
export function formerStates(words: readonly Word[], now: number): { change: Change; ids: string[] }[] {
  const groups = new Map<string, { change: Change; ids: string[] }>()
  for (const { id, state, snoozedUntil } of words) {
    const isOver = state === 'SNOOZED' && (snoozedUntil === null || Date.parse(snoozedUntil) <= now)
    const change: Change = isOver
      ? { state: 'UNREAD' }
      : { state, ...(state === 'SNOOZED' && snoozedUntil !== null && { snoozedUntil }) }
    const key = JSON.stringify(change)
    const group = groups.get(key) ?? { change, ids: [] }
    group.ids.push(id)
    groups.set(key, group)
  }
  return [...groups.values()]
}
