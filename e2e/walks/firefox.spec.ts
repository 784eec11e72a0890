import { createContract } from '@plinth/api/tenders/contracts'
import puppeteer, { type Browser, type Page } from 'puppeteer-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { findFirefox } from '../../scripts/firefox.mjs'
import { newCompany } from '../src/company.ts'
import { onDisk, pdfOf } from '../src/papers.ts'
import { person, sessionOf, type Who } from '../src/people.ts'
import { eventually } from '../src/screen.ts'

/** The released Firefox, driven over WebDriver BiDi. Without one these tests are skipped. */
const executablePath = findFirefox()

const owner = 'owner@demo.example'

/** Opens a Firefox with a window of this size; it cannot be narrower than 450 pixels. */
const open = (width = '1440', height = '900'): Promise<Browser> =>
  puppeteer.launch({
    browser: 'firefox',
    executablePath: executablePath ?? '',
    headless: true,
    defaultViewport: null,
    args: ['--width', width, '--height', height],
    env: { ...process.env, TZ: 'Asia/Kolkata', MOZ_HEADLESS_WIDTH: width, MOZ_HEADLESS_HEIGHT: height },
    extraPrefsFirefox: { 'intl.accept_languages': 'en-IN', 'ui.prefersReducedMotion': 1 },
  })

/** Whether the error is a font whose download was aborted by leaving the page. */
const isBrokenOff = (error: unknown) => /downloadable font: .*status=2152398850/.test(String(error))

const address = (path: string) => new URL(path, inject('url')).href

/** Opens a page with the person's session, or without one for null; collects its errors. */
async function pageOf(browser: Browser, who: Who | null): Promise<{ page: Page; faults: string[] }> {
  const page = await (await browser.createBrowserContext()).newPage()
  const faults: string[] = []
  page.on('pageerror', (error) => {
    if (!isBrokenOff(error)) faults.push(`${page.url()}: ${String(error)}`)
  })
  page.on('response', (reply) => {
    if (reply.status() >= 500) faults.push(`${page.url()}: ${reply.status()} ${reply.url()}`)
  })
  if (who !== null) {
    const { accessToken, refreshToken, user } = await sessionOf(who)
    const session = JSON.stringify({ accessToken, refreshToken, user: JSON.stringify(user) })
    await page.goto(address('/robots.txt'))
    await page.evaluate(`Object.assign(localStorage, ${session})`)
  }
  return { page, faults }
}

const isThere = `document.querySelector('h1') !== null && document.querySelector('main [aria-busy=true]') === null`

/** The path of the screen, its missing parts, and by how many pixels it scrolls sideways. */
const screenState = `({
  path: location.pathname,
  missing: [...document.querySelectorAll('[data-missing]')].map((part) => part.textContent),
  sideways: document.documentElement.scrollWidth - document.documentElement.clientWidth,
})`

async function expectWhole(page: Page, path: string): Promise<void> {
  await page.goto(address(path))
  await eventually(() => page.evaluate(isThere)).toBe(true)
  const found = await page.evaluate(screenState)
  expect(found, path).toEqual({ path: expect.not.stringMatching('/unauthorized'), missing: [], sideways: 0 })
}

/** Waits for the element at this XPath. Puppeteer's locators compile code from text, which the page's security policy forbids. */
async function findElement(page: Page, path: string) {
  await eventually(() => page.$(`::-p-xpath(${path})`)).not.toBeNull()
  const found = await page.$(`::-p-xpath(${path})`)
  if (!found) throw new Error(`nothing at ${path}`)
  return found
}

async function type(page: Page, label: string, text: string): Promise<void> {
  await (
    await findElement(
      page,
      `//label[starts-with(normalize-space(), "${label}")]/following::*[self::input or self::textarea][1]`,
    )
  ).type(text)
}

async function press(page: Page, name: string): Promise<void> {
  // A button may contain its shortcut besides its name.
  await (await findElement(page, `//button[normalize-space() = "${name}" or .//*[text() = "${name}"]]`)).click()
}

describe.skipIf(!executablePath)('in Firefox', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await open()
  })
  afterAll(() => browser.close())

  test('a user signs in, finds Today, saves a contract, and finds it in the list and on its own page', async () => {
    const { email, password, tenantName } = (await newCompany('Firefox Works')).administrator
    const { page, faults } = await pageOf(browser, null)
    await expectWhole(page, '/login')
    await type(page, 'Email or mobile number', email)
    await type(page, 'Password', password)
    await type(page, 'Tenant name', tenantName)
    await press(page, 'Login')
    await eventually(() => page.evaluate('location.pathname')).toBe('/')
    await findElement(page, '//h1[normalize-space() = "Today"]')
    await expectWhole(page, '/contracts/create')
    await type(page, 'Contract name', 'Widening at km 12')
    await type(page, 'Closing date', '20 Dec 2026')
    await type(page, 'Bid value', '12,50,000.50')
    await press(page, 'Save')
    await eventually(() => page.evaluate('location.pathname')).not.toBe('/contracts/create')
    await expectWhole(page, '/contracts/list')
    await eventually(() => page.evaluate(`document.querySelector('main').innerText`)).toMatch(
      /Widening at km 12\s.*₹12,50,000\.50\s.*20 Dec 2026/s,
    )
    await (await findElement(page, '//main//a[normalize-space() = "Widening at km 12"]')).click()
    await findElement(page, '//h1[contains(normalize-space(), "Widening at km 12")]')
    expect(faults).toEqual([])
    await page.browserContext().close()
  }, 120_000)

  test('a user uploads a PDF, sees its page and downloads it again', async () => {
    const { administrator } = await newCompany('Firefox Papers')
    const caller = await person(administrator)
    const { id } = await caller.ok(createContract, { body: { contractName: 'Weir' } })
    const { page, faults } = await pageOf(browser, administrator)
    await expectWhole(page, `/contracts/${id}/supporting-docs`)
    const files = await findElement(page, '//input[@type="file"][@aria-label="Files"]')
    await files.uploadFile(await onDisk('Plan.pdf', pdfOf(1)))
    await press(page, 'Upload')
    await (await findElement(page, '//main//button[@aria-label="Preview Plan.pdf"]')).click()
    await findElement(page, '//*[@role="group"][@aria-label="Page 1"]//canvas')
    await findElement(page, '//a[@aria-label="Download Plan.pdf"]')
    const link = await page.evaluate(`document.querySelector('a[aria-label="Download Plan.pdf"]').href`)
    const answer = await fetch(String(link))
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect(faults).toEqual([])
    await page.browserContext().close()
  }, 120_000)

  test('the task tree and a list in Hindi open completely', async () => {
    const { page, faults } = await pageOf(browser, owner)
    await expectWhole(page, '/project-tasks/list')
    await findElement(page, '//*[@role="treegrid"]//*[@role="row"][@aria-level]')
    const { hostname: domain } = new URL(page.url())
    await page.browserContext().setCookie({ name: 'language', value: 'hi', domain, path: '/' })
    await expectWhole(page, '/contracts/list')
    expect(await page.evaluate('document.documentElement.lang')).toBe('hi-IN')
    await findElement(page, '//h1[normalize-space() = "अनुबंध"]')
    expect(faults).toEqual([])
    await page.browserContext().close()
  }, 120_000)

  test('My day opens completely in a window as narrow as a phone', async () => {
    const narrow = await open('450', '800')
    const { page, faults } = await pageOf(narrow, owner)
    await expectWhole(page, '/general-tasks')
    expect(await page.evaluate('innerWidth')).toBeLessThan(600)
    expect(faults).toEqual([])
    await narrow.close()
  }, 120_000)
})
