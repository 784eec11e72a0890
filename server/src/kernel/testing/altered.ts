import { expect } from 'vitest'

/**
 * The text with one letter changed. By default the first, because the last letter of a base64url text may hold bits
 * that belong to no byte.
 */
export function altered(text: string, at = 0): string {
  const result = text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1)
  expect(result).toHaveLength(text.length)
  expect(result).not.toBe(text)
  return result
}
