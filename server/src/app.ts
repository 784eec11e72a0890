import type { FastifyInstance } from 'fastify'
import type { ContactDetails } from './kernel/config/config.ts'
import type { Door } from './kernel/db/tenancy.ts'
import type { Storage } from './kernel/files/storage.ts'
import { compressLargeAnswers } from './kernel/http/compression.ts'
import { closePromptly, cutSlowBodies } from './kernel/http/connections.ts'
import { newServer, type ServerOptions } from './kernel/http/http-server.ts'
import { routesOn } from './kernel/http/route.ts'
import type { Sweeper } from './kernel/jobs/sweeper.ts'
import { healthRoutes } from './kernel/log/health.ts'
import { type SecurityEvent, securityEvents } from './kernel/log/security-events.ts'
import { openMetrics } from './kernel/log/transaction-metrics.ts'
import { guardPages } from './kernel/pages/page-headers.ts'
import { pageOriginBy } from './kernel/pages/page-origin.ts'
import { servePages } from './kernel/pages/pages.ts'
import type { Tokens } from './kernel/secrets/tokens.ts'
import type { Finds, Slice, Surroundings } from './slice.ts'
import * as collected from './slices.ts'

const slices: readonly Slice[] = Object.values(collected.slices)

const finds: Finds = Object.assign({}, ...slices.map((slice) => slice.finds))

/** The security event of a successful call, by its method and path. */
export const eventsByCall: ReadonlyMap<string, SecurityEvent> = new Map(
  securityEvents.flatMap((event) =>
    slices.flatMap(({ events }) =>
      (events?.[event] ?? []).map(({ method, path }) => [`${method} ${path}`, event] as const),
    ),
  ),
)

/** Serves the OpenAPI description. It is made at the first request, because few clients ever ask for it. */
function describeCalls(app: FastifyInstance): void {
  let description: Promise<string> | undefined
  app.get('/openapi.json', async (_, reply) => {
    description ??= import('./description/description.ts').then(({ describeWire }) => JSON.stringify(describeWire()))
    return reply.type('application/json; charset=utf-8').send(await description)
  })
}

export interface AppOptions extends ServerOptions, Partial<Surroundings> {
  door: Door
  tokens: Tokens
  storage: Storage
  /** True while the disk is nearly full. */
  isReadOnly?: () => boolean
  metricsToken?: string | undefined
  /** The sweeps, whose figures the metrics show. */
  sweeper?: Sweeper | undefined
  /** How to reach the operator, for the contact page. */
  contact?: ContactDetails | undefined
  /** Scheme, host and port at which people reach the product; without it those of each request are used. */
  publicUrl?: string | undefined
  /** Folder of the built pages; without one only the API is served. */
  pages?: string | undefined
}

/** Surroundings by default: nothing is mailed or drawn. */
const defaults: Surroundings = {
  mailsLinks: false,
  hasMailServer: false,
  onContactMessage: () => {},
  onPicturesDue: () => {},
  finds,
}

/** Builds the whole product as one server, ready to listen. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { tokens, storage, log, metricsToken, isReadOnly = () => false, pages } = options
  const { door, registry } = openMetrics(options.door)
  const originOf = pageOriginBy(options.publicUrl)
  const app = newServer(options, eventsByCall)
  closePromptly(app)
  cutSlowBodies(app)
  await guardPages(app, storage.origin)
  app.addHook('onRequest', async (_, reply) => void reply.header('cache-control', 'no-store'))
  describeCalls(app)
  await app.register(async (scope) => {
    compressLargeAnswers(scope)
    const routes = routesOn(scope, { door, tokens, storage, isReadOnly, originOf })
    for (const slice of slices) slice.routes(routes, { ...defaults, ...options })
  })
  const linesLost = () => log?.lost() ?? 0
  const folder = storage.arrivals
  const { door: plain, sweeper } = options
  const queues = slices.flatMap((slice) => slice.queues?.(plain) ?? [])
  const figures = slices.flatMap((slice) => slice.figures?.(plain) ?? [])
  healthRoutes(app, { door: plain, registry, metricsToken, isReadOnly, folder, queues, figures, linesLost, sweeper })
  await servePages(app, { folder: pages, contact: options.contact, originOf })
  return app
}
