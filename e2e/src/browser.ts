import { readFileSync, statfsSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { RunOnly, RunOptions } from 'axe-core'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { findChromium } from '../../scripts/chromium.mjs'
import { credentialsOf, sessionOf, type Who } from './people.ts'

export const sizes = { desktop: { width: 1440, height: 900 }, phone: { width: 360, height: 780 } } as const
export type Size = keyof typeof sizes

const chromiumArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--in-process-gpu',
  '--disable-site-isolation-trials',
  // A spare renderer for another site and a separate network process lengthen a run by a tenth.
  '--disable-features=IsolateOrigins,site-per-process,SpareRendererForSitePerProcess,Translate,OptimizationHints',
  '--enable-features=NetworkServiceInProcess2',
  // No page stays open long enough for optimizing its scripts to pay off.
  '--js-flags=--no-turbofan --no-maglev',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Whether /dev/shm has room. Without it Chromium shares memory through files on disk, which lengthens a run by a tenth. */
function hasSharedMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm')
    return bavail * bsize > 2 ** 31
  } catch {
    return false
  }
}

/** Limit of every wait, in milliseconds. It is long because the machine may be busy and a late failure costs nothing. */
export const timeoutMs = 30_000

/** All browsers that are open now. */
export const browsers = new Set<Browser>()

/** Launches a browser that the caller has to close. */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = await findChromium()
  const ignoreDefaultArgs = hasSharedMemory() ? ['--disable-dev-shm-usage'] : []
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: chromiumArgs,
    ignoreDefaultArgs,
  })
  browsers.add(browser)
  browser.once('disconnected', () => browsers.delete(browser))
  return browser
}

let shared: Promise<Browser> | undefined

async function launchShared(): Promise<Browser> {
  const browser = await launchBrowser()
  browser.once('disconnected', () => {
    shared = undefined
  })
  return browser
}

/** The browser that the specs of this worker share, one after the other; it ends with the worker. */
export function openBrowser(): Promise<Browser> {
  shared ??= launchShared()
  return shared
}

export interface Visit {
  page: Page
  /** Uncaught errors and refused resources of the page. */
  faults: string[]
}

/** pdf.js throws this inside its worker when a preview closes while the document is being opened; the worker ends then. */
const endedWorker = 'Worker was terminated'

/** Pages that a test has left and another may reuse, by the options of their context. */
const leftPages = new WeakMap<Browser, Map<string, Page[]>>()
const openedWith = new WeakMap<BrowserContext, string>()

function leftWith(browser: Browser, key: string): Page[] {
  const all = leftPages.get(browser) ?? new Map<string, Page[]>()
  leftPages.set(browser, all)
  const some = all.get(key) ?? []
  all.set(key, some)
  return some
}

/** An address of the product that runs no script: pages wait here, and their storage can be written here. */
const waitingPath = '/robots.txt'

async function pageFor(browser: Browser, options: BrowserContextOptions): Promise<Page> {
  const key = JSON.stringify(options)
  const known = leftWith(browser, key).pop()
  if (known) return known
  const context = await browser.newContext(options)
  openedWith.set(context, key)
  return context.newPage()
}

async function openVisit(browser: Browser, options: BrowserContextOptions): Promise<Visit> {
  const page = await pageFor(browser, {
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    reducedMotion: 'reduce',
    baseURL: inject('url'),
    // A test cannot delay or reject what a service worker answers.
    serviceWorkers: 'block',
    ...options,
  })
  page.setDefaultTimeout(timeoutMs)
  const faults: string[] = []
  page.on('pageerror', ({ message }) => {
    if (message !== endedWorker) faults.push(message)
  })
  return { page, faults }
}

const spent = new WeakSet<Page>()

/** Marks a page that carries a lasting change, such as a route, a clock or a script, so that no later test reuses it. */
export const spend = (page: Page) => void spent.add(page)

const spentContexts = new WeakSet<BrowserContext>()

/** Marks a page whose clock is set. The clock belongs to the context, so the whole context closes when the page is left. */
export const spendContext = (page: Page) => void spentContexts.add(page.context())

const events = ['console', 'dialog', 'pageerror', 'request', 'requestfailed', 'response'] as const

