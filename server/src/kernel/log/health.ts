import type { FastifyInstance } from 'fastify'
import { lastMigration } from '../db/database-level.ts'
import { migrations } from '../db/migrate.ts'
import type { Door } from '../db/tenancy.ts'
import { type MetricsOptions, metricsRoute } from './metrics.ts'

async function readiness(
  door: Door,
): Promise<'ready' | 'waiting for the database' | 'not of the version of the database'> {
  const found = await lastMigration(door)
  if (found === undefined) return 'waiting for the database'
  return found === migrations.at(-1) ? 'ready' : 'not of the version of the database'
}

const probe = { config: { isProbe: true } }

/** Routes for the people and machines that operate the server; none of them is a call of the product. */
export function healthRoutes(app: FastifyInstance, options: MetricsOptions): void {
  const { door } = options
  metricsRoute(app, options)
  app.get('/healthz', probe, async () => ({ status: 'alive' }))
  app.get('/readyz', probe, async (_, reply) => {
    const status = await readiness(door)
    return reply.code(status === 'ready' ? 200 : 503).send({ status })
  })
}
