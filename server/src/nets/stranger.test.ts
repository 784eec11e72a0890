import { execFile } from 'node:child_process'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { flags } from '@plinth/api/kernel/permissions'
import openapiTypescript, { astToString } from 'openapi-typescript'
import ts from 'typescript'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Company, newCompany, startTestServer, type TestServer } from '../testing/test-server.ts'

/** The program of a developer who has the address of an installation and nothing else of ours. */

const program = `
import createClient from 'openapi-fetch'
import type { components, paths } from './wire.d.ts'

declare const process: { argv: string[] }
type Contract = components['schemas']['Contract']

const [baseUrl = '', emailOrMobile = '', password = '', tenantName = ''] = process.argv.slice(2)
const wire = createClient<paths>({ baseUrl })

const { data: session } = await wire.POST('/auth/api/auth/login', { body: { emailOrMobile, password, tenantName } })
if (!session) throw new Error('no session')
wire.use({
  onRequest({ request }) {
    request.headers.set('authorization', 'Bearer ' + session.accessToken)
    return request
  },
})

const enter = () =>
  wire.POST('/project/api/contracts', {
    params: { header: { 'Idempotency-Key': 'a-key-of-a-stranger' } },
    body: { contractName: 'Widening of the road to Satara', status: 'AWARDED', paperCost: 2500.5, openingDate: '2026-04-01' },
  })
const entered = await enter()
const again = await enter()
if (!entered.data) throw new Error('not entered')
const { id, updatedAt }: Contract = entered.data

const path = { id }
const change = (comments: string) =>
  wire.PUT('/project/api/contracts/{id}', { params: { path }, body: { comments, updatedAt } })
const changed = await change('first')
const late = await change('second')

const found = await wire.POST('/project/api/contracts/filter', {
  body: { contractName: 'satara', pagination: { page: 0, size: 5 }, sort: { field: 'createdAt', direction: 'desc' } },
})
const wrong = await wire.GET('/project/api/contracts/{id}', { params: { path: { id: 'none' } } })
const code: 'invalid' | 'stale' | undefined =
  late.error?.code === 'stale' || late.error?.code === 'invalid' ? late.error.code : undefined

console.log(
  JSON.stringify({
    isSame: again.data?.id === id,
    comments: changed.data?.comments,
    late: [late.response.status, code],
    found: found.data?.content.map((contract) => contract.contractName),
    wrong: wrong.error?.fields,
  }),
)
`

/** Programs that a client of this description must reject. */
const wrongs = [
  "await wire.POST('/project/api/contracts', { body: { contractName: 'a', status: 'LOST' } })",
  "await wire.POST('/project/api/contracts', { body: { status: 'DRAFT' } })",
  "await wire.GET('/project/api/contracts/{id}', {})",
  "await wire.GET('/project/api/contract', {})",
  "await wire.PATCH('/project/api/contracts', {})",
  "console.log((await wire.GET('/auth/api/auth/session')).data?.password)",
]
const right = "await wire.POST('/project/api/contracts', { body: { contractName: 'a', status: 'DRAFT' } })"

let server: TestServer
let company: Company
let folder: string
/** The compiler's messages for each program, with their lines, counted from 0. */
let faults: Map<string, [line: number, message: string][]>

const head = program.slice(0, program.indexOf('const { data: session }'))
const programs = { 'program.ts': program, 'wrong.ts': [head, ...wrongs, right].join('\n') }

const own = createRequire(import.meta.url)
const compiler: ts.CompilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noEmit: true,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  types: [],
}

function compiled(): typeof faults {
  const paths = Object.keys(programs).map((name) => join(folder, name))
  const diagnostics = ts
    .getPreEmitDiagnostics(ts.createProgram(paths, compiler))
    .map(({ file, start = 0, messageText }) => ({
      name: basename(file?.fileName ?? ''),
      line: file?.getLineAndCharacterOfPosition(start).line ?? 0,
      message: ts.flattenDiagnosticMessageText(messageText, '\n'),
    }))
  return new Map(
    [...Map.groupBy(diagnostics, ({ name }) => name)].map(([name, all]) => [
      name,
      all.map(({ line, message }) => [line, message]),
    ]),
  )
}

beforeAll(async () => {
  server = await startTestServer()
  company = await newCompany(server)
  folder = await mkdtemp(join(tmpdir(), 'stranger-'))
  const modules = own.resolve('openapi-fetch').replace(/(?<=node_modules)[\\/]openapi-fetch[\\/].*/, '')
  await symlink(modules, join(folder, 'node_modules'), 'junction')
  const { text } = await server.stranger.send('GET', '/openapi.json')
  const wire = await openapiTypescript(text, { defaultNonNullable: false })
  const files = { ...programs, 'package.json': '{"type":"module"}', 'wire.d.ts': astToString(wire) }
  await Promise.all(Object.entries(files).map(([name, content]) => writeFile(join(folder, name), content)))
  faults = compiled()
  // The compiler takes long.
}, 240_000)
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true })
})

test('a client generated from the description compiles and works against the server that published it', async () => {
  expect([...faults.keys()]).toEqual(['wrong.ts'])
  const { email } = await company.person({ Contracts: flags })
  const { stdout } = await promisify(execFile)(process.execPath, [
    join(folder, 'program.ts'),
    server.url,
    email,
    company.password,
    company.name,
  ])
  expect(JSON.parse(stdout)).toEqual({
    isSame: true,
    comments: 'first',
    late: [412, 'stale'],
    found: ['Widening of the road to Satara'],
    wrong: [{ path: 'id', message: 'must be an id' }],
  })
})

test('the client reports mistakes at compile time', () => {
  const first = head.split('\n').length
  const lines = (faults.get('wrong.ts') ?? []).map(([line]) => line - first)
  expect([...new Set(lines)].toSorted()).toEqual([...wrongs.keys()])
})
