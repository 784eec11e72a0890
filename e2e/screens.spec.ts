import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { filterContracts } from '@plinth/api/contracts'
import { listDeposits, searchContractDeposits } from '@plinth/api/deposits'
import { filterProjects } from '@plinth/api/projects'
import { filterTasks } from '@plinth/api/tasks'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  expectAccessible,
  expectNoSidewaysScroll,
  openBrowser,
  type Scheme,
  type Size,
  signIn,
  sizes,
  visit,
} from './src/browser.ts'
import { person } from './src/people.ts'

/** Pictures of every screen, for people to look at. */
const pictures = join(import.meta.dirname, '../.cache/screens')

const openScreens = ['/', '/about', '/login', '/unauthorized', '/nowhere']

/** Every screen behind the sign-in, by its address; ids are those of the records that the sample company came with. */
async function innerScreens(): Promise<string[]> {
  const owner = await person('owner@demo.example')
  const contracts = await owner.ok(filterContracts, { body: { referenceNo: 'NIT-' } })
  const contract = contracts.content[0]?.id ?? ''
  const search = await owner.ok(searchContractDeposits, {
    body: { referenceNo: 'NIT-', depositStatuses: ['SUBMITTED'] },
  })
  const withDeposit = search.content[0]?.id ?? ''
  const [deposit] = await owner.ok(listDeposits, { params: { contractId: withDeposit } })
  const [project] = await owner.ok(filterProjects, { body: { contractBidNo: 'NIT-' } })
  const [task] = await owner.ok(filterTasks, { body: { projectId: project?.id ?? '' } })
  const deposits = `/contracts/${withDeposit}/security-deposit`
  return [
    '/contracts/list',
    '/contracts/list?contractName=no+such+contract',
    '/contracts/create',
    `/contracts/${contract}`,
    `/contracts/${contract}/edit`,
    '/contracts/contract-deposit',
    `/contracts/contract-deposit/${withDeposit}`,
    deposits,
    `${deposits}/new`,
    `${deposits}/${deposit?.id}`,
    `${deposits}/${deposit?.id}/edit`,
    '/projects',
    '/projects/create',
    `/projects/${project?.id}`,
    `/projects/${project?.id}/edit`,
    '/project-tasks',
    `/project-tasks?projectId=${project?.id}`,
    '/project-tasks/create',
    `/project-tasks/${task?.id}`,
    `/project-tasks/${task?.id}/edit`,
    '/inventories',
    '/payroll',
  ]
}

let browser: Browser
let inner: string[]
beforeAll(async () => {
  mkdirSync(pictures, { recursive: true })
  browser = await openBrowser()
  inner = await innerScreens()
})
afterAll(() => browser.close())

const fileName = (path: string, size: Size, scheme: Scheme) =>
  `${path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id').replace(/\W+/g, '_') || '_'}-${size}-${scheme}.png`

describe.each(Object.keys(sizes) as Size[])('on a %s', (size) => {
  test.each(['light', 'dark'] as const)(
    'every screen is whole, accessible and free of faults (%s)',
    async (scheme) => {
      const { page, faults } = await visit(browser, size, scheme)
      const look = async (path: string) => {
        await page.goto(path)
        await page.getByRole('heading', { level: 1 }).waitFor()
        await page.waitForLoadState('networkidle')
        await page.screenshot({ path: join(pictures, fileName(path, size, scheme)), fullPage: true })
        await expectNoSidewaysScroll(page)
        await expectAccessible(page)
      }
      for (const path of openScreens) await look(path)
      await signIn(page, 'owner@demo.example')
      for (const path of inner) await look(path)
      expect(faults).toEqual([])
    },
    240_000,
  )
})
