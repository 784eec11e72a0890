import { type Deposit, settledLabels } from '@plinth/api/deposits/deposits'
import { inRupees, paiseOf, sumInPaise } from '@plinth/api/kernel/paise'
import { rupees } from '../../lib/format.ts'
import { translated } from '../../lib/language.ts'

type Sums = Pick<Deposit, 'receivedAmount' | 'lostAmount' | 'carriedAmount' | 'openAmount'>
type Part = keyof Sums

export interface SettledPart {
  part: Part
  label: string
  amount: number
}

const order = ['receivedAmount', 'lostAmount', 'carriedAmount', 'openAmount'] as const

/** The parts of a deposit in the order in which they are drawn; those of nothing too. */
export const settledParts = (sums: Sums): SettledPart[] =>
  order.map((part) => ({ part, label: translated(settledLabels[part]), amount: sums[part] }))

/** The parts in words, for who does not see them drawn. */
export const partsText = (parts: readonly SettledPart[]) =>
  parts
    .filter(({ amount }) => amount > 0)
    .map(({ label, amount }) => `${label} ${rupees(amount)}`)
    .join(', ')

/** What of the open amount is left once this is booked, in rupees; below zero where it is too much. */
export const leftOf = (open: number, ...booked: readonly number[]) => inRupees(paiseOf(open) - sumInPaise(booked))
