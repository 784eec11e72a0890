import { readFileSync, statfsSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { RunOnly, RunOptions } from 'axe-core'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { findChromium } from '../../scripts/chromium.mjs'
import { credentialsOf, sessionOf, type Who } from './people.ts'

export const sizes = { desktop: { width: 1440, height: 900 }, phone: { width: 360, height: 780 } } as const
export type Size = keyof typeof sizes

const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--in-process-gpu',
  '--disable-site-isolation-trials',
  // A process in reserve for a site that never comes, and one more for the network, cost a tenth of a run.
  '--disable-features=IsolateOrigins,site-per-process,SpareRendererForSitePerProcess,Translate,OptimizationHints',
  '--enable-features=NetworkServiceInProcess2',
  // No page is open for as long as optimizing its scripts takes to pay.
  '--js-flags=--no-turbofan --no-maglev',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Whether there is memory to share in files of it: without it a page shares what it has in files of the disk, which costs a tenth of a run. */
function hasSharedMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm')
    return bavail * bsize > 2 ** 31
  } catch {
    return false
  }
}

/** How long anything is waited for, in milliseconds: others may be using the machine, and to fail later costs nothing. */
export const patience = 30_000

/** Those that are open now. */
export const browsers = new Set<Browser>()

/** A browser of the caller's own, who closes it. */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = await findChromium()
  const ignoreDefaultArgs = hasSharedMemory() ? ['--disable-dev-shm-usage'] : []
  const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: quiet, ignoreDefaultArgs })
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
  /** Faults the page met: uncaught errors and refused resources. */
  faults: string[]
}

/** pdf.js throws this inside its worker when a preview closes while the document is being opened; the worker ends then. */
const endedWorker = 'Worker was terminated'

/** Pages that somebody has left, by what their context was opened with. */
const left = new WeakMap<Browser, Map<string, Page[]>>()
const openedWith = new WeakMap<BrowserContext, string>()

function leftWith(browser: Browser, key: string): Page[] {
  const all = left.get(browser) ?? new Map<string, Page[]>()
  left.set(browser, all)
  const some = all.get(key) ?? []
  all.set(key, some)
  return some
}

/** Of the product, with nothing of it running: where a page waits, and where its storage can be written. */
const waitingRoom = '/robots.txt'

async function pageFor(browser: Browser, options: BrowserContextOptions): Promise<Page> {
  const key = JSON.stringify(options)
  const known = leftWith(browser, key).pop()
  if (known) return known
  const context = await browser.newContext(options)
  openedWith.set(context, key)
  return context.newPage()
}

async function open(browser: Browser, options: BrowserContextOptions): Promise<Visit> {
  const page = await pageFor(browser, {
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    reducedMotion: 'reduce',
    baseURL: inject('url'),
    // What a worker answers, no test can hold up or turn away.
    serviceWorkers: 'block',
    ...options,
  })
  page.setDefaultTimeout(patience)
  const faults: string[] = []
  page.on('pageerror', ({ message }) => {
    if (message !== endedWorker) faults.push(message)
  })
  return { page, faults }
}

const spent = new WeakSet<Page>()

/** To be said of a page to which something is done that stays with it, as a route, a clock or a script: nobody finds it again. */
export const spend = (page: Page) => void spent.add(page)

const spentContexts = new WeakSet<BrowserContext>()

/** To be said of a page whose clock is set: the clock is the context's, which closes when the page is left. */
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

/** The page as it was before anybody came, in the waiting room. */
async function clear(page: Page): Promise<void> {
  for (const event of events) page.removeAllListeners(event)
  await page.goto(waitingRoom)
  await page.evaluate(deleteStored)
  await page.context().clearCookies()
  await page.emulateMedia({ media: null, colorScheme: null, reducedMotion: 'reduce' })
  await page.mouse.move(0, 0)
}

/** What a route of the page is still fetching for it is given up, and no fault. */
async function close(page: Page): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.close()
}

