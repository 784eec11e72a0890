import { endpointsBySlice, slices } from '@plinth/api'
import { type Endpoint, errorAnswer, knowsStale, refusalsOf } from '@plinth/api/kernel/endpoint'
import { formWith } from '@plinth/api/kernel/files'
import { furtherFlags, modulesOf } from '@plinth/api/kernel/permissions'
import { type $ZodType, safeParse } from 'zod/v4/core'
import { refusalCodes } from '../kernel/errors.ts'
import { examplesOf } from './description-examples.ts'
import { exportsOf, type Json, schemasOf } from './description-schemas.ts'
import * as words from './description-words.ts'
import { parameterOf } from './entity-words.ts'

interface Call {
  name: string
  slice: string
  endpoint: Endpoint
}

const calls: readonly Call[] = Object.entries(endpointsBySlice).flatMap(([slice, endpoints]) =>
  exportsOf(endpoints).map(([name, endpoint]) => ({ name, slice, endpoint })),
)

const templated = (path: string) => path.replace(/:(\w+)/g, '{$1}')
const component = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` })
const bytes = { schema: { type: 'string', format: 'binary' } }

/** The schema of a parameter without null: an address has only texts. */
function withoutNull(described: Json): Json {
  const { anyOf, type, ...rest } = described
  if (Array.isArray(type)) {
    const types = type.filter((one) => one !== 'null')
    return { ...rest, type: types.length === 1 && types[0] ? types[0] : types }
  }
  const choices = anyOf?.filter((choice) => choice.type !== 'null')
  const [only] = choices ?? []
  if (choices?.length === 1 && only) return { ...rest, ...only }
  return choices ? { ...described, anyOf: choices } : described
}

/** What a parameter of a call is; an id that has no words of its own is that of the record named before it in the path. */
function wordsOf({ name, slice, endpoint }: Call, parameter: string): string {
  const known = parameterOf(slice, name, parameter)
  const [, plural] = new RegExp(`/([\\w-]+)s/:${parameter}(/|$)`).exec(endpoint.path) ?? []
  const thing = plural?.replaceAll('-', ' ').replace(/ie$/, 'y')
  if (known) return known
  if (!thing) throw new Error(`${name}: say what ${parameter} is in the ${slice}.words.ts of api`)
  return `The id of the ${thing}.`
}

type Part = 'path' | 'query' | 'body' | 'answer'
type Described = Partial<Record<Part, Json>> & { examples: ReturnType<typeof examplesOf> }

/** The schemas of a call; the bytes of a file have none. */
const schemasIn = ({ params, query, body, upload, response, download, ...rest }: Endpoint) =>
  ({
    path: params,
    query,
    body: upload?.field ? formWith({ ...rest, body, upload }) : upload ? undefined : body,
    answer: download ? undefined : response,
  }) satisfies Record<Part, $ZodType | undefined>

const keyOf = ({ name }: Call, part: string) => `${name} ${part}`

/** The schemas of these parts of all calls, by call and part. */
const schemasOfAll = (...parts: Part[]) =>
  Object.fromEntries(
    calls.flatMap((call) =>
      parts.flatMap((part) => {
        const schema = schemasIn(call.endpoint)[part]
        return schema ? [[keyOf(call, part), schema]] : []
      }),
    ),
  )

function parametersOf(call: Call, described: Described) {
  const { endpoint } = call
  const inAddress = (['path', 'query'] as const).flatMap((place) =>
    Object.entries(described[place]?.properties ?? {}).map(([name, schema]) => ({
      name,
      in: place,
      description: wordsOf(call, name),
      required: place === 'path' || (described[place]?.required ?? []).includes(name),
      schema: withoutNull(schema),
    })),
  )
  return [
    ...inAddress,
    ...(isKeyed(endpoint) ? [component('parameters', 'IdempotencyKey')] : []),
    ...(isInParts(endpoint) ? [component('parameters', 'Range')] : []),
    ...(isTagged(endpoint) ? [component('parameters', 'IfNoneMatch')] : []),
  ]
}

/** A signed-in user can repeat a create by an `Idempotency-Key`. */
const isKeyed = ({ status, allow }: Endpoint) => status === 201 && allow !== 'public'
/** A stored file can be requested in parts, or answered by its address in the store. */
const isInParts = ({ download }: Endpoint) => download?.includes('application/octet-stream') ?? false

/** A file that is polled is answered once for each of its states. */
const isTagged = ({ download }: Endpoint) => download?.includes('text/calendar') ?? false

function requestBodyOf(call: Call, described: Described) {
  const { body, upload } = call.endpoint
  if (!body) return undefined
  const required = upload !== undefined || !safeParse(body, undefined).success
  if (upload?.field) return { required, content: { 'multipart/form-data': { schema: described.body ?? {} } } }
  if (upload) return { required, content: { 'application/octet-stream': bytes } }
  const schema = described.body ?? {}
  return { required, content: { 'application/json': { schema, example: described.examples.body(call.name, schema) } } }
}

const headersOf = (...names: (keyof typeof headers)[]) =>
  Object.fromEntries(names.map((name) => [name, component('headers', name)]))

function successesOf({ name, endpoint }: Call, { answer = {}, examples }: Described) {
  const { response, download, status = 200 } = endpoint
  const named = headersOf('X-Request-Id')
  const empty = (code: number, ...more: (keyof typeof headers)[]) => ({
    [code]: { description: words.ofSuccess[code], headers: { ...named, ...headersOf(...more) } },
  })
  if (!response) return empty(204)
  if (!download) {
    const content = { 'application/json': { schema: answer, example: examples.answer(name, answer) } }
    return { [status]: { description: words.ofSuccess[status], headers: named, content } }
  }
  const content = Object.fromEntries(download.map((type) => [type, bytes]))
  const file = { ...named, ...(download.includes('image/webp') ? {} : headersOf('Content-Disposition')) }
  const whole = { description: words.ofSuccess[status], headers: file, content }
  if (isTagged(endpoint))
    return { [status]: { ...whole, headers: { ...file, ...headersOf('ETag') } }, ...empty(304, 'ETag') }
  if (!isInParts(endpoint)) return { [status]: whole }
  return {
    [status]: { ...whole, headers: { ...file, ...headersOf('Accept-Ranges') } },
    206: { ...whole, description: words.ofSuccess[206], headers: { ...file, ...headersOf('Content-Range') } },
    ...empty(302, 'Location'),
    ...empty(416, 'Content-Range'),
  }
}

/** What an operator also needs in a settled company: one with an administrator, or with people who have signed in. */
function ofSettled(outside: Endpoint['outside']): string {
  if (outside === 'leave')
    return '; for a company with an administrator or people who have signed in this also needs `canEdit` on Credentials'
  return outside === 'never' ? ' without an administrator and without people who have signed in' : ''
}

/** Who may make a call, as a sentence. */
function permissionOf({ allow, alsoFor = {}, scope, outside }: Endpoint): string {
  if (allow === 'public') return 'Public: no session is needed.'
  if (allow === 'signed-in') return 'For every signed-in user.'
  const flags = [`\`${allow.can}\` on ${modulesOf(allow).join(' or ')}`]
  for (const { module, can } of furtherFlags(allow)) flags.push(`\`${can}\` on ${module}`)
  const self = allow.orSelf ? ', unless the call is about the caller' : ''
  const operator = scope ? ` An operator of the installation may make it for any company${ofSettled(outside)}.` : ''
  const which = modulesOf(allow).length > 1 ? ', depending on the record' : ''
  const fields = Object.entries(alsoFor).map(
    ([name, { module, can, ifChanged }]) =>
      ` With ${ifChanged ? 'another ' : ''}\`${name}\` it also needs \`${can}\` on ${module}.`,
  )
  return `Needs ${flags.join(' and ')}${which}${self}.${fields.join('')}${operator}`
}

