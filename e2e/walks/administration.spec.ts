import { createContract, filterContracts } from '@plinth/api/tenders/contracts'
import { filterProjects } from '@plinth/api/works/projects'
import { filterTasks } from '@plinth/api/works/tasks'
import type { Browser, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { openBrowser, signIn, tryToSignIn, type Visit, visit } from '../src/browser.ts'
import { password } from '../src/company.ts'
import { type Credentials, operator, person } from '../src/people.ts'
import {
  alert,
  apply,
  button,
  choose,
  columnOf,
  eventually,
  field,
  fill,
  openFilters,
  save,
  showing,
  title,
  unfoldSidebar,
} from '../src/screen.ts'

const tenantName = 'Keystone Constructions'
const admin = { name: 'Lata Menon', email: 'lata@keystone.example' }

const roles = ['Estimator', 'Observer', 'Site']
const staff = [
  { name: 'Esha Estimator', email: 'esha@keystone.example', holds: ['Estimator'] },
  { name: 'Omar Observer', email: 'omar@keystone.example', holds: ['Observer'] },
  { name: 'Sita Site', email: 'sita@keystone.example', holds: ['Site'] },
  { name: 'Bina Both', email: 'bina@keystone.example', holds: ['Estimator', 'Site'] },
]

const everyEntry = [
  'Users',
  'Roles',
  'Audit Trail',
  'Contracts',
  'Projects',
  'Project tasks',
  'General tasks',
  'Notification',
  'Reminders',
  'Measure',
  'Inventories',
  'Vehicles',
  'Vehicle insurance',
  'Payments',
  'Payroll',
  'Attendance',
  'Estimations',
  'Reports',
  'GST',
]

const credentials = (email: string): Credentials => ({ email, password, tenantName })
const box = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true })
const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Modules' }).getByRole('link')
const entry = (page: Page, name: string) => sidebar(page).filter({ hasText: new RegExp(`^${name}$`) })

let browser: Browser
const visits: Visit[] = []
beforeAll(async () => {
  browser = await openBrowser()
})

async function newcomer(): Promise<Page> {
  const visited = await visit(browser)
  visits.push(visited)
  return visited.page
}

async function enter(who: Credentials): Promise<Page> {
  const page = await newcomer()
  await signIn(page, who)
  return page
}

/** Clicks a link and waits for the screen it leads to. */
async function follow(page: Page, link: string, heading: string): Promise<void> {
  await page.getByRole('link', { name: link, exact: true }).click()
  await title(page, heading)
}

async function openTenants(page: Page): Promise<void> {
  await entry(page, 'Tenants').click()
  await title(page, 'Tenants')
}

async function createCompany(page: Page): Promise<void> {
  await openTenants(page)
  await follow(page, 'New tenant', 'New tenant')
  await fill(page, { Name: tenantName, 'Contact e-mail': 'office@keystone.example' })
  expect(await field(page, 'Status').inputValue()).toBe('ACTIVE')
  await save(page)
  await alert(page, 'Tenant created successfully!')
  await page.getByRole('cell', { name: tenantName, exact: true }).waitFor()
}

/** Picks a tenant; the search starts at the third character. */
async function pickTenant(page: Page): Promise<void> {
  const tenant = field(page, 'Tenant')
  await tenant.pressSequentially('Ke')
  await page.getByRole('option', { name: 'Type at least 3 characters' }).waitFor()
  await tenant.pressSequentially('y')
  await page.getByRole('option', { name: tenantName }).click()
}

const enterAs = (at: number) => enter(credentials(staff[at]?.email ?? ''))

async function enterPerson(page: Page, { name, email }: { name: string; email: string }): Promise<void> {
  await follow(page, 'New user', 'New user')
  await fill(page, { Name: name, 'E-mail': email, Password: password })
  if (await field(page, 'Tenant').isVisible()) await pickTenant(page)
  await save(page)
  await page.getByRole('cell', { name: email, exact: true }).waitFor()
}

