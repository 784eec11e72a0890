import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  expectAccessible,
  expectContrast,
  expectNoSidewaysScroll,
  openBrowser,
  type Size,
  signedInAlone,
  sizes,
  visit,
} from './browser.ts'
import { expectOneFormOfDays } from './day-forms.ts'
import { expectRoomAtEveryWidth, sizeHasSettled } from './layout.ts'
import { openWhole, tellRefusals, type Walk } from './walks.ts'

/** The folder for pictures of every screen when SCREENS is set, for people to look at; no test needs them. */
const pictures = process.env['SCREENS'] ? join(import.meta.dirname, '../../.cache/screens') : undefined

const schemes = ['light', 'dark'] as const
type Scheme = (typeof schemes)[number]

let browser: Browser

const fileName = (path: string, size: Size, scheme: Scheme) =>
  `${path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id').replace(/\W+/g, '_') || '_'}-${size}-${scheme}.jpg`

// Waits for colour transitions only; endless animations, such as a skeleton, are not waited for.
const colorsHaveSettled = `Promise.allSettled(document.getAnimations()
  .filter((animation) => animation instanceof CSSTransition).map((transition) => transition.finished)).then(() => true)`

/** Checks the current screen in this colour scheme. */
async function look(page: Page, path: string, size: Size, scheme: Scheme): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme })
  await page.locator(`html[data-mantine-color-scheme="${scheme}"]`).waitFor()
  await page.evaluate(colorsHaveSettled)
  if (pictures)
    await page.screenshot({ path: join(pictures, fileName(path, size, scheme)), type: 'jpeg', fullPage: true })
  await (scheme === 'light' ? expectAccessible : expectContrast)(page)
}

/** Checks the screen at this size without reloading it, as when a tablet is turned or a window widened. */
async function lookAt(page: Page, path: string, size: Size): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize(sizes[size])
  await page.evaluate(sizeHasSettled)
  await expectNoSidewaysScroll(page)
  for (const scheme of schemes) await look(page, path, size, scheme)
}

// A locale whose form of days differs, so that a day which a screen leaves to the browser is found.
const american = { locale: 'en-US' }

/** Checks each screen on a phone and a desktop, in light and dark. */
async function lookThrough({ who, paths }: Walk): Promise<void> {
  const { page, faults } = await (who === null
    ? visit(browser, 'phone', american)
    : signedInAlone(browser, who, 'phone', american))
  tellRefusals(page, faults)
  for (const path of paths) {
    await page.emulateMedia({ colorScheme: 'light' })
    await page.setViewportSize(sizes.phone)
    await openWhole(page, path)
    await expectOneFormOfDays(page)
    await lookAt(page, path, 'phone')
    await lookAt(page, path, 'desktop')
    await expectRoomAtEveryWidth(page)
  }
  expect(new URL(page.url()).pathname).not.toBe('/unauthorized')
  expect(faults).toEqual([])
  await page.context().close()
}

/** Tests every screen of a walk, a few in each test, so that none of them takes long. */
export function testScreens(name: string, parts: number, walk: () => Promise<Walk>): void {
  beforeAll(async () => {
    if (pictures) mkdirSync(pictures, { recursive: true })
    browser = await openBrowser()
  })
  describe(`${name}`, () => {
    const numbers = Array.from({ length: parts }, (_, at) => at + 1)
    test.each(numbers)(
      `screens, part %d of ${parts}: are whole and accessible, have no faults or refused requests, and write days in one form`,
      async (number) => {
        const { who, paths } = await walk()
        const some = paths.filter((_, at) => at % parts === number - 1)
        expect(some.length).toBeGreaterThan(0)
        await lookThrough({ who, paths: some })
      },
      600_000,
    )
  })
}
