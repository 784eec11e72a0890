import { expect } from 'vitest'

/**
 * The text with another letter in place of one of its own. The first letter by default: the last of a base64url text
 * may hold bits that no byte is made of.
 */
export function altered(text: string, at = 0): string {
  const result = text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1)
  expect(result).toHaveLength(text.length)
  expect(result).not.toBe(text)
  return result
}
