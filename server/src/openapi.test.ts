import { endpoints } from '@plinth/api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { startTestServer, type TestServer } from './test-server.ts'

/** Routes of the people and machines that operate the server: no call of the product. */
const operating = ['/healthz', '/readyz', '/metrics', '/openapi.json']

const operation = z.looseObject({
  summary: z.string(),
  parameters: z.optional(z.array(z.looseObject({ name: z.string(), in: z.enum(['path', 'query']) }))),
  requestBody: z.optional(z.looseObject({ content: z.record(z.string(), z.unknown()) })),
  responses: z.record(z.string(), z.looseObject({ content: z.optional(z.record(z.string(), z.unknown())) })),
  security: z.optional(z.array(z.unknown())),
})
const description = z.looseObject({
  openapi: z.string(),
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.looseObject({ schemas: z.record(z.string(), z.unknown()) }),
})

let server: TestServer
let text: string
let described: z.infer<typeof description>

beforeAll(async () => {
  server = await startTestServer()
  const reply = await server.stranger.send('GET', '/openapi.json')
  expect(reply.status).toBe(200)
  text = reply.text
  described = description.parse(JSON.parse(text))
})
afterAll(() => server.stop())

const templated = (path: string) => path.replace(/:(\w+)/g, '{$1}')
const operations = () =>
  Object.entries(described.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )

/** Every route the running server answers, from its own printed tree; the names of params are left out. */
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

  test('says of every call what goes in: params, query, body, and whether to sign in', () => {
    for (const { method, path, params, query, body, allow, summary } of Object.values(endpoints)) {
      const told = described.paths[templated(path)]?.[method.toLowerCase()]
      const named = (place: string) => (told?.parameters ?? []).filter((each) => each.in === place)
      expect(told?.summary).toBe(summary)
      expect(
        named('path').map(({ name }) => `:${name}`),
        path,
      ).toEqual(path.match(/:\w+/g) ?? [])
      expect(named('path').length > 0, path).toBe(params !== undefined)
      expect(named('query').length > 0, path).toBe(query !== undefined)
      expect(told?.requestBody !== undefined, path).toBe(body !== undefined)
      expect(told?.security !== undefined, path).toBe(allow !== 'public')
    }
  })

  test('promises nowhere that null may stand in an address', () => {
    const parameters = Object.values(described.paths).flatMap((methods) =>
      Object.values(methods).flatMap((told) => told.parameters ?? []),
    )
    expect(parameters.length).toBeGreaterThan(80)
    expect(parameters.filter((told) => JSON.stringify(told).includes('"null"'))).toEqual([])
  })

  test('says what comes out of every call that answers something', () => {
    for (const { method, path, response, download, status = 200 } of Object.values(endpoints)) {
      const told = described.paths[templated(path)]?.[method.toLowerCase()]?.responses ?? {}
      const types = Object.keys(told[String(status)]?.content ?? {})
      expect(types, `${method} ${path}`).toEqual(response ? (download ?? ['application/json']) : [])
    }
  })

  test('says where a file is sent or answered, and that it is bytes', () => {
    const files = Object.values(endpoints).filter(({ upload, download }) => upload || download)
    expect(files.length).toBeGreaterThan(2)
    for (const { method, path, upload, download, status = 200 } of files) {
      const told = described.paths[templated(path)]?.[method.toLowerCase()]
      const bytes = { schema: { type: 'string', format: 'binary' } }
      if (upload && !upload.field)
        expect(told?.requestBody?.content, path).toEqual({ 'application/octet-stream': bytes })
      if (upload?.field)
        expect(told?.requestBody?.content, path).toMatchObject({
          'multipart/form-data': {
            schema: {
              properties: { [upload.field]: upload.many ? { type: 'array', items: bytes.schema } : bytes.schema },
            },
          },
        })
      for (const type of download ?? []) expect(told?.responses[String(status)]?.content?.[type], path).toEqual(bytes)
    }
  })

  test('has no password, hash or secret in any answer, but the secret that a second factor is set up with [3.7]', () => {
    const telling: string[] = []
    for (const [path, methods] of Object.entries(described.paths))
      for (const [method, { responses }] of Object.entries(methods))
        for (const [, name = ''] of JSON.stringify(responses).matchAll(/"(\w*(?:password|hash|secret|sealed)\w*)":/gi))
          telling.push(`${method} ${path} ${name}`)
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
    expect(telling.sort()).toEqual(known.sort())
  })

  test('resolves every reference it makes, the tree of tasks included', () => {
    const references = [...text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(([, name = '']) => name)
    expect(references.length).toBeGreaterThan(0)
    expect(Object.keys(described.components.schemas)).toEqual(expect.arrayContaining(references))
    const node = Object.entries(described.components.schemas).find(([name, schema]) =>
      JSON.stringify(schema).includes(`"$ref":"#/components/schemas/${name}"`),
    )
    expect(JSON.stringify(node)).toContain('hierarchyPath')
  })
})

describe('the running server', () => {
  test('has a route for every endpoint, and no route that is neither an endpoint nor for its operators', () => {
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

  test('asks for a token on HEAD, doubled and encoded spellings of a path as on the path itself', async () => {
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
