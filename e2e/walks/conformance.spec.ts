import { randomUUID } from 'node:crypto'
import { getSession } from '@plinth/api/access/auth'
import { createUser } from '@plinth/api/access/users'
import { createDeposit } from '@plinth/api/deposits/deposits'
import { listDocuments } from '@plinth/api/documents/documents'
import { createContract } from '@plinth/api/tenders/contracts'
import { createProject } from '@plinth/api/works/projects'
import { createTask } from '@plinth/api/works/tasks'
import type { Page, Route } from 'playwright-core'
import { expect } from 'vitest'
import { spend } from '../src/browser.ts'
import { all } from '../src/company.ts'
import { testIn } from '../src/desk.ts'
import { chooseFiles, text } from '../src/papers.ts'
import { operator } from '../src/people.ts'
import {
  apply,
  button,
  eventually,
  failing,
  fill,
  heldBack,
  intercept,
  offline,
  openFilters,
  pathname,
  title,
  treeRows,
  unfoldSidebar,
} from '../src/screen.ts'
import { goAndSettle } from '../src/settled.ts'

/** Statements of the specification that no other test of the screens proves, by the numbers of conventions/statements.md. */

const test = testIn('Conforming Works').extend('tender', { scope: 'file' }, async ({ owner }) => {
  const contract = await owner.ok(createContract, { body: { contractName: 'Conformed weir', status: 'AWARDED' } })
  const deposit = { depositType: 'EMD', instrumentNo: 'DD-CONFORM', amount: 1234.5 }
  await owner.ok(createDeposit, { params: { contractId: contract.id }, body: deposit })
  const project = await owner.ok(createProject, { body: { projectName: 'Conformed canal' } })
  return { contract, project }
})

declare const getComputedStyle: (element: unknown, part?: string) => { color: string; backgroundColor: string }
/** The colour of the mark at the edge of a row. */
const markOf = (row: unknown) => getComputedStyle(row, '::before').backgroundColor

const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Modules' }).getByRole('link')

/** Whether the screen at this path is still under construction. */
const isPrepared = (path: string) => /payroll|attend|estim|report|gst/.test(path)

/** Each entry of the sidebar, and the title of the screen that it opens. */
const opened: Record<string, string> = {
  '/admin/tenants': 'Tenants',
  '/admin/users': 'Users',
  '/admin/modules': 'Modules',
  '/admin/roles': 'Roles',
  // In addition to the nineteen of the specification.
  '/admin/audit-trail': 'Audit Trail',
  '/contracts': 'Contract dashboard',
  '/projects': 'Projects',
  '/project-tasks': 'Project tasks',
  '/general-tasks': 'My day',
  '/notification': 'Notification',
  '/reminders': 'Agenda',
  '/measure': 'Measurement sheets',
  '/inventories': 'Inventories',
  '/payroll': 'Payroll',
  '/vehicles': 'Vehicles',
  '/vehicle-insurance': 'Vehicle insurance',
  // Spelled so in the specification.
  '/attendane': 'Attendance',
  '/payments': 'Payments',
  '/estimations': 'Estimations',
  '/reports': 'Reports',
  '/gst': 'GST',
}
const entries = Object.keys(opened)
/** Entries whose address redirects to another one. */
const onward: Record<string, string> = { '/project-tasks': '/project-tasks/list', '/attendane': '/attendance' }
const forms = ['create', 'x', 'x/edit']
const below = (base: string, ...ends: string[]) => ends.map((end) => `${base}/${end}`)
const inner = [
  ...entries,
  ...below('', 'attendance', 'tasks'),
  ...below('/measure', 'new', 'sheets/x', 'sheets/x/edit'),
  ...below('/admin/tenants', ...forms),
  ...below('/admin/users', ...forms, 'x/roles', 'x/permissions'),
  ...below('/admin/user-module-permissions', 'x', 'x/permissions'),
  ...below('/admin/modules', 'create', 'edit/x'),
  ...below('/admin/roles', 'create', 'x/edit', 'x/view'),
  ...below('/admin', 'user-roles-mapping', 'user-roles-mapping/create', 'user-roles-mapping/x/edit'),
  ...below('/contracts', 'list', 'contract-deposit', 'contract-deposit/x', ...forms, 'bulk-upload'),
  ...below('/contracts/x', 'supporting-docs', 'security-deposit', 'security-deposit/new', 'security-deposit/y/view'),
  ...below('/projects', 'list', ...forms),
  ...below('/project-tasks', 'list', ...forms),
  ...below('/general-tasks', 'list', ...forms),
]

