import { performance } from 'node:perf_hooks'
import { login } from '@plinth/api/auth'
import { requestOf } from '@plinth/api/kernel/client'
import type { Answer, Endpoint } from '@plinth/api/kernel/endpoint'
import { flags, type ModuleName } from '@plinth/api/kernel/permissions'
import type { Door } from '../server/src/kernel/tenancy.ts'
import { newId } from '../server/src/kernel/testing.ts'
import { grantRole, insertRole } from '../server/src/roles/roles.queries.ts'
import { foundTenant } from '../server/src/tenants/tenants.queries.ts'
import { insertUser } from '../server/src/users/users.queries.ts'

const password = 'correct horse battery staple'
const ownerOf = (company: string) => `owner@${company.toLowerCase().replaceAll(/[^a-z\d]+/g, '-')}.example`

/** A company with one person, who may do everything in these modules; answers its id. */
export async function newCompany(door: Door, name: string, modules: readonly ModuleName[]): Promise<string> {
  const id = newId()
  await door.inTenant(id, null, async (db) => {
    await foundTenant(db, { id, name, subdomain: `c-${id}`, kind: 'CUSTOMER', contactEmail: null })
    const user = await insertUser(db, {
      username: 'Owner',
      email: ownerOf(name),
      mobileNo: null,
      designation: null,
      password,
    })
    const grid = Object.fromEntries(modules.map((module) => [module, flags]))
    await grantRole(db, user, await insertRole(db, { name: 'All', description: '', grid }))
  })
  return id
}

/** Sends calls as somebody; answers what they come to. Throws for anything but success. */
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

/** The access token of the person of that company. */
export async function tokenOf(url: string, company: string): Promise<string> {
  const body = { emailOrMobile: ownerOf(company), password, tenantName: company }
  return (await caller(url)(login, { body })).accessToken
}

/** The person of that company, signed in. */
export const signedIn = async (url: string, company: string): Promise<Call> => caller(url, await tokenOf(url, company))

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

export const quantile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? NaN

export const line = (...cells: (string | number)[]) =>
  console.log(cells.map((cell, at) => (at === 0 ? String(cell).padEnd(28) : String(cell).padStart(20))).join(''))

export const milliseconds = (value: number) => `${value.toFixed(value < 100 ? 2 : 0)} ms`
export const megabytes = (value: number) => `${(value / 1024 / 1024).toFixed(1)} MB`
