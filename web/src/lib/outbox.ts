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

/** Sends operations of its kind. */
export interface Channel extends Sending {
  /** What an operation is about and what it does, in words. */
  wordsOf: (operation: Operation) => { about: string; does: string }
  /** Fails as any call does; each operation that it answers for is answered once. `as` is whose they are. */
  send: (batch: readonly Operation[], as: string) => Promise<readonly OutboxAnswer[]>
}

const channels = new Map<string, Channel>()

/** Has operations of a channel sent by it. */
export function provideChannel(name: string, channel: Channel): void {
  channels.set(name, channel)
  // Something of its may have waited for it.
  void present?.flush()
}

export const wordsOf = (operation: Operation) =>
  channels.get(operation.channel)?.wordsOf(operation) ?? { about: operation.channel, does: operation.kind }

/** Kept in the order in which they were entered. */
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

/** What came of an operation where the device had no room to write it: this tab knows it as long as it is open. */
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
    // Another tab takes away what is empty, at a sign-out.
    blocking: (_, __, { target }) => (target as IDBDatabase).close(),
  })

/**
 * What one person of one company has entered on this device and no server has taken yet. It is in the browser's database, so that
 * neither a reload nor the end of a session loses it; another person's is never opened.
 */
export class Outbox {
  readonly owner: Owner
  /** Resolves once it is known what waits. */
  readonly ready: Promise<void>
  readonly #name: string
  readonly #others: BroadcastChannel
  readonly #unfollow: () => void
  #opening: Promise<IDBPDatabase<Schema>> | undefined
  #operations: readonly Operation[] = []
  #sending: Promise<void> | undefined
  #isOwed = false
  #timer: ReturnType<typeof setTimeout> | undefined
  #failures = 0
  /** Whether the last round met a server that failed. */
  #hasFailed = false
  /** Whether the last attempt sent anything, which it does not without a line. */
  #hasSent = false
  #isClosed = false
  readonly #notes = new Map<string, Note>()

  constructor(owner: Owner) {
    this.owner = owner
    this.#name = nameOf(owner)
    this.#others = new BroadcastChannel(this.#name)
    this.#others.onmessage = () => void this.#look()
    const flush = () => void this.flush()
    const unfollow = onLine(() => hasLine() && !this.#isPausing() && flush())
    window.addEventListener('online', flush)
    this.#unfollow = () => {
      unfollow()
      window.removeEventListener('online', flush)
    }
    this.ready = this.#look()
    void this.ready.then(() => this.flush())
  }

  operations(): readonly Operation[] {
    return this.#operations
  }

