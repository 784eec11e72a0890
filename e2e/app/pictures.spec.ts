import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { filterContracts } from '@plinth/api/tenders/contracts'
import { filterProjects } from '@plinth/api/works/projects'
import { compressed } from '@plinth/server/access/users/images.factory'
import type { Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { type Size, signedIn, spend } from '../src/browser.ts'
import { test } from '../src/desk.ts'

/** The pictures of the README, `docs/tour.md` and `docs/looks.md`, made by `npm run pictures` and never by a run of the tests. */
const folder = join(import.meta.dirname, '../../docs/pictures')
const maxBytes = 150_000

interface Picture {
  path: string
  /** Waits until the screen is complete. */
  shown: (page: Page) => Promise<unknown>
  size?: Size
  /** Height of the picture from the top, in pixels; the default is the whole window. */
  height?: number
  before?: (page: Page) => Promise<unknown>
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 }).waitFor()
const rows = (page: Page) => page.getByRole('row').nth(5).waitFor()
const contractCall = '**/contracts/filter'

const pictures: Record<string, Picture> = {
  today: { path: '/', shown: (page) => page.getByRole('region', { name: 'Deposits', exact: true }).waitFor() },
  dashboard: { path: '/contracts', shown: (page) => page.getByRole('heading', { level: 2 }).first().waitFor() },
  tasks: { path: '/project-tasks/list?projectId={project}', shown: rows },
  gantt: { path: '/project-tasks/list?projectId={project}&view=gantt', shown: rows },
  phone: { path: '/contracts/{contract}', shown: heading, size: 'phone' },
  'looks-list': {
    path: '/contracts/list?status=WORK_IN_PROGRESS&status=DISPUTE&status=AWARDED',
    shown: rows,
    height: 560,
  },
  'looks-dense': {
    path: '/contracts/list?status=WORK_IN_PROGRESS&status=DISPUTE&status=AWARDED',
    shown: rows,
    height: 560,
    before: (page) => page.evaluate(`localStorage.setItem('dense', 'true')`),
  },
  'looks-dark': {
    path: '/',
    shown: (page) => page.getByRole('region', { name: 'Deposits' }).waitFor(),
    before: (page) => page.emulateMedia({ colorScheme: 'dark' }),
  },
  'looks-hindi': {
    path: '/contracts/{contract}',
    shown: heading,
    height: 560,
    before: (page) => page.context().addCookies([{ name: 'language', value: 'hi', url: inject('url') }]),
  },
  'looks-record': { path: '/projects/{project}', shown: heading },
  'looks-form': { path: '/contracts/create', shown: heading },
  'looks-phone-list': { path: '/project-tasks/list?projectId={project}', shown: heading, size: 'phone' },
  'looks-phone-today': {
    path: '/',
    shown: (page) => page.getByRole('region', { name: 'Deposits' }).waitFor(),
    size: 'phone',
  },
  'looks-empty': {
    path: '/contracts/list?search=aqueduct+in+Ladakh',
    shown: (page) => page.getByText('Nothing matches these filters.').waitFor(),
    height: 420,
  },
  'looks-loading': {
    path: '/contracts/list',
    shown: async (page) => page.locator('[aria-busy=true]').first().waitFor(),
    height: 420,
    before: (page) => page.route(contractCall, () => undefined),
  },
  'looks-failed': {
    path: '/contracts/list',
    shown: (page) => page.getByRole('button', { name: 'Retry' }).waitFor(),
    height: 420,
    before: (page) =>
      page.route(contractCall, (route) =>
        route.fulfill({
          status: 503,
          json: { code: 'unavailable', message: 'The database cannot be reached just now.' },
        }),
      ),
  },
}

test.for(Object.entries(pictures))(
  '%s',
  async ([name, { path, shown, size = 'desktop', height, before }], { browser, owner }) => {
    const [project] = await owner.ok(filterProjects, { body: {} })
    const { content } = await owner.ok(filterContracts, { body: { status: ['WORK_IN_PROGRESS'] } })
    const { page, faults } = await signedIn(browser, 'owner@demo.example', size)
    spend(page)
    await before?.(page)
    await page.goto(path.replace('{project}', project?.id ?? '').replace('{contract}', content[0]?.id ?? ''))
    await shown(page)
    if (name !== 'looks-loading') await page.waitForLoadState('networkidle')
    mkdirSync(folder, { recursive: true })
    const file = join(folder, `${name}.png`)
    const { width = 0, height: whole = 0 } = page.viewportSize() ?? {}
    const clip = { x: 0, y: 0, width, height: height ?? whole }
    writeFileSync(file, await compressed(await page.screenshot({ animations: 'disabled', caret: 'hide', clip })))
    await page.context().close()
    expect(faults).toEqual([])
    expect(statSync(file).size).toBeLessThan(maxBytes)
  },
)
