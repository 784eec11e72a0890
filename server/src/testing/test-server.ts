import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hash } from '@node-rs/argon2'
import { login } from '@plinth/api/access/auth'
import { type CallInput, requestOf } from '@plinth/api/kernel/client'
import { type Answer, type Endpoint, type ErrorAnswer, errorAnswer } from '@plinth/api/kernel/endpoint'
import { type Flag, flags, type ModuleName, moduleNames } from '@plinth/api/kernel/permissions'
import { sql } from 'kysely'
import { afterAll, inject } from 'vitest'
import { grantRole, insertRole } from '../access/roles/roles.queries.ts'
import { ensureOperator } from '../access/tenants/first-operator.queries.ts'
import { foundTenant, operatorTenantId } from '../access/tenants/tenants.queries.ts'
import { buildApp } from '../app.ts'
import type { ContactDetails } from '../kernel/config/config.ts'
import { openDoor } from '../kernel/db/door.ts'
import { migrate } from '../kernel/db/migrate.ts'
import type { Db, Door } from '../kernel/db/tenancy.ts'
import type { Storage } from '../kernel/files/storage.ts'
import { diskStorage } from '../kernel/files/storage-disk.ts'
import type { Sweeper } from '../kernel/jobs/sweeper.ts'
import type { Log } from '../kernel/log/log-target.ts'
import { hashPassword } from '../kernel/secrets/passwords.ts'
import { type Tokens, tokens } from '../kernel/secrets/tokens.ts'
import { newId, ownDatabase, testSecret } from '../kernel/testing/databases.ts'
import { newMobileNo } from '../kernel/testing/unique.ts'

interface TestServerOptions {
  now?: () => number
  isReadOnly?: () => boolean
  trustProxy?: string
  metricsToken?: string
  log?: Log
  pages?: string
  contact?: ContactDetails
  onContactMessage?: () => void
  onPicturesDue?: () => void
  mailsLinks?: boolean
  hasMailServer?: boolean
  sweeper?: Sweeper
  /** The document store, if it is not a folder of this server. */
  storage?: Storage
  /** A database of the suite's own, for suites that change what belongs to the whole installation. */
  alone?: boolean
  /** Its secrets, if they are not those of all tests. */
  keys?: Tokens
  /** Its connections always send the statement that opens a transaction in a message of its own. */
  opensSeparately?: boolean
  /** The database login, if it is not the one that all suites share. */
  login?: Parameters<typeof openDoor>[0]
}

let shared: Promise<Door> | undefined

/**
 * The connections of all suites of this process that need no own ones: each connection plans a statement once, so a
 * suite with new connections would plan all its statements again.
 */
const sharedDoor = () => (shared ??= openDoor(inject('login'), 8))

