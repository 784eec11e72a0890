import type { Browser } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll, openBrowser, signedIn, visit } from './src/browser.ts'
import { openWhole, tellRefusals, walks } from './src/walks.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})

// At every width and in both colour schemes: `walks/screens.spec.ts`.
test.concurrent.each(Object.entries(walks))(
  'every screen of %s opens whole on a phone, accessible and free of faults',
  async (_, walk) => {
    const { who, paths } = await walk()
    const { page, faults } = await (who === null ? visit(browser, 'phone') : signedIn(browser, who, 'phone'))
    tellRefusals(page, faults)
    for (const path of paths) {
      await openWhole(page, path)
      await expectNoSidewaysScroll(page)
      await expectAccessible(page)
    }
    expect(new URL(page.url()).pathname).not.toBe('/unauthorized')
    expect(faults).toEqual([])
    await page.context().close()
  },
  300_000,
)
