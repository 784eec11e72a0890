import { type DBSchema, deleteDB, type IDBPDatabase, openDB } from 'idb'
import { CallError, unreachable } from './call-error.ts'
import { t } from './language.ts'
import { askForLine, hasLine, onLine } from './line.ts'
import { Round } from './outbox-round.ts'
import {
  afterAnswers,
  isHere,
  nextBatch,
  type Operation,
  type OutboxAnswer,
  pauseAfter,
  type Sending,
  type Verdict,
} from './outbox-rules.ts'
import { currentUser } from './session.ts'
import { askToLeave, nothingWaits, showWaiting } from './waiting.ts'

/** Sends operations of one channel. */
export interface Channel extends Sending {
  /** What an operation is about and what it does, as texts. */
  wordsOf: (operation: Operation) => { about: string; does: string }
  /** Fails as any call does; answers each operation once. `as` is the id of the operations' owner. */
  send: (batch: readonly Operation[], as: string) => Promise<readonly OutboxAnswer[]>
}

const channels = new Map<string, Channel>()

/** Registers the channel that sends the operations with this channel name. */
export function provideChannel(name: string, channel: Channel): void {
  channels.set(name, channel)
  // Operations may have waited for this channel.
  present?.flushUnlessPausing()
}

export const wordsOf = (operation: Operation) =>
  channels.get(operation.channel)?.wordsOf(operation) ?? { about: operation.channel, does: operation.kind }

/** `order` is the order of entry. */
type Stored = Operation & { order?: number }
interface Schema extends DBSchema {
  operations: { key: number; value: Stored; indexes: { id: string } }
}

export type NewOperation = Pick<Operation, 'id' | 'channel' | 'kind' | 'body' | 'file'>

const entered = (operation: NewOperation): Operation => ({
  ...operation,
  madeAt: new Date().toISOString(),
  wasSent: false,
  verdict: null,
})

/** The result of an operation that the device had no room to store; known in this tab while it is open. */
interface Note {
  wasSent?: true
  verdict?: Verdict
  isTaken?: true
}

interface Owner {
  id: string
  tenantId: string
}

const nameOf = ({ id, tenantId }: Owner) => `plinth outbox ${tenantId} ${id}`

const open = (name: string) =>
  openDB<Schema>(name, 1, {
    upgrade(db) {
      const store = db.createObjectStore('operations', { keyPath: 'order', autoIncrement: true })
      store.createIndex('id', 'id', { unique: true })
    },
    // Another tab deletes an empty database at a sign-out.
    blocking: (_, __, { target }) => (target as IDBDatabase).close(),
  })

/**
 * What one user of one company has entered on this device and no server has accepted yet. It is in the browser's database, so that neither
 * a reload nor the end of a session loses it; another user's database is never opened.
 */
export class Outbox {
  readonly owner: Owner
  /** Resolves once the stored operations are read. */
  readonly ready: Promise<void>
  readonly #name: string
  readonly #others: BroadcastChannel
  readonly #unfollow: () => void
  readonly #closing = new AbortController()
  #opening: Promise<IDBPDatabase<Schema>> | undefined
  #operations: readonly Operation[] = []
  #sending: Promise<void> | undefined
  #mustFlushAgain = false
  /** Whether `flushUnlessPausing` was called during a pause: an attempt that succeeds may have looked too early for a new channel. */
  #mustFlushAfterSuccess = false
  #timer: ReturnType<typeof setTimeout> | undefined
  #failures = 0
  /** Whether the server failed in the last round. */
  #hasFailed = false
  /** Whether the last attempt sent anything; without a connection it sends nothing. */
  #hasSent = false
  #isClosed = false
  readonly #notes = new Map<string, Note>()

  constructor(owner: Owner) {
    this.owner = owner
    this.#name = nameOf(owner)
    this.#others = new BroadcastChannel(this.#name)
    this.#others.onmessage = () => void this.#reload()
    this.#unfollow = onLine(() => hasLine() && this.flushUnlessPausing())
    window.addEventListener('online', () => void this.flush(), { signal: this.#closing.signal })
    this.ready = this.#reload()
    void this.ready.then(() => this.flush())
  }

  operations(): readonly Operation[] {
    return this.#operations
  }

  /** Stores the operations, and sends them as soon as there is a connection. Fails when the browser has no room. */
  async add(operations: readonly NewOperation[]): Promise<void> {
    const transaction = (await this.#db()).transaction('operations', 'readwrite')
    const stored = operations.map(entered)
    await Promise.all([...stored.map((operation) => transaction.store.add(operation)), transaction.done])
    await this.#changed()
    void this.flush()
  }

  /** Sends a refused or claimed operation again; a claimed one based on the current state of the record. */
  async again(id: string): Promise<void> {
    await this.#change(id, ({ body, verdict, ...operation }) => ({
      ...operation,
      body: verdict?.instead ?? body,
      verdict: null,
    }))
    await this.flush()
  }

