import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startLocalPostgres } from '@plinth/local-postgres'
import type pg from 'pg'
import { openDoor } from '../server/src/kernel/db/door.ts'
import { migrate } from '../server/src/kernel/db/migrate.ts'
import type { Door } from '../server/src/kernel/db/tenancy.ts'
import { adminClient, testSecret } from '../server/src/kernel/testing/databases.ts'
import { serveProduct } from './measures.ts'

/** A migrated database, its folder, and a way to start servers over it. */
export interface Database {
  door: Door
  admin: pg.Client
  dir: string
  /** Starts a server in a process of its own; returns its address. */
  serve(): Promise<string>
}

/** Runs the work with a database of its own, and removes it and its servers afterwards. */
export async function withDatabase(work: (database: Database) => Promise<void>): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'plinth-bench-'))
  const postgres = await startLocalPostgres({ dir })
  const children: ChildProcess[] = []
  try {
    const door = await openDoor(await migrate(postgres.connection, testSecret), 8)
    const admin = await adminClient(postgres.connection)
    // Ignored, so that an earlier error is the one that is reported.
    admin.on('error', () => {})
    await work({ door, admin, dir, serve: () => serveProduct(dir, postgres.connection, children) })
    await door.close()
    await admin.end()
  } catch (error) {
    console.error(error)
    process.exitCode = 1
  } finally {
    for (const child of children) {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
    }
    await postgres.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}
