import type { Bill, BillHead, BillInput } from '@plinth/api/bill-engine/bill'
import { computeBill } from '@plinth/api/bill-engine/compute'
import { passBill } from '@plinth/api/bill-engine/pass'
import { billInputOf, memorandumOf } from '@plinth/api/bill-input'
import type { NextBill, TypedEntry } from '@plinth/api/bills'
import { compare, decimal } from '@plinth/api/kernel/decimal'
import { signedMoney } from '@plinth/api/kernel/fields'
import type { memorandumInput } from '@plinth/api/memorandum-input'
import * as z from 'zod/mini'
import type { Numeric } from '../ui/NumericInput.tsx'
import { soundCuts, type TypedCut } from './item-cuts.ts'

/** An amount of a bill as it is typed: what is no number yet is a text. */
export interface TypedRow {
  head: TypedEntry['head'] | null
  since: Numeric
  note?: string | null | undefined
}

export interface TypedBill {
  kind: 'RUNNING' | 'FINAL'
  workUpto: Numeric
  variationUpto: Numeric
  typed: readonly TypedRow[]
}

/** An amount of the memorandum as it is typed. */
export interface TypedAmount {
  head: z.infer<typeof memorandumInput>['replaced'][number]['head']
  since: Numeric
  note: string | null
}

export interface TypedMemorandum {
  workUpto: Numeric
  /** Of a bill by items. */
  cuts?: readonly TypedCut[]
  replaced: readonly TypedAmount[]
  net: Numeric
}

/** What the figures of a bill rest on beside what is typed. */
export type Ground = Pick<NextBill, 'terms' | 'previous'>

const isRupees = (value: unknown): value is number => z.safeParse(signedMoney, value).success

/** The input of the engine for what is typed, without amounts that are not whole yet; nothing as long as the work is missing or something is no amount. */
export function inputOf({ terms, previous }: Ground, { kind, workUpto, variationUpto, typed }: TypedBill) {
  const variation = variationUpto ?? 0
  const begun = typed.filter(({ head, since }) => head !== null && since !== null)
  const entries = begun.flatMap(({ head, since }) => (head !== null && isRupees(since) ? [{ head, since }] : []))
  if (!terms || !isRupees(workUpto) || !isRupees(variation) || entries.length < begun.length) return undefined
  return billInputOf(
    { workUpto, variationUpto: variation, typed: entries },
    { ...terms, isFinal: kind === 'FINAL' },
    previous,
  )
}

/** What the bill comes to as it is typed, exactly as the server computes it. */
export function billOf(ground: Ground, typed: TypedBill): Bill | undefined {
  const input = inputOf(ground, typed)
  return input && computeBill(input)
}

export interface CheckedMemorandum {
  /** The bill on the passed work, before any amount is replaced. */
  computed: Bill
  /** The bill as the memorandum passes it, as far as it is typed. */
  passed: Bill
  /** The amounts that differ from the computed ones: the others are left out. */
  replaced: { head: TypedAmount['head']; since: number; note: string }[]
  /** The memorandum's net less what its heads come to, as decimal text; null until the net is typed. */
  difference: string | null
}

/** The amount that the bill has at a head since the last one. */
export const sinceOf = ({ lines }: Bill, head: BillHead): string =>
  lines.find((line) => line.head === head)?.since ?? '0.00'

/** What a memorandum comes to as it is typed; nothing where the passed work is no amount. */
export function checkMemorandum(
  input: BillInput,
  { workUpto, cuts: typedCuts = [], replaced, net }: TypedMemorandum,
): CheckedMemorandum | undefined {
  if (workUpto !== null && !isRupees(workUpto)) return undefined
  const isNetTyped = isRupees(net)
  const cuts = soundCuts(input.work, typedCuts)
  const pass = (amounts: Parameters<typeof memorandumOf>[0]['replaced']) =>
    passBill(input, memorandumOf({ workUpto, cuts, replaced: amounts, net: isNetTyped ? net : 0 }, input.work))
  const computed = pass([]).bill
  const differing = replaced.flatMap((amount) =>
    isRupees(amount.since) && compare(decimal(amount.since), decimal(sinceOf(computed, amount.head))) !== 0
      ? [{ ...amount, since: amount.since, note: amount.note ?? '' }]
      : [],
  )
  const { bill, netDifference } = pass(differing)
  return { computed, passed: bill, replaced: differing, difference: isNetTyped ? netDifference : null }
}

export const isNothing = (amount: string): boolean => decimal(amount).units === 0n
