import { useReducer } from 'react'

const remembered = new Map<string, ReadonlySet<string>>()
const none: ReadonlySet<string> = new Set()

/** The folded rows of the tree under this key, kept until the page is loaded afresh. */
export function useCollapsed(key: string): [ReadonlySet<string>, (next: ReadonlySet<string>) => void] {
  const [, rerender] = useReducer((count: number) => count + 1, 0)
  const set = (next: ReadonlySet<string>) => {
    remembered.set(key, next)
    rerender()
  }
  return [remembered.get(key) ?? none, set]
}
