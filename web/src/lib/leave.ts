import { lazyScript } from './lazy-script.ts'

const outboxScript = lazyScript(() => import('./outbox.ts'))

/** How long a sign-out waits for what is under way, in milliseconds. */
const patience = 3_000

/** Before somebody signs out: asks them where something of theirs waits to be sent. False where they stay. */
export async function mayLeave(): Promise<boolean> {
  const outbox = await outboxScript.load().catch(() => undefined)
  return (await outbox?.askBeforeLeaving()) ?? true
}

/** Lets go of what waits, which stays for the person until they are back. */
export async function letGo(): Promise<void> {
  const left = outboxScript.module?.leaveOutbox()
  await Promise.race([left, new Promise((resolve) => setTimeout(resolve, left ? patience : 0))])
}