async function openRolesOf(page: Page, name: string): Promise<void> {
  await entry(page, 'Users').click()
  await title(page, 'Users')
  await follow(page, `Roles of ${name}`, `Roles of ${name}`)
}

async function createRole(page: Page, name: string, ticks: string[]): Promise<void> {
  await follow(page, 'New role', 'New role')
  await fill(page, { Name: name })
  for (const tick of ticks) {
    await box(page, tick).click()
    expect(await box(page, tick).isChecked(), tick).toBe(true)
  }
  await save(page)
  await page.getByRole('cell', { name, exact: true }).waitFor()
}

/** The administrator, who is new to the product, sets up the company. */
async function setUp(page: Page): Promise<void> {
  await entry(page, 'Roles').click()
  await createRole(page, 'Estimator', ['Contracts: everything', 'Projects: View'])
  await createRole(page, 'Observer', ['All modules: View'])
  await createRole(page, 'Site', ['Project Tasks: everything', 'Projects: View', 'Attendance: Create'])
  await entry(page, 'Users').click()
  for (const someone of staff) await enterPerson(page, someone)
  for (const { name, holds } of staff) {
    await openRolesOf(page, name)
    for (const [at, role] of holds.entries()) {
      // The two ways to give a role.
      await (at === 0 ? button(page, `Grant Access to ${role}`) : box(page, role)).click()
      await button(page, `Remove ${role}`).waitFor()
    }
    const held = await Promise.all(roles.map(async (role) => [role, await box(page, role).isChecked()] as const))
    expect(Object.fromEntries(held)).toEqual(Object.fromEntries(roles.map((role) => [role, holds.includes(role)])))
  }
}

async function expectSidebar(page: Page, expected: string[]): Promise<void> {
  await sidebar(page).first().waitFor()
  await unfoldSidebar(page)
  expect(await sidebar(page).allTextContents()).toEqual(expected)
}

const refusal =
  'You do not have the necessary permissions to access this page. Please contact your administrator if you believe this is a mistake.'

async function isRefused(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await title(page, 'Unauthorized Access')
  await page.getByText(refusal).waitFor()
  expect(new URL(page.url()).pathname).toBe('/unauthorized')
}

async function enterContract(page: Page): Promise<void> {
  await entry(page, 'Contracts').click()
  await follow(page, 'New contract', 'New contract')
  await fill(page, { 'Contract name': 'Ring road' })
  await save(page)
  await alert(page, 'Contract created successfully!')
}

interface Offered {
  links: string[]
  actions: string[]
}

/** The actions that the list of contracts offers for the whole list and for its one contract. */
async function offeredAt(page: Page): Promise<Offered> {
  await page.goto('/contracts/list')
  await showing(page, 'Showing page 1 of 1 — 1 total records')
  const icons = page
    .getByRole('row', { name: /Ring road/ })
    .getByRole('cell')
    .last()
  const known = icons.getByRole('link').or(icons.getByRole('button'))
  const names = await Promise.all((await known.all()).map((action) => action.getAttribute('aria-label')))
  const links = await page.getByRole('main').getByRole('link', { name: 'New contract' }).allTextContents()
  return { links, actions: names.filter((name) => name !== null) }
}

/** The statuses of the person's calls when they are made directly to the server. */
async function statusesFor(email: string): Promise<number[]> {
  const caller = await person(credentials(email))
  const replies = await Promise.all([
    caller.sendCall(filterContracts, { body: {} }),
    caller.sendCall(createContract, { body: {} }),
    caller.sendCall(filterProjects, { body: {} }),
    caller.sendCall(filterTasks, { body: {} }),
  ])
  return replies.map(({ status }) => status)
}

