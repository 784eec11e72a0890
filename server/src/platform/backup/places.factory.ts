import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, inject } from 'vitest'
import { newDocument, type OpenStore, stores } from '../../documents/documents/documents.factory.ts'
import { migrate } from '../../kernel/db/migrate.ts'
import { adminClient, boundAdmin, ownDatabase, type TestDatabase, testSecret } from '../../kernel/testing/databases.ts'
import { newContract } from '../../tenders/contracts/contracts.factory.ts'
import { newCompany, startTestServer } from '../../testing/test-server.ts'
import { type Manifest, manifestFile, manifestText } from './archive.rules.ts'
import { backUp } from './backup.queries.ts'
import { restore } from './restore.queries.ts'

const folders: string[] = []
/** A folder that is deleted when the suite has ended. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'plinth-backup-'))
  folders.push(folder)
  return folder
}
const databases: TestDatabase[] = []
const opened: OpenStore[] = []
afterAll(async () => {
  for (const { stop } of [...databases, ...opened]) await stop()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** An empty place for an installation; a migrated one has today's tables and no rows. */
export async function place(kind: keyof typeof stores, { isBound = false, isMigrated = false } = {}) {
  const database = await ownDatabase(inject('admin'), isMigrated ? inject('migrated') : undefined)
  const store = await stores[kind]()
  databases.push(database)
  opened.push(store)
  const admin = isBound ? await boundAdmin(database.admin) : database.admin
  const config: Parameters<typeof restore>[0]['config'] = {
    dataDir: newFolder(),
    databaseUrl: 'external',
    sessionSecret: testSecret,
    oldSessionSecret: undefined,
  }
  const serve = async () => startTestServer({ login: await migrate(admin, testSecret), storage: store.storage })
  return { root: database.admin, admin, storage: store.storage, hooks: store.hooks, config, serve }
}
export type Place = Awaited<ReturnType<typeof place>>

export const backUpAt = ({ admin, storage, config }: Place, folder: string, keep?: number) =>
  backUp({ admin, storage, config, folder, keep })
export const restoreAt = (
  { admin, storage, config }: Place,
  from: string,
  how: { skipDamaged?: boolean; newSecret?: boolean } = {},
) => restore({ openTarget: async () => ({ admin, storage }), config, from, ...how })

export async function rowsIn<Row>({ root }: Place, query: string): Promise<Row[]> {
  const admin = await adminClient(root)
  try {
    return (await admin.query(query)).rows
  } finally {
    await admin.end()
  }
}

/** A small installation that nobody changes. */
export async function smallOne(kind: keyof typeof stores = 'on disk') {
  const at = await place(kind, { isMigrated: true })
  const server = await at.serve()
  const company = await newCompany(server)
  const owner = await company.as()
  const { id } = await newContract(owner)
  const { key, sha256 } = await newDocument(owner, id)
  await server.stop()
  return { at, key, sha256, company: company.id }
}

/** Changes a backup's manifest as if it had been written so. */
export function rewriteManifest(from: string, changed: (whole: Manifest) => object): void {
  const path = join(from, manifestFile)
  const { sha256, ...whole } = JSON.parse(readFileSync(path, 'utf8'))
  if (typeof sha256 !== 'string') throw new Error('the manifest has no hash of its own')
  writeFileSync(path, manifestText({ ...whole, ...changed(whole) }))
}
