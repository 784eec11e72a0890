/** The context of one round of a job. */
export interface Round {
  warn: (error: Error) => void
  isStopping: () => boolean
  /** Aborts the work that is under way. */
  signal: AbortSignal
}

/** A round that is never stopped and whose warnings are ignored. */
export const untilStopped: Round = { warn: () => {}, isStopping: () => false, signal: new AbortController().signal }

/** Work after the answer: it runs on a nudge, and at intervals. */
export interface Job {
  /** Starts a round soon because there may be new work. */
  nudge(): void
  /** Runs the job now and at intervals. Call the returned function to stop it. */
  start(warn: (error: Error) => void): () => Promise<void>
}

interface Work {
  /** Does everything that is due. */
  work: (round: Round) => Promise<void>
  /** Milliseconds between two rounds. */
  interval: number
  /** How many milliseconds a running round may take after the stop until it is aborted. */
  grace: number
}

/** Opens a job whose rounds run one after the other; a nudge during a round starts one more round. */
export function openJob({ work, interval, grace }: Work): Job {
  const aborter = new AbortController()
  let isRunning = false
  let isQueued = false
  let underWay: Promise<void> = Promise.resolve()
  let round: Round = { warn: () => {}, isStopping: () => !isRunning, signal: aborter.signal }
  function nudge(): void {
    if (isQueued) return
    isQueued = true
    underWay = underWay
      .then(() => {
        isQueued = false
        return work(round)
      })
      .catch(round.warn)
  }
  return {
    nudge,
    start(warn) {
      isRunning = true
      round = { ...round, warn }
      nudge()
      const timer = setInterval(nudge, interval).unref()
      return async () => {
        isRunning = false
        clearInterval(timer)
        const late = setTimeout(() => aborter.abort(), grace)
        await underWay
        clearTimeout(late)
      }
    },
  }
}
