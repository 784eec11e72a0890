import { isIP } from 'node:net'
import { hostname } from 'node:os'
import type { Writable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify'
import { createStream } from 'rotating-file-stream'
import type { AppError } from './errors.ts'
import type { Caller } from './tenancy.ts'

/** Where the lines of the log go. */
export interface Log {
  /** Neither waits nor throws: what cannot be written now is kept in memory for a while. */
  write(line: string): void
  /** How many lines were given up, since there was no writing them. */
  lost(): number
  /** Writes what can be written within seconds. */
  close(): Promise<void>
}

/** In characters. What the last room of a disk takes of a write is all that is lost without being counted: it is little. */
const [mostWaiting, mostAtOnce] = [8 * 1024 * 1024, 64 * 1024]
/** In milliseconds. */
const pauses = { together: 20, afterFault: 5_000, atEnd: 2_000 }

const host = hostname()
const ignoreFault = () => {}
const now = () => new Date().toISOString()

/** One write is under way at a time, and what is said meanwhile is the next: lines come singly or in heaps, as they are made. */
function logTo(open: () => Writable, end: (target: Writable) => void): Log {
  const lines = { lost: 0, unsaid: 0 }
  let waiting = ''
  let isWriting = false
  let target: Writable | undefined
  let whenWritten = () => {}

  function next(): void {
    const { unsaid } = lines
    isWriting = waiting !== ''
    if (!isWriting) return whenWritten()
    const end = waiting.length > mostAtOnce && waiting.lastIndexOf('\n', mostAtOnce) + 1
    const batch = waiting.slice(0, end || waiting.length)
    waiting = waiting.slice(batch.length)
    const told =
      unsaid > 0 ? `${JSON.stringify({ level: 'warn', time: now(), host, event: 'log_lost', lines: unsaid })}\n` : ''
    target ??= open()
    target.write(told + batch, (fault) => {
      if (!fault) {
        lines.unsaid -= unsaid
        return next()
      }
      target = undefined
      // On a line of its own, should half a line have been written.
      waiting = `\n${batch}${waiting}`
      setTimeout(next, pauses.afterFault).unref()
    })
  }

  return {
    write(line) {
      if (waiting.length + line.length > mostWaiting) {
        lines.lost += 1
        lines.unsaid += 1
        return
      }
      waiting += line
      // What is said in the same moment is written at once.
      if (!isWriting) setTimeout(next, pauses.together)
      isWriting = true
    },
    lost: () => lines.lost,
    async close() {
      if (isWriting) {
        await new Promise<void>((resolve) => {
          const late = setTimeout(resolve, pauses.atEnd)
          whenWritten = () => resolve(clearTimeout(late))
        })
      }
      if (target) end(target)
    },
  }
}

/** The log of a server: in a folder, as `server.log` and ten older ones of 50 MB each; without one on standard output. */
export function openLog(folder: string | undefined): Log {
  if (folder === undefined) {
    process.stdout.on('error', ignoreFault)
    return logTo(() => process.stdout, ignoreFault)
  }
  const rotation = { path: folder, size: '50M', rotate: 10, mode: 0o600 } as const
  return logTo(
    () => createStream('server.log', rotation).on('error', ignoreFault),
    (file) => file.end(),
  )
}

/** Without what would turn a line round, or move what it is shown on. */
const legible = (text: string) => text.replace(/[^\P{C}\n]|[\u2028\u2029]/gu, '?')

/** What a fault of elsewhere may tell that is nobody's to read. */
const secrets = /eyJ[\w-]+\.[\w-]+\.[\w-]+|\$argon2\S+|(?<=:\/\/)[^\s/@]*(?=@)/g

interface ToldFault {
  [name: string]: unknown
  type: string
  message: string
  stack: string
}

const told = (text: string | undefined) => legible((text ?? '').replace(secrets, '***')).slice(0, 8_000)

/** A fault without the values that it was about: PostgreSQL tells whole rows. */
function tellFault(fault: unknown): ToldFault {
  if (!(fault instanceof Error)) return { type: typeof fault, message: told(String(fault)), stack: '' }
  const { name, message, stack, cause } = fault
  return {
    type: name,
    message: told(message),
    stack: told(stack),
    ...('code' in fault && { code: fault.code }),
    ...(cause !== undefined && { cause: tellFault(cause) }),
  }
}

/** What Fastify makes its logger of: one JSON object a line, of which nothing that a caller sends can make two. */
export const loggerTo = (log: Log): NonNullable<FastifyServerOptions['logger']> => ({
  level: 'info',
  stream: log,
  base: { host },
  timestamp: () => `,"time":"${now()}"`,
  formatters: { level: (level: string) => ({ level }) },
  // Every line has a name; what says none is a remark of a library or a sentence of ours.
  mixin: () => ({ event: 'remark' }),
  serializers: { err: tellFault },
})

/** What has a line of its own in the log, beside the one of its request; docs/operating.md tells what each means. */
export const securityEvents = [
  'sign_in',
  'sign_in_refused',
  'signed_out',
  'refresh_replayed',
  'sessions_ended',
  'password_changed',
  'second_factor_set_up',
  'second_factor_removed',
  'sign_in_unlocked',
  'password_link_made',
  'person_changed',
  'grant_changed',
  'company_changed',
  'policy_changed',
  'modules_changed',
  'exported',
  'document_downloaded',
  'forbidden',
  'record_not_found',
  'type_refused',
  'rate_limited',
] as const
export type SecurityEvent = (typeof securityEvents)[number]

/** Why nobody was signed in; a code that is missing is asked for next. */
export const signInRefusals = ['wrong', 'locked', 'code_missing', 'code_wrong'] as const
export type SignInRefusal = (typeof signInRefusals)[number]

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
interface Told extends Partial<Caller> {
  reason?: SignInRefusal
  code?: string
  /** Stands for a name that was tried: the same one for the same name, until the next start. */
  account?: string
  record?: Record<string, string>
  /** Where the browser says that the request was made, as seen from here. */
  site?: string
}
export type Note = (event: SecurityEvent, told?: Told) => void

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
export function tellRequest(
  log: Log | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
  isWhole: boolean,
): void {
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
export function tellCalls(app: FastifyInstance, events: ReadonlyMap<string, SecurityEvent>, log?: Log): void {
  app.decorateRequest('note', function note(event, told = {}) {
    this.noted = [...(this.noted ?? []), { event, reason: told.reason ?? '' }]
    const line = { event, ...whoAsks(this), method: this.method, route: routeOf(this), ...told }
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
  whenEnded(app, (...ended) => tellRequest(log, ...ended))
  const tellServer = (event: string) => async () => app.log.info({ event, pid: process.pid, node: process.version })
  app.addHook('onListen', tellServer('server_started'))
  app.addHook('preClose', tellServer('server_stopping'))
  app.addHook('onClose', tellServer('server_stopped'))
}

const siteOf = ({ headers: { 'sec-fetch-site': site } }: FastifyRequest) =>
  typeof site === 'string' && /^[a-z-]{1,20}$/.test(site) ? { site } : {}

/** The line of what went wrong or was refused, where it has one beside that of its request. */
export function tellRefusal(error: Error, { status, code }: AppError, request: FastifyRequest): void {
  request.refusal = code
  const { log } = request.server
  const asked = { ...whoAsks(request), method: request.method, route: routeOf(request) }
  if (status === 500) log.error({ event: 'fault', ...asked, err: error })
  // While the database is away there are many of them: a sentence will do.
  else if (status > 500) log.warn({ event: 'unavailable', ...asked, code, why: told(error.message) })
  const record = idsIn(request)
  const event = refusals[status] ?? (status === 404 && Object.keys(record).length > 0 ? 'record_not_found' : undefined)
  if (event) request.note(event, { code, record, ...siteOf(request) })
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Writes a line about the request that has a name of its own. */
    note(event: SecurityEvent, told?: Told): void
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
