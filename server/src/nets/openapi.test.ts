import { endpoints, endpointsBySlice, slices } from '@plinth/api'
import { knowsStale, refusalsOf } from '@plinth/api/kernel/endpoint'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

/** Routes for the people and machines that operate the server, not calls of the product. */
const operating = ['/healthz', '/readyz', '/metrics', '/openapi.json']

const operation = z.looseObject({
  operationId: z.string(),
  tags: z.array(z.string()),
  summary: z.string(),
  description: z.string(),
  parameters: z.optional(
    z.array(
      z.looseObject({
        name: z.string(),
        in: z.enum(['path', 'query', 'header']),
        description: z.string(),
        required: z.boolean(),
        schema: z.looseObject({}),
      }),
    ),
  ),
  requestBody: z.optional(
    z.looseObject({ content: z.record(z.string(), z.looseObject({ schema: z.looseObject({}) })) }),
  ),
  responses: z.record(
    z.string(),
    z.looseObject({
      description: z.string(),
      headers: z.record(z.string(), z.looseObject({ description: z.string() })),
      content: z.optional(z.record(z.string(), z.looseObject({ schema: z.looseObject({}) }))),
    }),
  ),
  security: z.array(z.record(z.string(), z.array(z.unknown()))),
})
const description = z.looseObject({
  openapi: z.string(),
  tags: z.array(z.object({ name: z.string(), description: z.string() })),
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.looseObject({ schemas: z.record(z.string(), z.looseObject({})) }),
})

const place = '#/components/'
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** A part of the description, with its references to parameters, headers and responses resolved. */
function resolved(part: unknown, whole: unknown): unknown {
  if (Array.isArray(part)) return part.map((one) => resolved(one, whole))
  if (!isObject(part)) return part
  const reference = typeof part['$ref'] === 'string' ? part['$ref'] : ''
  if (reference.startsWith(place) && !reference.startsWith(`${place}schemas/`)) {
    const steps = reference.slice('#/'.length).split('/')
    return resolved(
      steps.reduce<unknown>((found, step) => (isObject(found) ? found[step] : undefined), whole),
      whole,
    )
  }
  return Object.fromEntries(Object.entries(part).map(([name, value]) => [name, resolved(value, whole)]))
}

