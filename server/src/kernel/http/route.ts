import { login, logout, refresh } from '@plinth/api/access/auth'
import { type Answer, type Endpoint, errorAnswer, type Input, refusalsOf } from '@plinth/api/kernel/endpoint'
import { binary } from '@plinth/api/kernel/files'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { OneStatement } from '../db/one-statement.ts'
import { inCompanyOf } from '../db/reach.ts'
import { sentIn } from '../db/statements.ts'
import { type Caller, type Db, type Door, type Entry } from '../db/tenancy.ts'
import { AppError, noSession } from '../errors.ts'
import { type FileAnswer, type FileElsewhere, type StreamedFile, sendFile } from '../files/file-answers.ts'
import { type Storage, seenFrom } from '../files/storage.ts'
import type { PageOrigin } from '../pages/page-origin.ts'
import type { Tokens } from '../secrets/tokens.ts'
import { listOfExport } from '../sheets/exports.ts'
import { type Context, type PublicContext, type StagedContext } from './call-contexts.ts'
import { contentOf, keyOf, once, onceBy } from './idempotency.ts'
import { inputOf } from './inputs.ts'
import { JsonText } from './json-text.ts'
import { requireForFields } from './permissions.ts'
import { routeOfFiles, routeOfForms, routeOfPlainForms, routeOfStreams } from './upload-routes.ts'
import { uploadTurns } from './upload-turns.ts'
import { discardRefusedUpload, withArrival } from './uploads.ts'

/** An answer of a handler: a file with its type and name for a download, otherwise a value or its JSON text. */
type HandlerAnswer<E extends Endpoint> =
  | (Answer<E> extends Uint8Array ? FileAnswer | StreamedFile | FileElsewhere : JsonText<Answer<E>>)
  | Answer<E>
type Handler<E extends Endpoint> = (input: Input<E>, context: Context) => Promise<HandlerAnswer<E> | void>
type OneStatementHandler<E extends Endpoint> = (
  input: Input<E>,
  context: Context,
) => OneStatement<HandlerAnswer<E> | void>

/** The company, person or role that a platform call is about; none if it stays in the caller's own company. */
type Target = string | null | undefined

/** Registers calls. The permission of the endpoint is enforced before the handler runs. */
export interface Routes {
  route<E extends Endpoint>(endpoint: E, handler: Handler<E> | OneStatementHandler<E>): void
  /**
   * A call that an operator may make about any company: `target` returns the company, person or role that it is about,
   * and the handler runs inside that company. Without a target, and for everybody else, it runs in the caller's own.
   */
  platformRoute<E extends Endpoint>(endpoint: E, target: (input: Input<E>) => Target, handler: Handler<E>): void
  /**
   * A call that counts its failures, or does slow work between its transactions; `target` is as for a platform call.
   */
  stagedRoute<E extends Endpoint>(
    endpoint: E,
    target: (input: Input<E>) => Target,
    handler: (input: Input<E>, context: StagedContext) => Promise<HandlerAnswer<E> | void>,
  ): void
  publicRoute<E extends Endpoint>(
    endpoint: E,
    handler: (input: Input<E>, context: PublicContext) => Promise<HandlerAnswer<E> | void>,
  ): void
}

/** The target of a call whose path ends in the record's id. */
export const byId = ({ params }: { params: { id: string } }): string => params.id

interface Services {
  door: Door
  tokens: Tokens
  storage: Storage
  /** True while the disk is nearly full: reading goes on, writing answers 507. */
  isReadOnly: () => boolean
  originOf: PageOrigin
}

/** They write next to nothing, and nobody can read anything without them. */
const authEndpoints: readonly Endpoint[] = [login, refresh, logout]

const readsOnly = (endpoint: Endpoint) =>
  authEndpoints.includes(endpoint) ||
  endpoint.method === 'GET' ||
  (typeof endpoint.allow === 'object' && ['canView', 'canReport'].includes(endpoint.allow.can))

/** The services of a handler beside the database, with a store whose links the client's page may use. */
const servicesOf =
  ({ tokens, storage, originOf }: Services) =>
  (request: FastifyRequest) => ({ tokens, storage: seenFrom(storage, originOf(request)) })

const requestOrigin = ({ id, ip }: FastifyRequest) => ({ requestId: id, address: ip })

