import { createHash } from 'node:crypto'
import type { StoredInput } from '@plinth/api/money/bill-input'
import type { Bill } from '@plinth/api/money/bills'

type Entered = Pick<Bill, 'title' | 'billDate' | 'uptoDate' | 'typed'>

/** Sorts the fields of an object by name, since `jsonb` keeps another order than the engine. */
const ordered = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    : value

/**
 * The SHA-256, in hexadecimal digits, of a bill's engine input, its typed entries and its sheets by number. A user
 * sends it with what they saw of the bill: the net alone would be the same for other heads.
 */
export function inputDigest(
  { title, billDate, uptoDate, typed }: Entered,
  input: StoredInput,
  sheets: readonly { id: string }[],
): string {
  const text = JSON.stringify({ input, title, billDate, uptoDate, typed, sheets: sheets.map(({ id }) => id) }, ordered)
  return createHash('sha256').update(text).digest('hex')
}
