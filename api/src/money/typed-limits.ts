import { compare, decimal } from '../kernel/decimal.ts'
import { type Message, messageOf } from '../kernel/messages.ts'
import type { BillLine, TypedHead } from './bill-engine/bill.ts'
import { sumOf } from './bill-engine/figures.ts'

/** An amount that is typed on a bill, as a number of the wire or as decimal text. */
interface Typed {
  head: TypedHead
  since: number | string
}

/**
 * What cannot be of the amounts that are typed on a bill, with the lines that it comes to: more released than is withheld, or taken back than was
 * taken. Only heads that this bill moves are looked at, since the department's memorandum may have passed anything before. OTHER has either sign.
 */
export function typedFaults(lines: readonly Pick<BillLine, 'head' | 'upto'>[], typed: readonly Typed[]): Message[] {
  const uptoOf = (head: TypedHead) => lines.find((line) => line.head === head)?.upto ?? '0.00'
  const movedOf = (head: TypedHead) =>
    sumOf(typed.filter((one) => one.head === head).map(({ since }) => decimal(since))).units
  const heads = [...new Set(typed.map(({ head }) => head))].filter((head) => head !== 'OTHER')
  const faults = heads
    .filter((head) => movedOf(head) < 0n && decimal(uptoOf(head)).units < 0n)
    .map((head) => messageOf('{head} would come to {amount} up to date, below zero', { head, amount: uptoOf(head) }))
  const [released, withheld] = [uptoOf('RELEASED'), uptoOf('WITHHELD')]
  const isMoved = movedOf('RELEASED') > 0n || movedOf('WITHHELD') < 0n
  if (!isMoved || compare(decimal(released), decimal(withheld)) <= 0) return faults
  const said = messageOf('{released} would be released up to date, more than the {withheld} withheld', {
    released,
    withheld,
  })
  return [...faults, said]
}
