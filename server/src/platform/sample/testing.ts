import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { login } from '@plinth/api/access/auth'
import { inject } from 'vitest'
import { migrate } from '../../kernel/db/migrate.ts'
import type { Storage } from '../../kernel/files/storage.ts'
import { adminClient, ownDatabase, testSecret } from '../../kernel/testing/databases.ts'
import { client, startTestServer } from '../../testing/test-server.ts'
import { ensureSample, type SampleCompany } from './sample.ts'

/** A server with an empty database of its own and a data directory. */
export async function emptyInstallation({ storage }: { storage?: Storage } = {}) {
  const database = await ownDatabase(inject('admin'), inject('migrated'))
  const server = await startTestServer({
    login: await migrate(database.admin, testSecret),
    ...(storage && { storage }),
  })
  const dataDir = mkdtempSync(join(tmpdir(), 'plinth sample '))
  const admin = await adminClient(database.admin)
  const rows = async (query: string, values: unknown[] = []) =>
    (await admin.query<Record<string, unknown>>(query, values)).rows
  const stop = async () => {
    await admin.end()
    rmSync(dataDir, { recursive: true })
    await server.stop()
    await database.stop()
  }
  return { server, dataDir, admin, rows, stop }
}
export type Installation = Awaited<ReturnType<typeof emptyInstallation>>

/** The sample company of an installation in which it was not erased. */
export async function sampleOf({ server, dataDir }: Installation, today?: string): Promise<SampleCompany> {
  const sample = await ensureSample(server.door, server.storage, dataDir, today)
  if (!sample) throw new Error('no sample company')
  return sample
}

export const signIn = ({ server }: Installation, { tenantName, password }: SampleCompany, emailOrMobile: string) =>
  server.stranger.ok(login, { body: { emailOrMobile, password, tenantName } })

/** Signs in one of the sample's people, by the part of their address before the @. */
export async function personOf(installation: Installation, company: SampleCompany, account = 'owner') {
  const session = await signIn(installation, company, `${account}@demo.example`)
  return { ...client(installation.server.url, session.accessToken), session, user: session.user }
}