  /** Keeps them, and sends them as soon as there is a line. Fails where the browser has no room. */
  async add(operations: readonly NewOperation[]): Promise<void> {
    const transaction = (await this.#db()).transaction('operations', 'readwrite')
    const stored = operations.map(entered)
    await Promise.all([...stored.map((operation) => transaction.store.add(operation)), transaction.done])
    await this.#changed()
    void this.flush()
  }

  /** Sends one again that was not taken, on what stands now where it was claimed. */
  async again(id: string): Promise<void> {
    await this.#change(id, ({ body, verdict, ...operation }) => ({
      ...operation,
      body: verdict?.instead ?? body,
      verdict: null,
    }))
    await this.flush()
  }

  /** Puts another in its place. False where the server may have it: it was sent, and not refused. */
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
   * Writes all of these anew and sends them again, or none of them. False where there is none, and where the server may have one:
   * it was sent, and not refused.
   */
  async rewrite(bodyOf: (operation: Operation) => Operation['body'] | null): Promise<boolean> {
    const transaction = (await this.#db()).transaction('operations', 'readwrite')
    const all = (await transaction.store.getAll()).flatMap((operation) => this.#noted(operation) ?? [])
    const meant = all.flatMap((operation) => {
      const body = bodyOf(operation)
      return body ? [{ ...operation, body, wasSent: false, verdict: null }] : []
    })
    const ids = new Set(meant.map(({ id }) => id))
    const isRewritten = meant.length > 0 && all.every((operation) => !ids.has(operation.id) || isHere(operation))
    if (isRewritten) await Promise.all(meant.map((operation) => transaction.store.put(operation)))
    await transaction.done
    await this.#changed()
    if (!isRewritten) return false
    for (const id of ids) this.#notes.delete(id)
    void this.flush()
    return true
  }

  /** Deletes an operation that the person gives up. One that the server may have stays, unless they confirmed that (`isAsked`). */
  async discard(id: string, isAsked = false): Promise<void> {
    await this.#change(id, (stored) => (isAsked || isHere(stored) ? null : stored))
  }

  /** Sends what waits. Resolves once all of it is answered, or an attempt failed. */
  flush(): Promise<void> {
    if (this.#sending) {
      this.#isOwed = true
      return this.#sending
    }
    clearTimeout(this.#timer)
    this.#sending = this.#sendInTurn().finally(() => {
      this.#sending = undefined
      if (!this.#isOwed) return
      this.#isOwed = false
      void this.flush()
    })
    return this.#sending
  }

  /**
   * Whether the last attempt sent something and failed. Then an answer to another call ends no pause: while other calls are answered
   * and this one is lost, it would be sent again without any pause.
   */
  #isPausing(): boolean {
    return this.#failures > 0 && this.#hasSent
  }

  /** Lets go of it. What waits stays for its owner; where nothing does, nothing stays. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    this.#unfollow()
    this.#others.close()
    // What is answered at this moment is noted still.
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

  /** Of most people nothing waits anywhere, and no database is made to find that out. */
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

  /** What `news` shows is shown at the same moment as what is left. */
  async #look(news?: () => void): Promise<void> {
    this.#operations = await this.#stored()
    news?.()
    this.#tell()
  }

  #tell(): void {
    if (!this.#isOwn()) return
    showWaiting({ operations: this.#operations, isStuck: this.#failures > 0 })
  }

  async #changed(news?: () => void): Promise<void> {
    await this.#look(news)
    this.#others.postMessage('changed')
  }

  /** Null takes it away. */
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

  /** One tab sends at a time. Where the browser has no locks the server still knows what it has had. */
  async #sendInTurn(): Promise<void> {
    const locks: LockManager | undefined = navigator.locks
    const send = () => this.#sendAll()
    try {
      await (locks ? locks.request(this.#name, send) : send())
      this.#failures = 0
      this.#hasFailed = false
    } catch (error) {
      // After a sign-out in another tab the database may be gone.
      if (!this.#isOwn()) return
      this.#failures += 1
      this.#hasFailed = error instanceof CallError && error.status >= 500
      this.#timer = setTimeout(() => void this.flush(), pauseAfter(this.#failures))
      if (!(error instanceof CallError)) throw error
    }
    this.#tell()
  }

  async #sendAll(): Promise<void> {
    const round = new Round(!this.#hasFailed)
    this.#hasSent = false
    for (;;) {
      await this.#look()
      if (!this.#isOwn()) return
      const batch = nextBatch(this.#operations, (name) => channels.get(name), round.aside)
      const channel = channels.get(batch[0]?.channel ?? '')
      if (!channel) break
      // What has not left this device is known not to be on the server, and may still be changed.
      if (!hasLine() && !(await askForLine())) throw unreachable()
      // The line may have come since this attempt began, and called `flush`: this attempt is what it asked for.
      this.#isOwed = false
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

  /** Notes that these are sent, and answers them as they stand now: one may have been changed or given up since it was read. */
  async #markSent(batch: readonly Operation[]): Promise<readonly Operation[]> {
    const { store, done } = (await this.#db()).transaction('operations', 'readwrite')
    const all = await Promise.all(batch.map(({ id }) => store.index('id').get(id)))
    const due = all.flatMap((stored) => (stored && this.#noted(stored)?.verdict === null ? [stored] : []))
    const unmarked = due.filter(({ wasSent }) => !wasSent)
    try {
      await Promise.all([...unmarked.map((stored) => store.put({ ...stored, wasSent: true })), done])
    } catch {
      // A device that is full takes no more notes, and what is sent is taken from it.
      for (const { id } of unmarked) this.#note(id, { wasSent: true })
    }
    return due
  }

  async #settle(answers: readonly OutboxAnswer[]): Promise<void> {
    try {
      await this.#write(answers)
    } catch {
      for (const { id, verdict } of answers) this.#note(id, verdict ? { verdict } : { isTaken: true })
      // To take something away needs no room.
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

  /** An operation with what could not be written of it; null where the server has it. */
  #noted(stored: Stored): Stored | null {
    const { isTaken = false, ...note } = this.#notes.get(stored.id) ?? {}
    return isTaken ? null : { ...stored, ...note }
  }
}

let present: Outbox | undefined

/** The outbox of who is signed in; null where nobody is. */
export function outbox(): Outbox | null {
  const user = currentUser()
  if (present && present.owner.id !== user?.id) void leaveOutbox()
  if (user) present ??= new Outbox(user)
  return present ?? null
}

/** Keeps what was entered, and has it sent as soon as there is a connection. Answers why it was not kept, as a sentence. */
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

/** Asks a person who signs out while operations of theirs wait. True if they sign out all the same. */
export async function askBeforeLeaving(): Promise<boolean> {
  await outbox()?.ready
  return askToLeave()
}

/** The person has gone: what waits stays on the device for them. */
export async function leaveOutbox(): Promise<void> {
  const left = present
  present = undefined
  showWaiting(nothingWaits)
  await left?.close()
}
