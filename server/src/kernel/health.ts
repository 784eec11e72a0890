import { statfs } from 'node:fs/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { isLoopback } from './config.ts'
import { forbidden } from './errors.ts'
import { securityEvents, signInRefusals, whenEnded } from './log.ts'
import { migrations } from './migrate.ts'
import type { Sweeper } from './sweeper.ts'
import type { Door } from './tenancy.ts'

/** Work that is done later: how much of it there is, and for how many seconds the oldest has waited, where that is known. */
interface Waiting {
  waiting: number
  oldest?: number
}

/** What waits, what of it is told, and how long a figure is good for, in milliseconds, where it is dear to have. */
export interface Queue {
  name: string
  help: string
  measure: () => Promise<Waiting>
  goodFor?: number
}

interface HealthOptions {
  door: Door
  registry: Registry
  metricsToken: string | undefined
  isReadOnly: () => boolean
  /** A folder on the disk that files are stored on. */
  folder: string
  queues: readonly Queue[]
  sweeper?: Sweeper | undefined
  /** Lines of the log that were given up. */
  linesLost: () => number
}

type Measure = () => Promise<void>
const unknown = Number.NaN

/** A figure that is looked up when it is asked for. */
function gauge(registry: Registry, name: string, help: string): (value: number) => void {
  const made = new Gauge({ name, help, registers: [registry] })
  return (value) => made.set(value)
}

/** What it returns brings the figures of a queue up to date. */
function measureQueue(registry: Registry, { name, help, measure, goodFor = 0 }: Queue): Measure {
  const waiting = gauge(registry, `plinth_${name}_waiting`, help)
  let age: ((value: number) => void) | undefined
  let measuredAt = -Infinity
  return async () => {
    if (performance.now() - measuredAt < goodFor) return
    // The database may be away, which is told elsewhere; the rest of the metrics is to be read all the same.
    const found = await measure().catch((): Waiting => ({ waiting: unknown }))
    waiting(found.waiting)
    if (found.oldest !== undefined)
      age ??= gauge(registry, `plinth_${name}_oldest_waiting_seconds`, 'For how long the oldest of them has waited.')
    age?.(found.oldest ?? unknown)
    measuredAt = performance.now()
  }
}