test('the frame names a guest, links home and to the public pages, and leads nowhere else [2.3 2.4 2.7 2.8 2.9]', async ({
  enter,
}) => {
  const page = await enter(null)
  const header = page.getByRole('banner')
  const open = ['/', '/about', '/contact', '/unauthorized', '/login']
  for (const path of open) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(pathname(page)).toBe(path)
  }
  await header.getByText('Guest', { exact: true }).waitFor()
  expect(await header.getByRole('button', { name: 'Logout' }).count()).toBe(0)
  const ways = (part: 'banner' | 'contentinfo', name: string) =>
    page.getByRole(part).getByRole('link', { name, exact: true })
  for (const [part, name, path] of [
    ['banner', 'Home', '/'],
    ['contentinfo', 'About', '/about'],
    ['contentinfo', 'Contact', '/contact'],
    ['contentinfo', 'Home', '/'],
    ['banner', 'Login', '/login'],
  ] as const) {
    await ways(part, name).click()
    await page.waitForURL((url) => url.pathname === path)
  }
})

test('the frame names the signed-in user with their picture, and its sidebar folds [2.1 2.4 2.5 2.6 2.7]', async ({
  enter,
  company,
  owner,
}) => {
  const { password, tenantName } = company.administrator
  const mobileNo = '+919822334455'
  await owner.ok(createUser, { body: { username: 'Mohan Mobile', mobileNo, password } })
  const mobileOnly = { email: mobileNo, password, tenantName }
  for (const [who, name, tip] of [
    [company.administrator, 'Admin', company.administrator.email],
    [mobileOnly, 'Mohan Mobile', 'Mohan Mobile'],
  ] as const) {
    const page = await enter(who)
    await page.goto('/about')
    const header = page.getByRole('banner')
    await header.getByText(name, { exact: true }).waitFor()
    await header.getByRole('button', { name: 'Logout' }).waitFor()
    expect(await header.getByRole('link', { name: 'Login' }).count()).toBe(0)
    const avatar = header.getByRole('link', { name: /^Your page/ })
    expect([await avatar.locator('img').count(), await avatar.locator('svg').count()]).toEqual([0, 1])
    await avatar.hover()
    await page.getByRole('tooltip', { name: tip, exact: true }).waitFor()
  }
  const page = await enter(company.administrator)
  await page.goto('/about')
  const entry = page.getByRole('navigation', { name: 'Modules' }).getByRole('link', { name: 'Contracts', exact: true })
  const aside = page.getByRole('complementary')
  const width = async () => (await aside.boundingBox())?.width
  await entry.waitFor()
  expect([await width(), await entry.textContent()]).toEqual([72 * unit, 'Contracts'])
  await button(page, 'Narrow the sidebar').click()
  await eventually(width).toBe(20 * unit)
  expect([await entry.textContent(), await entry.locator('svg').count()]).toEqual(['', 1])
  await page.reload()
  await button(page, 'Widen the sidebar').click()
  await eventually(width).toBe(72 * unit)
})

/** Pixels: a quarter of the size of the text. */
const unit = 4

test('every inner address leads home without a session [2.22 6.5]', async ({ enter }) => {
  const page = await enter(null)
  for (const path of inner) {
    await page.goto(path, { waitUntil: 'commit' })
    await page.waitForURL((url) => url.pathname === '/', { waitUntil: 'commit' })
  }
})

