import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import {
  expectAccessible,
  expectContrast,
  expectNoSidewaysScroll,
  openBrowser,
  type Size,
  signedInAlone,
  sizes,
  visit,
} from '../src/browser.ts'
import { expectOneFormOfDays } from '../src/day-forms.ts'
import { expectRoomAtEveryWidth, sizeHasSettled } from '../src/layout.ts'
import { openWhole, tellRefusals, walks } from '../src/walks.ts'

/** Where pictures of every screen go when SCREENS is set, for people to look at; no test needs them. */
const pictures = process.env['SCREENS'] ? join(import.meta.dirname, '../../.cache/screens') : undefined

const schemes = ['light', 'dark'] as const
type Scheme = (typeof schemes)[number]

let browser: Browser
beforeAll(async () => {
  if (pictures) mkdirSync(pictures, { recursive: true })
  browser = await openBrowser()
})

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

// A browser writes days its own way wherever a screen leaves them to it.
const american = { locale: 'en-US' }

// On a phone and a desktop, light and dark. Two at a time: the browser has a process for each page.
test.concurrent.each(Object.entries(walks))(
  'every screen of %s is whole, accessible, free of faults and refusals, and writes days in one form',
  async (_, walk) => {
    const { who, paths } = await walk()
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
  },
  600_000,
)