function descriptionOf({ endpoint }: Call): string {
  const { upload } = endpoint
  return [
    `${endpoint.summary}.`,
    permissionOf(endpoint),
    ...(knowsStale(endpoint)
      ? ['Send `updatedAt` as it was read: if the record was saved since, nothing is changed and the answer is 412.']
      : []),
    ...(upload ? [upload.tooLarge] : []),
  ].join('\n\n')
}

function operationOf(call: Call, described: Described) {
  const { name, slice, endpoint } = call
  const parameters = parametersOf(call, described)
  const requestBody = requestBodyOf(call, described)
  const refusals = refusalsOf(endpoint).map((status) => [
    status,
    component('responses', words.ofRefusals[status]?.name ?? String(status)),
  ])
  return {
    operationId: name,
    tags: [slice],
    summary: endpoint.summary,
    description: descriptionOf(call),
    security: endpoint.allow === 'public' ? [] : [{ session: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    responses: { ...successesOf(call, described), ...Object.fromEntries(refusals) },
  }
}

const text = { type: 'string' }
const seconds = { type: 'integer', minimum: 0 }
const header = (name: keyof typeof words.ofHeaders, schema: Json & { minimum?: number } = text) => ({
  description: words.ofHeaders[name],
  schema,
})
const headers = {
  'X-Request-Id': header('X-Request-Id', { type: 'string', format: 'uuid' }),
  'Retry-After': header('Retry-After', seconds),
  'WWW-Authenticate': header('WWW-Authenticate'),
  'Content-Disposition': header('Content-Disposition'),
  'Content-Range': header('Content-Range'),
  'Accept-Ranges': header('Accept-Ranges'),
  ETag: header('ETag'),
  Location: header('Location'),
}

const refusals = Object.fromEntries(
  Object.entries(words.ofRefusals).map(([status, { name, description, example }]) => [
    name,
    {
      description,
      headers: headersOf(
        'X-Request-Id',
        ...(status === '401' ? ['WWW-Authenticate' as const] : []),
        ...(['429', '503'].includes(status) ? ['Retry-After' as const] : []),
      ),
      content: {
        'application/json': { schema: component('schemas', 'ErrorAnswer'), example },
      },
    },
  ]),
)

const parameters = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description: words.ofHeaders['Idempotency-Key'],
    required: false,
    schema: { type: 'string', pattern: '^[\\x21-\\x7e]{8,200}$' },
  },
  Range: { name: 'Range', in: 'header', description: words.ofHeaders.Range, required: false, schema: text },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: words.ofHeaders['If-None-Match'],
    required: false,
    schema: text,
  },
}

