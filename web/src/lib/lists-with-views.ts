import type { ListName } from '@plinth/api/entities'

// Which lists have saved views is kept in this browser until the session ends, so that a list is drawn with room for their row.

const key = 'listsWithViews'
const noted = () => (localStorage.getItem(key) ?? '').split(',').filter(Boolean)

/** Whether the list had saved views when they were last known. */
export const hadViews = (list: ListName) => noted().includes(list)

export function noteViews(list: ListName, has: boolean): void {
  if (hadViews(list) === has) return
  const others = noted().filter((other) => other !== list)
  const lists = has ? [...others, list] : others
  if (lists.length > 0) localStorage.setItem(key, lists.join())
  else localStorage.removeItem(key)
}
