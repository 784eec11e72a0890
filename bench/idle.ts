import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { startLocalPostgres } from '@plinth/local-postgres'
import { migrate } from '../server/src/kernel/db/migrate.ts'
import { testSecret } from '../server/src/kernel/testing/databases.ts'
import { line, megabytes, quantile, serveProduct, timed } from './measures.ts'

/**
 * Measures how long the server takes to be ready with a running, migrated database, with and without its compile cache, and its
 * memory when idle. Quote the times only of a quiet machine.
 */

const rounds = 5
const restMs = 10_000

/** Resident memory of a process in bytes. */
const memoryOf = (pid: number) =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024

const folder = mkdtempSync(join(tmpdir(), 'plinth-bench-'))
const postgres = await startLocalPostgres({ dir: join(folder, 'postgres') })
const children: ChildProcess[] = []
try {
  await migrate(postgres.connection, testSecret)
  const cache = join(folder, 'compiled')
  const kinds = { 'compiled anew': {}, 'compiled before': { NODE_COMPILE_CACHE: cache } }
  line('', 'ready, s: median', 'most', 'idle memory')
  for (const [name, settings] of Object.entries(kinds)) {
    const times: number[] = []
    let memory = 0
    // The first round fills the compile cache for the others.
    for (let round = 0; round <= rounds; round += 1) {
      const begun = performance.now()
      await serveProduct(folder, postgres.connection, children, settings)
      if (round > 0) times.push((performance.now() - begun) / 1_000)
      const child = children.pop()
      if (round === rounds) {
        await sleep(restMs)
        memory = memoryOf(child?.pid ?? 0)
      }
      await timed(
        () =>
          new Promise((resolve) => {
            child?.once('exit', resolve)
            child?.kill('SIGTERM')
          }),
      )
    }
    line(name, quantile(times, 0.5).toFixed(2), Math.max(...times).toFixed(2), megabytes(memory))
  }
} finally {
  for (const child of children) child.kill('SIGTERM')
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
