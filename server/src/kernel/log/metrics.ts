import { statfs } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { Counter, Gauge, type Registry } from 'prom-client'
import { isOfThisMachine } from '../config/own-machine.ts'
import { lastMigration } from '../db/database-level.ts'
import { migrations } from '../db/migrate.ts'
import type { Door } from '../db/tenancy.ts'
import { forbidden } from '../errors.ts'
import type { Sweeper } from '../jobs/sweeper.ts'
import { countCalls } from './call-metrics.ts'

/** Deferred work: how many pieces wait, and for how many seconds the oldest has waited, if that is known. */
interface Waiting {
  waiting: number
  oldest?: number
}

/** A queue to measure; `goodFor` is how many milliseconds an expensive measurement is cached. */
export interface Queue {
  name: string
  help: string
  measure: () => Promise<Waiting>
  goodFor?: number
}

/** A number that a slice measures. */
export interface Figure {
  name: string
  help: string
  measure: () => Promise<number>
}

/** The sources of the metrics, and the token that gives access to them. */
export interface MetricsOptions {
  door: Door
  registry: Registry
  metricsToken: string | undefined
  isReadOnly: () => boolean
  /** A folder on the disk that files are stored on. */
  folder: string
  queues: readonly Queue[]
  figures: readonly Figure[]
  sweeper?: Sweeper | undefined
  /** Lines of the log that were dropped. */
  linesLost: () => number
}

type Measure = () => Promise<void>
const unknown = Number.NaN

/** A metric that is set before each answer. */
function gauge(registry: Registry, name: string, help: string): (value: number) => void {
  const created = new Gauge({ name, help, registers: [registry] })
  return (value) => created.set(value)
}

/** Returns a function that measures the queue and updates its metrics. */
function measureQueue(registry: Registry, { name, help, measure, goodFor = 0 }: Queue): Measure {
  const waiting = gauge(registry, `plinth_${name}_waiting`, help)
  let age: ((value: number) => void) | undefined
  let measuredAt = -Infinity
  return async () => {
    if (performance.now() - measuredAt < goodFor) return
    // The database may be unavailable, which another metric reports; the other metrics must still be answered.
    const found = await measure().catch((): Waiting => ({ waiting: unknown }))
    waiting(found.waiting)
    if (found.oldest !== undefined)
      age ??= gauge(registry, `plinth_${name}_oldest_waiting_seconds`, 'For how long the oldest of them has waited.')
    age?.(found.oldest ?? unknown)
    measuredAt = performance.now()
  }
}

function measureFigure(registry: Registry, { name, help, measure }: Figure): Measure {
  const figure = gauge(registry, `plinth_${name}`, help)
  return async () => figure(await measure().catch(() => unknown))
}

/** Returns a function that updates how much was swept, and when each sweep last ended. */
function measureSweeps(registry: Registry, { figures }: Sweeper): Measure {
  const [labelNames, registers] = [['of'] as const, [registry]]
  const taken = new Counter({
    name: 'plinth_swept_total',
    help: 'Expired rows and files that were deleted since the start.',
    labelNames,
    registers,
  })
  const ended = new Gauge({
    name: 'plinth_sweep_ended_timestamp_seconds',
    help: 'When a sweep last finished; the start of the server until then.',
    labelNames,
    registers,
  })
  return async () => {
    taken.reset()
    for (const [of, figure] of figures) {
      taken.inc({ of }, figure.taken)
      ended.set({ of }, figure.endedAt)
    }
  }
}

const levelOf = (migration: string | undefined) => Number.parseInt(migration ?? '', 10)

function measureDatabase(registry: Registry, door: Door): Measure {
  const isUp = gauge(registry, 'plinth_database_up', 'Whether the database answers.')
  const level = gauge(registry, 'plinth_database_level', 'The last migration that was applied to the database.')
  const ours = gauge(registry, 'plinth_server_level', 'The last migration that this server knows.')
  const pool = new Gauge({
    name: 'plinth_pool_connections',
    help: 'Connections to the database, by state; waiting counts transactions without one, most is the limit.',
    labelNames: ['state'],
    registers: [registry],
  })
  ours(levelOf(migrations.at(-1)))
  return async () => {
    const { total, idle, waiting, most } = door.load()
    for (const [state, count] of Object.entries({ busy: total - idle, idle, waiting, most })) pool.set({ state }, count)
    const [ready, migrated] = await Promise.all([door.isReady(), lastMigration(door)])
    isUp(Number(ready))
    level(levelOf(migrated))
  }
}

function measureMachine(registry: Registry, { folder, isReadOnly, linesLost }: MetricsOptions): Measure {
  const free = gauge(registry, 'plinth_disk_free_bytes', 'Free bytes on the disk that files are stored on.')
  const size = gauge(registry, 'plinth_disk_size_bytes', 'The size of that disk.')
  const readOnly = gauge(registry, 'plinth_read_only', 'Whether writing is refused, since the disk is nearly full.')
  const lost = gauge(registry, 'plinth_log_lines_lost', 'Lines of the log that could not be written since the start.')
  return async () => {
    const { bavail, blocks, bsize } = await statfs(folder).catch(() => ({ bavail: unknown, blocks: unknown, bsize: 1 }))
    free(bavail * bsize)
    size(blocks * bsize)
    readOnly(Number(isReadOnly()))
    lost(linesLost())
  }
}

/** The metrics for monitoring: answered to a client with the token, and to any client on this machine. */
export function metricsRoute(app: FastifyInstance, options: MetricsOptions): void {
  const { door, registry, metricsToken, queues, figures, sweeper } = options
  countCalls(app, registry)
  const measures = [
    measureDatabase(registry, door),
    measureMachine(registry, options),
    ...queues.map((queue) => measureQueue(registry, queue)),
    ...figures.map((figure) => measureFigure(registry, figure)),
    ...(sweeper ? [measureSweeps(registry, sweeper)] : []),
  ]
  app.get('/metrics', { config: { isProbe: true } }, async (request, reply) => {
    const known = metricsToken !== undefined && request.headers.authorization === `Bearer ${metricsToken}`
    if (!known && !isOfThisMachine(request)) throw forbidden()
    await Promise.all(measures.map((measure) => measure()))
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}
