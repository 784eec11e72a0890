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

/**
 * Contains only ids and words of the server, nothing that a person typed. The caller is logged with it, unless it names
 * one itself.
 */
interface EventDetails extends Partial<Caller> {
  reason?: SignInRefusal
  code?: string
  /** A mark for a name that was tried: the same for the same name, until the next start. */
  account?: string
  record?: Record<string, string>
  /** The value of the browser's Sec-Fetch-Site header. */
  site?: string
}
export type Note = (event: SecurityEvent, details?: EventDetails) => void

const uuid = /^[\da-f]{8}(-?)[\da-f]{4}\1[\da-f]{4}\1[\da-f]{4}\1[\da-f]{12}$/i

function idsIn({ params }: FastifyRequest): Record<string, string> {
  const entries: [string, string][] = Object.entries(Object(params))
  return Object.fromEntries(entries.filter(([, value]) => uuid.test(String(value))))
}

const originOf = ({ id, caller, ip }: FastifyRequest) => ({ requestId: id, ...caller, address: ip })
const routeOf = ({ routeOptions }: FastifyRequest) => routeOptions.url ?? 'none'

/** The path of an address without a route, without parts that may be secrets. */
function pathOf({ url }: FastifyRequest): string {
  const path = url.replace(/[?#].*$/s, '').replace(/[^\x21-\x7E]/g, '?')
  return path.replace(/[^/]{40,}/g, '…').slice(0, 200)
}

/** Gives each request its id and its client's address. A trusted proxy's values are used if they are well-formed. */
export function identify(request: FastifyRequest, reply: FastifyReply): void {
  const { ips = [], headers } = request
  const idOfProxy = headers['x-request-id']
  if (ips.length > 1 && typeof idOfProxy === 'string' && uuid.test(idOfProxy)) request.id = idOfProxy
  if (!isIP(request.ip))
    Object.defineProperty(request, 'ip', { value: ips.findLast((address) => isIP(address) > 0) ?? '' })
  reply.header('x-request-id', request.id)
}

type OnEnd = (request: FastifyRequest, reply: FastifyReply, isWhole: boolean) => void

/** Calls `onEnd` for every request, once its answer was sent or its client disconnected. */
export function whenEnded(app: FastifyInstance, onEnd: OnEnd): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.raw.once('close', () => onEnd(request, reply, reply.raw.writableFinished))
    done()
  })
}

/** Written without the logger: there are so many of these lines that its cost would be felt. */
export function logRequest(log: Log | undefined, request: FastifyRequest, reply: FastifyReply, isWhole: boolean): void {
  const { method, refusal, bytesBefore = 0 } = request
  const [{ statusCode: status, elapsedTime }, route] = [reply, routeOf(request)]
  // Successful probes would be most of the log.
  if (request.routeOptions.config.isProbe && status === 200) return
  const call = { level: 'info', time: now(), host, event: 'request', ...originOf(request), method, route }
  const line = {
    ...call,
    ...(route === 'none' && { path: pathOf(request) }),
    ...(isWhole ? { status } : { aborted: true }),
    ...(refusal !== undefined && { code: refusal }),
    ms: Math.round(elapsedTime * 10) / 10,
    bytes: request.socket.bytesWritten - bytesBefore,
  }
  log?.write(`${JSON.stringify(line)}\n`)
}

/**
 * Logs each request at its end, and adds a line for successful calls in `events`, which is keyed by method and route.
 */
export function logCalls(app: FastifyInstance, events: ReadonlyMap<string, SecurityEvent>, log?: Log): void {
  app.decorateRequest('note', function note(event, details = {}) {
    this.noted = [...(this.noted ?? []), { event, reason: details.reason ?? '' }]
    const line = { event, ...originOf(this), method: this.method, route: routeOf(this), ...details }
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
  const logServer = (event: string) => async () => app.log.info({ event, pid: process.pid, node: process.version })
  app.addHook('onListen', logServer('server_started'))
  app.addHook('preClose', logServer('server_stopping'))
  app.addHook('onClose', logServer('server_stopped'))
}

const siteOf = ({ headers: { 'sec-fetch-site': site } }: FastifyRequest) =>
  typeof site === 'string' && /^[a-z-]{1,20}$/.test(site) ? { site } : {}

/** Logs a fault or a refusal, if it gets a line beside that of its request. */
export function logRefusal(error: Error, { status, code }: AppError, request: FastifyRequest): void {
  request.refusal = code
  const { log } = request.server
  const call = { ...originOf(request), method: request.method, route: routeOf(request) }
  if (status === 500) log.error({ event: 'fault', ...call, err: error })
  // While the database is unavailable there are many of these, so only the message is logged.
  else if (status > 500) log.warn({ event: 'unavailable', ...call, code, why: legibleText(error.message) })
  const record = idsIn(request)
  const event = refusals[status] ?? (status === 404 && Object.keys(record).length > 0 ? 'record_not_found' : undefined)
  if (event) request.note(event, { code, record, ...siteOf(request) })
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Logs an event about the request, in a line of its own. */
    note(event: SecurityEvent, details?: EventDetails): void
    noted?: { event: SecurityEvent; reason: string }[]
    /** The code of the answer, if it is a refusal. */
    refusal?: string
    bytesBefore?: number
  }
  interface FastifyContextConfig {
    /** Requested every few seconds by monitoring. */
    isProbe?: boolean
  }
}
