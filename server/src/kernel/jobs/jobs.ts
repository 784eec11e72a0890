/** What a job goes by while it is at work. */
export interface Round {
  warn: (error: Error) => void
  isStopping: () => boolean
  /** Breaks off what is under way. */
  signal: AbortSignal
}

/** A round that nobody ends and nobody hears. */
export const untilStopped: Round = { warn: () => {}, isStopping: () => false, signal: new AbortController().signal }

/** What is done after the answer: at once, and again from time to time. */
export interface Job {
  /** There is something new to do. */
  nudge(): void
  /** Does what is due, now and from then on. Ends when what it returns is called. */
  start(warn: (error: Error) => void): () => Promise<void>
}

interface Work {
  /** Does all that is due. */
  work: (round: Round) => Promise<void>
  /** Milliseconds from one look to the next. */
  interval: number
  /** How long what is under way at the end may take until it is broken off, in milliseconds. */
  grace: number
}

/** Work of which one round follows the other; nudged while it is at work, it looks once more. */
export function openJob({ work, interval, grace }: Work): Job {
  const breakOff = new AbortController()
  let isRunning = false
  let isQueued = false
  let underWay: Promise<void> = Promise.resolve()
  let round: Round = { warn: () => {}, isStopping: () => !isRunning, signal: breakOff.signal }
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
        const late = setTimeout(() => breakOff.abort(), grace)
        await underWay
        clearTimeout(late)
      }
    },
  }
}