  /** Replaces an operation. False if the server may have it: it was sent, and not refused. */
  async replace(id: string, operation: NewOperation): Promise<boolean> {
    let isReplaced = false
    await this.#change(id, (stored) => {
      if (!isHere(stored)) return stored
      isReplaced = true
      const { order } = stored
      return { ...entered(operation), ...(order !== undefined && { order }) }
    })
    if (isReplaced) void this.flush()
    return isReplaced
  }

  /**
   * Replaces the bodies of all operations for which `bodyOf` returns one, and sends them again, or changes none. False if there is none, or
   * if the server may have one of them: it was sent, and not refused.
   */
  async rewrite(bodyOf: (operation: Operation) => Operation['body'] | null): Promise<boolean> {
    const transaction = (await this.#db()).transaction('operations', 'readwrite')
    const all = (await transaction.store.getAll()).flatMap((operation) => this.#noted(operation) ?? [])
    const rewritten = all.flatMap((operation) => {
      const body = bodyOf(operation)
      return body ? [{ ...operation, body, wasSent: false, verdict: null }] : []
    })
    const ids = new Set(rewritten.map(({ id }) => id))
    const isRewritten = rewritten.length > 0 && all.every((operation) => !ids.has(operation.id) || isHere(operation))
    if (isRewritten) await Promise.all(rewritten.map((operation) => transaction.store.put(operation)))
    await transaction.done
    await this.#changed()
    if (!isRewritten) return false
    for (const id of ids) this.#notes.delete(id)
    void this.flush()
    return true
  }

  /** Deletes a discarded operation. One that the server may have stays, unless the user confirmed that (`isAsked`). */
  async discard(id: string, isAsked = false): Promise<void> {
    await this.#change(id, (stored) => (isAsked || isHere(stored) ? null : stored))
  }

  /** Sends the waiting operations. Resolves once all are answered or an attempt failed. */
  flush(): Promise<void> {
    if (this.#sending) {
      this.#mustFlushAgain = true
      return this.#sending
    }
    clearTimeout(this.#timer)
    this.#sending = this.#sendInTurn().finally(() => {
      this.#sending = undefined
      if (!this.#mustFlushAgain) return
      this.#mustFlushAgain = false
      void this.flush()
    })
    return this.#sending
  }

  /** Keeps the pause after a lost answer: while other calls are answered, the operation would be sent again and again without one. */
  flushUnlessPausing(): void {
    if (this.#failures > 0 && this.#hasSent) this.#mustFlushAfterSuccess = true
    else void this.flush()
  }

  /** Closes the outbox. Waiting operations stay for their owner; an empty database is deleted. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    this.#unfollow()
    this.#closing.abort()
    this.#others.close()
    // An answer that is arriving now is still stored.
    await this.#sending?.catch(() => undefined)
    const db = await this.#opening
    if (!db) return
    const left = await db.count('operations').catch(() => 1)
    db.close()
    if (left === 0) await deleteDB(this.#name)
  }

  #db(): Promise<IDBPDatabase<Schema>> {
    this.#opening ??= open(this.#name)
    return this.#opening
  }

  /** Most users have no waiting operations, so that reading them creates no database. */
  async #stored(): Promise<readonly Operation[]> {
    const isThere = this.#opening ?? (await indexedDB.databases()).some(({ name }) => name === this.#name)
    if (!isThere) return []
    const stored: readonly Stored[] = await (await this.#db()).getAll('operations')
    return stored.flatMap((operation) => this.#noted(operation) ?? [])
  }

  #isOwn(): boolean {
    const user = currentUser()
    return !this.#isClosed && user?.id === this.owner.id && user.tenantId === this.owner.tenantId
  }

  /** Runs `showResults` at the moment when the remaining operations are shown. */
  async #reload(showResults?: () => void): Promise<void> {
    this.#operations = await this.#stored()
    showResults?.()
    this.#publish()
  }

  #publish(): void {
    if (!this.#isOwn()) return
    showWaiting({ operations: this.#operations, isStuck: this.#failures > 0 })
  }

  async #changed(showResults?: () => void): Promise<void> {
    await this.#reload(showResults)
    this.#others.postMessage('changed')
  }

  /** A `change` that returns null deletes the operation. */
  async #change(id: string, change: (operation: Stored) => Stored | null): Promise<void> {
    const transaction = (await this.#db()).transaction('operations', 'readwrite')
    const stored = await transaction.store.index('id').get(id)
    const known = stored && this.#noted(stored)
    const next = known && change(known)
    if (next) await transaction.store.put(next)
    else if (stored?.order !== undefined) await transaction.store.delete(stored.order)
    await transaction.done
    this.#notes.delete(id)
    await this.#changed()
  }

  /** One tab sends at a time. In a browser without locks the server still recognizes what it has received. */
  async #sendInTurn(): Promise<void> {
    const locks: LockManager | undefined = navigator.locks
    const send = () => this.#sendAll()
    try {
      await (locks ? locks.request(this.#name, send) : send())
      this.#failures = 0
      this.#hasFailed = false
      this.#mustFlushAgain ||= this.#mustFlushAfterSuccess
      this.#mustFlushAfterSuccess = false
    } catch (error) {
      // After a sign-out in another tab the database may be gone.
      if (!this.#isOwn()) return
      this.#failures += 1
      this.#hasFailed = error instanceof CallError && error.status >= 500
      this.#timer = setTimeout(() => void this.flush(), pauseAfter(this.#failures))
      if (!(error instanceof CallError)) throw error
    }
    this.#publish()
  }

  async #sendAll(): Promise<void> {
    const round = new Round(!this.#hasFailed)
    this.#hasSent = false
    for (;;) {
      await this.#reload()
      if (!this.#isOwn()) return
      const batch = nextBatch(this.#operations, (name) => channels.get(name), round.aside)
      const channel = channels.get(batch[0]?.channel ?? '')
      if (!channel) break
      // An operation that has not left this device is certainly not on the server, and may still be changed.
      if (!hasLine() && !(await askForLine())) throw unreachable()
      // The connection may have come back since this attempt began and called `flush`; this attempt serves that call.
      this.#mustFlushAgain = false
      this.#hasSent = true
      await round.send(
        batch,
        channel.groupOf,
        async (part) => {
          const due = await this.#markSent(part)
          return due.length > 0 ? channel.send(due, this.owner.id) : []
        },
        (answers) => this.#settle(answers),
      )
    }
    if (round.failure) throw round.failure
  }

  /** Marks these operations as sent, and returns them in their current state: one may have been changed or discarded since it was read. */
  async #markSent(batch: readonly Operation[]): Promise<readonly Operation[]> {
    const { store, done } = (await this.#db()).transaction('operations', 'readwrite')
    const all = await Promise.all(batch.map(({ id }) => store.index('id').get(id)))
    const due = all.flatMap((stored) => (stored && this.#noted(stored)?.verdict === null ? [stored] : []))
    const unmarked = due.filter(({ wasSent }) => !wasSent)
    try {
      await Promise.all([...unmarked.map((stored) => store.put({ ...stored, wasSent: true })), done])
    } catch {
      // A full device stores no marks, so that they stay in memory.
      for (const { id } of unmarked) this.#note(id, { wasSent: true })
    }
    return due
  }

  async #settle(answers: readonly OutboxAnswer[]): Promise<void> {
    try {
      await this.#write(answers)
    } catch {
      for (const { id, verdict } of answers) this.#note(id, verdict ? { verdict } : { isTaken: true })
      // A deletion needs no room.
      await this.#write(answers.filter(({ verdict }) => verdict === null)).catch(() => undefined)
    }
    await this.#changed(() => {
      for (const { show } of answers) if (this.#isOwn()) show?.()
    })
  }

  async #write(answers: readonly OutboxAnswer[]): Promise<void> {
    const { store, done } = (await this.#db()).transaction('operations', 'readwrite')
    const stored: Stored[] = await store.getAll()
    const left = new Map(afterAnswers(stored, answers).map((operation) => [operation.id, operation]))
    const writes = stored.map(async (operation) => {
      const next = left.get(operation.id)
      if (!next && operation.order !== undefined) await store.delete(operation.order)
      else if (next && next !== operation) await store.put(next)
    })
    await Promise.all([...writes, done])
  }

  #note(id: string, note: Note): void {
    this.#notes.set(id, { ...this.#notes.get(id), ...note })
  }

  /** An operation with the results that could not be stored; null if the server has it. */
  #noted(stored: Stored): Stored | null {
    const { isTaken = false, ...note } = this.#notes.get(stored.id) ?? {}
    return isTaken ? null : { ...stored, ...note }
  }
}

let present: Outbox | undefined

/** The outbox of the signed-in user; null if nobody is signed in. */
export function outbox(): Outbox | null {
  const user = currentUser()
  if (present && present.owner.id !== user?.id) void leaveOutbox()
  if (user) present ??= new Outbox(user)
  return present ?? null
}

/** Stores what was entered, and sends it as soon as there is a connection. Returns why it was not stored, as a sentence. */
export async function keepOperations(operations: readonly NewOperation[]): Promise<string | undefined> {
  const box = outbox()
  if (!box) return t('Your session has ended. Please sign in again.')
  try {
    await box.add(operations)
    return undefined
  } catch {
    return t('There is no room on this device to keep it.')
  }
}

/** Asks a user who signs out while operations of theirs wait. True if they sign out all the same. */
export async function askBeforeLeaving(): Promise<boolean> {
  await outbox()?.ready
  return askToLeave()
}

/** Closes the outbox after a sign-out: waiting operations stay on the device for their owner. */
export async function leaveOutbox(): Promise<void> {
  const left = present
  present = undefined
  showWaiting(nothingWaits)
  await left?.close()
}