test('the sidebar leads to the nineteen modules, with scripts from static/js only [1.1 2.23 7.3]', async ({
  enter,
  company,
}) => {
  const scripts = new Set<string>()
  const leadsTo = async (who: Parameters<typeof enter>[0]) => {
    const page = await enter(who)
    page.on('response', (response) => {
      const { pathname: path } = new URL(response.url())
      if (path.endsWith('.js')) scripts.add(path)
    })
    await page.goto('/')
    await sidebar(page).first().waitFor()
    await unfoldSidebar(page)
    const paths = await Promise.all((await sidebar(page).all()).map((link) => link.getAttribute('href')))
    for (const path of paths) {
      await sidebar(page)
        .and(page.locator(`[href="${path}"]`))
        .click()
      await title(page, opened[path ?? ''] ?? '')
      expect(pathname(page)).toBe(onward[path ?? ''] ?? path)
    }
    return paths
  }
  const platform = ['/admin/tenants', '/admin/modules']
  const own = entries.filter((path) => !platform.includes(path)).toSorted((a, b) => +isPrepared(a) - +isPrepared(b))
  expect(await leadsTo(company.administrator)).toEqual(own)
  expect(await leadsTo(operator())).toEqual(entries.filter((path) => path.startsWith('/admin/')))
  expect(scripts.size).toBeGreaterThan(2)
  expect([...scripts].filter((path) => !path.startsWith('/static/js/'))).toEqual([])
})

test('a permission applies whatever the case of its module’s name, and only with canView [6.3 6.7]', async ({
  enter,
  company,
  owner,
}) => {
  const page = await enter(company.administrator)
  const { id } = company.administrator
  const session = await owner.ok(getSession, {})
  const flags = { canCreate: false, canEdit: true, canDelete: true, canReport: true }
  const seen = (moduleName: string, canView: boolean) => ({ ...flags, moduleName, canView })
  /** Opens the page with these permissions in the stored session. */
  async function openAs(path: string, permissions: object[]): Promise<void> {
    const user = { ...session, permissions }
    spend(page)
    await page.route('**/auth/api/auth/session', (route) => route.fulfill({ json: user }))
    await page.goto('/about')
    await page.evaluate(`localStorage.setItem('user', '${JSON.stringify(user)}')`)
    await page.goto(path)
  }
  const mapping = '/admin/user-roles-mapping'
  await openAs(mapping, [seen('cONTRACTS', true), seen('Projects', false), seen('userROLEmapping', true)])
  await page.getByText('Choose a person to see the roles they hold, and to give or take roles.').waitFor()
  expect(await sidebar(page).allTextContents()).toEqual(['Contracts'])
  await page.goto(`${mapping}/${id}/edit`)
  await button(page, 'Remove Administrator').waitFor()
  const grants = page.getByRole('button', { name: /^Grant Access to / })
  expect([await button(page, 'Remove Administrator').isEnabled(), await grants.first().isDisabled()]).toEqual([
    true,
    true,
  ])
  await openAs(mapping, [
    seen('Contracts', true),
    seen('User', true),
    seen('Role', true),
    seen('UserRoleMapping', false),
  ])
  await page.getByText('You do not have permission to view this page.', { exact: true }).waitFor()
})

test('a contract of the deposit search is shown with its deposits [2.41]', async ({ enter, company, tender }) => {
  const page = await enter(company.administrator)
  await page.goto(`/contracts/contract-deposit/${tender.contract.id}`)
  await title(page, 'Conformed weir')
  await page.getByText('₹1,234.50').first().waitFor()
  await page.getByText('DD-CONFORM').first().waitFor()
})