/** Deletes the databases, caches and workers of the origin; a database is deleted once the pages that had it open have let go. */
const deleteStored = `(async () => {
  const deleted = ({ name }) => new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name)
    request.onsuccess = () => resolve()
    request.onerror = () => reject(request.error)
  })
  await Promise.all((await indexedDB.databases()).map(deleted))
  for (const name of await caches.keys()) await caches.delete(name)
  for (const worker of (await navigator.serviceWorker?.getRegistrations()) ?? []) await worker.unregister()
  localStorage.clear()
  sessionStorage.clear()
})()`

/** Empties the page's storage, removes its listeners and leaves it at the waiting room. */
async function clear(page: Page): Promise<void> {
  for (const event of events) page.removeAllListeners(event)
  await page.goto(waitingPath)
  await page.evaluate(deleteStored)
  await page.context().clearCookies()
  await page.emulateMedia({ media: null, colorScheme: null, reducedMotion: 'reduce' })
  await page.mouse.move(0, 0)
}

/** Ignores the errors of requests that a route of the page is still fetching. */
async function close(page: Page): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.close()
}

/**
 * Returns a visit and expects that it had no fault. The next visit with the same options reuses the page with empty storage;
 * only the product's scripts stay, so that they are not fetched and compiled again.
 */
export async function leave(browser: Browser, { page, faults }: Visit): Promise<void> {
  const context = page.context()
  const key = openedWith.get(context)
  if (spentContexts.has(context)) {
    for (const one of context.pages()) await close(one)
    await context.close()
  } else if (key !== undefined && browser.contexts().includes(context)) {
    await Promise.all([context.setOffline(false), context.clearPermissions()])
    const next = spent.has(page) || page.isClosed() ? await context.newPage() : page
    for (const other of context.pages()) if (other !== next) await close(other)
    await clear(next)
    const { viewport }: BrowserContextOptions = JSON.parse(key)
    if (viewport) await next.setViewportSize(viewport)
    leftWith(browser, key).push(next)
  }
  expect(faults).toEqual([])
}

/**
 * Closes the pages that a spec opened and did not leave, and forgets its sessions, so that the next spec finds the same
 * browser.
 */
export async function tidy(): Promise<void> {
  const browser = await shared
  if (!browser) return
  sessions.delete(browser)
  const waiting = new Set([...(leftPages.get(browser)?.values() ?? [])].flat().map((page) => page.context()))
  for (const context of browser.contexts()) {
    if (waiting.has(context)) continue
    for (const page of context.pages()) await close(page)
    await context.close()
  }
}

/** Context options that a test may set: time zone, locale, origin of the product, and whether service workers run. */
export type Elsewhere = Pick<BrowserContextOptions, 'timezoneId' | 'locale' | 'baseURL' | 'serviceWorkers'>

/** Opens a browser page without a session. */
export const visit = (browser: Browser, size: Size = 'desktop', elsewhere: Elsewhere = {}) =>
  openVisit(browser, { viewport: sizes[size], ...elsewhere })

type Storage = Record<string, string>

/** The stored session of each person, per browser: each signs in once per spec, however many visits follow. */
const sessions = new WeakMap<Browser, Map<string, Promise<Storage>>>()

async function storageOf(who: Who): Promise<Storage> {
  const { accessToken, refreshToken, user } = await sessionOf(who)
  return { accessToken, refreshToken, user: JSON.stringify(user) }
}

async function openWithStorage(browser: Browser, storage: Storage, size: Size, elsewhere: Elsewhere): Promise<Visit> {
  const visited = await openVisit(browser, { viewport: sizes[size], ...elsewhere })
  if (!visited.page.url().endsWith(waitingPath)) await visited.page.goto(waitingPath)
  await visited.page.evaluate(`Object.assign(localStorage, ${JSON.stringify(storage)})`)
  return visited
}

/** Opens a page whose browser already holds the person's session. */
export async function signedIn(
  browser: Browser,
  who: Who,
  size: Size = 'desktop',
  elsewhere: Elsewhere = {},
): Promise<Visit> {
  const { email } = credentialsOf(who)
  const known = sessions.get(browser) ?? new Map<string, Promise<Storage>>()
  sessions.set(browser, known)
  const storage = known.get(email) ?? storageOf(who)
  known.set(email, storage)
  return openWithStorage(browser, await storage, size, elsewhere)
}

