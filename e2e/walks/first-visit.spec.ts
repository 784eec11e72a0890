import { login, refresh } from '@plinth/api/access/auth'
import { listModules } from '@plinth/api/access/modules'
import { createRole } from '@plinth/api/access/roles'
import { startOwnCompany } from '@plinth/api/access/tenants'
import { createUser } from '@plinth/api/access/users'
import { filterContracts } from '@plinth/api/tenders/contracts'
import { client } from '@plinth/server/testing/test-server'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { expect, test as plain } from 'vitest'
import {
  expectAccessible,
  expectContrast,
  expectNoSidewaysScroll,
  launchBrowser,
  type Size,
  sizes,
  timeoutMs,
} from '../src/browser.ts'
import { startProduct } from '../src/product.ts'
import { alert, eventually, field, fill, showing } from '../src/screen.ts'
import { goAndSettle } from '../src/settled.ts'

/** A new user of the sample company, in a product of its own, because the last test erases the sample. */
const test = plain
  // oxlint-disable-next-line no-empty-pattern -- Vitest reads the needs of a fixture from its pattern, and this one needs nothing
  .extend('product', { scope: 'file' }, async ({}, { onCleanup }) => {
    const product = await startProduct()
    onCleanup(() => product.stop())
    return product
  })
  // oxlint-disable-next-line no-empty-pattern -- this fixture needs nothing either
  .extend('browser', { scope: 'file' }, async ({}, { onCleanup }): Promise<Browser> => {
    const browser = await launchBrowser()
    onCleanup(() => browser.close())
    return browser
  })
  .extend('enter', ({ product, browser }, { onCleanup }) => {
    const contexts: BrowserContext[] = []
    const faults: string[] = []
    onCleanup(async () => {
      for (const context of contexts) await context.close()
      expect(faults).toEqual([])
    })
    /** Opens a fresh browser page, signed in with this account of the sample. */
    return async (account: string, size: Size = 'desktop'): Promise<Page> => {
      const context = await browser.newContext({ baseURL: product.url, viewport: sizes[size], reducedMotion: 'reduce' })
      contexts.push(context)
      const page = await context.newPage()
      page.setDefaultTimeout(timeoutMs)
      page.on('pageerror', (error) => faults.push(error.message))
      await signIn(page, `${account}@demo.example`, product.password, 'Demo Infra')
      return page
    }
  })

async function signIn(page: Page, email: string, password: string, company: string): Promise<void> {
  if (new URL(page.url()).pathname !== '/login') await page.goto('/login')
  await page.getByLabel('Email or mobile number').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('combobox', { name: 'Tenant name' }).fill(company)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL((url) => url.pathname === '/')
}

const steps = (page: Page) => page.getByRole('region', { name: 'First steps' })
/** Unfolds the steps if they are folded; they stay as the person left them. */
async function unfold(page: Page): Promise<void> {
  const show = steps(page).getByRole('button', { name: 'Show the first steps' })
  await show.or(steps(page).getByRole('button', { name: 'Hide' })).waitFor()
  if (await show.isVisible()) await stored(page, () => show.press('Enter'))
}
const titles = (page: Page) => steps(page).getByRole('listitem').getByRole('link').allTextContents()
const tick = (page: Page, step: string) => steps(page).getByRole('checkbox', { name: `Done: ${step}` })
const start = (page: Page) => steps(page).getByRole('button', { name: 'Start with your own company' })
/** Runs the act and waits until the server has stored it: leaving a page at once aborts its requests. */
async function stored(page: Page, act: () => Promise<void>): Promise<void> {
  const answer = page.waitForResponse((one) => one.request().method() === 'PUT' && one.url().includes('/lists/'))
  await act()
  expect((await answer).status()).toBe(200)
}
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Start with your own company' })

async function expectFit(page: Page): Promise<void> {
  await expectNoSidewaysScroll(page)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor()
    await (colorScheme === 'light' ? expectAccessible : expectContrast)(page)
  }
}

const own = ({ password }: { password: string }) => ({
  'Name of your company': 'Konkan Roads',
  'Your name': 'Latha Kamath',
  'E-mail': 'latha@konkan.example',
  'New password': 'laterite on the ghat road',
  'New password again': 'laterite on the ghat road',
  'Type Demo Infra to confirm': 'Demo Infra',
  'Your password': password,
})
const fault = (page: Page, label: string, text: string) =>
  dialog(page)
    .getByRole('textbox', { name: label, exact: true, description: new RegExp(RegExp.escape(text)) })
    .waitFor()

