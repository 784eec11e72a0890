/** Makes this tab, while it is in sight, the one of all that are open which leads; every tab is where the browser has no locks. */
export function openLead(name: string, onLead: () => void) {
  // Missing on plain http, where an installation on a local network may run.
  const locks: LockManager | undefined = navigator.locks
  let giveUp: (() => void) | undefined
  let isLeader = false
  function stand(): void {
    if (giveUp) return
    const waiting = new AbortController()
    const held = new Promise<void>((resolve) => {
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
      return held
    }
    // Given up while it was waited for, it fails.
    if (locks) locks.request(name, { signal: waiting.signal }, lead).catch(() => undefined)
    else void lead()
  }
  return { stand, giveUp: () => giveUp?.(), isLeader: () => isLeader }
}
