import { join } from 'node:path'
import { expect, test } from 'vitest'
import { rounds } from './src/chance.ts'
import { Disk, whyNoDisk } from './src/disk.ts'
import { printTimes } from './src/figures.ts'
import { foundCompany, newInstallation } from './src/installation.ts'
import { checkFaults, recordFaults, structureFaults } from './src/soundness.ts'
import { Desk } from './src/writers.ts'

/**
 * Simulates a loss of power: all processes are stopped, the disk is copied, and what the kernel had yet to write is lost. The
 * next start finds a file system to replay and a database to recover.
 */

const reason = whyNoDisk()
if (reason) console.log(`power-cut is left out: ${reason}`)

test.skipIf(reason !== undefined)('acknowledged writes survive a loss of power', async () => {
  const disk = new Disk(700)
  const at = await newInstallation({}, join(disk.mountPoint, 'data'))
  const firstStart = await at.start()
  const company = await foundCompany(at)
  const desk = new Desk(at.url, company, await company.signIn(), 'power-cut')
  await desk.furnish()
  const ready: number[] = []
  for (let round = 0; round < rounds(2, 20); round += 1) {
    desk.begin()
    await desk.untilSomeMoment()
    at.freeze()
    disk.copy()
    await at.killAll()
    await desk.stop()
    disk.restoreCopy()
    ready.push(await at.start())
    // Sessions are kept.
    expect(await desk.ledger.resend(desk.by)).toBe(0)
    await desk.signInAgain()
    expect(await desk.ledger.check(desk.by)).toEqual([])
    expect(await desk.fileFaults()).toEqual([])
    expect(await recordFaults(at, desk)).toEqual([])
    expect(await structureFaults(at)).toEqual([])
    expect(desk.ledger.unexplained).toEqual([])
  }
  expect(await desk.ledger.check(desk.by, { all: true })).toEqual([])
  printTimes(`ready after a loss of power (the first start took ${Math.round(firstStart)} ms)`, ready)
  console.log(`power-cut: ${desk.ledger.acknowledged} writes acknowledged`)
  expect((await at.stop()).code).toBe(0)
  expect(await checkFaults(at)).toEqual([])
})
