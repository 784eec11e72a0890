import type { Answer, Endpoint, Input } from '@plinth/api/kernel/endpoint'
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import * as z from 'zod/mini'
import type { $ZodType } from 'zod/v4/core'
import { safeParse } from 'zod/v4/core'
import { AppError, invalid, noSession } from './errors.ts'
import { type FileAnswer, type FileElsewhere, type StreamedFile, sendFile } from './file-answers.ts'
import { askedBy, idempotencyKeyOf, once } from './idempotency.ts'
import type { Storage } from './storage.ts'
import { type Caller, type Db, type Door, type Entry, inCompanyOf } from './tenancy.ts'
import type { Tokens } from './tokens.ts'
import { cutWhatIsRefused, routeOfFiles, routeOfForms, routeOfStreams, uploadTurns, withArrival } from './uploads.ts'

/** What a handler of a signed-in call works with. */
export interface Context {
  db: Db
  caller: Caller
  tokens: Tokens
  storage: Storage
}

/** What a handler of a signed-in call in stages works with. */
export interface StagedContext {
  /** A short transaction; what it wrote stays, whatever a later one comes to. */
  stage<T>(work: (db: Db) => Promise<T>): Promise<T>
  /** A last one in the caller's company, whatever has become of their permission: it tells how the call ended. */
  settle<T>(work: (db: Db) => Promise<T>): Promise<T>
  caller: Caller
  tokens: Tokens
  storage: Storage
  /** Of a create: what tells that it is the same one when it is asked for again (`once`). */
  idempotencyKey: string | undefined
}

/** What a handler of a public call works with: it opens its own, short transactions. */
export interface PublicContext {
  door: Door
  tokens: Tokens
  storage: Storage
  address: string
  userAgent: string | undefined
}

/** A file's bytes may come with their type and name. */
type Answered<E extends Endpoint> =
  Answer<E> extends Uint8Array ? FileAnswer | StreamedFile | FileElsewhere | Answer<E> : Answer<E>
type Handler<E extends Endpoint> = (input: Input<E>, context: Context) => Promise<Answered<E> | void>

/** Registers calls. The permission that the endpoint names is enforced before the handler runs. */
export interface Routes {
  route<E extends Endpoint>(endpoint: E, handler: Handler<E>): void
  /**
   * A call that an operator may make about any company: `aim` names the company, person or role it is about, and the
   * handler runs inside that company. Without an aim, and for everybody else, it runs in the caller's own.
   */
  platformRoute<E extends Endpoint>(
    endpoint: E,
    aim: (input: Input<E>) => string | null | undefined,
    handler: Handler<E>,
  ): void
  /** A call that counts its failures, or does slow work between its transactions; the aim is a platform call's. */
  stagedRoute<E extends Endpoint>(
    endpoint: E,
    aim: (input: Input<E>) => string | null | undefined,
    handler: (input: Input<E>, context: StagedContext) => Promise<Answered<E> | void>,
  ): void
  publicRoute<E extends Endpoint>(
    endpoint: E,
    handler: (input: Input<E>, context: PublicContext) => Promise<Answered<E> | void>,
  ): void
}

/** The aim of a call whose path ends in the record's id. */
export const byId = ({ params }: { params: { id: string } }): string => params.id

interface Services {
  door: Door
  tokens: Tokens
  storage: Storage
  /** True while the disk is nearly full: reading goes on, writing answers 507. */
  isReadOnly: () => boolean
}

const readsOnly = ({ method, allow }: Endpoint) =>
  method === 'GET' || (typeof allow === 'object' && ['canView', 'canReport'].includes(allow.can))

async function callerOf(request: FastifyRequest, tokens: Tokens): Promise<Caller> {
  const [, token] = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '') ?? []
  const caller = token && (await tokens.readAccess(token))
  if (!caller) throw noSession()
  return caller
}

/** How a file's bytes are described; they are judged by the slice that takes them. */
const binary = z.string().check(z.meta({ format: 'binary' }))

function formWith({ body, upload }: Endpoint) {
  const { field = '', many } = upload ?? {}
  const others = body instanceof z.ZodMiniObject ? body.shape : {}
  return z.object({ ...others, [field]: many ? z.array(binary) : binary })
}

function schemaOf(endpoint: Endpoint) {
  const { params, query, body, response, upload, download, status = 200, summary, allow } = endpoint
  return {
    summary,
    ...(allow !== 'public' && { security: [{ session: [] }] }),
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(body && { body: upload?.field ? formWith(endpoint) : upload ? binary : body }),
    ...(upload && { consumes: [upload.field ? 'multipart/form-data' : 'application/octet-stream'] }),
    ...(download && { produces: download }),
    ...(response && { response: { [status]: download ? binary : response } }),
  }
}

type Fault = { path: string; message: string }

function parsePart(schema: $ZodType | undefined, value: unknown): { value: unknown; faults: Fault[] } {
  if (!schema) return { value: undefined, faults: [] }
  const parsed = safeParse(schema, value)
  if (parsed.success) return { value: parsed.data, faults: [] }
  const faults = parsed.error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({ path: [...issue.path, key].join('.'), message: 'is not a known field' }))
      : [{ path: issue.path.join('.'), message: issue.message }],
  )
  return { value: undefined, faults }
}

