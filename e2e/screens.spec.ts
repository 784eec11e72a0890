import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createContract, filterContracts } from '@plinth/api/contracts'
import { listDeposits, searchContractDeposits } from '@plinth/api/deposits'
import { listDocuments } from '@plinth/api/documents'
import { listModules } from '@plinth/api/modules'
import { filterProjects } from '@plinth/api/projects'
import { listRoles } from '@plinth/api/roles'
import { filterTasks } from '@plinth/api/tasks'
import { filterTenants } from '@plinth/api/tenants'
import { filterUsers } from '@plinth/api/users'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  expectAccessible,
  expectContrast,
  expectNoSidewaysScroll,
  openBrowser,
  type Size,
  signedIn,
  sizes,
  visit,
} from './src/browser.ts'
import { type Colleague, newCompany } from './src/company.ts'
import { operator, person, type Who } from './src/people.ts'

/** Where pictures of every screen go when SCREENS is set, for people to look at; no test needs them. */
const pictures = process.env['SCREENS'] ? join(import.meta.dirname, '../.cache/screens') : undefined

const openScreens = ['/', '/about', '/contact', '/login', '/unauthorized', '/nowhere']

const schemes = ['light', 'dark'] as const
type Scheme = (typeof schemes)[number]

const owner = 'owner@demo.example'

/** Every screen of the business, by its address; ids are those of the records that the sample company came with. */
async function businessScreens(): Promise<string[]> {
  const caller = await person(owner)
  const contracts = await caller.ok(filterContracts, { body: { referenceNo: 'NIT-' } })
  const contract = contracts.content[0]?.id ?? ''
  const search = await caller.ok(searchContractDeposits, {
    body: { referenceNo: 'NIT-', depositStatuses: ['SUBMITTED'] },
  })
  const withDeposit = search.content[0]?.id ?? ''
  const [deposit] = await caller.ok(listDeposits, { params: { contractId: withDeposit } })
  const [project] = await caller.ok(filterProjects, { body: { contractBidNo: 'NIT-' } })
  const [task] = await caller.ok(filterTasks, { body: { projectId: project?.id ?? '' } })
  const [paper] = await caller.ok(listDocuments, { query: { entityType: 'CONTRACT' } })
  const deposits = `/contracts/${withDeposit}/security-deposit`
  return [
    '/contracts',
    '/contracts/list',
    '/contracts/list?contractName=no+such+contract',
    '/contracts/create',
    `/contracts/${contract}`,
    `/contracts/${contract}/edit`,
    '/contracts/bulk-upload',
    '/contracts/contract-deposit',
    `/contracts/contract-deposit/${withDeposit}`,
    '/contracts/deposit-register',
    '/contracts/deposit-register?figure=deposit_by_type&figureKey=EMD',
    '/contracts/deposit-register?instrumentNo=no+such',
    deposits,
    `${deposits}/new`,
    `${deposits}/${deposit?.id}`,
    `${deposits}/${deposit?.id}/edit`,
    '/projects',
    '/projects/create',
    `/projects/${project?.id}`,
    `/projects/${project?.id}/edit`,
    '/project-tasks',
    `/project-tasks?projectId=${project?.id}`,
    `/project-tasks/list?projectId=${project?.id}&view=gantt`,
    '/project-tasks/list?view=gantt',
    `/project-tasks/list?projectId=${project?.id}&view=board`,
    '/project-tasks/list?view=board',
    '/project-tasks/create',
    '/project-tasks/bulk-upload',
    `/project-tasks/bulk-upload?projectId=${project?.id}`,
    `/project-tasks/${task?.id}`,
    `/project-tasks/${task?.id}/edit`,
    `/contracts/${paper?.entityId}/supporting-docs`,
    '/contracts/no-contract/supporting-docs',
    '/vehicles',
    '/vehicle-insurance',
    '/payments',
    '/inventories',
    '/payroll',
  ]
}

