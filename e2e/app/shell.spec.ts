import { logout } from '@plinth/api/access/auth'
import { createContract } from '@plinth/api/tenders/contracts'
import { client } from '@plinth/server/testing/test-server'
import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import {
  expectAccessible,
  expectContrast,
  expectNoSidewaysScroll,
  openBrowser,
  signedIn,
  signIn,
  visit,
} from '../src/browser.ts'
import { scriptOf } from '../src/built.ts'
import { all, type Colleague, newCompany, type OwnCompany } from '../src/company.ts'
import { person } from '../src/people.ts'
import { eventually, field, focusIsOn, heldBack, offline, save, title, valueOf } from '../src/screen.ts'
import { goAndSettle } from '../src/settled.ts'

let browser: Browser
let company: OwnCompany
let boss: Colleague
beforeAll(async () => {
  browser = await openBrowser()
  company = await newCompany('Shell Works')
  boss = await company.joinWith('Boss', all('Contracts', 'Projects', 'Project Tasks', 'User', 'Role'))
  const caller = await person(boss)
  await caller.ok(createContract, { body: { contractName: 'Culvert at Hampi', bidId: 'SHELL/17' } })
})

const header = (page: Page) => page.getByRole('banner')
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const searchField = (page: Page) => page.getByRole('combobox', { name: 'Search screens, records and actions' })
const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name })
const stored = (page: Page, key: string) => page.evaluate<string | null>(`localStorage.getItem('${key}')`)
const isDark = { colorScheme: 'dark' } as const

async function openPalette(page: Page, typed = ''): Promise<void> {
  await page.keyboard.press('Control+k')
  await searchField(page).waitFor()
  if (typed) await page.keyboard.type(typed)
}

async function preferences(page: Page, item: string): Promise<void> {
  await button(page, 'Preferences').click()
  await page
    .getByRole('menuitemradio', { name: item })
    .or(page.getByRole('menuitem', { name: item }))
    .click()
}