/** Judges every part of a request and names all that is wrong. Throws 400. */
function inputOf<E extends Endpoint>(endpoint: E, request: FastifyRequest): Input<E> {
  const params = parsePart(endpoint.params, request.params)
  const query = parsePart(endpoint.query, request.query)
  const body = parsePart(endpoint.body, request.body)
  const faults = [...params.faults, ...query.faults, ...body.faults]
  // The first fault of each field is enough to mend it.
  if (faults.length > 0)
    throw invalid([...new Map(faults.toReversed().map((fault) => [fault.path, fault])).values()].toReversed())
  return { params: params.value, query: query.value, body: body.value } as Input<E>
}

/** Whether the call is one that people may make about themselves, and is. */
function entryOf({ allow, scope }: Endpoint, { params }: FastifyRequest, caller: Caller): Entry {
  const own = typeof allow === 'object' && allow.orSelf
  const isSelf = own && (params as Record<string, unknown>)[own] === caller.userId
  return { allow: isSelf ? 'signed-in' : allow, ...(scope && { scope }) }
}

type Register = (endpoint: Endpoint, handle: (request: FastifyRequest) => Promise<unknown>) => void

const registerOn =
  (app: FastifyInstance, { tokens, isReadOnly }: Services): Register =>
  (endpoint, handle) => {
    const options: RouteOptions = {
      method: endpoint.method,
      url: endpoint.path,
      schema: schemaOf(endpoint),
      ...(endpoint.upload && {
        bodyLimit: endpoint.upload.maxBytes,
        config: { tooLarge: endpoint.upload.tooLarge, takesFile: true },
      }),
      // Before the body is read: a stranger's upload is refused unread.
      ...(endpoint.allow !== 'public' && {
        onRequest: async (request) => {
          request.caller = await callerOf(request, tokens)
        },
      }),
      async handler(request, reply) {
        if (isReadOnly() && !readsOnly(endpoint))
          throw new AppError(507, 'disk_full', 'The disk of the server is nearly full. Nothing was saved.')
        const answer = await handle(request).catch((error: unknown) => {
          if (endpoint.upload?.toDisk) cutWhatIsRefused(request, reply)
          throw error
        })
        if (!endpoint.response) return reply.code(204).send()
        const file = sendFile(request, reply, answer)
        if (file) return file
        reply.code(endpoint.status ?? 200).type(endpoint.download?.[0] ?? 'application/json; charset=utf-8')
        // A text alone would be sent as it is, which is no JSON.
        return reply.send(typeof answer === 'string' ? JSON.stringify(answer) : answer)
      },
    }
    if (endpoint.upload?.field) routeOfForms(app, options)
    else if (endpoint.upload?.toDisk) routeOfStreams(app, options)
    else if (endpoint.upload) routeOfFiles(app, options)
    else app.route(options)
  }

/** The transactions of a call in stages. Once who sent a file has gone, what is stored of it stays and no more follows. */
function stagesOf(
  door: Door,
  endpoint: Endpoint,
  request: FastifyRequest,
  caller: Caller,
  aim: string | null | undefined,
) {
  const entry = entryOf(endpoint, request, caller)
  return {
    async stage<T>(work: (db: Db) => Promise<T>): Promise<T> {
      if (endpoint.upload && request.socket.destroyed) throw new AppError(400, 'cancelled', 'The upload was cancelled.')
      return door.enter(caller, entry, (db, isOperator) =>
        isOperator && aim ? inCompanyOf(db, aim, caller, () => work(db)) : work(db),
      )
    },
    settle: <T>(work: (db: Db) => Promise<T>) => door.inTenant(caller.tenantId, caller.userId, work),
  }
}

function signedInRoutes(register: Register, services: Services): Omit<Routes, 'publicRoute'> {
  const { door, tokens, storage } = services
  const inTurn = uploadTurns()
  function signedIn<E extends Endpoint>(
    endpoint: E,
    handler: (input: Input<E>, context: Context, isOperator: boolean) => Promise<unknown>,
  ) {
    register(endpoint, (request) => {
      const { caller } = request
      if (!caller) throw noSession()
      const key = idempotencyKeyOf(endpoint, request)
      // The permission first, then the input: who may not call learns nothing of what the call takes.
      return door.enter(caller, entryOf(endpoint, request, caller), (db, isOperator) => {
        const input = inputOf(endpoint, request)
        const work = () => handler(input, { db, caller, tokens, storage }, isOperator)
        return key === undefined ? work() : once(db, key, askedBy(request), work)
      })
    })
  }

  return {
    route: signedIn,
    platformRoute(endpoint, aim, handler) {
      signedIn(endpoint, (input, context, isOperator) => {
        const record = isOperator && aim(input)
        const work = () => handler(input, context)
        return record ? inCompanyOf(context.db, record, context.caller, work) : work()
      })
    },
    stagedRoute(endpoint, aim, handler) {
      register(endpoint, async (request) => {
        const { caller } = request
        if (!caller) throw noSession()
        const entry = entryOf(endpoint, request, caller)
        const { upload } = endpoint
        const idempotencyKey = idempotencyKeyOf(endpoint, request)
        const run = async (input: Input<typeof endpoint>) => {
          const stages = stagesOf(door, endpoint, request, caller, aim(input))
          return handler(input, { ...stages, caller, tokens, storage, idempotencyKey })
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
  const { door, tokens, storage } = services
  return {
    ...signedInRoutes(register, services),
    publicRoute(endpoint, handler) {
      register(endpoint, (request) =>
        handler(inputOf(endpoint, request), {
          door,
          tokens,
          storage,
          address: request.ip,
          userAgent: request.headers['user-agent'],
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
    /** What a file over the limit of this route is answered with. */
    tooLarge?: string
  }
}
