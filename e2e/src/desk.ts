import type { Page } from 'playwright-core'
import { expect, test as plain } from 'vitest'
import { openBrowser, signedIn } from './browser.ts'
import { person } from './people.ts'

const email = 'owner@demo.example'

/**
 * A test of what the owner of the sample company does: `page` is a fresh browser that holds their session, `owner`
 * makes calls as them over HTTP. A fault that the page meets fails the test.
 */
export const test = plain
  .extend('owner', { scope: 'file' }, () => person(email))
  // oxlint-disable-next-line no-empty-pattern -- what a fixture needs is told by a pattern, and this one needs nothing
  .extend('browser', { scope: 'file' }, async ({}, { onCleanup }) => {
    const browser = await openBrowser()
    onCleanup(() => browser.close())
    return browser
  })
  .extend('page', async ({ browser }, { onCleanup }): Promise<Page> => {
    const { page, faults } = await signedIn(browser, email)
    onCleanup(async () => {
      await page.context().close()
      expect(faults).toEqual([])
    })
    return page
  })
