import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type pg from 'pg'
import { buildApp } from '../server/src/app.ts'
import type { Door } from '../server/src/kernel/db/tenancy.ts'
import { diskStorage } from '../server/src/kernel/files/storage-disk.ts'
import { tokens } from '../server/src/kernel/secrets/tokens.ts'
import { testSecret } from '../server/src/kernel/testing/databases.ts'
import { withDatabase } from './database.ts'
import { line, milliseconds, quantile, timed } from './measures.ts'

/** A server with its database. */
export interface Running {
  door: Door
  admin: pg.Client
  url: string
}

/** Runs the work with a server in this process and a database of its own, and removes both afterwards. */
export const inProcess = (work: (running: Running) => Promise<void>): Promise<void> =>
  withDatabase(async ({ door, admin, dir }) => {
    const app = await buildApp({ door, tokens: tokens(testSecret), storage: diskStorage(join(dir, 'files')) })
    await app.listen({ port: 0, host: '127.0.0.1' })
    const address: AddressInfo | string | null = app.server.address()
    if (address === null || typeof address === 'string') throw new Error('no port')
    await work({ door, admin, url: `http://127.0.0.1:${address.port}` })
    await app.close()
  })

/** Makes each call so often, one after the other, and prints its time relative to the first of them. */
export async function compareWithFirst(
  calls: Readonly<Record<string, () => Promise<unknown>>>,
  rounds: number,
  size: number,
): Promise<void> {
  const times = new Map<string, number[]>(Object.keys(calls).map((name) => [name, []]))
  for (let round = 0; round < rounds; round += 1)
    for (const [name, ask] of Object.entries(calls)) times.get(name)?.push(await timed(ask))
  const base = quantile([...times.values()][0] ?? [], 0.5)
  for (const [name, own] of times) {
    const p50 = quantile(own, 0.5)
    const of = size.toLocaleString('en-IN')
    line(name, of, milliseconds(p50), milliseconds(quantile(own, 0.95)), `x ${(p50 / base).toFixed(1)}`)
  }
}
