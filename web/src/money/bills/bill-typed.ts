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
import { possibleCuts, type TypedCut } from './item-cuts.ts'

/** A typed amount of a bill; text as long as it is no number. */
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

/** A typed amount of the memorandum. */
export interface TypedAmount {
  head: z.infer<typeof memorandumInput>['replaced'][number]['head']
  since: Numeric
  note: string | null
}

export interface TypedMemorandum {
  workUpto: Numeric
  /** Only for a bill by items. */
  cuts?: readonly TypedCut[]
  replaced: readonly TypedAmount[]
  net: Numeric
}

/** The inputs of a bill's figures besides the typed fields. */
export type BillBasis = Pick<NextBill, 'terms' | 'previous'>

const isRupees = (value: unknown): value is number => z.safeParse(signedMoney, value).success

/** The rows with both a head and an amount. */
export const entriesOf = (rows: readonly TypedRow[]) =>
  rows.flatMap(({ head, since }) => (head !== null && isRupees(since) ? [{ head, since }] : []))

/** The engine input for the typed fields, without incomplete amounts; undefined while the work is missing or an amount is invalid. */
export function inputOf({ terms, previous }: BillBasis, { kind, workUpto, variationUpto, typed }: TypedBill) {
  const variation = variationUpto ?? 0
  const started = typed.filter(({ head, since }) => head !== null && since !== null)
  const entries = entriesOf(started)
  if (!terms || !isRupees(workUpto) || !isRupees(variation) || entries.length < started.length) return undefined
  return billInputOf(
    { workUpto, variationUpto: variation, typed: entries },
    { ...terms, isFinal: kind === 'FINAL' },
    previous,
  )
}

/** The bill as typed, computed exactly as the server does. */
export function billOf(basis: BillBasis, typed: TypedBill): Bill | undefined {
  const input = inputOf(basis, typed)
  return input && computeBill(input)
}

export interface CheckedMemorandum {
  /** The bill with the passed work, before any amount is replaced. */
  computed: Bill
  /** The bill as passed by the memorandum as typed so far. */
  passed: Bill
  /** The amounts that differ from the computed ones. */
  replaced: { head: TypedAmount['head']; since: number; note: string }[]
  /** The memorandum's net minus the sum of its heads, as decimal text; null until the net is typed. */
  difference: string | null
}

/** The amount of a head since the last bill. */
export const sinceOf = ({ lines }: Bill, head: BillHead): string =>
  lines.find((line) => line.head === head)?.since ?? '0.00'

/** The result of a memorandum as typed; undefined if the passed work is no valid amount. */
export function checkMemorandum(
  input: BillInput,
  { workUpto, cuts: typedCuts = [], replaced, net }: TypedMemorandum,
): CheckedMemorandum | undefined {
  if (workUpto !== null && !isRupees(workUpto)) return undefined
  const isNetTyped = isRupees(net)
  const cuts = possibleCuts(input.work, typedCuts)
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

/** The figures that are checked before a bill is submitted or passed. */
export type Claim = Pick<Bill, 'work' | 'lines'>

const isBelowZero = (amount: string): boolean => decimal(amount).units < 0n

/** A warning if the work or its value falls below the passed one; mostly the user typed the amount since instead of upto. */
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

/** The lines of a claim that the user sees. */
export type SeenLines = Pick<Bill, 'lines'>

/** Whether two claims have the same lines and percentages; equal nets may be a coincidence. */
export const isSameClaim = (one: SeenLines, other: SeenLines): boolean =>
  one.lines.length === other.lines.length &&
  one.lines.every((line, at) =>
    (['head', 'upto', 'previous', 'since', 'percent'] as const).every((name) => line[name] === other.lines[at]?.[name]),
  )

export const isNothing = (amount: string): boolean => decimal(amount).units === 0n
