import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { login } from '@plinth/api/access/auth'
import { requestOf } from '@plinth/api/kernel/client'
import type { Answer, Endpoint } from '@plinth/api/kernel/endpoint'
import { flags, type ModuleName } from '@plinth/api/kernel/permissions'
import type pg from 'pg'
import { grantRole, insertRole } from '../server/src/access/roles/roles.queries.ts'
import { foundTenant } from '../server/src/access/tenants/tenants.queries.ts'
import { insertUser } from '../server/src/access/users/users.queries.ts'
import type { Door } from '../server/src/kernel/db/tenancy.ts'
import { freePort, newId, testSecret } from '../server/src/kernel/testing/databases.ts'

/** The password of everybody in a bench. */
export const password = 'correct horse battery staple'
const ownerOf = (company: string) => `owner@${company.toLowerCase().replaceAll(/[^a-z\d]+/g, '-')}.example`

const personOf = (company: string, at: number) => (at === 0 ? ownerOf(company) : `p${at}.${ownerOf(company)}`)

/** The credentials of the people of a company. */
export const peopleOf = (company: string, people: number) =>
  Array.from({ length: people }, (_, at) => ({
    emailOrMobile: personOf(company, at),
    password,
    tenantName: company,
  }))

/** Creates a company with people who have every permission in these modules; returns its id. */
export async function newCompany(
  door: Door,
  name: string,
  modules: readonly ModuleName[],
  people = 1,
): Promise<string> {
  const id = newId()
  await door.inTenant(id, null, async (db) => {
    await foundTenant(db, { id, name, subdomain: `c-${id}`, kind: 'CUSTOMER', contactEmail: null })
    const grid = Object.fromEntries(modules.map((module) => [module, flags]))
    const role = await insertRole(db, { name: 'All', description: '', grid })
    for (let at = 0; at < people; at += 1) {
      const user = await insertUser(db, {
        username: 'Owner',
        email: personOf(name, at),
        mobileNo: null,
        designation: null,
        password,
      })
      await grantRole(db, user, role)
    }
  })
  return id
}

/** Starts a server of the product in a process of its own, over a running database; returns its address. */
export async function serveProduct(
  folder: string,
  { host, port: databasePort, user, password: secret, database }: pg.ClientConfig,
  children: ChildProcess[],
  settings: Record<string, string> = {},
): Promise<string> {
  const port = await freePort()
  const [at, word] = [host, secret].map((part) => encodeURIComponent(String(part)))
  const env = {
    PATH: process.env['PATH'],
    PORT: String(port),
    DATA_DIR: join(folder, `server-${port}`),
    DATABASE_URL: `postgresql://${user}:${word}@${at}:${databasePort}/${database}`,
    SESSION_SECRET: testSecret,
    SAMPLE_DATA: 'off',
    ...settings,
  }
  const child = spawn(process.execPath, ['server/src/main.ts'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  for await (const output of child.stdout) if (String(output).includes('ready')) break
  child.stdout.resume()
  return `http://127.0.0.1:${port}`
}

/** Sends calls with this token; returns the parsed answers. Throws for anything but success. */
export function caller(url: string, token?: string) {
  return async <E extends Endpoint>(endpoint: E, input: object): Promise<Answer<E>> => {
    const { method, url: path, body } = requestOf(endpoint, input)
    const type = typeof body === 'string' ? { 'content-type': 'application/json' } : {}
    const headers = { ...type, ...(token && { authorization: `Bearer ${token}` }) }
    const response = await fetch(url + path, { method, headers, ...(body !== undefined && { body }) })
    const text = await response.text()
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`)
    return JSON.parse(text || 'null') as Answer<E>
  }
}
export type Call = ReturnType<typeof caller>

/** The access token of the owner of that company. */
export async function tokenOf(url: string, company: string): Promise<string> {
  const body = { emailOrMobile: ownerOf(company), password, tenantName: company }
  return (await caller(url)(login, { body })).accessToken
}

/** Signs in as the owner of that company. */
export const signedIn = async (url: string, company: string): Promise<Call> => caller(url, await tokenOf(url, company))

/** Waits until the server has sealed the audit entries of furnishing; no measured work would leave so many. */
export async function untilSealed(admin: pg.Client): Promise<void> {
  while ((await admin.query('select from audit_entries where seal is null limit 1')).rows.length > 0) await sleep(500)
}

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** The entry of that index, counted on from the first after the last. */
export const at = <T>(list: readonly T[], index: number): T => {
  const found = list[index % list.length]
  if (found === undefined) throw new Error('an empty list')
  return found
}

export const quantile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? NaN

export const line = (...cells: (string | number)[]) =>
  console.log(cells.map((cell, at) => (at === 0 ? String(cell).padEnd(28) : String(cell).padStart(20))).join(''))

export const milliseconds = (value: number) => `${value.toFixed(value < 100 ? 2 : 0)} ms`
export const megabytes = (value: number) => `${(value / 1024 / 1024).toFixed(1)} MB`
