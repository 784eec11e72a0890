import { AsyncLocalStorage } from 'node:async_hooks'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ClientConfig } from 'pg'
import { buildApp } from '../../app.ts'
import type { S3Settings } from '../config/config.ts'
import { openDoor } from '../db/door.ts'
import { sentIn } from '../db/statements.ts'
import { type Door } from '../db/tenancy.ts'
import type { Storage } from '../files/storage.ts'
import { diskStorage } from '../files/storage-disk.ts'
import { s3Storage } from '../files/storage-s3.ts'
import { tokens } from '../secrets/tokens.ts'
import { testSecret } from './databases.ts'

/**
 * The real server in a process of its own, to be killed. A call with the header `die-at` stops at the step that it
 * names; once as many calls have stopped as were announced, the process kills itself with SIGKILL. A step is `before` a
 * call of the store or a transaction, `inside` a transaction that has done its work and is not committed, or `before
 * answer`; steps of one kind are numbered. A call with `die-at: never` reports its steps.
 */

/** The location of a store. */
export type Store = { folder: string } | (S3Settings & { arrivals: string })
export const storeAt = (store: Store): Storage => ('folder' in store ? diskStorage(store.folder) : s3Storage(store))

interface ServerOrder {
  login: ClientConfig
  store: Store
  /** A folder for compiled code that these servers share. */
  cache: string
}

interface Walk {
  dieAt: string
  steps: string[]
}

const walks = new AsyncLocalStorage<Walk>()
const state = { standing: 0, announced: Number.POSITIVE_INFINITY }

function dieWhenAllStand(): void {
  if (state.standing >= state.announced) process.kill(process.pid, 'SIGKILL')
}

function stand(): void {
  state.standing += 1
  dieWhenAllStand()
}

/** Stops forever at the step at which the call is to die. */
async function reach(when: string, what: string): Promise<void> {
  const walk = walks.getStore()
  if (!walk) return
  const ofKind = walk.steps.filter((step) => step.startsWith(`${when} ${what} `)).length
  const step = `${when} ${what} ${ofKind + 1}`
  walk.steps.push(step)
  if (step !== walk.dieAt) return
  stand()
  await new Promise(() => {})
}

function steppedStorage(storage: Storage): Storage {
  const stepped =
    <A extends unknown[], T>(name: string, call: (...args: A) => Promise<T>) =>
    async (...args: A): Promise<T> => {
      await reach('before', name)
      return call(...args)
    }
  return {
    ...storage,
    keep: stepped('keep', storage.keep),
    remove: stepped('remove', storage.remove),
    begin: stepped('begin', storage.begin),
    putPart: stepped('putPart', storage.putPart),
    join: stepped('join', storage.join),
    abandon: stepped('abandon', storage.abandon),
  }
}

const steppedDoor = (door: Door): Door => ({
  ...door,
  from: (origin) => steppedDoor(door.from(origin)),
  async enter(caller, entry, work) {
    await reach('before', 'transaction')
    return door.enter(caller, entry, async (db, isOperator) => {
      const result = await work(db, isOperator)
      await reach('inside', 'transaction')
      return result
    })
  },
  async inTenant(tenantId, userId, work) {
    await reach('before', 'transaction')
    return door.inTenant(tenantId, userId, async (db) => {
      const result = await sentIn(db, work(db))
      await reach('inside', 'transaction')
      return result
    })
  },
})

function watch({ headers }: IncomingMessage, response: ServerResponse): void {
  const dieAt = headers['die-at']?.toString()
  if (dieAt === undefined) return
  const walk = { dieAt, steps: [] }
  walks.enterWith(walk)
  if (dieAt === 'before answer') {
    response.writeHead = () => response
    response.write = () => true
    response.end = () => {
      stand()
      return response
    }
  } else response.once('finish', () => process.send?.({ steps: walk.steps }))
}

async function serve({ login, store }: ServerOrder): Promise<void> {
  const door = await openDoor(login, 24)
  const app = await buildApp({
    door: steppedDoor(door),
    tokens: tokens(testSecret),
    storage: steppedStorage(storeAt(store)),
  })
  app.server.prependListener('request', watch)
  await app.listen({ port: 0, host: '127.0.0.1' })
  process.on('message', (announced: number) => {
    state.announced = announced
    dieWhenAllStand()
  })
  // Ends with the test that started it.
  process.on('disconnect', () => process.exit())
  process.send?.({ port: (app.server.address() as AddressInfo).port })
}

/** Starts such a server. */
export async function startKilled(order: ServerOrder) {
  const child = fork(import.meta.filename, ['serve', JSON.stringify(order)], {
    env: { ...process.env, NODE_COMPILE_CACHE: order.cache },
  })
  const ended = once(child, 'exit')
  const started = await Promise.race([once(child, 'message'), ended.then(() => [{ port: 0 }])])
  const [{ port }] = started as [{ port: number }]
  if (port === 0) throw new Error('the server did not start')
  return {
    url: `http://127.0.0.1:${port}`,
    /** The steps of the next answered call with `die-at: never`. */
    async steps(): Promise<string[]> {
      const [{ steps }] = (await once(child, 'message')) as [{ steps: string[] }]
      return [...steps, 'before answer']
    },
    /** Makes the process kill itself once this many calls have stopped. */
    announce: (calls: number) => void child.send(calls),
    kill: () => child.kill('SIGKILL'),
    /** The signal that ended it. */
    ended: ended.then(([, signal]) => String(signal)),
  }
}

const [, , command, order = ''] = process.argv
if (command === 'serve' && import.meta.main) await serve(JSON.parse(order) as ServerOrder)
