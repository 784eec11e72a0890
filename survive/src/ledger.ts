import { isDeepStrictEqual } from 'node:util'
import type { Endpoint } from '@plinth/api/kernel/endpoint'
import type { Client, Reply } from '../../server/src/testing/test-server.ts'

/** A kind of record: how one is read back, and which of its fields only its own writes decide. */
export interface Kind {
  name: string
  read: (record: { id: string }) => { endpoint: Endpoint; input: object }
  own: (record: object) => object
}

interface Entry {
  kind: Kind
  /** The acknowledged record; null once its deletion was acknowledged. */
  record: object | null
  key: { id: string }
  /** A later change that was not answered, so that it may have been done or not; null is a deletion. */
  uncertainChange?: object | null
}

/** A create that was not answered, to be sent again with its idempotency key. */
export interface Pending {
  endpoint: Endpoint
  input: object
  key: string
  kind: Kind
}

/** Statuses of a call that came too late or too often; nothing was written. */
const refusals = new Set([404, 409, 412, 429])

const stamps = new Set(['updatedAt', 'updatedBy', 'updatedByName'])
const withoutStamps = (record: object) =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !stamps.has(name)))

/** All writes that the product has acknowledged, and those it did not answer. */
export class Ledger {
  acknowledged = 0
  unanswered = 0
  refused = 0
  /** Answers that the outage does not explain. */
  readonly unexplained: string[] = []
  /** Statuses that the current outage explains and that leave open whether the write was done. */
  #uncertain: Set<number>
  pending: Pending[] = []
  #entries = new Map<string, Entry>()
  #unchecked = new Set<string>()

  constructor(uncertain: readonly number[]) {
    this.#uncertain = new Set(uncertain)
  }

  get size(): number {
    return this.#entries.size
  }

  /** Records an acknowledged write: the record to be found from now on, or null for a deletion. */
  note<R extends { id: string }>(kind: Kind, key: R, record: R | null): void {
    this.acknowledged += 1
    this.#entries.set(key.id, { kind, key, record })
    this.#unchecked.add(key.id)
  }

  /** Records a change (null: a deletion) whose outcome is unknown, because it was not answered or failed by the outage. */
  noteUncertain(id: string, change: object | null): void {
    const entry = this.#entries.get(id)
    if (entry) entry.uncertainChange = change
  }

  /**
   * Sends a call. Returns undefined when the outcome is unknown: no answer, or a status that the outage explains. Returns null
   * for a refusal, since nothing was written. Any other server fault is recorded as unexplained.
   */
  async send(by: Client, endpoint: Endpoint, input: object, headers?: Record<string, string>): Promise<unknown> {
    const reply = await this.#ask(by, endpoint, input, headers)
    if (reply && reply.status < 300) return reply.text === '' ? {} : JSON.parse(reply.text)
    return reply && !this.#uncertain.has(reply.status) ? null : undefined
  }

  /** Undefined without an answer; counts everything that is not a success. */
  async #ask(by: Client, endpoint: Endpoint, input: object, headers?: Record<string, string>) {
    const reply = await by.sendCall(endpoint, input, headers).catch(() => undefined)
    if (!reply) this.unanswered += 1
    else if (reply.status >= 300) this.refused += 1
    if (reply && reply.status >= 300 && !refusals.has(reply.status) && !this.#uncertain.has(reply.status))
      this.unexplained.push(`${endpoint.method} ${endpoint.path}: ${reply.status} ${reply.text}`)
    return reply
  }

  /**
   * Reads back what was written since the last check (or, with `all`, everything); returns what differs from what was
   * acknowledged.
   */
  async check(by: Client, { all = false } = {}): Promise<string[]> {
    const ids = all ? [...this.#entries.keys()] : [...this.#unchecked]
    const faults: string[] = []
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        for (let id = ids.pop(); id; id = ids.pop()) faults.push(...(await this.#faultsOf(by, id)))
      }),
    )
    return faults
  }

  async #faultsOf(by: Client, id: string): Promise<string[]> {
    const entry = this.#entries.get(id)
    if (!entry) return []
    const { kind, key, record, uncertainChange } = entry
    const { endpoint, input } = kind.read(key)
    const found = await by.sendCall(endpoint, input)
    const isRight =
      isAsAcknowledged(found, kind, record) ||
      (uncertainChange !== undefined && isChanged(found, kind, record, uncertainChange))
    if (!isRight)
      return [
        `${kind.name} ${id}: ${found.status} ${found.text}, not ${JSON.stringify(record)} or ${JSON.stringify(uncertainChange)}`,
      ]
    this.#entries.set(id, { kind, key, record: found.status === 404 ? null : JSON.parse(found.text) })
    this.#unchecked.delete(id)
    return []
  }

  /** Sends every unanswered create again with its key; returns how many still failed. */
  async resend(by: Client): Promise<number> {
    const sent = this.pending
    this.pending = []
    for (const { endpoint, input, key, kind } of sent) {
      const reply = await this.#ask(by, endpoint, input, { 'idempotency-key': key })
      // Its parent may have been deleted or closed since. It was never acknowledged, so nothing is lost.
      if (reply && [404, 409].includes(reply.status)) continue
      if (!reply || reply.status >= 300) {
        this.pending.push({ endpoint, input, key, kind })
        continue
      }
      const record = JSON.parse(reply.text) as { id: string }
      this.note(kind, record, record)
    }
    return this.pending.length
  }
}

function isAsAcknowledged({ status, text }: Reply, kind: Kind, record: object | null): boolean {
  if (record === null) return status === 404
  return status === 200 && isDeepStrictEqual(kind.own(JSON.parse(text)), kind.own(record))
}

function isChanged({ status, text }: Reply, kind: Kind, record: object | null, change: object | null): boolean {
  if (change === null) return status === 404
  if (status !== 200) return false
  return isDeepStrictEqual(withoutStamps(kind.own(JSON.parse(text))), withoutStamps(kind.own({ ...record, ...change })))
}