async function callerOf(request: FastifyRequest, tokens: Tokens): Promise<Caller> {
  const [, token] = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '') ?? []
  const caller = token && (await tokens.readAccess(token))
  if (!caller) throw noSession()
  return caller
}

/** The permission that the call needs: none but the session for a call that people may make about themselves. */
function entryOf({ allow, scope }: Endpoint, { params }: FastifyRequest, caller: Caller): Entry {
  const own = typeof allow === 'object' && allow.orSelf
  const isSelf = own && (params as Record<string, unknown>)[own] === caller.userId
  return { allow: isSelf ? 'signed-in' : allow, ...(scope && { scope }) }
}

const refusal = { content: { 'application/json': { schema: errorAnswer } } }

/** The schemas of the answers of a call, by status; an answer contains nothing else. */
const answersOf = ({ response, download, status = 200, ...endpoint }: Endpoint) => ({
  ...(response ? { [status]: download ? binary : response } : { 204: z.undefined() }),
  ...(download?.includes('application/octet-stream') && { 206: binary, 302: z.undefined(), 416: z.undefined() }),
  ...Object.fromEntries(refusalsOf(endpoint).map((code) => [code, refusal])),
})

type Register = (endpoint: Endpoint, handle: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>) => void

const registerOn =
  (app: FastifyInstance, { tokens, isReadOnly }: Services): Register =>
  (endpoint, handle) => {
    const options: RouteOptions = {
      method: endpoint.method,
      url: endpoint.path,
      schema: { response: answersOf(endpoint) },
      ...(endpoint.upload && {
        bodyLimit: endpoint.upload.maxBytes,
        config: { tooLarge: endpoint.upload.tooLarge, takesFile: true },
      }),
      // Runs before the body is read, so that a stranger's upload is refused unread.
      ...(endpoint.allow !== 'public' && {
        onRequest: async (request) => {
          request.caller = await callerOf(request, tokens)
        },
      }),
      async handler(request, reply) {
        if (isReadOnly() && !readsOnly(endpoint))
          throw new AppError(507, 'disk_full', 'The disk of the server is nearly full. Nothing was saved.')
        const answer = await handle(request, reply).catch((error: unknown) => {
          const mayCall = !(error instanceof AppError && error.status === 403)
          if (endpoint.upload?.toDisk) discardRefusedUpload(request, reply, endpoint.upload, mayCall)
          throw error
        })
        if (!endpoint.response) return reply.code(204).send()
        const file = sendFile(request, reply, answer)
        if (file) return file
        reply.code(endpoint.status ?? 200).type(endpoint.download?.[0] ?? 'application/json; charset=utf-8')
        if (answer instanceof JsonText) return reply.send(answer.text())
        // Fastify sends a bare string as it is, which is not JSON.
        return reply.send(typeof answer === 'string' ? JSON.stringify(answer) : answer)
      },
    }
    if (endpoint.upload?.field) routeOfForms(app, options)
    else if (endpoint.upload?.toDisk) routeOfStreams(app, options)
    else if (endpoint.upload) routeOfFiles(app, options)
    else if (endpoint.takesForms) routeOfPlainForms(app, options)
    else app.route(options)
  }

/** Runs an export and records it in the audit trail of the company, with the list and the search. */
function recordExport<T>(
  endpoint: Endpoint,
  { body, query }: Input<Endpoint>,
  db: Db,
  answer: Promise<T> | OneStatement<T>,
) {
  const list = listOfExport(endpoint)
  if (list === undefined) return answer
  const search = JSON.stringify({ ...Object(query), ...Object(body) })
  return sentIn(db, answer).then(async (sheet) => {
    await sql`select app.note_export(${list}, ${search}::jsonb)`.execute(db)
    return sheet
  })
}

interface StagedInput {
  body: unknown
  target: Target
}

/**
 * The transactions of a call in stages. When the client of an upload has gone, no further stage runs; finished stages
 * stay.
 */
function stagesOf(
  door: Door,
  endpoint: Endpoint,
  request: FastifyRequest,
  caller: Caller,
  { body, target }: StagedInput,
) {
  const entry = entryOf(endpoint, request, caller)
  return {
    async stage<T>(work: (db: Db) => Promise<T>): Promise<T> {
      if (endpoint.upload && request.socket.destroyed) throw new AppError(400, 'cancelled', 'The upload was cancelled.')
      return door.enter(caller, entry, async (db, isOperator) => {
        await requireForFields(db, endpoint, body)
        return isOperator && target ? inCompanyOf(db, target, caller, () => work(db)) : work(db)
      })
    },
    settle: <T>(work: (db: Db) => Promise<T>) => door.inTenant(caller.tenantId, caller.userId, work),
  }
}