/**
 * Gives back what was opened, and expects it to have met no fault. Whoever comes next with the same options finds the same
 * page with nothing stored in it but the product's scripts, which it need not fetch and compile again.
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

/** Closes what a spec has opened and not left, and forgets whom it signed in: the next one finds the same browser. */
export async function tidy(): Promise<void> {
  const browser = await shared
  if (!browser) return
  sessions.delete(browser)
  const waiting = new Set([...(left.get(browser)?.values() ?? [])].flat().map((page) => page.context()))
  for (const context of browser.contexts()) {
    if (waiting.has(context)) continue
    for (const page of context.pages()) await close(page)
    await context.close()
  }
}

/** What is otherwise about somebody's browser: where it stands, what it is set to, where it finds the product, whether it keeps the shell. */
export type Elsewhere = Pick<BrowserContextOptions, 'timezoneId' | 'locale' | 'baseURL' | 'serviceWorkers'>

/** A person at a fresh browser. */
export const visit = (browser: Browser, size: Size = 'desktop', elsewhere: Elsewhere = {}) =>
  open(browser, { viewport: sizes[size], ...elsewhere })

type Storage = Record<string, string>

/** What each browser keeps of each person's session: signed in once per spec, however many visits follow. */
const sessions = new WeakMap<Browser, Map<string, Promise<Storage>>>()

async function storageOf(who: Who): Promise<Storage> {
  const { accessToken, refreshToken, user } = await sessionOf(who)
  return { accessToken, refreshToken, user: JSON.stringify(user) }
}

async function holding(browser: Browser, storage: Storage, size: Size, elsewhere: Elsewhere): Promise<Visit> {
  const visited = await open(browser, { viewport: sizes[size], ...elsewhere })
  if (!visited.page.url().endsWith(waitingRoom)) await visited.page.goto(waitingRoom)
  await visited.page.evaluate(`Object.assign(localStorage, ${JSON.stringify(storage)})`)
  return visited
}

/** A person whose browser still holds their session. */
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
  return holding(browser, await storage, size, elsewhere)
}

/** The same with a session that nobody else has: whoever stays for longer than an access token lives renews it, which ends it for others. */
export const signedInAlone = async (
  browser: Browser,
  who: Who,
  size: Size = 'desktop',
  elsewhere: Elsewhere = {},
): Promise<Visit> => holding(browser, await storageOf(who), size, elsewhere)

/** Types what somebody signs in with on the login screen and sends it. */
export async function tryToSignIn(page: Page, who: Who): Promise<void> {
  await page.goto('/login')
  await typeSignIn(page, who)
}

/** The same on the login screen as it is. */
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
/** What it finds is told by id and place alone: it need not copy the source of everything it looks at. */
const bare = JSON.stringify({ noHtml: true })

interface Violation {
  id: string
  places: string[]
}

/**
 * Of these the targets that are too small where they are pressed, in the middle of the window: what has been scrolled halfway
 * below a bar that stays counts as small there, and is not.
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

/** In the page itself, which has no frames, and read in but once for all looks at it: axe is large. */
async function expectNoViolations(page: Page, runOnly: RunOnly): Promise<void> {
  // What is in order is not described element by element, and no rule that is asked reads the style sheets.
  const options: RunOptions = { runOnly, resultTypes: ['violations'], preload: { assets: ['media'] } }
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(`${axe}\n;axe.configure(${bare});0`)
  const found = await page.evaluate<Violation[]>(`axe.run(document, ${JSON.stringify(options)}).then((found) =>
    found.violations.map(({ id, nodes }) => ({ id, places: nodes.map(({ target }) => target.join(' ')) })))`)
  const violations: string[] = []
  for (const { id, places } of found) {
    const left = id === 'target-size' ? await tooSmallInView(page, places) : places
    if (left.length > 0) violations.push(`${id}: ${left.join(', ')}`)
  }
  expect(violations).toEqual([])
}

/** Nothing that axe knows of WCAG 2.2 AA is broken on the page as it stands. */
export const expectAccessible = (page: Page) =>
  expectNoViolations(page, { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] })

/** Nor is what its colours decide: all that another colour scheme can break. */
export const expectContrast = (page: Page) =>
  expectNoViolations(page, { type: 'rule', values: ['color-contrast', 'link-in-text-block'] })

/** The page does not scroll sideways, once it has followed its size: on a busy machine that takes longer than some frames. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const measured = () =>
    page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth')
  await expect.poll(measured, { timeout: patience, message: `sideways scroll at ${page.url()}` }).toBeLessThanOrEqual(0)
}
