import { performance } from 'node:perf_hooks'
import { requestOf } from '@plinth/api/kernel/client'
import type { Endpoint, Method } from '@plinth/api/kernel/endpoint'
import { Pool } from 'undici'
import { quantile } from './measures.ts'

/** One request; the product and the floor differ only in the token. */
export interface Ask {
  method: Method
  path: string
  body?: object | undefined
  /** The token of the caller; the default is that of the target. */
  token?: string
}

/** The request of a call. */
export const askOf = (endpoint: Endpoint, input: { params?: object; query?: object; body?: object } = {}): Ask => ({
  method: endpoint.method,
  path: requestOf(endpoint, input).url,
  body: input.body,
})

/** A server under load, and the connections to it. */
export interface Target {
  url: string
  token: string
}

export const connections = 16

const headersOf = (token: string) => ({ authorization: `Bearer ${token}`, 'content-type': 'application/json' })

/** Sends one request; returns the parsed body. Throws for anything but success. */
export async function askOnce(pool: Pool, token: string, { method, path, body }: Ask): Promise<unknown> {
  const reply = await pool.request({
    method,
    path,
    headers: headersOf(token),
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await reply.body.text()
  if (reply.statusCode >= 300) throw new Error(`${path}: ${reply.statusCode} ${text.slice(0, 500)}`)
  return JSON.parse(text)
}

export interface Measured {
  /** Answers per second. */
  rate: number
  /** Milliseconds. */
  p50: number
  p99: number
  /** The milliseconds of each answer. */
  times: number[]
  /** The requests that got 503. */
  refused: number
}

/**
 * So many callers, each sending the next request as soon as the last is answered, for so many seconds; `ask` makes the nth
 * request.
 */
export async function load(
  { url, token }: Target,
  ask: (nth: number) => Ask,
  seconds: number,
  callers = connections,
): Promise<Measured> {
  const pool = new Pool(url, { connections: callers, pipelining: 1 })
  const times: number[] = []
  let asked = 0
  let refused = 0
  const begun = performance.now()
  const end = begun + seconds * 1_000
  const caller = async () => {
    while (performance.now() < end) {
      const { method, path, body, token: own = token } = ask((asked += 1))
      const headers = headersOf(own)
      const since = performance.now()
      const reply = await pool.request({ method, path, headers, ...(body && { body: JSON.stringify(body) }) })
      const bytes = await reply.body.arrayBuffer()
      if (reply.statusCode === 503) refused += 1
      else if (reply.statusCode >= 300) throw new Error(`${path}: ${reply.statusCode} ${Buffer.from(bytes).toString()}`)
      else times.push(performance.now() - since)
    }
  }
  await Promise.all(Array.from({ length: callers }, caller))
  const rate = (times.length / (performance.now() - begun)) * 1_000
  await pool.close()
  return { rate, p50: quantile(times, 0.5), p99: quantile(times, 0.99), times, refused }
}