/**
 * Registers signed-in calls. The permission is checked before the input, so that a caller without it learns nothing
 * about the input.
 */
function signedInOn(register: Register, services: Services) {
  const { door, tokens } = services
  const servicesFor = servicesOf(services)
  return <E extends Endpoint>(
    endpoint: E,
    doorMethod: 'enter' | 'enterWith',
    handler: (input: Input<E>, context: Context, isOperator: boolean) => Promise<unknown> | OneStatement<unknown>,
  ) =>
    register(endpoint, (request) => {
      const [{ caller }, keyed] = [request, keyOf(endpoint, request, tokens)]
      if (!caller) throw noSession()
      const work = (db: Db, isOperator = false) => {
        const input = inputOf(endpoint, request)
        const run = () =>
          recordExport(endpoint, input, db, handler(input, { db, caller, ...servicesFor(request) }, isOperator))
        const runOnce = () => (keyed ? once(db, keyed, contentOf(request), () => sentIn(db, run())) : run())
        if (!endpoint.alsoFor) return runOnce()
        // Checked in the caller's own company: an operator's flags have no meaning in the company that the call is
        // about.
        return requireForFields(db, endpoint, input.body).then(() => sentIn(db, runOnce()))
      }
      const [from, entry] = [door.from(requestOrigin(request)), entryOf(endpoint, request, caller)]
      return doorMethod === 'enterWith'
        ? from.enterWith(caller, entry, work)
        : from.enter(caller, entry, (db, isOperator) => sentIn(db, work(db, isOperator)))
    })
}

function signedInRoutes(register: Register, services: Services): Omit<Routes, 'publicRoute'> {
  const { door, storage, tokens } = services
  const servicesFor = servicesOf(services)
  const signedIn = signedInOn(register, services)
  const inTurn = uploadTurns()

  return {
    route: (endpoint, handler) => signedIn(endpoint, 'enterWith', handler),
    platformRoute(endpoint, target, handler) {
      signedIn(endpoint, 'enter', (input, context, isOperator) => {
        const record = isOperator && target(input)
        const work = () => handler(input, context)
        return record ? inCompanyOf(context.db, record, context.caller, work) : work()
      })
    },
    stagedRoute(endpoint, target, handler) {
      register(endpoint, async (request) => {
        const { caller } = request
        if (!caller) throw noSession()
        const entry = entryOf(endpoint, request, caller)
        const { upload } = endpoint
        const run = async (input: Input<typeof endpoint>) => {
          const stages = stagesOf(door.from(requestOrigin(request)), endpoint, request, caller, {
            body: input.body,
            target: target(input),
          })
          return handler(input, { ...stages, caller, ...servicesFor(request), once: onceBy(endpoint, request, tokens) })
        }
        if (!upload?.field && !upload?.toDisk)
          return run(await door.enter(caller, entry, async () => inputOf(endpoint, request)))
        await door.enter(caller, entry, async () => {})
        return inTurn(`${endpoint.path} ${caller.tenantId}`, upload, () =>
          withArrival(request, upload, storage.arrivals, () => run(inputOf(endpoint, request))),
        )
      })
    },
  }
}

export function routesOn(app: FastifyInstance, services: Services): Routes {
  const register = registerOn(app, services)
  const { door } = services
  const servicesFor = servicesOf(services)
  return {
    ...signedInRoutes(register, services),
    publicRoute(endpoint, handler) {
      register(endpoint, (request, reply) =>
        handler(inputOf(endpoint, request), {
          door: door.from(requestOrigin(request)),
          ...servicesFor(request),
          address: request.ip,
          userAgent: request.headers['user-agent'],
          cookies: request.headers.cookie,
          isSecure: request.protocol === 'https',
          origin: services.originOf(request),
          setCookie: (cookie) => void reply.header('set-cookie', cookie),
          note: (event, details) => request.note(event, details),
        }),
      )
    },
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    caller?: Caller
  }
  interface FastifyContextConfig {
    /** The message of the refusal when a file exceeds the limit of this route. */
    tooLarge?: string
  }
}
