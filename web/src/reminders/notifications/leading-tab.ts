/** Elects one visible tab of all open ones as the leader, by a lock; without support for locks every tab leads. */
export function openLead(name: string, onLead: () => void) {
  // Undefined on plain http, which installations on a local network may use.
  const locks: LockManager | undefined = navigator.locks
  let giveUp: (() => void) | undefined
  let isLeader = false
  function apply(): void {
    if (giveUp) return
    const waiting = new AbortController()
    const released = new Promise<void>((resolve) => {
      giveUp = () => {
        isLeader = false
        giveUp = undefined
        waiting.abort()
        resolve()
      }
    })
    const lead = () => {
      if (waiting.signal.aborted) return undefined
      isLeader = true
      onLead()
      return released
    }
    // The request rejects if it is aborted while waiting.
    if (locks) locks.request(name, { signal: waiting.signal }, lead).catch(() => undefined)
    else void lead()
  }
  return { apply, giveUp: () => giveUp?.(), isLeader: () => isLeader }
}
