import { performance } from 'node:perf_hooks'
import { Pool } from 'undici'
import { quantile } from './measures.ts'

/** One request; the product and the floor differ only in the token. */
export interface Ask {
  method: 'GET' | 'POST'
  path: string
  body?: object | undefined
}

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

interface Measured {
  /** Answers per second. */
  rate: number
  /** Milliseconds. */
  p50: number
  p99: number
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
  const headers = headersOf(token)
  let asked = 0
  const begun = performance.now()
  const end = begun + seconds * 1_000
  const caller = async () => {
    while (performance.now() < end) {
      const { method, path, body } = ask((asked += 1))
      const since = performance.now()
      const reply = await pool.request({ method, path, headers, ...(body && { body: JSON.stringify(body) }) })
      const bytes = await reply.body.arrayBuffer()
      if (reply.statusCode >= 300) throw new Error(`${path}: ${reply.statusCode} ${Buffer.from(bytes).toString()}`)
      times.push(performance.now() - since)
    }
  }
  await Promise.all(Array.from({ length: callers }, caller))
  const rate = (times.length / (performance.now() - begun)) * 1_000
  await pool.close()
  return { rate, p50: quantile(times, 0.5), p99: quantile(times, 0.99) }
}
