import type { AskableDeposit, RequestedDeposit } from '@plinth/api/deposits/refund-requests'
import { notANumber } from '@plinth/api/kernel/amounts'
import { positiveMoney } from '@plinth/api/kernel/fields'
import { type Message, messageOf, messageOfIssue } from '@plinth/api/kernel/messages'
import { rupeesOf, sumInPaise } from '@plinth/api/kernel/paise'
import { safeParse } from 'zod/v4/core'

/** A deposit that can be asked for or that a draft names. For the latter the due fields may be missing. */
export type OfferedDeposit = Omit<RequestedDeposit, 'amount'> & Partial<Omit<AskableDeposit, keyof RequestedDeposit>>

/** A ticked deposit. An amount that is no number stays as typed. */
export interface RequestItem {
  depositId: string
  amount: number | string | null
}

/** Whether a deposit is due and neither a letter nor a draft asks for it yet. */
const isNotAskedFor = ({ isDue, requestId, draftId }: AskableDeposit) => isDue && !requestId && !draftId

/**
 * The deposits ticked at first: those named in the address; else those that are due and not asked for yet; else all due ones, as a
 * reminder. Each with its open amount.
 */
export function proposedItems(askable: readonly AskableDeposit[], named: readonly string[]): RequestItem[] {
  const isNamed = ({ depositId }: AskableDeposit) => named.includes(depositId)
  const candidates = [isNamed, isNotAskedFor, ({ isDue }: AskableDeposit) => isDue]
    .map((fits) => askable.filter(fits))
    .find((some) => some.length > 0)
  return (candidates ?? []).map(({ depositId, openAmount }) => ({ depositId, amount: openAmount }))
}

/** The deposits to choose from: the askable ones of the office, and those of the draft that are not askable any more. */
export function offeredOf(askable: readonly AskableDeposit[], named: readonly RequestedDeposit[]): OfferedDeposit[] {
  const known = new Set(askable.map(({ depositId }) => depositId))
  return [...askable, ...named.filter(({ depositId }) => !known.has(depositId))]
}

/** The fault of an amount to ask for; `open` is the open amount in rupees. */
export function amountFault(amount: RequestItem['amount'], open: number): Message | undefined {
  if (amount === null) return { message: 'is required' }
  if (typeof amount === 'string') return { message: notANumber.amount }
  const [issue] = safeParse(positiveMoney, amount).error?.issues ?? []
  if (issue) return messageOfIssue(issue)
  return amount > open ? messageOf('is more than what is open of this deposit') : undefined
}

/** The total in rupees with two decimals and no grouping. Amounts that are no numbers count as zero. */
export const totalOf = (items: readonly RequestItem[]): string =>
  rupeesOf(sumInPaise(items.map(({ amount }) => amount).filter((amount) => typeof amount === 'number')))
