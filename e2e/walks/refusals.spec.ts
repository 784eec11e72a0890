import type { Browser } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { administrationScreens, businessScreens, operatorScreens } from '../src/addresses.ts'
import { openBrowser, signedInAlone } from '../src/browser.ts'
import { expectOneFormOfDays } from '../src/day-forms.ts'
import { operator } from '../src/people.ts'
import { strollThrough, tellRefusals } from '../src/walks.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})

const staff = ['owner', 'tenders', 'accounts', 'site'].map((account) => `${account}@demo.example`)

test.concurrent.each([...staff, 'the operator'])(
  'no screen that %s goes to asks for what they are refused, and in an American browser days have one form, too',
  async (email) => {
    const { page, faults } = await signedInAlone(browser, email === 'the operator' ? operator() : email, 'desktop', {
      locale: 'en-US',
    })
    tellRefusals(page, faults)
    const paths = [...(await businessScreens()), ...(await administrationScreens()), ...(await operatorScreens()), '/']
    await strollThrough(page, paths, () => expectOneFormOfDays(page))
    expect(faults).toEqual([])
    await page.context().close()
  },
  600_000,
)