async function deactivate(page: Page, name: string): Promise<void> {
  await entry(page, 'Users').click()
  await follow(page, `Edit ${name}`, 'Edit user')
  await choose(page, 'Status', 'Inactive')
  await save(page)
  await alert(page, 'User updated successfully!')
  await openFilters(page)
  await fill(page, { Name: name })
  await apply(page)
  await eventually(() => columnOf(page, 'Status')).toEqual(['Inactive'])
}

async function suspend(page: Page): Promise<void> {
  await signIn(page, operator())
  await openTenants(page)
  await follow(page, `Edit ${tenantName}`, 'Edit tenant')
  await fill(page, { Status: 'suspended' })
  await save(page)
  await alert(page, 'Tenant updated successfully!')
  await page.getByRole('row', { name: new RegExp(`${tenantName}.*Suspended`) }).waitFor()
}

/** Expects that the person's next action signs them out. */
async function expectSignedOut(page: Page, act: () => Promise<void>): Promise<void> {
  await act()
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/')
  expect(await page.evaluate('localStorage.getItem("accessToken")')).toBeNull()
}

async function cannotSignIn(who: Credentials): Promise<void> {
  const page = await newcomer()
  await tryToSignIn(page, who)
  await alert(page, 'Invalid credentials. Please try again.')
  expect(new URL(page.url()).pathname).toBe('/login')
}

test('an operator creates a company, and removes it again [2.2 2.18 2.25 2.28 4.16 5.10 5.11 6.6 6.12 6.14 7.53]', {
  timeout: 240_000,
}, async () => {
  const desk = await enter(operator())
  await createCompany(desk)
  await entry(desk, 'Users').click()
  await enterPerson(desk, admin)
  await openRolesOf(desk, admin.name)
  await box(desk, 'Administrator').click()
  await alert(desk, 'Administrator granted')
  await desk.getByText(/^1 of \d+ roles held$/).waitFor()
  await button(desk, 'Logout').click()
  await desk.getByRole('banner').getByRole('link', { name: 'Login' }).waitFor()

  const office = await enter(credentials(admin.email))
  await expectSidebar(office, everyEntry)
  await setUp(office)

  const [esha, omar, sita, bina] = [await enterAs(0), await enterAs(1), await enterAs(2), await enterAs(3)]
  await expectSidebar(esha, ['Contracts', 'Projects'])
  await expectSidebar(omar, everyEntry)
  await expectSidebar(sita, ['Projects', 'Project tasks', 'Attendance'])
  await expectSidebar(bina, ['Contracts', 'Projects', 'Project tasks', 'Attendance'])

  await enterContract(esha)
  const read = ['Security deposits of Ring road', 'View Ring road']
  const whole = [...read, 'Edit Ring road', 'Delete Ring road']
  expect(await offeredAt(esha)).toEqual({ links: ['New contract'], actions: whole })
  expect(await offeredAt(bina)).toEqual({ links: ['New contract'], actions: whole })
  expect(await offeredAt(omar)).toEqual({ links: [], actions: read })
  for (const path of ['/contracts/list', '/admin/users', '/admin/roles']) await isRefused(sita, path)
  for (const path of ['/project-tasks', '/admin/users']) await isRefused(esha, path)
  expect(await Promise.all(staff.map(({ email }) => statusesFor(email)))).toEqual([
    [200, 400, 200, 403],
    [200, 403, 200, 200],
    [403, 403, 200, 200],
    [200, 400, 200, 200],
  ])

  await deactivate(office, 'Sita Site')
  await expectSignedOut(sita, () => entry(sita, 'Projects').click())
  await cannotSignIn(credentials('sita@keystone.example'))
  await suspend(desk)
  await expectSignedOut(esha, () => entry(esha, 'Projects').click())
  await expectSignedOut(omar, () => omar.getByRole('link', { name: 'View Ring road' }).click())
  await expectSignedOut(bina, async () => void (await bina.reload()))
  await expectSignedOut(office, () => entry(office, 'Roles').click())
  await cannotSignIn(credentials(admin.email))
  expect(visits.flatMap(({ faults }) => faults)).toEqual([])
})
