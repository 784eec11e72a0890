import { CallError } from './call-error.ts'
import { mayComeRight, type Operation, type OutboxAnswer } from './outbox-rules.ts'

/** After this many failures in a row the round ends: the server fails on everything. */
const mostFailures = 3

/**
 * One round of sending everything in the outbox. A group whose operation fails is put aside until the next round, because the operations
 * after it depend on it.
 */
export class Round {
  /** Groups that are put aside for this round. */
  readonly aside = new Set<string>()
  /** The latest failure of the server. */
  failure: CallError | undefined
  #failures = 0
  readonly #isPatient: boolean

  /** `isPatient`: the server may fail only for a moment, so that the first failure ends the round and the whole round is tried again. */
  constructor(isPatient: boolean) {
    this.#isPatient = isPatient
  }

  /**
   * Sends a batch, and settles each answer as it comes. Halves a batch whose call fails as a whole, to find the operation at fault. Throws
   * an error that may resolve by itself.
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
      if (isFailure) return this.#putAside(groupOf(only), error)
      answers = [{ id: only.id, verdict: { outcome: 'REFUSED', said: { message: error.message } } }]
    }
    this.#failures = 0
    await settle(answers)
  }

  #putAside(group: string, error: CallError): void {
    this.aside.add(group)
    this.failure = error
    this.#failures += 1
    if (this.#failures === mostFailures) throw error
  }
}
