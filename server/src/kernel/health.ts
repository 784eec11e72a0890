import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { isLoopback } from './config.ts'
import { forbidden } from './errors.ts'
import type { Door } from './tenancy.ts'

interface HealthOptions {
  door: Door
  metricsToken: string | undefined
  /** How many messages have not been mailed, and for how many seconds the oldest has not. */
  notMailed: () => Promise<{ messages: number; oldest: number }>
}

const hidden = { schema: { hide: true } }

/** What it returns brings the figures of mail up to date. */
function measureMail(registry: Registry, notMailed: HealthOptions['notMailed']): () => Promise<void> {
  const waiting = new Gauge({
    name: 'plinth_mail_waiting',
    help: 'Messages of visitors that have not been mailed, given up ones among them.',
    registers: [registry],
  })
  const age = new Gauge({
    name: 'plinth_mail_oldest_waiting_seconds',
    help: 'For how long the oldest of them has not been mailed.',
    registers: [registry],
  })
  return async () => {
    // The database may be away, which is told elsewhere; the rest of the metrics is to be read all the same.
    const { messages, oldest } = await notMailed().catch(() => ({ messages: Number.NaN, oldest: Number.NaN }))
    waiting.set(messages)
    age.set(oldest)
  }
}

/** For the people and machines that operate the server; none of these is a call of the product. */
export function healthRoutes(app: FastifyInstance, { door, metricsToken, notMailed }: HealthOptions): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request to the end of the answer, by route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  const measure = measureMail(registry, notMailed)
  app.addHook('onResponse', async ({ method, routeOptions }, { statusCode: status, elapsedTime }) => {
    durations.observe({ method, route: routeOptions.url ?? 'none', status }, elapsedTime / 1000)
  })

  app.get('/healthz', hidden, async () => ({ status: 'alive' }))
  app.get('/readyz', hidden, async (_, reply) => {
    const ready = await door.isReady()
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'waiting for the database' })
  })
  app.get('/metrics', hidden, async (request, reply) => {
    const known = metricsToken !== undefined && request.headers.authorization === `Bearer ${metricsToken}`
    // A proxy on this machine speaks for somebody elsewhere.
    const isLocal = isLoopback(request.ip.replace('::ffff:', '')) && request.headers['x-forwarded-for'] === undefined
    if (!known && !isLocal) throw forbidden()
    await measure()
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

/** Tells of every call that is registered from here on, for programs that make them. */
export async function describeCalls(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      info: { title: 'Plinth', version: '0.1.0' },
      components: { securitySchemes: { session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  })
  app.get('/openapi.json', hidden, () => app.swagger())
}
