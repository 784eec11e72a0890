import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { filterContracts } from '@plinth/api/contracts'
import { filterProjects } from '@plinth/api/projects'
import { compressed } from '@plinth/server/users/images.factory'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { type Size, signedIn } from './src/browser.ts'
import { test } from './src/desk.ts'

/** The pictures of the README, made anew by `npm run pictures` and never by a run of the tests. */
const folder = join(import.meta.dirname, '../docs/pictures')
const maxBytes = 150_000

const pictures: [name: string, size: Size, path: string, shown: (page: Page) => Promise<unknown>][] = [
  ['first-steps', 'desktop', '/', (page) => page.getByRole('region', { name: 'First steps' }).waitFor()],
  ['dashboard', 'desktop', '/contracts', (page) => page.getByRole('heading', { level: 2 }).first().waitFor()],
  ['contracts', 'desktop', '/contracts/list', (page) => page.getByRole('row').nth(5).waitFor()],
  ['tasks', 'desktop', '/project-tasks/list?projectId={project}', (page) => page.getByRole('row').nth(5).waitFor()],
  [
    'gantt',
    'desktop',
    '/project-tasks/list?projectId={project}&view=gantt',
    (page) => page.getByRole('row').nth(5).waitFor(),
  ],
  ['phone', 'phone', '/contracts/{contract}', (page) => page.getByRole('heading', { level: 1 }).waitFor()],
]

test.for(pictures)('%s', async ([name, size, path, shown], { browser, owner }) => {
  const [project] = await owner.ok(filterProjects, { body: {} })
  const { content } = await owner.ok(filterContracts, { body: { status: ['WORK_IN_PROGRESS'] } })
  const { page, faults } = await signedIn(browser, 'owner@demo.example', size)
  await page.goto(path.replace('{project}', project?.id ?? '').replace('{contract}', content[0]?.id ?? ''))
  await shown(page)
  await page.waitForLoadState('networkidle')
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${name}.png`)
  writeFileSync(file, await compressed(await page.screenshot({ animations: 'disabled', caret: 'hide' })))
  await page.context().close()
  expect(faults).toEqual([])
  expect(statSync(file).size).toBeLessThan(maxBytes)
})
