import { outbox } from '../lib/outbox.ts'

/** Each says how what it has kept is sent. */
import.meta.glob('../*/*/outbox-channel.ts', { eager: true })

/** Looks whether anything waits from before, and has it sent. */
export const startOutbox = (): void => void outbox()
