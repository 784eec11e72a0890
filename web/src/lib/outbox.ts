import { type DBSchema, deleteDB, type IDBPDatabase, openDB } from 'idb'
import { CallError, unreachable } from './call-error.ts'
import { t } from './language.ts'
import { hasLine, onLine } from './line.ts'
import {
  afterAnswers,
  isHere,
  mayComeRight,
  nextBatch,
  type Operation,
  type OutboxAnswer,
  pauseAfter,
} from './outbox-rules.ts'
import { currentUser } from './session.ts'
import { askToLeave, nothingWaits, showWaiting } from './waiting.ts'

/** Sends operations of its kind. */
export interface Channel {
  /** What an operation is about and what it does, in words. */
  wordsOf: (operation: Operation) => { about: string; does: string }
  /** The most in one call. */
  most: number
  /** Fails as any call does; each operation that it answers for is answered once. `as` is whose they are. */
  send: (batch: readonly Operation[], as: string) => Promise<readonly OutboxAnswer[]>
}

const channels = new Map<string, Channel>()

/** Has operations of a channel sent by it. */
export function provideChannel(name: string, channel: Channel): void {
  channels.set(name, channel)
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
  #isClosed = false

  constructor(owner: Owner) {
    this.owner = owner
    this.#name = nameOf(owner)
    this.#others = new BroadcastChannel(this.#name)
    this.#others.onmessage = () => void this.#look()
    this.#unfollow = onLine(() => hasLine() && void this.flush())
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
    const all = await transaction.store.getAll()
    const meant = all.flatMap((operation) => {
      const body = bodyOf(operation)
      return body ? [{ ...operation, body, wasSent: false, verdict: null }] : []
    })
    const ids = new Set(meant.map(({ id }) => id))
    const isRewritten = meant.length > 0 && all.every((operation) => !ids.has(operation.id) || isHere(operation))
    if (isRewritten) await Promise.all(meant.map((operation) => transaction.store.put(operation)))
    await transaction.done
    await this.#changed()
    if (isRewritten) void this.flush()
    return isRewritten
  }

  /** Gives one up; only whoever entered it does. */
  async discard(id: string): Promise<void> {
    await this.#change(id, () => null)
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
    return isThere ? (await this.#db()).getAll('operations') : []
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
    const next = stored && change(stored)
    if (next) await transaction.store.put(next)
    else if (stored?.order !== undefined) await transaction.store.delete(stored.order)
    await transaction.done
    await this.#changed()
  }

  /** One tab sends at a time. Where the browser has no locks the server still knows what it has had. */
  async #sendInTurn(): Promise<void> {
    const locks: LockManager | undefined = navigator.locks
    const send = () => this.#sendAll()
    try {
      await (locks ? locks.request(this.#name, send) : send())
      this.#failures = 0
    } catch (error) {
      // After a sign-out in another tab the database may be gone.
      if (!this.#isOwn()) return
      if (!(error instanceof CallError)) throw error
      this.#failures += 1
      this.#timer = setTimeout(() => void this.flush(), pauseAfter(this.#failures))
    }
    this.#tell()
  }

  async #sendAll(): Promise<void> {
    for (;;) {
      await this.#look()
      if (!this.#isOwn()) return
      const [first] = nextBatch(this.#operations, 1)
      const channel = channels.get(first?.channel ?? '')
      if (!channel) return
      await this.#sendBatch(channel, nextBatch(this.#operations, channel.most))
    }
  }

  async #sendBatch(channel: Channel, batch: readonly Operation[]): Promise<void> {
    // What has not left this device is known not to be on the server, and may still be changed.
    if (!navigator.onLine) throw unreachable()
    const { store, done } = (await this.#db()).transaction('operations', 'readwrite')
    await Promise.all([...batch.map((operation) => store.put({ ...operation, wasSent: true })), done])
    await this.#settle(await this.#answersTo(channel, batch))
  }

  /** What is wrong with a whole call is found by sending each by itself, so that one does not hold up the others. */
  async #answersTo(channel: Channel, batch: readonly Operation[]): Promise<readonly OutboxAnswer[]> {
    try {
      return await channel.send(batch, this.owner.id)
    } catch (error) {
      if (!(error instanceof CallError) || mayComeRight(error.status)) throw error
      const [only, ...others] = batch
      if (only && others.length === 0)
        return [{ id: only.id, verdict: { outcome: 'REFUSED', said: { message: error.message } } }]
      const answers: OutboxAnswer[] = []
      for (const operation of batch) answers.push(...(await this.#answersTo(channel, [operation])))
      return answers
    }
  }

  async #settle(answers: readonly OutboxAnswer[]): Promise<void> {
    const transaction = (await this.#db()).transaction('operations', 'readwrite')
    const stored: Stored[] = await transaction.store.getAll()
    const left = new Map(afterAnswers(stored, answers).map((operation) => [operation.id, operation]))
    for (const operation of stored) {
      const next = left.get(operation.id)
      if (!next && operation.order !== undefined) await transaction.store.delete(operation.order)
      else if (next && next !== operation) await transaction.store.put(next)
    }
    await transaction.done
    await this.#changed(() => {
      for (const { show } of answers) if (this.#isOwn()) show?.()
    })
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

/** Asks whoever signs out while something of theirs waits. True where they go. */
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