/** The schema of a refusal with all codes and their meanings. */
function withCodes(described: Json): Json {
  const { code, ...rest } = described.properties ?? {}
  const meanings = Object.entries(refusalCodes).map(([one, meaning]) => `- \`${one}\`: ${meaning}`)
  const description = `${code?.description ?? ''}\n\n${meanings.join('\n')}`
  return { ...described, properties: { code: { ...code, description, enum: Object.keys(refusalCodes) }, ...rest } }
}

function pathsOf({ components, sent, answered }: ReturnType<typeof schemasOf>) {
  const examples = examplesOf(components)
  const paths: Record<string, Record<string, object>> = {}
  for (const call of calls) {
    const described = Object.fromEntries(
      (['path', 'query', 'body', 'answer'] as const).flatMap((part) => {
        const json = (part === 'answer' ? answered : sent)[keyOf(call, part)]
        return json ? [[part, json]] : []
      }),
    )
    const { method, path } = call.endpoint
    paths[templated(path)] = {
      ...paths[templated(path)],
      [method.toLowerCase()]: operationOf(call, { ...described, examples }),
    }
  }
  return paths
}

/** The whole wire as OpenAPI 3.1, made of the endpoint values and the words beside them. */
export function describeWire() {
  const schemas = schemasOf(schemasOfAll('path', 'query', 'body'), {
    ...schemasOfAll('answer'),
    refusal: errorAnswer,
  })
  const { ErrorAnswer = {}, ...others } = schemas.components
  return {
    openapi: '3.1.0',
    info: {
      title: 'Plinth',
      version: '0.1.0',
      summary: 'The back office of a contracting business.',
      description: words.about,
      contact: { name: 'The operator of this installation: see its contact page' },
      license: { name: 'All rights reserved', identifier: 'LicenseRef-All-Rights-Reserved' },
    },
    servers: [{ url: '/', description: 'This installation.' }],
    tags: Object.entries(slices).map(([name, { about }]) => ({ name, description: about })),
    paths: pathsOf(schemas),
    components: {
      securitySchemes: {
        session: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'The access token that `login` and `refresh` answer.',
        },
      },
      parameters,
      headers,
      responses: refusals,
      schemas: { ErrorAnswer: withCodes(ErrorAnswer), ...others },
    },
  }
}
