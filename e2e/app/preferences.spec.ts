import { getSession, setLanguage } from '@plinth/api/access/auth'
import type { Browser, Page, Route } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { expectAccessible, openBrowser, signedIn, tryToSignIn, visit } from '../src/browser.ts'
import { all, newCompany, type OwnCompany } from '../src/company.ts'
import { person } from '../src/people.ts'
import { button, eventually, hasSettled, title } from '../src/screen.ts'

let browser: Browser
let company: OwnCompany
beforeAll(async () => {
  browser = await openBrowser()
  company = await newCompany('Preference Works')
})

const stored = (page: Page, key: string) => page.evaluate<string | null>(`localStorage.getItem('${key}')`)

async function preferences(page: Page, item: string): Promise<void> {
  await button(page, 'Preferences').click()
  await page
    .getByRole('menuitemradio', { name: item })
    .or(page.getByRole('menuitem', { name: item }))
    .click()
}

/** Delays two requests: the next session is read before a language is stored, and arrives after the language was stored. */
async function readSessionBeforeLanguageIsStored(page: Page): Promise<void> {
  const read = Promise.withResolvers<void>()
  const stored = page.waitForResponse(`**${setLanguage.path}`)
  const late = async (route: Route) => {
    const answer = await route.fetch()
    read.resolve()
    await stored
    await route.fulfill({ response: answer })
  }
  await page.route(`**${getSession.path}`, late, { times: 1 })
  await page.route(`**${setLanguage.path}`, async (route) => {
    await read.promise
    await route.continue()
  })
}

const home = 'आज'

/** Records every heading that the screen shows from now on, in any language. */
const rememberingHeadings = `new MutationObserver(() => {
    const [heading, seen] = [document.querySelector('h1')?.textContent, JSON.parse(sessionStorage.getItem('seen') ?? '[]')]
    if (heading && seen.at(-1) !== heading) sessionStorage.setItem('seen', JSON.stringify([...seen, heading]))
  }).observe(document, { childList: true, subtree: true, characterData: true })`
const rememberHeadings = (page: Page) => page.addInitScript(rememberingHeadings)
const headingsSeen = (page: Page) => page.evaluate<string[]>(`JSON.parse(sessionStorage.getItem('seen') ?? '[]')`)

describe('preferences', () => {
  test('of colours are kept', async () => {
    const { page } = await visit(browser)
    await page.goto('/login')
    await preferences(page, 'Dark colours')
    await page.reload()
    await page.locator('html[data-mantine-color-scheme=dark]').waitFor()
    await expectAccessible(page)
  })

  test('of language are stored for the person on every device, and lose no typed text', async () => {
    const linguist = await company.join('Linguist')
    const { page } = await visit(browser)
    await page.goto('/login')
    await page.getByLabel('Email or mobile number').fill('somebody@shell.example')
    await page.getByLabel('Password', { exact: true }).fill('never kept')
    await preferences(page, 'हिन्दी')
    await page.locator('html[lang=hi-IN]').waitFor()
    await eventually(() => page.locator('[name=emailOrMobile]').inputValue()).toBe('somebody@shell.example')
    await eventually(() => page.locator('[name=password]').inputValue()).toBe('')
    expect(await page.evaluate('JSON.stringify(sessionStorage)')).not.toContain('never kept')
    await expectAccessible(page)
    await page.locator('[name=emailOrMobile]').fill(linguist.email)
    await page.locator('[name=password]').fill(linguist.password)
    await page.locator('[name=tenantName]').fill(linguist.tenantName)
    await readSessionBeforeLanguageIsStored(page)
    await page.locator('button[type=submit]').click()
    await page.waitForURL((url) => url.pathname === '/')
    await eventually(async () => JSON.parse((await stored(page, 'user')) ?? '{}').language).toBe('hi')
    const other = await visit(browser)
    await rememberHeadings(other.page)
    await tryToSignIn(other.page, linguist)
    await other.page.locator('html[lang=hi-IN]').waitFor()
    await button(other.page, 'लॉग आउट').waitFor()
    expect(await headingsSeen(other.page)).toEqual(['Login', home])
    expect(other.faults).toEqual([])
  })

  test('of language that are chosen before signing in on a new device apply from the first screen', async () => {
    const linguist = await company.join('Newcomer')
    // The language that they chose on another device.
    await (await person(linguist)).ok(setLanguage, { body: { language: 'en' } })
    const { page, faults } = await visit(browser)
    await page.goto('/login')
    await preferences(page, 'हिन्दी')
    await page.locator('html[lang=hi-IN]').waitFor()
    await page.locator('[name=emailOrMobile]').fill(linguist.email)
    await page.locator('[name=password]').fill(linguist.password)
    await page.locator('[name=tenantName]').fill(linguist.tenantName)
    await page.evaluate(rememberingHeadings)
    const storedLanguage = page.waitForResponse(`**${setLanguage.path}`)
    await page.locator('button[type=submit]').click()
    await page.waitForURL((url) => url.pathname === '/')
    await title(page, home)
    expect((await storedLanguage).ok()).toBe(true)
    expect(await headingsSeen(page)).toEqual(['लॉग इन', home])
    expect((await (await person(linguist)).ok(getSession, {})).language).toBe('hi')
    expect(faults).toEqual([])
  })

  test('of language apply before anything is drawn, where this browser knows them', async () => {
    const linguist = await company.join('Traveller')
    const { page, faults } = await signedIn(browser, linguist)
    await page.goto('/account')
    await title(page, 'Your page')
    // The stored user as an earlier visit left it. An open page of the product would apply the change by itself.
    await page.goto('/robots.txt')
    await page.evaluate<void>(
      `localStorage.setItem('user', JSON.stringify({ ...JSON.parse(localStorage.getItem('user')), language: 'hi' }))`,
    )
    await rememberHeadings(page)
    // The page reloads itself in the other language before it has loaded.
    await page.goto('/account', { waitUntil: 'commit' })
    await page.locator('html[lang=hi-IN]').waitFor()
    await button(page, 'लॉग आउट').waitFor()
    expect(await headingsSeen(page)).not.toContain('Your page')
    expect(faults).toEqual([])
  })

  test('of language that change while a form is open wait for the next screen, and no screen mixes two', async () => {
    const { page, faults } = await signedIn(
      browser,
      await company.join('Clerk', await company.role('Clerks', all('Contracts'))),
    )
    await page.goto('/contracts/create')
    await title(page, 'New contract')
    // The requests of the first load must not get the answer that is changed below.
    await hasSettled(page)
    await page.route(`**${getSession.path}`, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), language: 'hi' } })
    })
    await page.evaluate<void>(`window.dispatchEvent(new Event('visibilitychange'))`)
    await eventually(async () => JSON.parse((await stored(page, 'user')) ?? '{}').language).toBe('hi')
    await title(page, 'New contract')
    await button(page, 'Save').waitFor()
    await page.getByRole('link', { name: 'Cancel' }).click()
    await page.locator('html[lang=hi-IN]').waitFor()
    await title(page, 'अनुबंध')
    expect(faults).toEqual([])
  })
})