/** Starts the real server on a port of its own, over the database that all suites share. */
export async function startTestServer({
  now,
  alone,
  login,
  storage,
  keys,
  opensSeparately = false,
  ...rest
}: TestServerOptions = {}) {
  const database = alone ? await ownDatabase(inject('admin'), inject('migrated')) : undefined
  const ownLogin = database && (await migrate(database.admin, testSecret))
  const own = ownLogin ?? login ?? (opensSeparately && inject('login'))
  const door = own ? await openDoor(own, 8, { opensSeparately }) : await sharedDoor()
  const folder = mkdtempSync(join(tmpdir(), 'plinth-files-'))
  const files = storage ?? diskStorage(folder)
  const app = await buildApp({ door, tokens: keys ?? tokens(testSecret, now), storage: files, ...rest })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  const stop = async () => {
    await app.close()
    if (own) await door.close()
    await database?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  /** For a suite with its own database: the superuser's connection to it. */
  const admin = database?.admin
  return { app, door, url, stop, admin, storage: files, stranger: client(url) }
}
export type TestServer = Awaited<ReturnType<typeof startTestServer>>
/** The parts of a server with which people and companies are made. */
type Served = Pick<TestServer, 'door' | 'url'>

export interface Reply {
  status: number
  headers: Headers
  text: string
}

/** Sends calls over HTTP as a signed-in user, or as a stranger without a token. */
export function client(url: string, accessToken?: string) {
  async function send(
    method: string,
    path: string,
    body?: string | Blob | FormData,
    headers: Record<string, string> = {},
  ): Promise<Reply> {
    const response = await fetch(url + path, {
      method,
      headers: {
        // For a form fetch sets the type itself, with the boundary.
        ...(typeof body === 'string' && { 'content-type': 'application/json' }),
        ...(body instanceof Blob && { 'content-type': body.type || 'application/octet-stream' }),
        ...(accessToken && { authorization: `Bearer ${accessToken}` }),
        ...headers,
      },
      ...(body !== undefined && { body }),
    })
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  const sendCall = (endpoint: Endpoint, input: object, headers?: Record<string, string>) => {
    const request = requestOf(endpoint, input)
    return send(request.method, request.url, request.body, headers)
  }

  return {
    send,
    /** Sends any call with any input and returns the reply. */
    sendCall,
    /** Sends a call that must succeed and returns its answer. */
    async ok<E extends Endpoint>(
      endpoint: E,
      input: CallInput<E>,
      headers?: Record<string, string>,
    ): Promise<Answer<E>> {
      const reply = await sendCall(endpoint, input, headers)
      if (reply.status >= 300) throw new Error(`${endpoint.method} ${endpoint.path}: ${reply.status} ${reply.text}`)
      return (reply.text === '' ? undefined : JSON.parse(reply.text)) as Answer<E>
    },
    /** Sends a call that must be refused and returns its status and error. `input` may be anything. */
    async refused(
      endpoint: Endpoint,
      input: object,
      headers?: Record<string, string>,
    ): Promise<ErrorAnswer & { status: number }> {
      const reply = await sendCall(endpoint, input, headers)
      if (reply.status < 400)
        throw new Error(`${endpoint.method} ${endpoint.path} was not refused: ${reply.status} ${reply.text}`)
      return { status: reply.status, ...errorAnswer.parse(JSON.parse(reply.text)) }
    },
  }
}
export type Client = ReturnType<typeof client>

export type Grid = Partial<Record<ModuleName, readonly Flag[]>>
const platformModules: readonly ModuleName[] = ['Tenants', 'Modules', 'Credentials']
/** Every flag that people of a customer can hold. */
export const everything: Grid = Object.fromEntries(
  moduleNames.filter((name) => !platformModules.includes(name)).map((name) => [name, flags]),
)
/** Every flag that an operator can hold. */
export const everyPlatformFlag: Grid = Object.fromEntries(
  [...platformModules, 'User', 'Role', 'UserRoleMapping', 'Audit Trail'].map((name) => [name, flags]),
)

/** The password of everybody whom suites sign in. */
export const password = 'correct horse battery staple'
let people = 0

/** Makes a company of this suite's own. `as` makes a person with exactly these flags and signs them in. */
export async function newCompany(server: Served) {
  const id = newId()
  const name = `Company ${id}`
  await server.door.inTenant(id, null, (db) =>
    foundTenant(db, { id, name, subdomain: `c-${id}`, kind: 'CUSTOMER', contactEmail: null }),
  )
  return companyAt(server, id, name, everything)
}

/** The operators' company, which all suites share. */
export async function operatorCompany(server: Served) {
  await ensureOperator(server.door, { email: 'operator@test.example', password })
  const id = await server.door.anonymous(operatorTenantId)
  if (!id) throw new Error('no operator')
  return companyAt(server, id, 'Plinth', everyPlatformFlag)
}

/** Checking a password costs as much as its hash, and tests check them by the thousand, so they use a cheap hash. */
const cheap = { algorithm: 2, memoryCost: 64, timeCost: 1, parallelism: 1 }
export const cheapHash = (password: string): Promise<string> => hash(password, cheap)
let hashed: Promise<string> | undefined

/** Like `insertUser`, but with one cheap hash of the password that everybody here has. */
async function insertColleague(db: Db, person: { username: string; email: string; mobileNo: string }) {
  hashed ??= cheapHash(password)
  const { username, email, mobileNo } = person
  const added = await sql<{ id: string }>`insert into users (username, email, mobile_no)
    values (${username}, ${email}, ${mobileNo}) returning id`.execute(db)
  const { id } = added.rows[0]!
  await sql`insert into user_passwords (user_id, hash) values (${id}, ${await hashed})`.execute(db)
  return id
}

function companyAt({ door, url }: Served, id: string, name: string, widest: Grid) {
  async function person(grid: Grid) {
    people += 1
    const email = `person${people}-${newId()}@test.example`
    const mobileNo = newMobileNo()
    const userId = await door.inTenant(id, null, async (db) => {
      const personId = await insertColleague(db, { username: `Person ${people}`, email, mobileNo })
      await grantRole(db, personId, await insertRole(db, { name: `Role ${people} ${newId()}`, description: '', grid }))
      return personId
    })
    return { userId, email, mobileNo }
  }
  /** Makes a person whose password has the product's own costly hash. */
  async function dearPerson() {
    const created = await person({})
    const dear = await hashPassword(password)
    await door.inTenant(id, null, (db) =>
      sql`update user_passwords set hash = ${dear} where user_id = ${created.userId}`.execute(db),
    )
    return created
  }
  async function as(grid: Grid = widest) {
    const { userId, email } = await person(grid)
    const session = await client(url).ok(login, { body: { emailOrMobile: email, password, tenantName: name } })
    return { ...client(url, session.accessToken), userId, email, session }
  }
  return { id, name, password, person, dearPerson, as }
}
export type Company = Awaited<ReturnType<typeof newCompany>>

/** Starts a server with a company of its own for the tests of one file, and stops it after them. */
export async function startSuite(options?: TestServerOptions) {
  const server = await startTestServer(options)
  afterAll(() => server.stop())
  const company = await newCompany(server)
  return { server, company, owner: await company.as() }
}
