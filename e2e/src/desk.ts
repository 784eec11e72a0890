import type { Page } from 'playwright-core'
import { test as plain } from 'vitest'
import { type Elsewhere, leave, openBrowser, type Size, signedIn, type Visit, visit } from './browser.ts'
import { newCompany } from './company.ts'
import { person, type Who } from './people.ts'

const email = 'owner@demo.example'

// oxlint-disable-next-line no-empty-pattern -- Vitest reads the needs of a fixture from its pattern, and this one needs nothing
const inBrowser = plain.extend('browser', { scope: 'file' }, ({}) => openBrowser())

/**
 * A test as the owner of the sample company: `page` is a browser page that holds only their session, `owner` makes their calls
 * over HTTP. A fault of the page fails the test.
 */
export const test = inBrowser
  .extend('owner', { scope: 'file' }, () => person(email))
  .extend('page', async ({ browser }, { onCleanup }): Promise<Page> => {
    const visited = await signedIn(browser, email)
    onCleanup(() => leave(browser, visited))
    return visited.page
  })

/**
 * A test in a company of its own, whose administrator makes calls over HTTP as `owner`. `enter` opens a browser page that holds
 * only the session of a person, or no session for null. A fault of any page fails the test.
 */
export const testIn = (tenantName: string) =>
  inBrowser
    .extend('company', { scope: 'file' }, () => newCompany(tenantName))
    .extend('owner', { scope: 'file' }, ({ company }) => person(company.administrator))
    .extend('enter', ({ browser }, { onCleanup }) => {
      const visits: Visit[] = []
      onCleanup(async () => {
        for (const visited of visits) await leave(browser, visited)
      })
      return async (who: Who | null, size?: Size, elsewhere?: Elsewhere): Promise<Page> => {
        const visited = await (who === null ? visit(browser, size, elsewhere) : signedIn(browser, who, size, elsewhere))
        visits.push(visited)
        return visited.page
      }
    })
