import { compare, decimal } from '@plinth/api/kernel/decimal'
import { signedMoney } from '@plinth/api/kernel/fields'
import type { Bill, BillHead, BillInput } from '@plinth/api/money/bill-engine/bill'
import { computeBill } from '@plinth/api/money/bill-engine/compute'
import { passBill } from '@plinth/api/money/bill-engine/pass'
import { billInputOf, memorandumOf } from '@plinth/api/money/bill-input'
import type { NextBill, TypedEntry } from '@plinth/api/money/bills'
import type { memorandumInput } from '@plinth/api/money/memorandum-input'
import * as z from 'zod/mini'
import { rupees } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import type { Numeric } from '../../ui/form/NumericInput.tsx'
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

/** The rows that have a head and an amount. */
export const entriesOf = (rows: readonly TypedRow[]) =>
  rows.flatMap(({ head, since }) => (head !== null && isRupees(since) ? [{ head, since }] : []))

/** The input of the engine for what is typed, without amounts that are not whole yet; nothing as long as the work is missing or something is no amount. */
export function inputOf({ terms, previous }: Ground, { kind, workUpto, variationUpto, typed }: TypedBill) {
  const variation = variationUpto ?? 0
  const begun = typed.filter(({ head, since }) => head !== null && since !== null)
  const entries = entriesOf(begun)
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
  const differingFrom = (bill: Bill, amounts: readonly TypedAmount[]) =>
    amounts.flatMap(({ head, since, note }) =>
      isRupees(since) && compare(decimal(since), decimal(sinceOf(bill, head))) !== 0
        ? [{ head, since, note: note ?? '' }]
        : [],
    )
  const isRounding = ({ head }: TypedAmount) => head === 'ROUND_OFF'
  const others = differingFrom(
    computed,
    replaced.filter((amount) => !isRounding(amount)),
  )
  // The rounding follows the other amounts.
  const differing = [...others, ...differingFrom(pass(others).bill, replaced.filter(isRounding))]
  const { bill, netDifference } = pass(differing)
  return { computed, passed: bill, replaced: differing, difference: isNetTyped ? netDifference : null }
}

/** What is looked at before a bill is submitted or passed. */
export type Claim = Pick<Bill, 'work' | 'lines'>

const isBelowZero = (amount: string): boolean => decimal(amount).units < 0n

/** What to warn of where work or its value falls below what was passed: mostly the amount since was typed in the place of the one up to date. */
export function creditNote({ work, lines }: Claim): string | undefined {
  const isCredit = isBelowZero(lines.find(({ head }) => head === 'GROSS')?.since ?? '0')
  const amount = rupees(Number(work.previous))
  if (isBelowZero(work.since))
    return isCredit
      ? t('Work done up to date is less than the {amount} passed before: this bill would be a credit note.', { amount })
      : t('Work done up to date is less than the {amount} passed before.', { amount })
  return isCredit
    ? t('The value of work is less than what was passed before: this bill would be a credit note.')
    : undefined
}

/** What a person sees of a claim. */
export type Seen = Pick<Bill, 'lines'>

/** Whether two claims have the same lines, from the same percentages: a net may be the same by chance. */
export const isSameClaim = (one: Seen, other: Seen): boolean =>
  one.lines.length === other.lines.length &&
  one.lines.every((line, at) =>
    (['head', 'upto', 'previous', 'since', 'percent'] as const).every((name) => line[name] === other.lines[at]?.[name]),
  )

export const isNothing = (amount: string): boolean => decimal(amount).units === 0n