async function accessibleInBoth(page: Page): Promise<void> {
  await expectAccessible(page)
  await page.emulateMedia(isDark)
  await expectContrast(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await expectNoSidewaysScroll(page)
}

describe('the sidebar', () => {
  const width = (page: Page) =>
    page.getByRole('complementary').evaluate((side) => (side as { offsetWidth?: number }).offsetWidth)

  test('is wide or narrow, stays so, and names its icons in tooltips [2.1 2.2 6.3]', async () => {
    const { page } = await signedIn(browser, boss)
    await page.goto('/contracts/list')
    const modules = page.getByRole('navigation', { name: 'Modules' })
    const current = modules.getByRole('link', { name: 'Contracts' })
    await current.waitFor()
    expect(await width(page)).toBe(288)
    await eventually(() => modules.getByRole('link').allTextContents()).toEqual([
      'Users',
      'Roles',
      'Contracts',
      'Projects',
      'Project tasks',
    ])
    await eventually(() => modules.locator('[aria-current=page]').allTextContents()).toEqual(['Contracts'])
    await button(page, 'Narrow the sidebar').press('Enter')
    expect(await width(page)).toBe(80)
    await page.reload()
    await current.focus()
    await page.getByRole('tooltip', { name: 'Contracts' }).waitFor()
    expect(await width(page)).toBe(80)
    await accessibleInBoth(page)
    await page.keyboard.press('Escape')
    await eventually(() => page.getByRole('tooltip').count()).toBe(0)
  })

  test('marks the entry of a screen whose address is not below the entry', async () => {
    const payroll = await company.joinWith('Payer', { ...all('Attendance', 'User'), UserRoleMapping: ['canView'] })
    const { page } = await signedIn(browser, payroll)
    for (const [path, label] of [
      ['/attendane', 'Attendance'],
      ['/admin/user-roles-mapping', 'Users'],
    ]) {
      await page.goto(String(path))
      await page.locator('[aria-current=page]').getByText(String(label)).waitFor()
    }
  })
})

describe('the header', () => {
  test('shows who is signed in and what they can do [2.3 2.4 2.6 2.7 2.8]', async () => {
    const { page } = await visit(browser)
    await page.goto('/about')
    await header(page).getByText('Guest').waitFor()
    await header(page).getByRole('link', { name: 'Login' }).waitFor()
    expect(await button(page, 'Logout').count()).toBe(0)
    await signIn(page, boss)
    await header(page).getByText('Boss').waitFor()
    await header(page).getByRole('link', { name: 'Your page' }).hover()
    const tip = page.getByRole('tooltip', { name: boss.email })
    await tip.waitFor()
    await eventually(() => header(page).getByRole('link', { name: 'Home' }).getAttribute('href')).toBe('/')
    const footer = page.getByRole('contentinfo').getByRole('link')
    await eventually(() => footer.allTextContents()).toEqual(['Home', 'About', 'Contact'])
    // The event as a browser sends it when the element that was hovered before has left the page meanwhile.
    await page.mouse.move(400, 400)
    await eventually(() => tip.count()).toBe(0)
    const relatedTarget = await page.getByRole('main').elementHandle()
    await header(page)
      .getByRole('link', { name: 'Your page' })
      .dispatchEvent('pointerover', { relatedTarget, pointerType: 'mouse' })
    await tip.waitFor()
  })

  test('fits a phone and a page zoomed to 200 %', async () => {
    const { page } = await signedIn(browser, boss, 'phone')
    await page.goto('/contracts/list')
    await title(page, 'Contracts')
    await header(page).getByRole('button', { name: 'Logout' }).waitFor()
    await header(page).getByText('Boss').waitFor()
    await expectNoSidewaysScroll(page)
    await button(page, 'Search').click()
    await searchField(page).fill('culvert')
    await option(page, /Culvert at Hampi/).waitFor()
    await accessibleInBoth(page)
    await page.setViewportSize({ width: 720, height: 450 })
    await option(page, /Culvert at Hampi/).click()
    await title(page, 'Culvert at Hampi')
  })

  test('can be used with the keyboard alone', async () => {
    const { page } = await signedIn(browser, boss)
    await page.goto('/contracts/list')
    await title(page, 'Contracts')
    await page.keyboard.press('Tab')
    await focusIsOn(page, page.getByRole('link', { name: 'Skip to content' }))
    await page.keyboard.press('Enter')
    await focusIsOn(page, page.getByRole('main'))
    await button(page, 'Search').focus()
    await page.keyboard.press('Enter')
    await focusIsOn(page, searchField(page))
    await page.keyboard.press('Escape')
    await focusIsOn(page, button(page, 'Search'))
    await page.keyboard.press('Tab')
    await focusIsOn(page, page.getByRole('banner').getByRole('link', { name: 'Notification' }))
    await page.keyboard.press('Tab')
    await focusIsOn(page, button(page, 'Preferences'))
    await page.keyboard.press('Enter')
    await page.getByRole('menu').waitFor()
    await page.keyboard.press('ArrowDown')
    await accessibleInBoth(page)
    await page.keyboard.press('Escape')
    await focusIsOn(page, button(page, 'Preferences'))
  })
})

describe('the command palette', () => {
  test('opens screens, records and actions by some letters of their names', async () => {
    const { page, faults } = await signedIn(browser, boss)
    await page.goto('/account')
    await title(page, 'Your page')
    await openPalette(page)
    await accessibleInBoth(page)
    await page.keyboard.type('new con')
    await eventually(() => option(page, 'New contract').getAttribute('aria-selected')).toBe('true')
    const active = await searchField(page).getAttribute('aria-activedescendant')
    await eventually(() => option(page, 'New contract').getAttribute('id')).toBe(active)
    await page.keyboard.press('Enter')
    await title(page, 'New contract')
    await openPalette(page, 'shell/17')
    await option(page, /Culvert at Hampi.*SHELL\/17.*Draft/).waitFor()
    await page.keyboard.press('Enter')
    await title(page, 'Culvert at Hampi')
    await openPalette(page, 'nothing of this name')
    await page.getByText('Nothing found. Try other words, or the number of a contract.').waitFor()
    await accessibleInBoth(page)
    await searchField(page).fill('dark')
    await page.keyboard.press('Enter')
    await page.locator('html[data-mantine-color-scheme=dark]').waitFor()
    await openPalette(page, 'अनुबंध')
    await eventually(() => option(page, 'All contracts').count()).toBe(1)
    expect(faults).toEqual([])
  })

  test('has the cursor at once, and keeps it when a form loads below it', async () => {
    const { page } = await signedIn(browser, boss)
    await page.goto('/account')
    await title(page, 'Your page')
    await openPalette(page, 'new contract')
    await heldBack(page, scriptOf('tenders/contracts/ContractForm.tsx'), async () => {
      await page.keyboard.press('Enter')
      await page.waitForURL('**/contracts/create')
      await page.evaluate(`new MutationObserver(() => {
        const field = document.querySelector('[role=dialog] [role=combobox]')
        if (field) window.hadCursor ??= field === document.activeElement
      }).observe(document, { childList: true, subtree: true })`)
      await openPalette(page, 'shell')
      expect(await page.evaluate('window.hadCursor')).toBe(true)
      await focusIsOn(page, searchField(page))
    })
    await page.getByLabel('Contract name').waitFor()
    await page.keyboard.type('/17')
    await eventually(() => searchField(page).inputValue()).toBe('shell/17')
    await option(page, /Culvert at Hampi.*SHELL\/17.*Draft/).waitFor()
  })

  test('offers nobody what they may not see', async () => {
    const clerk = await company.joinWith('Clerk', { Projects: ['canView'] })
    const { page } = await signedIn(browser, clerk)
    await page.goto('/projects')
    await title(page, 'Projects')
    await openPalette(page)
    expect(
      await option(page, /^(Projects|New project|Contracts|All contracts|New contract)$/).allTextContents(),
    ).toEqual(['Projects'])
    await page.keyboard.type('culvert')
    await page.getByText(/^Nothing found/).waitFor()
    const guest = await visit(browser)
    await guest.page.goto('/about')
    await header(guest.page).getByText('Guest').waitFor()
    await openPalette(guest.page)
    const offered = await guest.page.getByRole('option').allTextContents()
    expect(offered.slice(0, 4)).toEqual(['Home', 'About', 'Contact', 'Login'])
    expect(offered).not.toContain('Logout')
  })
})

describe('the shortcuts', () => {
  const list = (page: Page) => page.getByRole('dialog', { name: 'Keyboard shortcuts' })

  test('are listed by a question mark outside of fields, and those of a single key can be switched off', async () => {
    const { page } = await signedIn(browser, boss)
    await page.goto('/contracts/list')
    await title(page, 'Contracts')
    const line = page.getByRole('searchbox', { name: 'Search this list' })
    await line.pressSequentially('?')
    await eventually(() => line.inputValue()).toBe('?')
    expect(await list(page).count()).toBe(0)
    await page.getByRole('heading', { level: 1 }).focus()
    await page.keyboard.press('?')
    await list(page).getByText('Ctrl + K').waitFor()
    await accessibleInBoth(page)
    await list(page).getByRole('switch').click()
    await page.keyboard.press('Escape')
    await page.reload()
    await title(page, 'Contracts')
    await page.keyboard.press('?')
    await page.keyboard.press('/')
    expect(await page.locator('input:focus').count()).toBe(0)
    await preferences(page, 'Keyboard shortcuts')
    await eventually(() => list(page).getByRole('switch').isChecked()).toBe(false)
  })
})

describe('a screen whose script does not load', () => {
  const go = (page: Page) =>
    page.evaluate<void>(`document.querySelector('nav[aria-label=Modules] a[href="/projects"]').click()`)
  const projects = scriptOf('works/projects/ProjectList.tsx')

  test('says so and offers to load it again [8.46]', async () => {
    const { page } = await signedIn(browser, boss)
    await page.goto('/account')
    await title(page, 'Your page')
    await offline(page, projects, async () => {
      await go(page)
      await title(page, 'This screen could not be loaded')
      await page.getByText('the connection may be away').waitFor()
      await accessibleInBoth(page)
    })
    await button(page, 'Try again').click()
    await title(page, 'Projects')
  })

  test('counts as failed after 120 seconds [9.17]', async () => {
    const { page } = await signedIn(browser, boss)
    await page.clock.install()
    await page.goto('/account')
    await title(page, 'Your page')
    await page.route(projects, () => undefined)
    // The clock stands still from here on and is moved by the test.
    await page.clock.pauseAt((await page.evaluate<number>('Date.now()')) + 1_000)
    const isAsked = page.waitForRequest(projects)
    await go(page)
    await isAsked
    await page.clock.fastForward(119_000)
    await eventually(() => page.getByRole('heading', { level: 1, name: 'Your page' }).count()).toBe(1)
    await page.clock.fastForward(2_000)
    await title(page, 'This screen could not be loaded')
  })

  test('uses an HTTP client without a time limit of its own [9.19]', async () => {
    const { page } = await signedIn(browser, boss)
    await page.clock.install()
    // AbortSignal.timeout uses a clock of the browser; this one uses the page's clock.
    await page.addInitScript(`AbortSignal.timeout = (ms) => {
      const giving = new AbortController()
      setTimeout(() => giving.abort(new DOMException('', 'TimeoutError')), ms)
      return giving.signal
    }`)
    const failed: string[] = []
    page.on('requestfailed', (request) => failed.push(request.url()))
    await heldBack(page, '**/projects/filter', async () => {
      const asked = page.waitForRequest('**/projects/filter')
      await page.goto('/projects')
      await asked
      // A pending script is given up after two minutes.
      await page.getByRole('complementary').getByRole('link').first().waitFor()
      await page.clock.fastForward(3_600_000)
      await page.getByRole('main').locator('[aria-busy="true"]').first().waitFor()
      expect(await page.getByRole('alert').count()).toBe(0)
    })
    await page.getByText(/^Showing page 1 of /).waitFor()
    expect(failed).toEqual([])
  })

  test('is reloaded once by itself after a new version was installed', async () => {
    const { page } = await signedIn(browser, boss)
    await page.goto('/account')
    await title(page, 'Your page')
    let loads = 0
    page.on('request', (request) => {
      if (request.isNavigationRequest()) loads += 1
    })
    await page.route(projects, (route) => route.fulfill({ status: 404 }))
    // Answers the page of the new version, except to the browser's own navigation, which keeps loading the present one.
    await page.route('/', (route) =>
      route.request().isNavigationRequest() ? route.continue() : route.fulfill({ body: '<html></html>' }),
    )
    await goAndSettle(page, async () => {
      await go(page)
      await page.getByText('A new version of Plinth has been installed.').waitFor()
    })
    expect(loads).toBe(1)
  })
})

/** Sets in how many minutes the session ends in any case (`ends`), and without a refresh (`idles`). */
const setSessionEnd = (page: Page, ends: number, idles: number) =>
  page.evaluate<void>(
    `localStorage.setItem('sessionLife', [${ends}, ${idles}].map((minutes) => Date.now() + minutes * 60000 - 1000).join())`,
  )

const endElsewhere = async (page: Page) =>
  client(inject('url'), (await stored(page, 'accessToken')) ?? '').ok(logout, {})

async function typeContract(page: Page): Promise<void> {
  await page.goto('/contracts/create')
  await field(page, 'Bid ID').fill('DRAFT/1')
  await field(page, 'Contract name').fill('Half typed')
}

describe('the end of a session', () => {
  test('is announced and can be postponed', async () => {
    const { page } = await visit(browser)
    await signIn(page, boss)
    await setSessionEnd(page, 9999, 4)
    await page.goto('/contracts/list')
    const notice = page.getByRole('status').filter({ hasText: 'You will be signed out in 4 minutes.' })
    await notice.waitFor()
    await accessibleInBoth(page)
    await button(page, 'Stay signed in').click()
    await notice.waitFor({ state: 'detached' })
    const [, idles] = ((await stored(page, 'sessionLife')) ?? '').split(',').map(Number)
    expect(Number(idles) - Date.now()).toBeGreaterThan(6 * 24 * 3600 * 1000)
  })

  test('that cannot be postponed keeps typed text for the next sign-in', async () => {
    const { page } = await visit(browser)
    await signIn(page, boss)
    await setSessionEnd(page, 3, 9999)
    await typeContract(page)
    await page.getByText('You will be signed out in 3 minutes. What you have typed is kept.').waitFor()
    await button(page, 'Sign in again').click()
    await title(page, 'Login')
    await signIn(page, boss)
    const notice = page.getByRole('status').filter({ hasText: 'What you had typed has been kept:' })
    await notice.getByRole('link', { name: 'New contract' }).click()
    await title(page, 'New contract')
    await button(page, 'Restore what you had typed').waitFor()
    await accessibleInBoth(page)
    await button(page, 'Restore what you had typed').click()
    expect([await valueOf(page, 'Bid ID'), await valueOf(page, 'Contract name')]).toEqual(['DRAFT/1', 'Half typed'])
    await save(page)
    await title(page, 'Contracts')
    await eventually(() => page.evaluate(`sessionStorage.getItem('drafts')`)).toBe(null)
  })

  test('that happens elsewhere is announced, and keeps typed text for the same person only', async () => {
    const { page } = await visit(browser)
    await signIn(page, boss)
    await typeContract(page)
    await endElsewhere(page)
    await save(page)
    await page.waitForURL((url) => url.pathname === '/')
    await page.getByRole('alert').filter({ hasText: 'Your session has ended. Please sign in again.' }).waitFor()
    await accessibleInBoth(page)
    expect(await stored(page, 'accessToken')).toBe(null)
    expect(await page.evaluate<string>(`sessionStorage.getItem('drafts')`)).toContain('Half typed')
    await signIn(page, company.administrator)
    await header(page).getByText('Admin').waitFor()
    await page.goto('/contracts/create')
    await title(page, 'New contract')
    expect(await page.getByText('What you had typed').count()).toBe(0)
    expect(await page.evaluate(`sessionStorage.getItem('drafts')`)).toBe(null)
  })

  test('by logging out erases all typed text and the session [4.2]', async () => {
    const { page } = await visit(browser)
    await signIn(page, boss)
    await typeContract(page)
    await endElsewhere(page)
    await save(page)
    await page.waitForURL((url) => url.pathname === '/')
    await signIn(page, boss)
    await page.getByText('What you had typed has been kept:').waitFor()
    const token = await stored(page, 'accessToken')
    await button(page, 'Logout').click()
    await header(page).getByRole('link', { name: 'Login' }).waitFor()
    expect(await page.evaluate('[localStorage.length, sessionStorage.length]')).toEqual([0, 0])
    const { status } = await fetch(`${inject('url')}/auth/api/auth/session`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(status).toBe(401)
  })

  test('keeps no password, and nothing that was discarded', async () => {
    const { page } = await visit(browser)
    await signIn(page, company.administrator)
    await page.goto('/admin/users/create')
    await field(page, 'Name').fill('Newcomer')
    await field(page, 'E-mail').fill('newcomer@shell.example')
    await page.locator('input[type=password]').fill('a secret of hers')
    await endElsewhere(page)
    await save(page)
    await page.waitForURL((url) => url.pathname === '/')
    await signIn(page, company.administrator)
    await page.goto('/admin/users/create')
    await button(page, 'Restore what you had typed').click()
    await eventually(() => valueOf(page, 'Name')).toBe('Newcomer')
    await eventually(() => page.locator('input[type=password]').inputValue()).toBe('')
    await header(page).getByRole('link', { name: 'Home' }).click()
    await button(page, 'Leave').click()
    await page.waitForURL((url) => url.pathname === '/')
    expect(await page.evaluate(`sessionStorage.getItem('drafts')`)).toBe(null)
  })
})