/**
 * The same with a separate session. A visit longer than the life of an access token renews it, which would end a shared
 * session.
 */
export const signedInAlone = async (
  browser: Browser,
  who: Who,
  size: Size = 'desktop',
  elsewhere: Elsewhere = {},
): Promise<Visit> => openWithStorage(browser, await storageOf(who), size, elsewhere)

/** Opens the login screen, types the credentials and sends them. */
export async function tryToSignIn(page: Page, who: Who): Promise<void> {
  await page.goto('/login')
  await typeSignIn(page, who)
}

/** The same on the login screen that is already open. */
export async function typeSignIn(page: Page, who: Who): Promise<void> {
  const { email, password, tenantName } = credentialsOf(who)
  await page.getByLabel('Email or mobile number').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('combobox', { name: 'Tenant name' }).fill(tenantName)
  await page.getByRole('button', { name: 'Login' }).click()
}

/** Signs in through the login screen. */
export async function signIn(page: Page, who: Who): Promise<void> {
  await tryToSignIn(page, who)
  await page.waitForURL((url) => url.pathname === '/')
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** Leaves out the HTML of each element: violations are reported by id and place only. */
const axeSettings = JSON.stringify({ noHtml: true })

interface Violation {
  id: string
  places: string[]
}

/**
 * The targets that are too small when scrolled to the middle of the window. axe also reports targets that are half covered by a
 * sticky bar, which are large enough.
 */
async function tooSmallInView(page: Page, places: string[]): Promise<string[]> {
  const options = JSON.stringify({ runOnly: { type: 'rule', values: ['target-size'] }, resultTypes: ['violations'] })
  const small: string[] = []
  for (const place of places) {
    const scrolled = await page.evaluate<number[]>(`(() => {
      const before = [scrollX, scrollY]
      document.querySelector(${JSON.stringify(place)})?.scrollIntoView({ block: 'center', inline: 'nearest' })
      return before
    })()`)
    const isSmall = await page.evaluate<boolean>(
      `axe.run(${JSON.stringify(place)}, ${options}).then(({ violations }) => violations.length > 0)`,
    )
    if (isSmall) small.push(place)
    await page.evaluate(`scrollTo(${scrolled.join()})`)
  }
  return small
}

/** Runs axe in the page itself, which has no frames, and loads it only once per page because it is large. */
async function expectNoViolations(page: Page, runOnly: RunOnly): Promise<void> {
  // Passing elements need no description, and none of these rules reads the style sheets.
  const options: RunOptions = { runOnly, resultTypes: ['violations'], preload: { assets: ['media'] } }
  if (!(await page.evaluate<boolean>('"axe" in window')))
    await page.evaluate(`${axe}\n;axe.configure(${axeSettings});0`)
  const found = await page.evaluate<Violation[]>(`axe.run(document, ${JSON.stringify(options)}).then((found) =>
    found.violations.map(({ id, nodes }) => ({ id, places: nodes.map(({ target }) => target.join(' ')) })))`)
  const violations: string[] = []
  for (const { id, places } of found) {
    const remaining = id === 'target-size' ? await tooSmallInView(page, places) : places
    if (remaining.length > 0) violations.push(`${id}: ${remaining.join(', ')}`)
  }
  expect(violations).toEqual([])
}

/** Expects that axe finds no violation of WCAG 2.2 AA on the page as it is. */
export const expectAccessible = (page: Page) =>
  expectNoViolations(page, { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] })

/** Expects that axe finds no violation that depends on colours, the only ones another colour scheme can cause. */
export const expectContrast = (page: Page) =>
  expectNoViolations(page, { type: 'rule', values: ['color-contrast', 'link-in-text-block'] })

/** Expects that the page does not scroll sideways. It polls because a busy machine takes more than a few frames to resize. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const measured = () =>
    page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth')
  await expect
    .poll(measured, { timeout: timeoutMs, message: `sideways scroll at ${page.url()}` })
    .toBeLessThanOrEqual(0)
}
