import { gzipSync } from 'node:zlib'
import type { Browser, Response } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openBrowser, signedIn, visit } from './src/browser.ts'

/** Kilobytes of JavaScript, gzipped, that a first visit to each screen may ask for. */
const budget = { '/login': 200, other: 260 }

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

const screens = [
  '/login',
  '/',
  '/contracts',
  '/contracts/list',
  '/contracts/create',
  '/contracts/contract-deposit',
  '/contracts/deposit-register',
  '/contracts/x/supporting-docs',
  '/projects',
  '/projects/create',
  '/project-tasks',
  '/project-tasks/list?view=gantt',
  '/project-tasks/list?view=board',
  '/project-tasks/create',
  '/project-tasks/bulk-upload',
  '/vehicles',
  '/payments',
  '/admin/users',
  '/admin/users/create',
  '/admin/roles/create',
  '/admin/audit-trail',
  '/account',
]

test.each(screens)('%s asks for no more JavaScript than its budget', async (path) => {
  const { page } = path === '/login' ? await visit(browser) : await signedIn(browser, 'owner@demo.example')
  const scripts: Response[] = []
  page.on('response', (response) => {
    if (new URL(response.url()).pathname.endsWith('.js')) scripts.push(response)
  })
  await page.goto(inject('url') + path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  expect(scripts.length).toBeGreaterThan(2)
  const sizes = await Promise.all(scripts.map(async (script) => gzipSync(await script.body()).length))
  const kilobytes = sizes.reduce((sum, size) => sum + size, 0) / 1000
  console.log(`${path} ${kilobytes.toFixed(1)} KB`)
  expect(kilobytes).toBeLessThan(path === '/login' ? budget['/login'] : budget.other)
  await page.context().close()
})
