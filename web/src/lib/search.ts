import { useMatch } from '@tanstack/react-router'
import { plainText } from './format.ts'

export type Search = Record<string, string | string[]>

/** `?status=DRAFT&status=AWARDED`: texts stay texts, and a repeated name is a list. */
export function parseSearch(text: string): Search {
  const search: Search = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const before = search[name]
    search[name] = before === undefined ? value : [before, value].flat()
  }
  return search
}

export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(search))
    for (const item of [value].flat()) if (item !== undefined && item !== null) params.append(name, plainText(item))
  return params.size === 0 ? '' : `?${params}`
}

const searches = new Map<string, Search>()

export function rememberSearch(path: string, search: Search): void {
  // Deleted first, so that the entry moves to the end as the latest.
  searches.delete(path)
  searches.set(path, search)
}

/** Clears the searches, so that the next user does not see them. */
export const forgetSearches = () => searches.clear()

/** The latest search of the list at this path, so that coming back from a record finds it unchanged. */
export const recallSearch = (path: string): Search => searches.get(path) ?? {}

/** The list among these that was looked at last; the first if none was. */
export const lastSeen = (first: string, ...others: string[]): string =>
  [...searches.keys()].findLast((path) => path === first || others.includes(path)) ?? first

/** The path of this screen's list. Some screens have two addresses; their links stay under the one that was opened. */
export const useListPath = () =>
  useMatch({ strict: false, select: ({ pathname }) => pathname.split('/').slice(0, 3).join('/') })
