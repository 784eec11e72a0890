import type { Search } from './search-codec.ts'

const searches = new Map<string, Search>()

export function rememberSearch(path: string, search: Search): void {
  searches.set(path, search)
}

/** How the list at this path was last looked at, so that coming back from a record finds it unchanged. */
export const recallSearch = (path: string): Search => searches.get(path) ?? {}
