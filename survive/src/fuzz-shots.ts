import { randomUUID } from 'node:crypto'
import { endpoints } from '@plinth/api'
import { modulesOf } from '@plinth/api/kernel/permissions'
import { inputFor } from '../../server/src/testing/test-graph.ts'
import type { Graph } from '../../server/src/testing/test-inputs.ts'
import { everything } from '../../server/src/testing/test-server.ts'
import type { Chance } from './chance.ts'
import type { Description, Operation, Schema } from './fuzz-document.ts'
import { anyForm, fileBytes } from './fuzz-forms.ts'
import { hostileTexts, rawBodies, rawMembers, Values } from './fuzz-values.ts'
import type { Sent } from './fuzz-wire.ts'

/** Requests for every operation of the document, from valid to hostile. */

export type Who = 'owner' | 'operator' | 'nobody' | 'damaged'

export interface Shot extends Sent {
  operation: Operation
  who: Who
  /** `good` must be accepted, `bad` must be rejected; for the rest nothing is known beforehand. */
  promise: 'good' | 'bad' | 'either'
  /** False where the address or method may lead to another operation. */
  isAimed: boolean
}

const tokenLike = 'eyJhbGciOiJIUzI1NiJ9'
/** Texts that no header can carry are tested by the raw lines. */
const headerTexts = hostileTexts.filter((text) => /^[\x20-\x7e\t]*$/.test(text))
const contentTypes = [
  'application/json\ta',
  ' application/json',
  'Application/JSON ;x',
  'application/json garbage',
  'application/json;',
  'application/json; charset=utf-16',
  'application/json, text/plain',
  'application/JSON; boundary=x',
  'text/plain',
  'text/json',
  'application/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  '*/*',
  ';',
  'x'.repeat(3_000),
]

/** Its fields are checked one after the other, as the specification says, which a schema cannot express. */
const checkedInOrder = new Set(['POST /api/common/sendEmail'])

/**
 * Optional fields of these are judged together with others or with the day: a deduction needs its reason, and the day of a
 * call must not lie in the future.
 */
const togetherOnly = new Set([
  'POST /project/api/bank-facilities',
  'POST /common/api/general-tasks',
  'POST /common/api/notes/{recordType}/{recordId}',
  'POST /payment/api/statutory-rules',
  'POST /common/api/reminder-rules',
  'POST /common/api/reminder-rules/preview',
  'POST /project/api/contracts/{contractId}/security-deposit/{depositId}/settlements',
  'POST /project/api/instruments',
  'POST /project/api/instruments/{id}/events',
  'POST /project/api/instruments/{id}/bank-letter',
  'POST /project/api/instruments/{id}/bank-letter/check',
  'POST /project/api/letter-templates',
  'POST /payment/api/agreements',
  'POST /payment/api/parties',
  'POST /project/api/refund-requests',
  'POST /project/api/refund-requests/check',
])

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Whether the added fields of a new record are valid by themselves: they are no objects, no status that needs a reason, and no
 * id of a record that may be of another kind or deleted.
 */
const isIndependent = (filled: object, body: object) =>
  Object.entries(filled).every(
    ([name, value]) => name in body || (name !== 'status' && !name.endsWith('Id') && Object(value) !== value),
  )

/** Whether a schema allows every value: it has a description at most. */
const allowsAnyValue = (schema: Schema) => Object.keys(schema).every((name) => name === 'description')

interface Endpointed {
  name: string
  endpoint: (typeof endpoints)[string]
}
const endpointOf = new Map<string, Endpointed>(
  Object.entries(endpoints).map(([name, endpoint]) => [
    `${endpoint.method} ${endpoint.path.replace(/:(\w+)/g, '{$1}')}`,
    { name, endpoint },
  ]),
)

export class Shots {
  readonly #random: Chance
  readonly #description: Description
  readonly #values: Values
  /** The records that valid requests refer to; replaced from time to time, because records are deleted. */
  graph: Graph = {}
  /** Ids that a request asked to delete; requests that name them may be refused. */
  readonly #deleted = new Set<unknown>()

  constructor(random: Chance, description: Description) {
    this.#random = random
    this.#description = description
    this.#values = new Values(random, description, (name) => this.#idFor(name))
  }

  #idFor(name: string): string {
    const { pick, whole } = this.#random
    const segment: Record<string, string> = {
      contractId: 'contracts',
      projectId: 'projects',
      parentId: 'tasks',
      beforeId: 'tasks',
    }
    const id = this.graph[segment[name] ?? ''] ?? pick(Object.values(this.graph))
    return whole(4) === 0 ? randomUUID() : id
  }

  /**
   * The request with this number for an operation. It depends on the number alone, since the timing of answers decides the
   * order of requests.
   */
  next(operation: Operation, number: number): Shot {
    const { restart, whole } = this.#random
    restart(`fuzz: shot ${number}`)
    const shot = this.#good(operation)
    const kind = whole(100)
    if (kind < 6) return this.#unsigned(shot)
    if (kind < 20) return shot
    if (kind < 30) return this.#otherAddress(shot)
    if (kind < 38) return this.#otherHeaders(shot)
    if (!operation.body) return kind < 75 ? this.#otherAddress(shot) : this.#otherHeaders(shot)
    if (operation.body.type !== 'application/json') return this.#otherFile(shot)
    return kind < 70 ? this.#changedBody(shot) : this.#hostileBody(shot)
  }

  /** A valid request for an operation. */
  #good(operation: Operation): Shot {
    const { whole } = this.#random
    const { name, endpoint } = endpointOf.get(operation.name) ?? {}
    if (!name || !endpoint) throw new Error(`${operation.name} is no call`)
    const { params, query, body } = inputFor(name, endpoint, this.graph) as Record<'params' | 'query' | 'body', object>
    if (operation.method === 'DELETE') this.#deleted.add(Object.values(params).at(-1))
    const isOurs = modulesOf(endpoint.allow).some((module) => module in everything)
    const who = typeof endpoint.allow === 'string' || isOurs ? 'owner' : 'operator'
    const address = `10.${whole(256)}.${whole(256)}.${whole(256)}`
    const headers: Record<string, string> = { 'x-forwarded-for': address }
    const shot: Shot = {
      operation,
      who,
      promise: 'good',
      isAimed: true,
      method: operation.method,
      path: this.#address(operation, { ...params, ...query }),
      headers,
    }
    if (!operation.body) return shot
    const { type, schema } = operation.body
    headers['content-type'] = type
    if (type === 'application/json') {
      // A body that the graph does not provide is generated and may be refused.
      const isKnown = !checkedInOrder.has(operation.name) && this.#description.bodyFault(operation, body) === undefined
      const filled = isKnown ? this.#filled(schema, body) : this.#values.valid(schema)
      const mayAdd = operation.method !== 'PUT' && !togetherOnly.has(operation.name)
      const isThere = !Object.values(body).some((value) => this.#deleted.has(value))
      const isGood = isKnown && isThere && (filled === body || (mayAdd && isIndependent(Object(filled), body)))
      return { ...shot, body: JSON.stringify(filled), promise: isGood ? 'good' : 'either' }
    }
    if (type === 'application/octet-stream') return { ...shot, body: this.#random.pick(fileBytes), promise: 'either' }
    return this.#withForm(shot, true)
  }

  /** The body that an authorized person would send, sometimes with one optional field added. */
  #filled(schema: Schema, base: object): unknown {
    const { pick, whole } = this.#random
    const optional = Object.entries(schema.properties ?? {}).filter(
      // The server sets a field without a schema itself and ignores what is sent.
      ([name, inner]) => !(name in base) && !allowsAnyValue(inner),
    )
    if (Array.isArray(base) || optional.length === 0 || whole(2) === 0) return base
    const [name, inner] = pick(optional)
    return { ...base, [name]: this.#values.valid(inner, name) }
  }

  #address({ path, parameters }: Operation, values: Record<string, unknown>, hostile?: string): string {
    // A list is written as a repeated parameter.
    const texts = (name: string, schema: Schema) =>
      [values[name] ?? this.#values.valid(schema, name)].flat().map(String)
    const search = new URLSearchParams()
    let filled = path
    for (const { name, in: place, required, schema } of parameters) {
      const values = name === hostile ? [this.#random.pick(hostileTexts)] : texts(name, schema)
      // An empty step, or one so long that the whole head is refused, would lead to another operation.
      const step = encodeURIComponent(values.join().toWellFormed()).slice(0, 9_000).replace(/%\w?$/, '') || '%20'
      if (place === 'path') filled = filled.replace(`{${name}}`, step)
      else if (required || name in values || name === hostile || this.#random.whole(3) === 0)
        for (const text of values) search.append(name, text.slice(0, 1_500))
    }
    return search.size === 0 ? filled : `${filled}?${search}`
  }

  #unsigned(shot: Shot): Shot {
    return { ...shot, who: this.#random.pick(['nobody', 'damaged'] as const), promise: 'either' }
  }

  /** Replaces the path, query or method with another one. */
  #otherAddress(shot: Shot): Shot {
    const { pick, whole } = this.#random
    const { operation } = shot
    const either: Shot = { ...shot, promise: 'either' }
    if (operation.parameters.length > 0 && whole(3) > 0)
      return { ...either, path: this.#address(operation, {}, pick(operation.parameters).name) }
    const text = encodeURIComponent(pick(hostileTexts).toWellFormed()).slice(0, 8_000)
    const [path = '', query = ''] = shot.path.split('?')
    const changes: (() => Shot)[] = [
      () => ({
        ...either,
        path: `${path}?${query}&${pick(['tenantId', '__proto__[a]', 'a[b][c]', 'page', ''])}=${text}`,
      }),
      () => ({ ...either, path: `${path}?${'a=1&'.repeat(2_000)}`.slice(0, 12_000) }),
      () => ({ ...either, path: `${path}?${query}&${query}` }),
      () => ({ ...either, path: `${path}/`, isAimed: false }),
      () => ({ ...either, path: `${path}/${text}`, isAimed: false }),
      () => ({
        ...either,
        path: path.replace('/api', pick(['//api', '/%61pi', '/API', '/./api', '/x/../api'])),
        isAimed: false,
      }),
      () => ({
        ...either,
        path: path + pick(['%', '%zz', '%c0%ae', '%00', '%ff', ';a=b', '#x', '%0d%0aX:y']),
        isAimed: false,
      }),
      () => ({ ...either, path: `http://elsewhere.example${path}`, isAimed: false }),
      () => ({
        ...either,
        method: pick(['PATCH', 'OPTIONS', 'HEAD', 'TRACE', 'PROPFIND', 'PURGE', 'QUERY']),
        isAimed: false,
      }),
    ]
    return pick(changes)()
  }

  #otherHeaders(shot: Shot): Shot {
    const { pick, whole } = this.#random
    const text = pick(headerTexts).trim().slice(0, 4_000)
    const either: Shot = { ...shot, promise: 'either' }
    if (shot.operation.body?.type === 'application/json' && whole(2) === 0)
      return {
        ...either,
        promise: 'bad',
        body: '{"colour":1',
        headers: { ...shot.headers, 'content-type': pick(contentTypes) },
      }
    const names = [
      'accept',
      'accept-encoding',
      'range',
      'if-match',
      'if-none-match',
      'cookie',
      'origin',
      'referer',
      'te',
    ]
    const others = ['x-tenant-id', 'x-http-method-override', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto']
    const ours = ['idempotency-key', 'content-encoding', 'user-agent', 'host', 'accept-language', 'upgrade']
    return { ...either, headers: { ...shot.headers, [pick([...names, ...others, ...ours])]: text } }
  }

  #changedBody(shot: Shot): Shot {
    const schema = shot.operation.body?.schema ?? {}
    const base: unknown = JSON.parse(String(shot.body))
    const some = this.#random.whole(3) === 0 ? this.#values.valid(schema) : base
    let changed = some
    for (let steps = 1 + this.#random.whole(2); steps > 0; steps -= 1) changed = this.#values.mutated(schema, changed)
    const body = JSON.stringify(changed) ?? ''
    return { ...shot, body, promise: body === '' || this.#isBad(shot.operation, body) ? 'bad' : 'either' }
  }

  /** Whether the schema rejects a body, also after its texts are trimmed as the server does. */
  #isBad(operation: Operation, body: string): boolean {
    const trimmed: unknown = JSON.parse(body, (_, value: unknown) => (typeof value === 'string' ? value.trim() : value))
    return [JSON.parse(body), trimmed].every((value) => this.#description.bodyFault(operation, value) !== undefined)
  }

  /** A JSON text that no value can express, or a hostile text in one of its members. */
  #hostileBody(shot: Shot): Shot {
    const { pick, whole } = this.#random
    const either: Shot = { ...shot, promise: 'either' }
    if (whole(6) === 0) return { ...either, body: pick(rawBodies) }
    const base: unknown = JSON.parse(String(shot.body))
    const members = Object.keys(shot.operation.body?.schema.properties ?? {})
    if (!isObject(base) || members.length === 0) return { ...either, body: JSON.stringify([pick(hostileTexts)]) }
    const member = pick(members)
    if (whole(2) === 0) return { ...either, body: JSON.stringify({ ...base, [member]: pick(hostileTexts) }) }
    const rest = JSON.stringify({ ...base, [member]: undefined }).slice(1)
    const twice = whole(5) === 0 ? `"${member}":null,` : ''
    return { ...either, body: `{${twice}"${member}":${pick(rawMembers)}${rest === '}' ? '' : ','}${rest}` }
  }

  #withForm(shot: Shot, isGood: boolean): Shot {
    const { name = '', endpoint } = endpointOf.get(shot.operation.name) ?? {}
    if (!endpoint) return shot
    const { body } = inputFor(name, endpoint, this.graph) as { body: object }
    const field = `${endpoint.upload?.field ?? 'file'}${endpoint.upload?.many ? '[]' : ''}`
    const form = anyForm(body instanceof Blob ? {} : { ...body }, field, isGood, this.#random)
    const headers = { ...shot.headers, 'content-type': form.type }
    return { ...shot, headers, body: form.body, promise: 'either' }
  }

  #otherFile(shot: Shot): Shot {
    if (shot.operation.body?.type === 'multipart/form-data') return this.#withForm(shot, false)
    const type = this.#random.pick(['image/png', 'image/svg+xml', 'text/html', 'application/json', ';', ''])
    const headers = { ...shot.headers, 'content-type': type }
    return { ...shot, headers, body: this.#random.pick(fileBytes), promise: 'either' }
  }
}

/** A token that was changed in one way. */
export function damagedToken(token: string, { pick, whole }: Chance): string {
  const [head = '', claims = '', mark = ''] = token.split('.')
  const at = whole(mark.length - 2)
  const other = mark[at] === 'A' ? 'B' : 'A'
  const damaged = pick([
    `Bearer ${head}.${claims}.${mark.slice(0, at)}${other}${mark.slice(at + 1)}`,
    `Bearer ${head}.${claims}.`,
    `Bearer ${Buffer.from('{"alg":"none"}').toString('base64url')}.${claims}.`,
    `Bearer ${tokenLike}.${Buffer.from('{"sub":"x"}').toString('base64url')}.${mark}`,
    `Bearer ${'x'.repeat(5_000)}`,
    `Basic ${token}`,
    'Bearer',
    'Bearer null',
  ])
  if (damaged === `Bearer ${token}`) throw new Error('the token is as it was')
  return damaged
}
