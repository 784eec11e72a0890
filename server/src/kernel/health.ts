import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { forbidden } from './errors.ts'
import type { Door } from './tenancy.ts'

interface HealthOptions {
  door: Door
  metricsToken: string | undefined
}

const hidden = { schema: { hide: true } }

const isLoopback = (address: string) => address === '::1' || address.replace('::ffff:', '').startsWith('127.')

/** For the people and machines that operate the server; none of these is a call of the product. */
export function healthRoutes(app: FastifyInstance, { door, metricsToken }: HealthOptions): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request to the end of the answer, by route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  app.addHook('onResponse', async (request, reply) => {
    const labels = { method: request.method, route: request.routeOptions.url ?? 'none', status: reply.statusCode }
    durations.observe(labels, reply.elapsedTime / 1000)
  })

  app.get('/healthz', hidden, async () => ({ status: 'alive' }))
  app.get('/readyz', hidden, async (_, reply) => {
    const ready = await door.isReady()
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'waiting for the database' })
  })
  app.get('/metrics', hidden, async (request, reply) => {
    const known = metricsToken !== undefined && request.headers.authorization === `Bearer ${metricsToken}`
    // A proxy on this machine speaks for somebody elsewhere.
    const isLocal = isLoopback(request.ip) && request.headers['x-forwarded-for'] === undefined
    if (!known && !isLocal) throw forbidden()
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