const schemasIn = (part: string) =>
  [...part.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(([, name = '']) => name)

const withoutExamples = (part: unknown) =>
  JSON.stringify(part, (name, value: unknown) => (name === 'example' ? undefined : value))

/** The whole text about some answers: themselves, and every schema that they refer to, directly or not. */
function wholeOf(part: unknown): string {
  const names = new Set(schemasIn(JSON.stringify(part)))
  const texts = [JSON.stringify(part)]
  for (const name of names) {
    texts.push(JSON.stringify(described.components.schemas[name]))
    for (const further of schemasIn(texts.at(-1) ?? '')) names.add(further)
  }
  return texts.join('\n')
}

let server: TestServer
let text: string
let described: z.infer<typeof description>

beforeAll(async () => {
  server = await startTestServer()
  const reply = await server.stranger.send('GET', '/openapi.json')
  expect(reply.status).toBe(200)
  text = reply.text
  described = description.parse(resolved(JSON.parse(text), JSON.parse(text)))
})
afterAll(() => server.stop())

const templated = (path: string) => path.replace(/:(\w+)/g, '{$1}')
const operations = () =>
  Object.entries(described.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )

/** Every route of the running server, from its own printed tree, without the names of params. */
function servedRoutes(): string[] {
  const above: string[] = []
  const lines = server.app.printRoutes({ commonPrefix: false }).trimEnd().split('\n')
  return lines.flatMap((line) => {
    const [, indent = '', segment = '', methods = ''] = /^([│ ]*)[├└]── (\S+)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? []
    expect(segment, line).not.toBe('')
    const depth = indent.length / 4
    above.length = depth
    above.push(segment)
    const path = above.join('').replace(/:[\w|:]+/g, ':')
    return methods
      .split(', ')
      .filter(Boolean)
      .map((method) => `${method} ${path}`)
  })
}

describe('the description of the wire', () => {
  test('lists exactly the endpoints of the api', () => {
    const declared = Object.values(endpoints).map(({ method, path }) => `${method} ${templated(path)}`)
    expect(declared.length).toBeGreaterThan(20)
    expect(operations().sort()).toEqual(declared.sort())
  })

  test('describes the input of every call: params, query, body, and whether to sign in', () => {
    for (const { method, path, params, query, body, allow, summary } of Object.values(endpoints)) {
      const operation = described.paths[templated(path)]?.[method.toLowerCase()]
      const named = (place: string) => (operation?.parameters ?? []).filter((each) => each.in === place)
      expect(operation?.summary).toBe(summary)
      expect(
        named('path').map(({ name }) => `:${name}`),
        path,
      ).toEqual(path.match(/:\w+/g) ?? [])
      expect(named('path').length > 0, path).toBe(params !== undefined)
      expect(named('query').length > 0, path).toBe(query !== undefined)
      expect(operation?.requestBody !== undefined, path).toBe(body !== undefined)
      expect(operation?.security, path).toEqual(allow === 'public' ? [] : [{ session: [] }])
    }
  })

  test('names every call, puts it under its slice, and describes each slice', () => {
    for (const [slice, calls] of Object.entries(endpointsBySlice))
      for (const [name, { method, path }] of Object.entries(calls)) {
        const operation = described.paths[templated(path)]?.[method.toLowerCase()]
        expect([operation?.operationId, operation?.tags], path).toEqual([name, [slice]])
      }
    expect(described.tags.map(({ name }) => name)).toEqual(Object.keys(slices))
  })

  test('refers to records by their names here, and spells none of them out', () => {
    const contract = { $ref: `${place}schemas/Contract` }
    const one = described.paths['/project/api/contracts/{id}']?.['get']?.responses['200']
    expect(one?.content?.['application/json']?.schema).toEqual(contract)
    const many = described.paths['/project/api/contracts/filter']?.['post']?.responses['200']
    expect(many?.content?.['application/json']?.schema).toMatchObject({ properties: { content: { items: contract } } })
    expect(Object.keys(described.components.schemas)).toEqual(
      expect.arrayContaining([
        'Contract',
        'ContractInput',
        'ContractEdit',
        'Deposit',
        'Project',
        'Task',
        'TaskNode',
        'User',
        'Role',
        'Tenant',
        'ErrorAnswer',
      ]),
    )
    const spelt = Object.values(described.paths).flatMap((methods) =>
      Object.values(methods).filter(({ responses }) => withoutExamples(responses).includes('"deletedBy"')),
    )
    expect(spelt.map(({ operationId }) => operationId)).toEqual([])
  })

  test('describes the headers that matter: repeating, waiting, signing in, and the id of the call in the log', () => {
    for (const { method, path, status, allow } of Object.values(endpoints)) {
      const operation = described.paths[templated(path)]?.[method.toLowerCase()]
      const sent = (operation?.parameters ?? []).filter((each) => each.in === 'header').map(({ name }) => name)
      expect(sent.includes('Idempotency-Key'), path).toBe(status === 201 && allow !== 'public')
      for (const [code, { headers }] of Object.entries(operation?.responses ?? {})) {
        const names = Object.keys(headers)
        expect(names, path).toContain('X-Request-Id')
        expect(names.includes('Retry-After'), `${path} ${code}`).toBe(['429', '503'].includes(code))
        expect(names.includes('WWW-Authenticate'), `${path} ${code}`).toBe(code === '401')
      }
    }
  })

  test('describes who may make each call, how it may be refused, and how updatedAt counts in an edit', () => {
    for (const endpoint of Object.values(endpoints)) {
      const { method, path, allow } = endpoint
      const operation = described.paths[templated(path)]?.[method.toLowerCase()]
      const refused = Object.keys(operation?.responses ?? {}).filter(
        (status) => Number(status) >= 400 && status !== '416',
      )
      expect(refused.map(Number), path).toEqual(refusalsOf(endpoint))
      if (typeof allow === 'object') expect(operation?.description, path).toContain(`\`${allow.can}\` on `)
      expect(operation?.description.includes('`updatedAt`'), path).toBe(knowsStale(endpoint))
      expect(refused.includes('412'), path).toBe(knowsStale(endpoint) || endpoint.seen !== undefined)
    }
    expect(Object.values(endpoints).filter(knowsStale).length).toBeGreaterThan(6)
  })

  test('lists every code of a refusal', () => {
    const { code } = z
      .looseObject({ properties: z.looseObject({ code: z.looseObject({ enum: z.array(z.string()) }) }) })
      .parse(described.components.schemas['ErrorAnswer']).properties
    expect(code.enum).toEqual(expect.arrayContaining(['invalid', 'no_session', 'stale', 'too_many', 'disk_full']))
  })

  test('allows null in no address', () => {
    const parameters = Object.values(described.paths).flatMap((methods) =>
      Object.values(methods).flatMap((operation) => operation.parameters ?? []),
    )
    expect(parameters.length).toBeGreaterThan(80)
    expect(parameters.filter((parameter) => JSON.stringify(parameter).includes('"null"'))).toEqual([])
  })

  test('describes the answer of every call that has one', () => {
    for (const { method, path, response, download, status = 200 } of Object.values(endpoints)) {
      const responses = described.paths[templated(path)]?.[method.toLowerCase()]?.responses ?? {}
      const types = Object.keys(responses[String(status)]?.content ?? {})
      expect(types, `${method} ${path}`).toEqual(response ? (download ?? ['application/json']) : [])
    }
  })

  test('marks where a file is sent or answered as bytes', () => {
    const files = Object.values(endpoints).filter(({ upload, download }) => upload || download)
    expect(files.length).toBeGreaterThan(2)
    for (const { method, path, upload, download, status = 200 } of files) {
      const operation = described.paths[templated(path)]?.[method.toLowerCase()]
      const bytes = { schema: { type: 'string', format: 'binary' } }
      if (upload && !upload.field)
        expect(operation?.requestBody?.content, path).toEqual({ 'application/octet-stream': bytes })
      if (upload?.field)
        expect(operation?.requestBody?.content, path).toMatchObject({
          'multipart/form-data': {
            schema: {
              properties: { [upload.field]: upload.many ? { type: 'array', items: bytes.schema } : bytes.schema },
            },
          },
        })
      for (const type of download ?? [])
        expect(operation?.responses[String(status)]?.content?.[type], path).toEqual(bytes)
    }
  })

  test('has no password, hash or secret in any answer, except the secret for setting up a second factor [3.7]', () => {
    const found: string[] = []
    for (const [path, methods] of Object.entries(described.paths))
      for (const [method, { responses }] of Object.entries(methods))
        for (const [, name = ''] of wholeOf(responses).matchAll(/"(\w*(?:password|hash|secret|sealed)\w*)":/gi))
          found.push(`${method} ${path} ${name}`)
    const own = '/auth/api/account'
    const page = ['get', 'put'].flatMap((method) => [
      `${method} ${own} isPasswordOwn`,
      `${method} ${own} passwordChangedAt`,
    ])
    const known = [
      ...page,
      `post ${own}/second-factor secret`,
      'get /platform/api/users/{id}/sign-in passwordChangedAt',
    ]
    // Once in a schema, and once in its example.
    expect([...new Set(found)].sort()).toEqual(known.sort())
  })

  test('resolves every reference, the tree of tasks included', () => {
    const references = [...text.matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g)].map(
      ([, kind = '', name = '']) => `${kind} ${name}`,
    )
    const known = Object.entries(described.components).flatMap(([kind, all]) =>
      Object.keys(Object(all)).map((name) => `${kind} ${name}`),
    )
    expect(known).toEqual(expect.arrayContaining(references))
    // Every component is referred to, except the sign-in, which is named instead.
    expect(known.filter((one) => !references.includes(one))).toEqual(['securitySchemes session'])
    const node = Object.entries(described.components.schemas).find(([name, schema]) =>
      JSON.stringify(schema).includes(`"$ref":"#/components/schemas/${name}"`),
    )
    expect(JSON.stringify(node)).toContain('hierarchyPath')
  })
})

