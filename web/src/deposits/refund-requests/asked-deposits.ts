import type { AskableDeposit, RequestedDeposit } from '@plinth/api/deposits/refund-requests'
import { notANumber } from '@plinth/api/kernel/amounts'
import { positiveMoney } from '@plinth/api/kernel/fields'
import { type Message, messageOf, messageOfIssue } from '@plinth/api/kernel/messages'
import { rupeesOf, sumInPaise } from '@plinth/api/kernel/paise'
import { safeParse } from 'zod/v4/core'

/** A deposit that can be asked for, or that a draft names: of the latter it may not be known whether it is due. */
export type Offered = Omit<RequestedDeposit, 'amount'> & Partial<Omit<AskableDeposit, keyof RequestedDeposit>>

/** One that is ticked. An amount that is no number stays as it was typed. */
export interface Asked {
  depositId: string
  amount: number | string | null
}

/** One that is due, and that neither a letter nor another draft asks for yet. */
const isFresh = ({ isDue, requestId, draftId }: AskableDeposit) => isDue && !requestId && !draftId

/**
 * What a letter asks for before anybody has chosen: those that were named on the way here; else what is due and not asked for
 * yet; else what is due, of which it reminds. Of each all that is open.
 */
export function proposed(askable: readonly AskableDeposit[], named: readonly string[]): Asked[] {
  const isNamed = ({ depositId }: AskableDeposit) => named.includes(depositId)
  const found = [isNamed, isFresh, ({ isDue }: AskableDeposit) => isDue]
    .map((fits) => askable.filter(fits))
    .find((some) => some.length > 0)
  return (found ?? []).map(({ depositId, openAmount }) => ({ depositId, amount: openAmount }))
}

/** What can be chosen from: what the office has, and what the draft names that it has no more. */
export function offeredOf(askable: readonly AskableDeposit[], named: readonly RequestedDeposit[]): Offered[] {
  const known = new Set(askable.map(({ depositId }) => depositId))
  return [...askable, ...named.filter(({ depositId }) => !known.has(depositId))]
}

/** What is wrong with an amount that is asked for of what is open, in rupees. */
export function amountFault(amount: Asked['amount'], open: number): Message | undefined {
  if (amount === null) return { message: 'is required' }
  if (typeof amount === 'string') return { message: notANumber.amount }
  const [issue] = safeParse(positiveMoney, amount).error?.issues ?? []
  if (issue) return messageOfIssue(issue)
  return amount > open ? messageOf('is more than what is open of this deposit') : undefined
}

/** What they come to, in rupees with two decimals and no grouping; what is no amount yet counts for nothing. */
export const totalOf = (asked: readonly Asked[]): string =>
  rupeesOf(sumInPaise(asked.map(({ amount }) => amount).filter((amount) => typeof amount === 'number')))
