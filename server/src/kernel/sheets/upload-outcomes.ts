import { type Message, messageOf } from '@plinth/api/kernel/messages'

/** A sentence about so many, by how many they are. */
export function byCount(count: number, texts: { none?: string; one: string; many: string }, values = {}): Message {
  const text = count === 0 && texts.none !== undefined ? texts.none : count === 1 ? texts.one : texts.many
  return messageOf(text, { count: count.toLocaleString('en-IN'), ...values })
}

/** What an upload came to, sentence by sentence; a workbook's sheet is named where it has several. */
export function outcomeOf(said: readonly (Message | false)[], sheet: string | null) {
  const sentences = [...said, sheet !== null && messageOf('The sheet "{sheet}" was read.', { sheet })].filter(
    (sentence) => sentence !== false,
  )
  return { message: sentences.map(({ message }) => message).join(' '), sentences }
}
