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
