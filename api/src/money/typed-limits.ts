import { compare, decimal } from '../kernel/decimal.ts'
import { type Message, messageOf } from '../kernel/messages.ts'
import type { BillLine, TypedHead } from './bill-engine/bill.ts'
import { sumOf } from './bill-engine/figures.ts'

/** A typed amount of a bill, as a number of the API or as decimal text. */
interface TypedLine {
  head: TypedHead
  since: number | string
}

/**
 * The faults of the typed amounts of a bill, given the lines that result: more released than withheld, or more
 * reversed than was taken. Only heads that this bill changes are checked, since the department's memorandum may have
 * passed anything before. OTHER may have either sign.
 */
export function typedFaults(lines: readonly Pick<BillLine, 'head' | 'upto'>[], typed: readonly TypedLine[]): Message[] {
  const uptoOf = (head: TypedHead) => lines.find((line) => line.head === head)?.upto ?? '0.00'
  const changeOf = (head: TypedHead) =>
    sumOf(typed.filter((one) => one.head === head).map(({ since }) => decimal(since))).units
  const heads = [...new Set(typed.map(({ head }) => head))].filter((head) => head !== 'OTHER')
  const faults = heads
    .filter((head) => changeOf(head) < 0n && decimal(uptoOf(head)).units < 0n)
    .map((head) => messageOf('{head} would come to {amount} up to date, below zero', { head, amount: uptoOf(head) }))
  const [released, withheld] = [uptoOf('RELEASED'), uptoOf('WITHHELD')]
  const isChanged = changeOf('RELEASED') > 0n || changeOf('WITHHELD') < 0n
  if (!isChanged || compare(decimal(released), decimal(withheld)) <= 0) return faults
  const excess = messageOf('{released} would be released up to date, more than the {withheld} withheld', {
    released,
    withheld,
  })
  return [...faults, excess]
}