test('the inventories are a search in the task tree with a colour for each level [2.52 2.70 2.71 5.25]', async ({
  enter,
  company,
  owner,
  tender,
}) => {
  let parentId: string | null = null
  for (const name of ['Zero', 'One', 'Two', 'Three', 'Four']) {
    const body: Parameters<typeof owner.ok<typeof createTask>>[1]['body'] = {
      projectId: tender.project.id,
      title: name,
      parentId,
    }
    parentId = (await owner.ok(createTask, { body })).id
  }
  const page = await enter(company.administrator)
  await page.goto('/inventories')
  await title(page, 'Inventories')
  const whole = ['1 Zero', '1.1 One', '1.1.1 Two', '1.1.1.1 Three', '1.1.1.1.1 Four']
  await eventually(() => treeRows(page)).toEqual(whole)
  const rows = await page.getByRole('treegrid').getByRole('row').all()
  const marks = await Promise.all(rows.map((row) => row.evaluate(markOf)))
  const colours = marks.slice(-5)
  expect(colours).not.toContain('rgba(0, 0, 0, 0)')
  expect(new Set(colours).size).toBe(5)
  await openFilters(page)
  await fill(page, { Title: 'two' })
  await apply(page)
  await eventually(() => treeRows(page)).toEqual(whole.slice(0, 3))
  // No task is deeper than level 4. The answer is changed to contain one, which must not offer a sub-task either.
  await intercept(page, '**/tasks/filter', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replaceAll('"1.1.1.1.1"', '"1.1.1.1.1.1"') })
  })
  await page.goto('/inventories')
  await eventually(() => treeRows(page)).toEqual(whole.with(-1, '1.1.1.1.1.1 Four'))
  const add = button(page, 'Add sub-task to Four')
  expect([await add.isDisabled(), await add.getAttribute('title')]).toEqual([true, 'Maximum level reached (Level 4)'])
})

test('a login asks for all three fields, and shows the server’s message or that they are wrong [5.7 8.20 8.21 8.47]', async ({
  enter,
  company,
}) => {
  const page = await enter(null)
  const { email, password, tenantName } = company.administrator
  const labels = ['Email or mobile number', 'Password', 'Tenant name']
  const fields = labels.map((name) => page.getByLabel(name, { exact: true }).and(page.locator('input')))
  spend(page)
  await page.route('**/tenants/name-search*', (route) => route.abort())
  const sent: string[] = []
  const logged: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/auth/login')) sent.push(request.url())
  })
  page.on('console', (message) => logged.push(message.text()))
  await page.goto('/login')
  for (const [at, value] of [email, password, tenantName].entries()) {
    await button(page, 'Login').click()
    for (const [index, field] of fields.entries())
      await eventually(async () => (await field.getAttribute('aria-invalid')) === 'true').toBe(index >= at)
    await fields[at]?.fill(value)
  }
  expect(sent).toEqual([])
  // The failed search for a tenant is logged to the console and not shown on the page.
  const unreachable = 'The server cannot be reached. Check the connection and try again.'
  await eventually(() => logged.some((text) => text.includes(unreachable))).toBe(true)
  expect([await page.getByRole('alert').count(), await page.getByText(unreachable).count()]).toEqual([0, 0])
  const wrong = 'Invalid credentials. Please try again.'
  const wait = 'Too many attempts. Wait a minute.'
  const answers: [words: string, answer: Parameters<Route['fulfill']>[0] | null][] = [
    [wait, { status: 429, json: { code: 'too_many', message: wait } }],
    [wrong, { status: 401, json: {} }],
    ['Locked until Monday.', { status: 401, json: { message: 'Locked until Monday.' } }],
    [wrong, { status: 500, json: { code: 'internal', message: '' } }],
    [wait, { status: 429, json: { code: 'too_many', message: wait } }],
    [wrong, { status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }],
    [wait, { status: 429, json: { code: 'too_many', message: wait } }],
    [wrong, null],
  ]
  for (const [words, answer] of answers) {
    const letGo = await intercept(page, '**/auth/login', (route) => (answer ? route.fulfill(answer) : route.abort()))
    await button(page, 'Login').click()
    await page.getByRole('alert').getByText(words, { exact: true }).waitFor()
    letGo()
  }
  await page.getByRole('alert').getByText(unreachable, { exact: true }).waitFor()
  await button(page, 'Login').click()
  await page.waitForURL((url) => url.pathname === '/')
})

