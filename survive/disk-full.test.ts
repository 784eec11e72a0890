import { spawnSync } from 'node:child_process'
import { existsSync, rmSync, statfsSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { getSession, login, logout, refresh } from '@plinth/api/access/auth'
import { createContract, filterContracts } from '@plinth/api/tenders/contracts'
import { expect, test } from 'vitest'
import { reserveBytes } from '../local-postgres/src/reserve.ts'
import { contractBody } from '../server/src/tenders/contracts/contracts.factory.ts'
import { client } from '../server/src/testing/test-server.ts'
import { chance, times } from './src/chance.ts'
import { Disk, whyNoDisk } from './src/disk.ts'
import { eventually, foundCompany, type Installation, newInstallation } from './src/installation.ts'
import { recordFaults, structureFaults } from './src/soundness.ts'
import { Desk } from './src/writers.ts'

/** The disk of the data directory fills up while the server is written to, and is freed again. */

const random = chance('disk-full')
const reason = whyNoDisk()
if (reason) console.log(`disk-full is left out: ${reason}`)

/** Fills the disk except for so many bytes. */
function fill(disk: Disk, leaving: number): void {
  const { bavail, bsize } = statfsSync(disk.mountPoint)
  spawnSync('fallocate', ['-l', String(bavail * bsize - leaving), join(disk.mountPoint, 'ballast')])
  // dd fills the rest that fallocate cannot allocate.
  if (leaving === 0) spawnSync('dd', ['if=/dev/zero', `of=${join(disk.mountPoint, 'ballast-2')}`, 'bs=4096'])
}
const free = (disk: Disk) => {
  for (const name of ['ballast', 'ballast-2']) rmSync(join(disk.mountPoint, name), { force: true })
}

const longLog = 11 * 2 ** 20

/** Waits for the server's next check of its disk, which also moves a log of more than 10 MB aside. */
async function nextLook({ dataDir }: Installation): Promise<void> {
  const log = join(dataDir, 'postgres/postgres.log')
  truncateSync(log, longLog)
  await eventually(() => statSync(log).size < longLog, 'the server looks at its disk')
}

/** The statuses of reading, signing in and signing out, as people do it. */
async function statusesOf(at: Installation, desk: Desk) {
  const stranger = client(at.url)
  const read = await desk.by.sendCall(filterContracts, { body: {} })
  const session = await desk.by.sendCall(getSession, {})
  const entered = await stranger.sendCall(login, { body: desk.company.as })
  const { refreshToken } = JSON.parse(entered.text)
  const refreshed = await stranger.sendCall(refresh, { body: { refreshToken: refreshToken ?? '' } })
  const { accessToken } = JSON.parse(refreshed.text)
  const left = await client(at.url, accessToken).sendCall(logout, {})
  return [read, session, entered, refreshed, left].map(({ status }) => status)
}
const allWell = [200, 200, 200, 200, 204]
/**
 * The statuses before the first 507. On a completely full disk there may be room for a session but not for its end, or for
 * neither.
 */
const untilRefused = (statuses: number[]) =>
  statuses.includes(507) ? statuses.slice(0, statuses.indexOf(507)) : statuses
const reads = 2

test.skipIf(reason !== undefined)(
  'a full disk refuses writes and allows reads, and everything works again once it is freed',
  async () => {
    const disk = new Disk(500)
    const at = await newInstallation({}, join(disk.mountPoint, 'data'))
    await at.start()
    const { pid } = at
    const reserve = join(disk.mountPoint, 'data/postgres/reserve')
    const company = await foundCompany(at)
    const desk = new Desk(at.url, company, await company.signIn(), 'disk-full', [503, 507])
    await desk.furnish()
    const write = async () => (await desk.by.sendCall(createContract, { body: contractBody({ bidId: null }) })).status

    const hasReserve = () => existsSync(reserve) && statSync(reserve).size === reserveBytes
    await eventually(hasReserve, 'there is a reserve')
    for (let round = 0; round < times(2, 10); round += 1) {
      desk.begin()
      // The seed decides how long the people write before the disk is full, and then on a full disk.
      await sleep(random.between(100, 600))
      // Nearly full, which the server notices in time, or completely full at once.
      fill(disk, round % 2 === 0 ? 12_000_000 : 0)
      await sleep(random.between(500, 3_000))
      await desk.stop()
      await eventually(async () => (await write()) === 507, 'the disk is known to be full')
      await eventually(() => !existsSync(reserve), 'what is kept in reserve is given up')
      // The database exits when it has no room for its log; it restarts by itself in the reserved space.
      await eventually(async () => (await desk.by.sendCall(getSession, {})).status === 200, 'what there is is shown')
      const isNearly = round % 2 === 0
      // The freed reserve is not for more writes. A log that grows during a check is moved by that check, so this waits twice.
      if (isNearly) for (let look = 0; look < 2; look += 1) await nextLook(at)
      expect(await write()).toBe(507)
      const statuses = await statusesOf(at, desk)
      const served = isNearly ? statuses : untilRefused(statuses)
      expect(served).toEqual(allWell.slice(0, Math.max(served.length, reads)))
      expect(await desk.ledger.check(desk.by)).toEqual([])
      expect(await at.statusOf('/healthz')).toBe(200)

      free(disk)
      await eventually(async () => (await write()) === 201, 'the disk is known to be free')
      expect(hasReserve()).toBe(true)
      expect(await desk.ledger.resend(desk.by)).toBe(0)
      expect(await desk.ledger.check(desk.by, { all: true })).toEqual([])
      expect(await desk.fileFaults()).toEqual([])
      expect(await recordFaults(at, desk)).toEqual([])
      expect(await structureFaults(at)).toEqual([])
      expect(desk.ledger.unexplained).toEqual([])
    }
    console.log(`disk-full: ${desk.ledger.acknowledged} writes acknowledged, ${desk.ledger.refused} refused`)
    expect(desk.ledger.unanswered).toBe(0)
    expect(at.pid).toBe(pid)
    expect((await at.stop()).code).toBe(0)
  },
)
