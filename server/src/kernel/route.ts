import { createHash } from 'node:crypto'
import type { Answer, Endpoint, Input } from '@plinth/api/kernel/endpoint'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { $ZodType } from 'zod/v4/core'
import { safeParse } from 'zod/v4/core'
import { AppError, invalid, noSession } from './errors.ts'
import { once } from './idempotency.ts'
import type { Caller, Db, Door } from './tenancy.ts'
import type { Tokens } from './tokens.ts'

/** What a handler of a signed-in call works with. */
export interface Context {
  db: Db
  caller: Caller
}

/** What a handler of a public call works with: it opens its own, short transactions. */
export interface PublicContext {
  door: Door
  tokens: Tokens
  address: string
  userAgent: string | undefined
}

/** Registers calls. The permission that the endpoint names is enforced before the handler runs. */
export interface Routes {
  route<E extends Endpoint>(
    endpoint: E,
    handler: (input: Input<E>, context: Context) => Promise<Answer<E> | void>,
  ): void
  publicRoute<E extends Endpoint>(
    endpoint: E,
    handler: (input: Input<E>, context: PublicContext) => Promise<Answer<E> | void>,
  ): void
}

interface Services {
  door: Door
  tokens: Tokens
  /** True while the disk is nearly full: reading goes on, writing answers 507. */
  isReadOnly: () => boolean
}

const readsOnly = ({ method, allow }: Endpoint) =>
  method === 'GET' || (typeof allow === 'object' && allow.can === 'canView')

async function callerOf(request: FastifyRequest, tokens: Tokens): Promise<Caller> {
  const [, token] = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '') ?? []
  const caller = token && (await tokens.readAccess(token))
  if (!caller) throw noSession()
  return caller
}

const schemaOf = ({ params, query, body, response, status = 200, summary, allow }: Endpoint) => ({
  summary,
  ...(allow !== 'public' && { security: [{ session: [] }] }),
  ...(params && { params }),
  ...(query && { querystring: query }),
  ...(body && { body }),
  ...(response && { response: { [status]: response } }),
})

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

/** What a request asks for, in short: the same text for the same call with the same body. */
const askedBy = ({ method, url, body }: FastifyRequest) =>
  `${method} ${url} ${createHash('sha256')
    .update(JSON.stringify(body) ?? '')
    .digest('base64url')}`

export function routesOn(app: FastifyInstance, { door, tokens, isReadOnly }: Services): Routes {
  function register(endpoint: Endpoint, handle: (request: FastifyRequest) => Promise<unknown>) {
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      schema: schemaOf(endpoint),
      // Before the body is read: a stranger's upload is refused unread.
      ...(endpoint.allow !== 'public' && {
        onRequest: async (request) => {
          request.caller = await callerOf(request, tokens)
        },
      }),
      async handler(request, reply) {
        if (isReadOnly() && !readsOnly(endpoint))
          throw new AppError(507, 'disk_full', 'The disk of the server is nearly full. Nothing was saved.')
        const answer = await handle(request)
        if (!endpoint.response) return reply.code(204).send()
        return reply.code(endpoint.status ?? 200).send(answer)
      },
    })
  }

  return {
    route(endpoint, handler) {
      register(endpoint, (request) => {
        const { caller } = request
        if (!caller) throw noSession()
        const key = endpoint.status === 201 ? request.headers['idempotency-key']?.toString() : undefined
        // The permission first, then the input: who may not call learns nothing of what the call takes.
        return door.enter(caller, endpoint.allow, (db) => {
          const input = inputOf(endpoint, request)
          const work = () => handler(input, { db, caller })
          return key === undefined ? work() : once(db, key, askedBy(request), work)
        })
      })
    },
    publicRoute(endpoint, handler) {
      register(endpoint, (request) =>
        handler(inputOf(endpoint, request), {
          door,
          tokens,
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
}