/** Every screen of somebody who looks after the people and roles of one company. */
async function administrationScreens(): Promise<string[]> {
  const caller = await person(owner)
  const { content } = await caller.ok(filterUsers, { body: { email: 'tenders@demo.example' } })
  const [role] = await caller.ok(listRoles, { query: {} })
  const user = `/admin/users/${content[0]?.id}`
  const mapping = '/admin/user-roles-mapping'
  return [
    '/account',
    '/admin/users',
    '/admin/users/create',
    user,
    `${user}/edit`,
    `${user}/roles`,
    `${user}/permissions`,
    '/admin/user-module-permissions',
    '/admin/roles',
    '/admin/roles/create',
    `/admin/roles/${role?.id}/view`,
    `/admin/roles/${role?.id}/edit`,
    mapping,
    `${mapping}/create`,
    `${mapping}/${content[0]?.id}/edit`,
    `${mapping}/${content[0]?.id}/view`,
    '/admin/audit-trail',
    `/admin/audit-trail?recordId=${content[0]?.id}`,
  ]
}

/** Every screen of the operator's own, and those that look different to them. */
async function operatorScreens(): Promise<string[]> {
  const caller = await person(operator())
  const { content } = await caller.ok(filterTenants, { body: { name: 'Demo Infra' } })
  const [module] = await caller.ok(listModules, {})
  const tenant = content[0]?.id
  return [
    '/admin/tenants',
    '/admin/contact-messages',
    '/admin/tenants/create',
    `/admin/tenants/${tenant}`,
    `/admin/tenants/${tenant}/edit`,
    '/admin/modules',
    '/admin/modules/create',
    `/admin/modules/${module?.id}`,
    `/admin/modules/edit/${module?.id}`,
    `/admin/users?tenantId=${tenant}`,
    `/admin/users/create?tenantId=${tenant}`,
    `/admin/roles?tenantId=${tenant}`,
    `/admin/roles/create?tenantId=${tenant}`,
  ]
}

/** Screens of documents where there are none; what stands after the mark tells their pictures from the others. */
async function emptyScreens(): Promise<string[]> {
  const caller = await person(newcomer)
  const { id } = await caller.ok(createContract, { body: { contractName: 'Untouched' } })
  return [`/contracts/${id}`, `/contracts/${id}/supporting-docs`, '/vehicles', '/vehicle-insurance', '/payments'].map(
    (path) => `${path}?none`,
  )
}

interface Walk {
  who: () => Who | null
  screens: () => string[] | Promise<string[]>
}

const walks: Record<string, Walk> = {
  anybody: { who: () => null, screens: () => openScreens },
  'the owner': { who: () => owner, screens: businessScreens },
  'the administrator': { who: () => owner, screens: administrationScreens },
  'the operator': { who: operator, screens: operatorScreens },
  'a newcomer': { who: () => newcomer, screens: emptyScreens },
}

let browser: Browser
let newcomer: Colleague
beforeAll(async () => {
  if (pictures) mkdirSync(pictures, { recursive: true })
  browser = await openBrowser()
  newcomer = (await newCompany('Empty Works')).administrator
})
afterAll(() => browser.close())

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

// What a change of size has set off is drawn within the frames after it; what lasts, such as a skeleton, is not waited for.
const sizeHasSettled = `new Promise((settled) => requestAnimationFrame(() => requestAnimationFrame(() =>
  requestAnimationFrame(() => setTimeout(() => settled(true), 50)))))`

/** The screen at this size, which it takes on as it stands: whoever turns a tablet or widens a window loads nothing anew. */
async function lookAt(page: Page, path: string, size: Size): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize(sizes[size])
  await page.evaluate(sizeHasSettled)
  await expectNoSidewaysScroll(page)
  for (const scheme of schemes) await look(page, path, size, scheme)
}

// Two at a time: the browser has a process for each page.
test.concurrent.each(Object.entries(walks))(
  'every screen of %s is whole, accessible and free of faults, on a phone and a desktop, light and dark',
  async (_, { who, screens }) => {
    const person = who()
    const { page, faults } = await (person === null ? visit(browser, 'phone') : signedIn(browser, person, 'phone'))
    for (const path of await screens()) {
      await page.emulateMedia({ colorScheme: 'light' })
      await page.setViewportSize(sizes.phone)
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.waitForLoadState('networkidle')
      await lookAt(page, path, 'phone')
      await lookAt(page, path, 'desktop')
    }
    expect(new URL(page.url()).pathname).not.toBe('/unauthorized')
    expect(faults).toEqual([])
    await page.context().close()
  },
  600_000,
)