test('a login stores tokens and user, and logging out empties the browser and leads home [3.1 4.1 4.2]', async ({
  enter,
  company,
}) => {
  const page = await enter(null)
  const { email, password, tenantName, id } = company.administrator
  await page.goto('/login')
  await fill(page, { 'Email or mobile number': email, Password: password, 'Tenant name': tenantName })
  await button(page, 'Login').click()
  await page.waitForURL((url) => url.pathname === '/')
  const stored = await page.evaluate<Record<string, string>>('({ ...localStorage })')
  const isToken = expect.stringMatching(/.{20}/)
  expect(stored).toMatchObject({ accessToken: isToken, refreshToken: isToken })
  expect(JSON.parse(stored['user'] ?? '{}')).toMatchObject({ id, email, tenantName, permissions: expect.anything() })
  await page.goto('/contracts/list')
  await page.evaluate(`localStorage.setItem('draft', 'x'); sessionStorage.setItem('draft', 'x')`)
  // Logging out works whatever the server answers.
  await goAndSettle(page, () =>
    failing(page, '**/auth/logout', async () => {
      await button(page, 'Logout').click()
      await page.waitForURL((url) => url.pathname === '/')
      await page.getByRole('link', { name: 'Login' }).first().waitFor()
    }),
  )
  expect(await page.evaluate('[localStorage.length, sessionStorage.length]')).toEqual([0, 0])
})

/** Expects only this message, in red, in place of the content. */
async function failsWith(page: Page, path: string, call: string, words: string): Promise<void> {
  await failing(page, call, async () => {
    await page.goto(path)
    const message = page.getByRole('alert').getByText(words, { exact: true })
    await message.waitFor()
    const [red = 0, green = 0, blue = 0] =
      (await message.evaluate((element: unknown) => getComputedStyle(element).color)).match(/\d+/g)?.map(Number) ?? []
    expect(red, path).toBeGreaterThan(1.5 * Math.max(green, blue))
    if (path !== '/contracts') expect(await page.getByRole('main').getByRole('table').count(), path).toBe(0)
  })
}

test('a failed request shows its own message in red [8.4 8.6 8.7 8.8 8.9 8.10 8.11 8.13 8.14 8.15 8.16 8.17 8.18 8.19]', async ({
  enter,
  company,
  tender,
}) => {
  const page = await enter(company.administrator)
  const [id, deposits] = [randomUUID(), `/contracts/${tender.contract.id}/security-deposit`]
  const failures: [path: string, call: string, words: string][] = [
    [`/admin/users/${id}`, `**/api/users/${id}`, 'Failed to fetch user'],
    ['/admin/users', '**/users/filter', 'Failed to fetch users'],
    ['/contracts/list', '**/contracts/filter', 'Failed to fetch contracts'],
    [`/contracts/${id}`, `**/api/contracts/${id}`, 'Failed to fetch contract'],
    ['/contracts', '**/contract-dashboard/kpis', 'Failed to load KPI data'],
    [deposits, `**/api${deposits}`, 'Failed to load security deposits'],
    [`${deposits}/${id}`, `**/api${deposits}/${id}`, 'Failed to load security deposit.'],
    ['/contracts/contract-deposit', '**/contracts-deposit/search', 'Failed to fetch contract deposit data.'],
    [`/projects/${id}`, `**/api/projects/${id}`, 'Failed to fetch project'],
    ['/projects', '**/projects/filter', 'Failed to fetch project data.'],
    ['/inventories', '**/tasks/filter', 'Failed to fetch tasks'],
    [`/project-tasks/${id}`, `**/api/tasks/${id}`, 'Failed to fetch task'],
    ['/project-tasks', '**/tasks/filter', 'Failed to fetch task data.'],
  ]
  for (const [path, call, words] of failures) await failsWith(page, path, call, words)
})

