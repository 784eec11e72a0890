import { isIP } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../db/tenancy.ts'
import type { AppError } from '../errors.ts'
import { legibleText } from './log-faults.ts'
import { host, now } from './log-line.ts'
import type { Log } from './log-target.ts'
import type { SecurityEvent, SignInRefusal } from './security-events.ts'

const warnings = new Set<SecurityEvent>([
  'sign_in_refused',
  'refresh_replayed',
  'forbidden',
  'record_not_found',
  'type_refused',
  'rate_limited',
])
const refusals: Record<number, SecurityEvent> = { 403: 'forbidden', 415: 'type_refused', 429: 'rate_limited' }

/** Ids and words of ours only: nothing that a person typed. Who asked is told with it, unless it says who. */
interface EventDetails extends Partial<Caller> {
  reason?: SignInRefusal
  code?: string
  /** Stands for a name that was tried: the same one for the same name, until the next start. */
  account?: string
  record?: Record<string, string>
  /** Where the browser says that the request was made, as seen from here. */
  site?: string
}
export type Note = (event: SecurityEvent, details?: EventDetails) => void

const uuid = /^[\da-f]{8}(-?)[\da-f]{4}\1[\da-f]{4}\1[\da-f]{4}\1[\da-f]{12}$/i

function idsIn({ params }: FastifyRequest): Record<string, string> {
  const given: [string, string][] = Object.entries(Object(params))
  return Object.fromEntries(given.filter(([, value]) => uuid.test(String(value))))
}

const whoAsks = ({ id, caller, ip }: FastifyRequest) => ({ requestId: id, ...caller, address: ip })
const routeOf = ({ routeOptions }: FastifyRequest) => routeOptions.url ?? 'none'

/** Where no route is, the address itself, without what could be a secret in it. */
function pathOf({ url }: FastifyRequest): string {
  const path = url.replace(/[?#].*$/s, '').replace(/[^\x21-\x7E]/g, '?')
  return path.replace(/[^/]{40,}/g, '…').slice(0, 200)
}

/** Names each request and where it comes from. What a trusted proxy says of both is believed where it is well-formed. */
export function identify(request: FastifyRequest, reply: FastifyReply): void {
  const { ips = [], headers } = request
  const given = headers['x-request-id']
  if (ips.length > 1 && typeof given === 'string' && uuid.test(given)) request.id = given
  if (!isIP(request.ip))
    Object.defineProperty(request, 'ip', { value: ips.findLast((address) => isIP(address) > 0) ?? '' })
  reply.header('x-request-id', request.id)
}

type Tell = (request: FastifyRequest, reply: FastifyReply, isWhole: boolean) => void

/** Calls `tell` for every request, once its answer has left or whoever asked has gone. */
export function whenEnded(app: FastifyInstance, tell: Tell): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.raw.once('close', () => tell(request, reply, reply.raw.writableFinished))
    done()
  })
}

/** Of these lines there are so many that what the logger takes for one would be felt. */
export function logRequest(log: Log | undefined, request: FastifyRequest, reply: FastifyReply, isWhole: boolean): void {
  const { method, refusal, bytesBefore = 0 } = request
  const [{ statusCode: status, elapsedTime }, route] = [reply, routeOf(request)]
  // Probes that find nothing amiss would be most of the log.
  if (request.routeOptions.config.isProbe && status === 200) return
  const asked = { level: 'info', time: now(), host, event: 'request', ...whoAsks(request), method, route }
  const line = {
    ...asked,
    ...(route === 'none' && { path: pathOf(request) }),
    ...(isWhole ? { status } : { aborted: true }),
    ...(refusal !== undefined && { code: refusal }),
    ms: Math.round(elapsedTime * 10) / 10,
    bytes: request.socket.bytesWritten - bytesBefore,
  }
  log?.write(`${JSON.stringify(line)}\n`)
}

/** Writes a line for each request at its end, and one for what `events` names of those that succeed, by method and route. */
export function logCalls(app: FastifyInstance, events: ReadonlyMap<string, SecurityEvent>, log?: Log): void {
  app.decorateRequest('note', function note(event, details = {}) {
    this.noted = [...(this.noted ?? []), { event, reason: details.reason ?? '' }]
    const line = { event, ...whoAsks(this), method: this.method, route: routeOf(this), ...details }
    this.server.log[warnings.has(event) ? 'warn' : 'info'](line)
  })
  app.addHook('onRequest', async (request, reply) => {
    identify(request, reply)
    request.bytesBefore = request.socket.bytesWritten
  })
  app.addHook('onSend', (request, { statusCode }, payload, done) => {
    const event = statusCode < 300 && events.get(`${request.method} ${routeOf(request)}`)
    if (event) request.note(event, { record: idsIn(request) })
    done(null, payload)
  })
  whenEnded(app, (...ended) => logRequest(log, ...ended))
  const tellServer = (event: string) => async () => app.log.info({ event, pid: process.pid, node: process.version })
  app.addHook('onListen', tellServer('server_started'))
  app.addHook('preClose', tellServer('server_stopping'))
  app.addHook('onClose', tellServer('server_stopped'))
}

const siteOf = ({ headers: { 'sec-fetch-site': site } }: FastifyRequest) =>
  typeof site === 'string' && /^[a-z-]{1,20}$/.test(site) ? { site } : {}

/** The line of what went wrong or was refused, where it has one beside that of its request. */
export function logRefusal(error: Error, { status, code }: AppError, request: FastifyRequest): void {
  request.refusal = code
  const { log } = request.server
  const asked = { ...whoAsks(request), method: request.method, route: routeOf(request) }
  if (status === 500) log.error({ event: 'fault', ...asked, err: error })
  // While the database is away there are many of them: a sentence will do.
  else if (status > 500) log.warn({ event: 'unavailable', ...asked, code, why: legibleText(error.message) })
  const record = idsIn(request)
  const event = refusals[status] ?? (status === 404 && Object.keys(record).length > 0 ? 'record_not_found' : undefined)
  if (event) request.note(event, { code, record, ...siteOf(request) })
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Writes a line about the request that has a name of its own. */
    note(event: SecurityEvent, details?: EventDetails): void
    noted?: { event: SecurityEvent; reason: string }[]
    /** The code of the answer, where it is a refusal. */
    refusal?: string
    bytesBefore?: number
  }
  interface FastifyContextConfig {
    /** Asked every few seconds by what watches the server. */
    isProbe?: boolean
  }
}
