import { spawnSync } from 'node:child_process'
import { chownSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { dataDirOf } from './cluster.ts'
import { findRunningPostgres } from './index.ts'
import { dirWithCluster, freshDir, isRoot, query, spawnStarter, start } from './testing/starters.ts'

const index = join(import.meta.dirname, 'index.ts')

describe.concurrent('the server of another process', { timeout: 60_000 }, () => {
  test('is found with its connection, as long as it runs', async () => {
    const dir = await dirWithCluster()
    expect(await findRunningPostgres(dir)).toBeUndefined()
    const starter = spawnStarter(dir)
    await starter.outcome
    const connection = await findRunningPostgres(dir)
    expect(await query({ connection: connection ?? {} }, 'select current_user as who')).toEqual([{ who: 'postgres' }])
    await starter.stop()
    expect(await findRunningPostgres(dir)).toBeUndefined()
  })

  test('is undefined without a cluster, and after a dead server left its pid file', async () => {
    expect(await findRunningPostgres(freshDir())).toBeUndefined()
    const dir = await dirWithCluster()
    writeFileSync(join(dataDirOf(dir), 'postmaster.pid'), `1\n${dir}\n0\n5432\n${dir}\n\n1 1\nready\n`)
    expect(await findRunningPostgres(dir)).toBeUndefined()
    writeFileSync(join(dataDirOf(dir), 'postmaster.pid'), '')
    expect(await findRunningPostgres(dir)).toBeUndefined()
  })

  test('is not confused with the server of another directory', async () => {
    const [dir, other] = [await dirWithCluster(), freshDir()]
    const away = await start(other)
    const { host, port } = away.connection
    writeFileSync(join(dataDirOf(dir), 'postmaster.pid'), `1\n${dir}\n0\n${port}\n${host}\n\n1 1\nready\n`)
    expect(await findRunningPostgres(dir)).toBeUndefined()
  })

  test.skipIf(!isRoot)('is found by the owner of the directory, and by nobody else except root', async () => {
    const dir = freshDir()
    const daemon = 1
    chownSync(dir, daemon, daemon)
    await start(dir)
    expect(await findRunningPostgres(dir)).toBeDefined()
    const script = `const { findRunningPostgres } = await import(${JSON.stringify(index)})
      console.log(Boolean(await findRunningPostgres(${JSON.stringify(dir)})))`
    const found = (uid: number) =>
      spawnSync(process.execPath, ['--input-type=module', '-e', script], { uid, gid: uid, encoding: 'utf8', cwd: '/' })
    expect(found(daemon).stdout.trim() || found(daemon).stderr).toBe('true')
    expect(found(12_345).stdout.trim()).toBe('false')
  })
})
