import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Browser, Response } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { launchBrowser, signedIn, visit } from '../src/browser.ts'
import { eventually } from '../src/screen.ts'

/**
 * Kilobytes of JavaScript, gzipped, that a first visit to each screen may ask for; and what is fetched ahead of its use once the
 * screen has everything and nothing else is under way.
 */
const budget = { '/login': 200, other: 260, ahead: 120 }

let browser: Browser
beforeAll(async () => {
  // Of its own: in no other's has a script been fetched before.
  browser = await launchBrowser()
})
afterAll(() => browser.close())

/** An id that no record has. */
const missing = '00000000-0000-4000-8000-000000000000'

const screens = [
  '/login',
  '/',
  '/contracts',
  '/contracts/list',
  '/contracts/create',
  '/contracts/contract-deposit',
  '/contracts/deposit-register',
  '/contracts/instruments/complete',
  '/contracts/money',
  '/contracts/refund-requests/create',
  `/contracts/refund-requests/${missing}`,
  '/contracts/release-rules/create',
  '/contracts/letter-templates/create',
  `/contracts/${missing}/supporting-docs`,
  '/projects',
  '/projects/create',
  '/project-tasks',
  '/project-tasks/list?view=gantt',
  '/project-tasks/list?view=board',
  '/project-tasks/create',
  '/project-tasks/bulk-upload',
  '/notification',
  '/reminders',
  '/reminders/coverage',
  '/reminders/rules',
  '/reminders/rules/create',
  '/reminders/holidays',
  '/general-tasks',
  '/general-tasks/list',
  '/general-tasks/create',
  '/measure',
  '/measure/new',
  `/measure/sheets/${missing}`,
  '/vehicles',
  '/payments',
  `/payments/agreements/${missing}/schedule`,
  `/payments/agreements/${missing}/heads`,
  '/payments/bills',
  '/payments/bills/create',
  `/payments/bills/${missing}`,
  `/payments/bills/${missing}/memorandum`,
  '/payments/parties',
  '/payments/parties/create',
  '/admin/users',
  '/admin/users/create',
  '/admin/roles/create',
  '/admin/audit-trail',
  '/account',
]

/** What was asked for after the screen had everything. */
const namesOfLate = `performance.getEntriesByType('resource')
  .filter(({ startTime }) => startTime >= performance.getEntriesByName('loading ahead')[0].startTime).map(({ name }) => name)`

test.each(screens)('%s asks for no more JavaScript than its budget', async (path) => {
  const { page } = path === '/login' ? await visit(browser) : await signedIn(browser, 'owner@demo.example')
  const scripts: Response[] = []
  page.on('response', (response) => {
    if (new URL(response.url()).pathname.endsWith('.js')) scripts.push(response)
  })
  await page.goto(inject('url') + path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await eventually(() => page.evaluate(`performance.getEntriesByName('loaded ahead').length`)).toBeGreaterThan(0)
  const late = new Set(await page.evaluate<string[]>(namesOfLate))
  const kilobytesOf = async (some: Response[]) => {
    const sizes = await Promise.all(some.map(async (script) => gzipSync(await script.body()).length))
    return sizes.reduce((sum, size) => sum + size, 0) / 1000
  }
  const first = scripts.filter((script) => !late.has(script.url()))
  expect(first.length).toBeGreaterThan(2)
  const kilobytes = await kilobytesOf(first)
  const ahead = await kilobytesOf(scripts.filter((script) => late.has(script.url())))
  console.log(`${path} ${kilobytes.toFixed(1)} KB, and ${ahead.toFixed(1)} KB ahead`)
  expect(kilobytes).toBeLessThan(path === '/login' ? budget['/login'] : budget.other)
  expect(ahead).toBeLessThan(budget.ahead)
  await page.context().close()
})

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
/** The classes of the library that stand in a text. */
const classesIn = (text: string) => new Set(text.match(/\bm_[0-9a-f]{6,8}\b/g))
const built = (folder: string, ending: string) =>
  readdirSync(join(root, 'web/dist', folder))
    .filter((name) => name.endsWith(ending))
    .map((name) => read(`web/dist/${folder}/${name}`))
    .join('\n')

test('every component of the library that is in use has its styles, and no other', () => {
  const used = classesIn(built('static/js', '.js'))
  const styled = classesIn(built('static', '.css'))
  const own = classesIn(read('node_modules/@mantine/core/styles.css'))
  expect([...used].filter((name) => own.has(name) && !styled.has(name))).toEqual([])
  const named = [...read('web/src/app/mantine.css').matchAll(/@import "(@mantine[^"]+)"/g)].map(([, path = '']) => path)
  expect(named.length).toBeGreaterThan(30)
  const idle = named.filter((path) => {
    const classes = classesIn(read(`node_modules/${path}`))
    return classes.size > 0 && classes.isDisjointFrom(used)
  })
  expect(idle).toEqual([])
})
