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

/** The parts of a deposit in drawing order, with those of zero. */
export const settledParts = (sums: Sums): SettledPart[] =>
  order.map((part) => ({ part, label: translated(settledLabels[part]), amount: sums[part] }))

/** The parts as text, for users who do not see the bar. */
export const partsText = (parts: readonly SettledPart[]) =>
  parts
    .filter(({ amount }) => amount > 0)
    .map(({ label, amount }) => `${label} ${rupees(amount)}`)
    .join(', ')

/** The part of the open amount left after these bookings, in rupees; negative if they exceed it. */
export const leftOf = (open: number, ...booked: readonly number[]) => inRupees(paiseOf(open) - sumInPaise(booked))
