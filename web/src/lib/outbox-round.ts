import { CallError } from './call-error.ts'
import { mayComeRight, type Operation, type OutboxAnswer } from './outbox-rules.ts'

/** So many operations that the server fails on, one after the other: it fails on everything. */
const mostFailures = 3

/** One round through all that waits. What the server fails on stands aside until the next one, with what has to come after it. */
export class Round {
  /** Groups of which nothing more is sent in this round. */
  readonly aside = new Set<string>()
  /** What the server failed with last. */
  failure: CallError | undefined
  #failures = 0
  readonly #isPatient: boolean

  /** `isPatient`: the server may fail for a moment only, and the whole round is tried again before anything is singled out. */
  constructor(isPatient: boolean) {
    this.#isPatient = isPatient
  }

  /**
   * Sends a batch, and settles each answer as it comes. What is wrong with a whole call is found by sending it in halves. Fails as a
   * call does that may come right by itself.
   */
  async send(
    batch: readonly Operation[],
    groupOf: (operation: Operation) => string,
    call: (part: readonly Operation[]) => Promise<readonly OutboxAnswer[]>,
    settle: (answers: readonly OutboxAnswer[]) => Promise<void>,
  ): Promise<void> {
    const part = batch.filter((operation) => !this.aside.has(groupOf(operation)))
    const [only, ...others] = part
    if (!only) return
    let answers: readonly OutboxAnswer[]
    try {
      answers = await call(part)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      const isFailure = error.status >= 500
      if (mayComeRight(error.status) && (!isFailure || this.#isPatient)) throw error
      if (others.length > 0) {
        const half = Math.ceil(part.length / 2)
        for (const some of [part.slice(0, half), part.slice(half)]) await this.send(some, groupOf, call, settle)
        return
      }
      if (isFailure) return this.#standAside(groupOf(only), error)
      answers = [{ id: only.id, verdict: { outcome: 'REFUSED', said: { message: error.message } } }]
    }
    this.#failures = 0
    await settle(answers)
  }

  #standAside(group: string, error: CallError): void {
    this.aside.add(group)
    this.failure = error
    this.#failures += 1
    if (this.#failures === mostFailures) throw error
  }
}