/** What it returns brings up to date how much was swept, and when it was last done. */
function measureSweeps(registry: Registry, { figures }: Sweeper): Measure {
  const [labelNames, registers] = [['of'] as const, [registry]]
  const taken = new Counter({
    name: 'plinth_swept_total',
    help: 'What was taken away since its time was over, since the start.',
    labelNames,
    registers,
  })
  const ended = new Gauge({
    name: 'plinth_sweep_ended_timestamp_seconds',
    help: 'When a sweep last came to its end; the start of the server until then.',
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

function measureDatabase(registry: Registry, door: Door): Measure {
  const isUp = gauge(registry, 'plinth_database_up', 'Whether the database answers.')
  const level = gauge(registry, 'plinth_database_level', 'The last migration that the database has been through.')
  const ours = gauge(registry, 'plinth_server_level', 'The last migration that this server knows.')
  const pool = new Gauge({
    name: 'plinth_pool_connections',
    help: 'Connections to the database, by state; waiting are transactions that have none yet, most is the limit.',
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

function measureMachine(registry: Registry, { folder, isReadOnly, linesLost }: HealthOptions): Measure {
  const free = gauge(registry, 'plinth_disk_free_bytes', 'Free on the disk that files are stored on.')
  const size = gauge(registry, 'plinth_disk_size_bytes', 'The size of that disk.')
  const readOnly = gauge(registry, 'plinth_read_only', 'Whether writing is refused, since the disk is nearly full.')
  const lost = gauge(registry, 'plinth_log_lines_lost', 'Lines of the log that could not be written, since the start.')
  return async () => {
    const { bavail, blocks, bsize } = await statfs(folder).catch(() => ({ bavail: unknown, blocks: unknown, bsize: 1 }))
    free(bavail * bsize)
    size(blocks * bsize)
    readOnly(Number(isReadOnly()))
    lost(linesLost())
  }
}

/** Counts and times every call by its route, never by what is in its address, and what happened in it. */
function countCalls(app: FastifyInstance, registry: Registry): void {
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request to the end of the answer, by route and status; aborted by who asked is a status, too.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  const events = new Counter({
    name: 'plinth_security_events_total',
    help: 'What has a line of its own in the log, by its name.',
    labelNames: ['event'],
    registers: [registry],
  })
  const signIns = new Counter({
    name: 'plinth_sign_ins_total',
    help: 'Attempts to sign in, by what came of them.',
    labelNames: ['outcome'],
    registers: [registry],
  })
  for (const event of securityEvents) events.inc({ event }, 0)
  for (const outcome of ['ok', ...signInRefusals]) signIns.inc({ outcome }, 0)
  whenEnded(app, ({ method, routeOptions, noted = [] }, { statusCode, elapsedTime }, isWhole) => {
    const status = isWhole ? statusCode : 'aborted'
    durations.observe({ method, route: routeOptions.url ?? 'none', status }, elapsedTime / 1000)
    for (const { event, reason } of noted) {
      events.inc({ event })
      if (event === 'sign_in') signIns.inc({ outcome: 'ok' })
      if (event === 'sign_in_refused') signIns.inc({ outcome: reason })
    }
  })
}

/** The figures of a server, and its door with how long transactions wait at it among them. */
export function openMetrics(door: Door): { registry: Registry; door: Door } {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const waits = new Histogram({
    name: 'plinth_transaction_wait_seconds',
    help: 'Time until a transaction has a connection and is begun.',
    buckets: [0.002, 0.005, 0.02, 0.1, 0.5, 2],
    registers: [registry],
  })
  /** The same work, once it is told that it has begun. */
  function begun<A extends unknown[], T>(work: (...given: A) => Promise<T>) {
    const isBegun = waits.startTimer()
    return (...given: A) => {
      isBegun()
      return work(...given)
    }
  }
  const timed = (inner: Door): Door => ({
    ...inner,
    from: (origin) => timed(inner.from(origin)),
    enter: (caller, entry, work) => inner.enter(caller, entry, begun(work)),
    enterWith: (caller, entry, work) => inner.enterWith(caller, entry, begun(work)),
    single: (caller, entry, work) => inner.single(caller, entry, begun(work)),
    inTenant: (tenantId, userId, work) => inner.inTenant(tenantId, userId, begun(work)),
    singleInTenant: (tenantId, userId, work) => inner.singleInTenant(tenantId, userId, begun(work)),
  })
  return { registry, door: timed(door) }
}

const levelOf = (migration: string | undefined) => Number.parseInt(migration ?? '', 10)

/** The name of the last migration that the database has been through; undefined when it is away. */
async function lastMigration(door: Door): Promise<string | undefined> {
  const asked = door.anonymous((db) => sql<{ name: string }>`select app.level() as name`.execute(db))
  const found = await asked.catch(() => undefined)
  return found?.rows[0]?.name
}

async function readiness(
  door: Door,
): Promise<'ready' | 'waiting for the database' | 'not of the version of the database'> {
  const found = await lastMigration(door)
  if (found === undefined) return 'waiting for the database'
  return found === migrations.at(-1) ? 'ready' : 'not of the version of the database'
}

/** What a proxy adds to a request, or a visitor who plays one: it speaks for somebody elsewhere. */
const forwarding =
  /forward|(real|client|remote|originating|connecting|pseudo)[-_]?(ip|addr)|^(via|cdn-loop)$|^(cf|fly|fastly|akamai|x-(cdn|arr|amz|amzn|azure|appengine|appgw|cloud|envoy|goog|original|proxy|vercel))-/

/** A browser sends the name that it was led by: a foreign name that leads here is a foreign page's. */
const ownHost = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i

/** Whether somebody on this machine asks, for themselves. */
const isOfThisMachine = ({ socket, headers }: FastifyRequest) =>
  isLoopback((socket.remoteAddress ?? '').replace('::ffff:', '')) &&
  ownHost.test(headers.host ?? '') &&
  !Object.keys(headers).some((name) => forwarding.test(name))

const probe = { config: { isProbe: true } }

/** For the people and machines that operate the server; none of these is a call of the product. */
export function healthRoutes(app: FastifyInstance, options: HealthOptions): void {
  const { door, registry, metricsToken, queues, sweeper } = options
  countCalls(app, registry)
  const measures = [
    measureDatabase(registry, door),
    measureMachine(registry, options),
    ...queues.map((queue) => measureQueue(registry, queue)),
    ...(sweeper ? [measureSweeps(registry, sweeper)] : []),
  ]
  app.get('/healthz', probe, async () => ({ status: 'alive' }))
  app.get('/readyz', probe, async (_, reply) => {
    const status = await readiness(door)
    return reply.code(status === 'ready' ? 200 : 503).send({ status })
  })
  app.get('/metrics', probe, async (request, reply) => {
    const known = metricsToken !== undefined && request.headers.authorization === `Bearer ${metricsToken}`
    if (!known && !isOfThisMachine(request)) throw forbidden()
    await Promise.all(measures.map((measure) => measure()))
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}
