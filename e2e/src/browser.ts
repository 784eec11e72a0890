import AxeBuilder from '@axe-core/playwright'
import { login } from '@plinth/api/auth'
import { client } from '@plinth/server/test-server'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { findChromium } from '../../scripts/chromium.mjs'

export const sizes = { desktop: { width: 1440, height: 900 }, phone: { width: 360, height: 780 } } as const
export type Size = keyof typeof sizes
export type Scheme = 'light' | 'dark'

const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export async function openBrowser(): Promise<Browser> {
  const executablePath = await findChromium()
  return chromium.launch({ ...(executablePath && { executablePath }), args: quiet })
}

export interface Visit {
  page: Page
  /** Faults the page met: uncaught errors and refused resources. */
  faults: string[]
}

async function open(browser: Browser, options: BrowserContextOptions): Promise<Visit> {
  const context = await browser.newContext({
    ...options,
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    reducedMotion: 'reduce',
    baseURL: inject('url'),
  })
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  return { page, faults }
}

/** A person at a fresh browser. */
export const visit = (browser: Browser, size: Size = 'desktop', scheme: Scheme = 'light') =>
  open(browser, { viewport: sizes[size], colorScheme: scheme })

/** What the browser keeps of each person's session: signed in once per file, however many visits follow. */
const sessions = new Map<string, Promise<{ name: string; value: string }[]>>()

async function sessionOf(email: string): Promise<{ name: string; value: string }[]> {
  const body = { emailOrMobile: email, password: inject('password'), tenantName: 'Demo Infra' }
  const { accessToken, refreshToken, user } = await client(inject('url')).ok(login, { body })
  return Object.entries({ accessToken, refreshToken, user: JSON.stringify(user) }).map(([name, value]) => ({
    name,
    value,
  }))
}

/** A person whose browser still holds their session. */
export async function signedIn(browser: Browser, email: string, size: Size = 'desktop'): Promise<Visit> {
  const kept = sessions.get(email) ?? sessionOf(email)
  sessions.set(email, kept)
  const origins = [{ origin: inject('url'), localStorage: await kept }]
  return open(browser, { viewport: sizes[size], storageState: { cookies: [], origins } })
}

/** Signs in through the login screen. */
export async function signIn(page: Page, email: string): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email or mobile number').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(inject('password'))
  await page.getByRole('combobox', { name: 'Tenant name' }).fill('Demo Infra')
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL((url) => url.pathname === '/')
}

/** Nothing that axe knows of WCAG 2.2 AA is broken on the page as it stands. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)).toEqual(
    [],
  )
}

/** The page does not scroll sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflow = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
  expect(overflow, `sideways scroll at ${page.url()}`).toBeLessThanOrEqual(0)
}