test('the list of tenants shows a message when it fails, and placeholders while it loads [4.26 4.27 8.1 8.2]', async ({
  enter,
}) => {
  const page = await enter(operator())
  const id = randomUUID()
  await failsWith(page, '/admin/tenants', '**/tenants/filter', 'Failed to fetch tenants')
  await failsWith(page, `/admin/tenants/${id}`, `**/api/tenants/${id}`, 'Failed to fetch tenant')
  const busy = page.getByRole('main').locator('[aria-busy="true"]')
  const blanks = busy.locator('tbody [class*="Skeleton-root"]')
  await heldBack(page, '**/tenants/filter', async () => {
    await page.goto('/admin/tenants')
    await blanks.first().waitFor()
    expect(await busy.locator('tbody').textContent()).toBe('')
  })
  await eventually(() => busy.count()).toBe(0)
  expect(await page.getByRole('main').locator('[class*="Skeleton-root"]').count()).toBe(0)
  await page.getByRole('cell', { name: 'Conforming Works', exact: true }).waitFor()
})

test('a lost upload is reported, and an answer without a message gets our own [8.38 8.49 8.50]', async ({
  enter,
  company,
}) => {
  const page = await enter(company.administrator)
  const upload = '**/v2/bulk-upload*'
  await page.goto('/contracts/bulk-upload')
  await title(page, 'Bulk upload')
  const buffer = Buffer.from('Contract name\nLost and found\n')
  await page.getByLabel('File of contracts').setInputFiles({ name: 'lost.csv', mimeType: 'text/csv', buffer })
  await offline(page, upload, async () => {
    await button(page, 'Upload').click()
    await page.getByRole('alert').getByText('Upload failed. Please try again.', { exact: true }).waitFor()
  })
  const failures = [
    { refId: 'LOST-7', reason: '', row: 7, faults: [] },
    { refId: '', reason: 'is already there', row: 8, faults: [] },
  ]
  spend(page)
  await page.route(upload, async (route) => {
    const response = await route.fetch()
    const answer = await response.json()
    const json = { ...answer, message: '', failures, import: { ...answer.import, failed: 2 } }
    await route.fulfill({ response, json })
  })
  await button(page, 'Upload').click()
  await page.getByRole('alert').getByText('Upload successful!', { exact: true }).waitFor()
  const rows = page.getByRole('region', { name: 'Rows that were not stored' }).getByRole('row')
  expect((await rows.allTextContents()).slice(1)).toEqual([
    expect.stringMatching(/^7LOST-7.*Unknown error$/),
    expect.stringMatching(/^8Row 8.*is already there$/),
  ])
})

test('the address to create a role mapping shows the checkboxes for roles too [2.36 2.37]', async ({
  enter,
  company,
}) => {
  const someone = await company.join('Mapped', await company.role('Held', all('GST')))
  const page = await enter(company.administrator)
  await page.goto(`/admin/user-roles-mapping/create?userId=${someone.id}`)
  await title(page, 'Roles of Mapped')
  const box = page.getByRole('checkbox', { name: 'Held', exact: true })
  await box.waitFor()
  expect(await box.isChecked()).toBe(true)
  await box.click()
  await page.getByRole('button', { name: 'Grant Access to Held', exact: true }).waitFor()
  expect(await box.isChecked()).toBe(false)
})

test('the document pages show those of the signed-in user’s tenant [9.18]', async ({ enter, company, owner }) => {
  const page = await enter(company.administrator)
  for (const [path, entityType] of [
    ['/vehicles', 'VEHICLE'],
    ['/vehicle-insurance', 'VEHICLE_INSURANCE'],
    ['/payments', 'PAYMENT'],
  ] as const) {
    const own = `/documents/${company.tenantId}/${entityType}/${company.tenantId}`
    const asked = page.waitForRequest((request) => request.url().includes(own))
    await page.goto(path)
    await asked
  }
  await chooseFiles(page, [text('Receipt.txt')])
  await button(page, 'Upload').click()
  await page.getByRole('status').getByText('Uploaded 1 file(s) successfully.', { exact: true }).waitFor()
  const query = { entityType: 'PAYMENT' as const, entityId: company.tenantId }
  expect(await owner.ok(listDocuments, { query })).toMatchObject([{ fileName: 'Receipt.txt' }])
})
