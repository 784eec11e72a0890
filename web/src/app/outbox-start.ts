import { outbox } from '../lib/outbox.ts'

/** Each file registers the channel that sends its slice's operations. */
import.meta.glob('../*/*/outbox-channel.ts', { eager: true })

/** Sends the operations that wait from an earlier visit. */
export const startOutbox = (): void => void outbox()
