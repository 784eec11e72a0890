import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Browser, Response } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { launchBrowser, signedIn, visit } from '../src/browser.ts'
import { eventually } from '../src/screen.ts'

/** Kilobytes of JavaScript, gzipped, that a first visit asks for at most: to sign in, and to any other screen. */
const budget = { signIn: 200, screen: 330 }

let browser: Browser
beforeAll(async () => {
  // Of its own: in no other's has a script been fetched before.
  browser = await launchBrowser()
})
afterAll(() => browser.close())

/** An id that no record has. */
const missing = '00000000-0000-4000-8000-000000000000'

/** One screen of each kind. */
const screens = [
  '/login',
  '/',
  '/contracts',
  '/contracts/list',
  '/contracts/create',
  '/contracts/instruments/complete',
  '/project-tasks/list?view=gantt',
  '/reminders',
  '/measure/new',
  `/payments/agreements/${missing}/schedule`,
  '/admin/roles/create',
]

/** The files whose load began after the screen had everything. */
const namesOfLater = `performance.getEntriesByType('resource')
  .filter(({ startTime }) => startTime >= performance.getEntriesByName('loading ahead')[0].startTime).map(({ name }) => name)`

test.each(screens)('a first visit to %s asks for no more JavaScript than the budget', async (path) => {
  const { page } = path === '/login' ? await visit(browser) : await signedIn(browser, 'owner@demo.example')
  const scripts: Response[] = []
  page.on('response', (response) => {
    if (new URL(response.url()).pathname.endsWith('.js')) scripts.push(response)
  })
  await page.goto(inject('url') + path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await eventually(() => page.evaluate(`performance.getEntriesByName('loaded ahead').length`)).toBeGreaterThan(0)
  const later = new Set(await page.evaluate<string[]>(namesOfLater))
  const first = scripts.filter((script) => !later.has(script.url()))
  expect(first.length).toBeGreaterThan(2)
  const sizes = await Promise.all(first.map(async (script) => gzipSync(await script.body()).length))
  const kilobytes = sizes.reduce((sum, size) => sum + size, 0) / 1000
  console.log(`${path} ${kilobytes.toFixed(1)} KB`)
  expect(kilobytes).toBeLessThan(path === '/login' ? budget.signIn : budget.screen)
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
