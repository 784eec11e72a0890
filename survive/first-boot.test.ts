import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { newContract } from '../server/src/tenders/contracts/contracts.factory.ts'
import { chance, isLong, times } from './src/chance.ts'
import { printTimes } from './src/figures.ts'
import { eventually, foundCompany, type Installation, newInstallation, signIn } from './src/installation.ts'

/** An interrupted first start and leftovers of an earlier run: the next start succeeds without help. */

const random = chance('first-boot')
const timeoutMs = 120_000

/** How far the first start gets: a random moment, by the seed, of making the cluster or of the work once it runs. */
const moments = {
  'at any moment': () => sleep(random.between(0, 2_500)),
  'once the database runs': async (at: Installation) => {
    await eventually(() => !at.isAlive || existsSync(join(at.cluster, 'postmaster.pid')), 'the database is begun')
    await sleep(random.between(0, 1_200))
  },
}
type Moment = keyof typeof moments

const sampleOwner = ({ dataDir }: Installation) => ({
  emailOrMobile: 'owner@demo.example',
  password: readFileSync(join(dataDir, 'sample-password'), 'utf8'),
  tenantName: 'Demo Infra',
})

const usual = [
  ['at any moment', 'all of it'],
  ['once the database runs', 'the server alone'],
] satisfies [Moment, string][]
const others = [
  ['once the database runs', 'all of it'],
  ['at any moment', 'the server alone'],
] satisfies [Moment, string][]

test.each(isLong ? [...usual, ...others] : usual)(
  'a first start that is killed %s (%s) is completed by the next',
  async (moment, what) => {
    const ready: number[] = []
    for (let round = 0; round < times(1, 10); round += 1) {
      const at = await newInstallation(isLong ? { SAMPLE_DATA: 'on' } : {})
      at.launch()
      await moments[moment](at)
      if (what === 'all of it') await at.killAll()
      else await at.kill()
      ready.push(await at.start())
      await newContract(await (await foundCompany(at)).signIn())
      if (isLong) await signIn(at.url, sampleOwner(at))
      expect((await at.stop()).code).toBe(0)
      expect(readdirSync(join(at.dataDir, 'postgres')).filter((name) => name.includes('.tmp-'))).toEqual([])
    }
    printTimes(`ready after a first start that was killed ${moment} (${what})`, ready)
  },
  timeoutMs * times(1, 10),
)

test(
  'a stale postmaster.pid does not prevent a start, whatever process it names',
  async () => {
    const at = await newInstallation()
    await at.start()
    const company = await foundCompany(at)
    const { id } = await newContract(await company.signIn())
    const pidFile = join(at.cluster, 'postmaster.pid')
    const [, ...rest] = readFileSync(pidFile, 'utf8').split('\n')
    const names = (pid: number) => [String(pid), ...rest].join('\n')
    for (const left of [names(2 ** 22 - 3), '', names(process.pid)]) {
      await at.stop()
      expect(existsSync(pidFile)).toBe(false)
      writeFileSync(pidFile, left)
      await at.start()
      expect((await company.signIn()).session.user.tenantName).toBe(company.name)
    }
    const found = await at.query<{ id: string }>('select id from contracts')
    expect(found).toEqual([{ id }])
  },
  timeoutMs,
)
