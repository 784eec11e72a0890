import { createHash } from 'node:crypto'
import type { KeptInput } from '@plinth/api/money/bill-input'
import type { Bill } from '@plinth/api/money/bills'

type Entered = Pick<Bill, 'title' | 'billDate' | 'uptoDate' | 'typed'>

/** The fields of an object in the order of their names, since `jsonb` keeps another order than the engine. */
const ordered = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    : value

/**
 * SHA-256, in hexadecimal digits, of what a bill is computed from, of its sheets by their numbers, and of what was entered beside it. A person sends it with what they saw of the
 * bill: the net alone would be the same of other heads.
 */
export function inputDigest(
  { title, billDate, uptoDate, typed }: Entered,
  input: KeptInput,
  sheets: readonly { id: string }[],
): string {
  const text = JSON.stringify({ input, title, billDate, uptoDate, typed, sheets: sheets.map(({ id }) => id) }, ordered)
  return createHash('sha256').update(text).digest('hex')
}