// Includes the start of the product.
test('a new user reads what the sample is, follows a step and finds it ticked wherever they sign in', {
  timeout: 180_000,
}, async ({ enter }) => {
  const page = await enter('owner')
  await steps(page).getByText('0 of 9 steps taken').waitFor()
  await unfold(page)
  await steps(page).getByText('The records of Demo Infra are made up').waitFor()
  expect(await titles(page)).toEqual([
    'Look at the dashboard',
    'See whose money it is to fetch',
    'Ask what your banks still guarantee',
    'See of which days nobody will be told',
    'Find a tender and award it',
    'Record its EMD',
    'Make a project of it',
    'Break the work into tasks',
    'Invite your staff',
  ])
  await steps(page).getByText('0 of 9 steps taken').waitFor()
  await stored(page, () => steps(page).getByRole('link', { name: 'Find a tender and award it' }).click())
  await page.waitForURL(/\/contracts\/list\?status=/)
  await page.getByRole('heading', { level: 1, name: 'Contracts' }).waitFor()
  await page.getByRole('cell', { name: 'Submitted' }).first().waitFor()
  await page.goto('/')
  await steps(page).getByText('1 of 9 steps taken').waitFor()
  expect(await tick(page, 'Find a tender and award it').isChecked()).toBe(true)

  await page.getByRole('button', { name: 'Logout' }).click()
  await page.getByRole('link', { name: 'Login' }).first().waitFor()
  const elsewhere = await enter('owner', 'phone')
  await eventually(() => tick(elsewhere, 'Find a tender and award it').isChecked()).toBe(true)
  await stored(elsewhere, () => tick(elsewhere, 'Find a tender and award it').press('Space'))
  await steps(elsewhere).getByText('0 of 9 steps taken').waitFor()
})

test('the first steps are folded at first, and stay as they were left', async ({ enter }) => {
  const page = await enter('owner')
  await unfold(page)
  await page.reload()
  await start(page).waitFor()
  await stored(page, () => steps(page).getByRole('button', { name: 'Hide' }).press('Enter'))
  await page.reload()
  await steps(page).getByRole('button', { name: 'Show the first steps' }).waitFor()
  expect(await titles(page)).toEqual([])
  expect(await start(page).count()).toBe(0)
  await expectFit(page)
})

test.for([
  [
    'tenders',
    [
      'Look at the dashboard',
      'See whose money it is to fetch',
      'See of which days nobody will be told',
      'Find a tender and award it',
      'Record its EMD',
      'Make a project of it',
    ],
  ],
  [
    'accounts',
    [
      'Look at the dashboard',
      'See whose money it is to fetch',
      'Ask what your banks still guarantee',
      'Find a tender and award it',
    ],
  ],
  ['site', ['Break the work into tasks']],
] as const)(
  '%s is offered the steps that they may take, and not the erasing of the sample',
  async ([account, expected], { enter }) => {
    const page = await enter(account)
    await unfold(page)
    expect(await titles(page)).toEqual(expected)
    expect(await start(page).count()).toBe(0)
  },
)

test('a step that begins on a screen the user may not see is not offered', async ({ enter, product }) => {
  const founder = { emailOrMobile: 'owner@demo.example', password: product.password, tenantName: 'Demo Infra' }
  const { accessToken } = await client(product.url).ok(login, { body: founder })
  const owner = client(product.url, accessToken)
  const modules = await owner.ok(listModules, {})
  const held = { canCreate: true, canView: true, canEdit: true, canDelete: false, canReport: false }
  const permissions = ['Projects', 'User'].map((module) => ({
    moduleId: modules.find(({ name }) => name === module)?.id ?? '',
    ...held,
  }))
  const { id: roleId } = await owner.ok(createRole, { body: { name: 'Planner', permissions } })
  const body = { username: 'Planner of the sample', email: 'planner@demo.example', password: product.password, roleId }
  await owner.ok(createUser, { body })
  const page = await enter('planner')
  await goAndSettle(page, () => page.goto('/'))
  await page.getByRole('region', { name: 'Projects' }).waitFor()
  expect(await steps(page).count()).toBe(0)
})

