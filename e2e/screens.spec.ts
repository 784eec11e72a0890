import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createContract } from '@plinth/api/contracts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { administrationScreens, businessScreens, openScreens, operatorScreens } from './src/addresses.ts'
import {
  expectAccessible,
  expectContrast,
  expectNoSidewaysScroll,
  openBrowser,
  type Size,
  signedIn,
  sizes,
  visit,
} from './src/browser.ts'
import { type Colleague, newCompany } from './src/company.ts'
import { expectOneFormOfDays } from './src/day-forms.ts'
import { expectNothingMoved, expectRoomAtEveryWidth, sizeHasSettled } from './src/layout.ts'
import { operator, person, type Who } from './src/people.ts'

/** Where pictures of every screen go when SCREENS is set, for people to look at; no test needs them. */
const pictures = process.env['SCREENS'] ? join(import.meta.dirname, '../.cache/screens') : undefined

const schemes = ['light', 'dark'] as const
type Scheme = (typeof schemes)[number]

const owner = 'owner@demo.example'

/** Screens of documents where there are none; what stands after the mark tells their pictures from the others. */
async function emptyScreens(): Promise<string[]> {
  const caller = await person(newcomer)
  const { id } = await caller.ok(createContract, { body: { contractName: 'Untouched' } })
  return [`/contracts/${id}`, `/contracts/${id}/supporting-docs`, '/vehicles', '/vehicle-insurance', '/payments'].map(
    (path) => `${path}?none`,
  )
}

interface Walk {
  who: () => Who | null
  screens: () => string[] | Promise<string[]>
}

const walks: Record<string, Walk> = {
  anybody: { who: () => null, screens: () => openScreens },
  'the owner': { who: () => owner, screens: businessScreens },
  'the administrator': { who: () => owner, screens: administrationScreens },
  'the operator': { who: operator, screens: operatorScreens },
  'a newcomer': { who: () => newcomer, screens: emptyScreens },
}

let browser: Browser
let newcomer: Colleague
beforeAll(async () => {
  if (pictures) mkdirSync(pictures, { recursive: true })
  browser = await openBrowser()
  newcomer = (await newCompany('Empty Works')).administrator
})
afterAll(() => browser.close())

const fileName = (path: string, size: Size, scheme: Scheme) =>
  `${path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id').replace(/\W+/g, '_') || '_'}-${size}-${scheme}.jpg`

// Some colours change over a moment; what moves without an end, such as a skeleton, is not waited for.
const colorsHaveSettled = `Promise.allSettled(document.getAnimations()
  .filter((animation) => animation instanceof CSSTransition).map((transition) => transition.finished)).then(() => true)`

/** The screen as it stands, in this scheme. */
async function look(page: Page, path: string, size: Size, scheme: Scheme): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme })
  await page.locator(`html[data-mantine-color-scheme="${scheme}"]`).waitFor()
  await page.evaluate(colorsHaveSettled)
  if (pictures)
    await page.screenshot({ path: join(pictures, fileName(path, size, scheme)), type: 'jpeg', fullPage: true })
  await (scheme === 'light' ? expectAccessible : expectContrast)(page)
}

/** The screen at this size, which it takes on as it stands: whoever turns a tablet or widens a window loads nothing anew. */
async function lookAt(page: Page, path: string, size: Size): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize(sizes[size])
  await page.evaluate(sizeHasSettled)
  await expectNoSidewaysScroll(page)
  for (const scheme of schemes) await look(page, path, size, scheme)
}

/** What the page asks for and is refused, which the person's permissions and the address would have told beforehand. */
function tellRefusals(page: Page, faults: string[]): void {
  page.on('response', (response) => {
    const isRefused = response.status() >= 400 && response.status() < 500
    if (isRefused) faults.push(`${new URL(page.url()).pathname}: ${response.status()} ${response.url()}`)
  })
}

// Two at a time: the browser has a process for each page.
test.concurrent.each(Object.entries(walks))(
  'every screen of %s is whole, accessible and free of faults, on a phone and a desktop, light and dark',
  async (_, { who, screens }) => {
    const person = who()
    const { page, faults } = await (person === null ? visit(browser, 'phone') : signedIn(browser, person, 'phone'))
    tellRefusals(page, faults)
    for (const path of await screens()) {
      await page.emulateMedia({ colorScheme: 'light' })
      await page.setViewportSize(sizes.phone)
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.waitForLoadState('networkidle')
      await expectNothingMoved(page)
      await lookAt(page, path, 'phone')
      await lookAt(page, path, 'desktop')
      await expectRoomAtEveryWidth(page)
    }
    expect(new URL(page.url()).pathname).not.toBe('/unauthorized')
    expect(faults).toEqual([])
    await page.context().close()
  },
  600_000,
)

const staff = ['owner', 'tenders', 'accounts', 'site'].map((account) => `${account}@demo.example`)

test.concurrent.each([...staff, 'the operator'])(
  'no screen that %s goes to asks for what they are refused, and in an American browser days have one form, too',
  async (email) => {
    const { page, faults } = await signedIn(browser, email === 'the operator' ? operator() : email, 'desktop', {
      locale: 'en-US',
    })
    tellRefusals(page, faults)
    for (const path of [
      '/',
      ...(await businessScreens()),
      ...(await administrationScreens()),
      ...(await operatorScreens()),
    ]) {
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.waitForLoadState('networkidle')
      await expectNothingMoved(page)
      await expectOneFormOfDays(page)
    }
    expect(faults).toEqual([])
    await page.context().close()
  },
  600_000,
)
