import { type Message, messageOf } from '@plinth/api/kernel/messages'

/** A sentence about a count, worded for none, one or many. */
export function byCount(count: number, texts: { none?: string; one: string; many: string }, values = {}): Message {
  const text = count === 0 && texts.none !== undefined ? texts.none : count === 1 ? texts.one : texts.many
  return messageOf(text, { count: count.toLocaleString('en-IN'), ...values })
}

/** The outcome of an upload as sentences; names the sheet of a workbook that has several. */
export function outcomeOf(outcomes: readonly (Message | false)[], sheet: string | null) {
  const sentences = [...outcomes, sheet !== null && messageOf('The sheet "{sheet}" was read.', { sheet })].filter(
    (sentence) => sentence !== false,
  )
  return { message: sentences.map(({ message }) => message).join(' '), sentences }
}
