import type { ListName } from '@plinth/api/entities'

// This browser stores until the session ends which lists have saved views, so that a list reserves room for their row.

const key = 'listsWithViews'
const noted = () => (localStorage.getItem(key) ?? '').split(',').filter(Boolean)

/** Whether the list had saved views at the latest answer. */
export const hadViews = (list: ListName) => noted().includes(list)

export function noteViews(list: ListName, has: boolean): void {
  if (hadViews(list) === has) return
  const others = noted().filter((other) => other !== list)
  const lists = has ? [...others, list] : others
  if (lists.length > 0) localStorage.setItem(key, lists.join())
  else localStorage.removeItem(key)
}