test('a user who may take none of the steps sees neither steps nor their count', async ({ enter, product }) => {
  const founder = { emailOrMobile: 'owner@demo.example', password: product.password, tenantName: 'Demo Infra' }
  const { accessToken } = await client(product.url).ok(login, { body: founder })
  const body = { username: 'Guest of the sample', email: 'guest@demo.example', password: product.password }
  await client(product.url, accessToken).ok(createUser, { body })
  const page = await enter('guest')
  await goAndSettle(page, () => page.goto('/'))
  expect(await steps(page).count()).toBe(0)
  expect(await page.getByText('steps taken').count()).toBe(0)
})

test.for(['desktop', 'phone'] as const)('the first steps and the dialog fit a %s', async (size, { enter }) => {
  const page = await enter('owner', size)
  await unfold(page)
  await expectFit(page)
  await start(page).press('Enter')
  await dialog(page).waitFor()
  await eventually(() => field(page, 'Name of your company').evaluate((input) => input.matches(':focus'))).toBe(true)
  await expectFit(page)
  await dialog(page).getByRole('button', { name: 'Erase and start' }).press('Enter')
  await fault(page, 'Name of your company', 'Name of your company is required')
  await expectFit(page)
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
  expect(await start(page).evaluate((button) => button.matches(':focus'))).toBe(true)
})

test('the form to erase the sample shows an error at each field, and erases nothing', async ({ enter, product }) => {
  const page = await enter('owner')
  await unfold(page)
  await start(page).click()
  const send = dialog(page).getByRole('button', { name: 'Erase and start' })
  await send.click()
  for (const label of ['Name of your company', 'Your name', 'E-mail', 'New password', 'Your password'])
    await fault(page, label, `${label} is required`)
  await fill(page, {
    ...own(product),
    'E-mail': 'latha',
    'New password again': 'late',
    'Type Demo Infra to confirm': 'Demo',
  })
  await send.click()
  await fault(page, 'E-mail', 'E-mail must be an e-mail address')
  await fault(page, 'New password again', 'This is not the same as the new password.')
  await fault(page, 'Type Demo Infra to confirm', 'This is not the name of the sample company.')
  await fill(page, { ...own(product), 'Name of your company': 'plinth' })
  await send.click()
  await fault(page, 'Name of your company', 'Name of your company is already used by another tenant')
  await fill(page, { ...own(product), 'New password': 'password123', 'New password again': 'password123' })
  await send.click()
  await fault(page, 'New password', 'New password is one of the most used passwords: choose another')
  await fill(page, { ...own(product), 'Your password': 'not my password' })
  await send.click()
  await fault(page, 'Your password', 'Your password is not your present password')
  await page.goto('/contracts/list')
  await showing(page, 'Showing page 1 of 6 — 60 total records')
})

test('the owner erases the sample and signs in to their own, empty company', async ({ enter, product }) => {
  const page = await enter('owner')
  const colleague = await enter('tenders')
  await unfold(page)
  await start(page).click()
  await fill(page, own(product))
  // Another request meanwhile gets 401, which must not lead away from the page.
  await page.route(`**${startOwnCompany.path}`, async (route) => {
    const response = await route.fetch()
    const refused = page.waitForResponse((answer) => answer.status() === 401 && answer.url().endsWith(refresh.path))
    await page.evaluate(`dispatchEvent(new Event('visibilitychange'))`)
    await refused
    await route.fulfill({ response })
  })
  await dialog(page).getByRole('button', { name: 'Erase and start' }).click()
  await page.waitForURL((url) => url.pathname === '/login')
  await alert(page, 'The sample company is erased. Sign in to Konkan Roads with your new password.')
  expect(await page.evaluate('localStorage.length')).toBe(0)
  const mine = own(product)
  await signIn(page, mine['E-mail'], mine['New password'], 'Konkan Roads')
  await page.getByRole('navigation', { name: 'Quick links' }).waitFor()
  expect(await steps(page).count()).toBe(0)
  expect(await page.getByRole('button', { name: 'Show the first steps' }).count()).toBe(0)
  await page.goto('/contracts/list')
  await page.getByText('There are no contracts yet').waitFor()
  await page.goto('/admin/users')
  await page.getByRole('cell', { name: 'Latha Kamath' }).first().waitFor()
  expect(await page.getByRole('cell', { name: /demo\.example/ }).count()).toBe(0)

  await colleague.goto('/contracts/list')
  await colleague.waitForURL((url) => url.pathname === '/')
  const body = { emailOrMobile: mine['E-mail'], password: mine['New password'], tenantName: 'Konkan Roads' }
  const { accessToken } = await client(product.url).ok(login, { body })
  expect((await client(product.url, accessToken).ok(filterContracts, { body: {} })).totalElements).toBe(0)
})