describe('the running server', () => {
  test('explains with every 401 how to sign in, and for an expired token that it is no longer valid', async () => {
    const guarded = Object.values(endpoints).filter(({ allow }) => allow !== 'public')
    const challenges = async (headers: Record<string, string>) => {
      const replies = guarded.map(({ method, path }) => {
        const address = path.replace(/:\w+/g, '018f0000-0000-7000-8000-000000000000')
        return server.stranger.send(method, address, undefined, headers)
      })
      return (await Promise.all(replies)).map((reply) => `${reply.status} ${reply.headers.get('www-authenticate')}`)
    }
    expect(new Set(await challenges({}))).toEqual(new Set(['401 Bearer']))
    const spoilt = await challenges({ authorization: 'Bearer spoilt' })
    expect(new Set(spoilt)).toEqual(new Set(['401 Bearer error="invalid_token"']))
    const wrong = { emailOrMobile: 'nobody@test.example', password: 'no such person', tenantName: 'No such company' }
    const refused = await server.stranger.send('POST', '/auth/api/auth/login', JSON.stringify(wrong), {
      'x-forwarded-for': '192.0.2.94',
    })
    expect(`${refused.status} ${refused.headers.get('www-authenticate')}`).toBe('401 Bearer')
  })

  test('has a route for every endpoint, and no other route except those for its operators', () => {
    const declared = Object.values(endpoints).map(({ method, path }) => `${method} ${path.replace(/:\w+/g, ':')}`)
    const reads = declared.filter((route) => route.startsWith('GET ')).map((route) => route.replace('GET', 'HEAD'))
    const forOperators = operating.flatMap((path) => [`GET ${path}`, `HEAD ${path}`])
    expect(servedRoutes().sort()).toEqual([...declared, ...reads, ...forOperators].sort())
  })

  test.each(['PATCH', 'OPTIONS', 'PUT', 'DELETE'])(
    'answers %s on a collection as if nothing were there',
    async (method) => {
      const reply = await server.stranger.send(method, '/project/api/contracts')
      expect(reply.status).toBe(404)
    },
  )

  test('requires a token on HEAD, doubled and encoded spellings of a path as on the path itself', async () => {
    const id = '018f0000-0000-7000-8000-000000000000'
    const spellings = [`/project/api/contracts/${id}`, `/project/api/%63ontracts/${id}`]
    for (const path of spellings) expect((await server.stranger.send('HEAD', path)).status, path).toBe(401)
    for (const path of [
      `//project/api/contracts/${id}`,
      `/project/api/contracts/${id}/`,
      `/PROJECT/api/contracts/${id}`,
    ])
      expect((await server.stranger.send('GET', path)).status, path).toBe(404)
  })

  test('takes no other method from a header', async () => {
    const id = '018f0000-0000-7000-8000-000000000000'
    const reply = await server.stranger.send('POST', `/project/api/contracts/${id}`, '{}', {
      'x-http-method-override': 'DELETE',
    })
    expect(reply.status).toBe(404)
  })
})
