import { randomUUID } from 'node:crypto'
import { createTenant, filterTenants, getTenant } from '@plinth/api/access/tenants'
import { createUser, filterUsers } from '@plinth/api/access/users'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { password } from '../src/company.ts'
import { testIn } from '../src/desk.ts'
import { operator, person } from '../src/people.ts'
import {
  alert,
  answerDialog,
  apply,
  button,
  choose,
  columnOf,
  columns,
  eventually,
  failing,
  failureInForm,
  faultAt,
  field,
  fill,
  offered,
  offline,
  openFilters,
  refusingToDelete,
  save,
  showing,
  title,
  typed,
  valueOf,
} from '../src/screen.ts'

const test = testIn('Granite Works')

const tenants = '/admin/tenants'
const quarries = `${tenants}?name=Quarry`
const users = '/admin/users'
const today = new Intl.DateTimeFormat('en-GB', {
  day: '2-digit',
  month: 'short',
  year: 'numeric',
  timeZone: 'Asia/Kolkata',
}).format()

const odd = { contactEmail: 'pit@quarry.example', mobileNo: '+919812345678', whatsAppNo: '+919887654321' }

/** Creates four companies, one in each status; the third differs in every field that is filtered. */
test.beforeAll(async () => {
  const founder = await person(operator())
  const statuses = { North: 'ACTIVE', South: 'SUSPENDED', East: 'TERMINATED', West: 'ONBOARDING' }
  for (const [side, status] of Object.entries(statuses)) {
    const own = side === 'East' ? { ...odd, subdomain: 'deep-pit' } : {}
    await founder.ok(createTenant, { body: { name: `Quarry ${side}`, status, ...own } })
  }
})

test('the list of tenants has its columns, local days and a dash for empty values [2.24 2.74 9.3]', async ({
  enter,
}) => {
  const page = await enter(operator())
  await page.goto(quarries)
  await showing(page, 'Showing page 1 of 1 — 4 total records')
  expect(await columns(page)).toEqual([
    'Name',
    'Subdomain',
    'Contact e-mail',
    'Mobile no.',
    'Status',
    'Created',
    'Actions',
  ])
  expect(await columnOf(page, 'Name')).toEqual(['Quarry West', 'Quarry East', 'Quarry South', 'Quarry North'])
  expect(await columnOf(page, 'Status')).toEqual(['Onboarding', 'Terminated', 'Suspended', 'Active'])
  expect(await columnOf(page, 'Subdomain')).toEqual(['quarry-west', 'deep-pit', 'quarry-south', 'quarry-north'])
  expect(await columnOf(page, 'Contact e-mail')).toEqual(['–', 'pit@quarry.example', '–', '–'])
  expect(await columnOf(page, 'Mobile no.')).toEqual(['–', '+919812345678', '–', '–'])
  expect(await columnOf(page, 'Created')).toEqual([today, today, today, today])
})

test('tenants are found by each filter, and several statuses and a range of days are in the address [2.61 4.15]', async ({
  enter,
}) => {
  const page = await enter(operator())
  await page.goto(quarries)
  const filters = {
    Name: 'quarry ea',
    Subdomain: 'deep',
    'Contact e-mail': 'pit@',
    'Mobile no.': '98123',
    'WhatsApp no.': '98876',
  }
  for (const [label, text] of Object.entries(filters)) {
    await showing(page, 'Showing page 1 of 1 — 4 total records')
    await openFilters(page)
    await fill(page, { [label]: text })
    await apply(page)
    await eventually(() => columnOf(page, 'Name')).toEqual(['Quarry East'])
    await fill(page, { [label]: '', Name: 'Quarry' })
    await apply(page)
  }
  expect(await offered(page, 'Status')).toEqual(['Active', 'Suspended', 'Terminated', 'Deleted'])
  await page.keyboard.press('Escape')
  await choose(page, 'Status', 'Active')
  await choose(page, 'Status', 'Suspended')
  await fill(page, { 'Created from': '01/01/2020', 'Created to': '31/12/2099' })
  await page.keyboard.press('Tab')
  await apply(page)
  await eventually(() => columnOf(page, 'Name')).toEqual(['Quarry South', 'Quarry North'])
  const { searchParams } = new URL(page.url())
  expect([...searchParams.entries()].toSorted()).toEqual([
    ['dateRange.from', '2020-01-01'],
    ['dateRange.to', '2099-12-31'],
    ['name', 'Quarry'],
    ['status', 'ACTIVE'],
    ['status', 'SUSPENDED'],
  ])
  await page.reload()
  await eventually(() => columnOf(page, 'Name')).toEqual(['Quarry South', 'Quarry North'])
  await openFilters(page)
  await fill(page, { 'Created to': '31/12/2020' })
  await page.keyboard.press('Tab')
  await apply(page)
  await page.getByText('Nothing matches these filters. Change or clear them.').waitFor()
  for (const [status, side] of Object.entries({ Active: 'North', Suspended: 'South', Terminated: 'East' })) {
    await page.goto(quarries)
    await openFilters(page)
    await choose(page, 'Status', status)
    await apply(page)
    await eventually(() => columnOf(page, 'Name')).toEqual([`Quarry ${side}`])
    expect(await columnOf(page, 'Status')).toEqual([status])
  }
})

test('a tenant is changed, and deleted after a confirmation, except the operators’ own [2.25 4.15 5.27 5.36 8.48]', async ({
  enter,
}) => {
  const founder = await person(operator())
  const { id } = await founder.ok(createTenant, { body: { name: 'Sandstone' } })
  const page = await enter(operator())
  await page.goto(`${tenants}/${id}`)
  await title(page, 'Sandstone')
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await title(page, 'Edit tenant')
  await fill(page, { Name: '', 'Mobile no.': '12' })
  await save(page)
  await faultAt(page, 'Name', 'Name is required')
  await fill(page, { Name: 'Sandstone & Sons', 'Mobile no.': '+911234567890' })
  await save(page)
  await alert(page, 'Tenant updated successfully!')
  expect(await founder.ok(getTenant, { params: { id } })).toMatchObject({
    name: 'Sandstone & Sons',
    mobileNo: '+911234567890',
  })
  const remove = () => button(page, 'Delete Sandstone & Sons').click()
  expect(await answerDialog(page, 'dismiss', remove)).toBe('Are you sure you want to delete this tenant?')
  expect(await founder.ok(filterTenants, { body: { name: 'Sandstone' } })).toMatchObject({ totalElements: 1 })
  await refusingToDelete(page, `**/api/tenants/${id}`, async (reason) => {
    await answerDialog(page, 'accept', remove)
    await alert(page, reason)
    await page.getByRole('cell', { name: 'Sandstone & Sons', exact: true }).waitFor()
  })
  await answerDialog(page, 'accept', remove)
  await page.getByRole('cell', { name: 'Sandstone & Sons', exact: true }).waitFor({ state: 'detached' })
  expect(await founder.ok(filterTenants, { body: { name: 'Sandstone' } })).toMatchObject({ totalElements: 0 })
  await openFilters(page)
  await choose(page, 'Status', 'Deleted')
  await fill(page, { Name: 'Sandstone' })
  await apply(page)
  await eventually(() => columnOf(page, 'Name')).toEqual(['Sandstone & Sons'])
  expect(await columnOf(page, 'Status')).toEqual(['Deleted'])
  expect(await page.getByRole('row').filter({ hasText: 'Sandstone' }).getByRole('link').count()).toBe(0)
  expect(await page.getByRole('row').filter({ hasText: 'Sandstone' }).getByRole('button').count()).toBe(0)
  await page.goto(`${tenants}?name=Plinth`)
  await button(page, 'Delete Plinth').waitFor()
  expect(await button(page, 'Delete Plinth').isDisabled()).toBe(true)
})

test('a failure to fetch or save tenants is shown, and typed text is kept [4.27 8.1 8.3 8.19 8.47]', async ({
  enter,
}) => {
  const page = await enter(operator())
  await failing(page, '**/tenants/filter', async () => {
    await page.goto(tenants)
    await alert(page, 'Failed to fetch tenants')
  })
  expect(await page.getByRole('table').count()).toBe(0)
  await button(page, 'Retry').click()
  await page.getByText(/^Showing page 1 of \d+ — \d+ total records$/).waitFor()
  await offline(page, '**/tenants/filter', async () => {
    await page.reload()
    await alert(page, 'Failed to fetch tenants')
  })
  await page.goto(`${tenants}/${randomUUID()}`)
  await alert(page, 'Failed to fetch tenant')
  await page.goto(`${tenants}/create`)
  const values = { Name: 'Slate', 'Contact e-mail': 'slate@quarry.example', Comment: 'Kept' }
  await fill(page, values)
  await failing(page, '**/tenants/create', async () => {
    await save(page)
    await failureInForm(page, 'Failed to save tenant')
  })
  expect(await typed(page, Object.keys(values))).toEqual(values)

  const logged: string[] = []
  page.on('console', (message) => logged.push(message.text()))
  const unreachable = 'The server cannot be reached. Check the connection and try again.'
  await offline(page, '**/search-tenant-by-names*', async () => {
    await page.goto(`${users}/create`)
    await field(page, 'Tenant').pressSequentially('Gra')
    await page.getByRole('option', { name: unreachable }).waitFor()
    expect(logged.filter((text) => text.includes(unreachable))).not.toEqual([])
    expect(await page.getByRole('alert').count()).toBe(0)
  })
})

test('the list of users has the columns of the specification, and each filter finds its user [2.26 2.66 4.17]', async ({
  enter,
  company,
}) => {
  const founder = await person(operator())
  const { tenantId } = company
  const mobileNo = '+919700000001'
  const designation = 'Crane driver'
  const body = { username: 'Kiran Crane', email: 'kiran@cranes.example', mobileNo, designation, comment: 'Nights only' }
  const roleId = await company.role('Yard hand', {})
  await founder.ok(createUser, { body: { ...body, isActive: false, password, tenantId, roleId } })
  const page = await enter(company.administrator)
  await page.goto(users)
  await showing(page, 'Showing page 1 of 1 — 2 total records')
  expect(await columns(page)).toEqual([
    'E-mail',
    'Mobile no.',
    'Role',
    'Status',
    'Comment',
    'Created',
    'Updated',
    'Name',
    'Roles held',
    'Actions',
  ])
  const filters = { 'E-mail': 'KIRAN@', 'Mobile no.': '97000', Role: 'crane', 'Roles held': 'yard', Name: 'kiran cr' }
  for (const [label, text] of Object.entries(filters)) {
    await showing(page, 'Showing page 1 of 1 — 2 total records')
    await openFilters(page)
    await fill(page, { [label]: text })
    await apply(page)
    await eventually(() => columnOf(page, 'E-mail')).toEqual(['kiran@cranes.example'])
    await fill(page, { [label]: '' })
    await apply(page)
  }
  await choose(page, 'Status', 'Inactive')
  await fill(page, { 'Created from': '01/01/2020' })
  await page.keyboard.press('Tab')
  await apply(page)
  await showing(page, 'Showing page 1 of 1 — 1 total records')
  expect(new URL(page.url()).search).toBe('?isActive=false&dateRange.from=2020-01-01')
  const row = page.getByRole('row', { name: /kiran@/ })
  const cells = await row.getByRole('cell').allTextContents()
  expect(cells.slice(1, 10)).toEqual([
    'kiran@cranes.example',
    mobileNo,
    designation,
    'Inactive',
    'Nights only',
    today,
    today,
    'Kiran Crane',
    'Yard hand',
  ])
})

test('a user is created with a password, changed without one, and deleted after a confirmation [2.27 4.18 5.8 5.9 5.28 5.36 8.48]', async ({
  enter,
  company,
}) => {
  const page = await enter(company.administrator)
  await page.goto(`${users}/create`)
  expect(await valueOf(page, 'Status')).toBe('Active')
  expect(await field(page, 'Tenant').count()).toBe(0)
  await fill(page, { Name: 'Gopal Gravel' })
  await save(page)
  await faultAt(page, 'Password', 'Password is required')
  await fill(page, { Password: 'short' })
  await save(page)
  await faultAt(page, 'Password', 'Password must have at least 8 characters')
  await fill(page, { Password: password })
  await save(page)
  await faultAt(page, 'E-mail', 'E-mail or mobile number is required')
  await fill(page, { 'E-mail': 'gopal@gravel.example' })
  await save(page)
  await alert(page, 'User created successfully!')
  await page.getByRole('link', { name: 'Edit Gopal Gravel' }).click()
  await title(page, 'Edit user')
  await fill(page, { Designation: 'Driver' })
  await save(page)
  await alert(page, 'User updated successfully!')
  const gopal = { email: 'gopal@gravel.example', password, tenantName: company.tenantName }
  await person(gopal)
  const remove = () => button(page, 'Delete Gopal Gravel').click()
  expect(await answerDialog(page, 'dismiss', remove)).toBe('Are you sure you want to delete this user?')
  await person(gopal)
  await refusingToDelete(page, '**/api/users/*', async (reason) => {
    await answerDialog(page, 'accept', remove)
    await alert(page, reason)
    await page.getByRole('cell', { name: 'gopal@gravel.example' }).waitFor()
  })
  await answerDialog(page, 'accept', remove)
  await page.getByRole('cell', { name: 'gopal@gravel.example' }).waitFor({ state: 'detached' })
  const administrator = await person(company.administrator)
  expect(await administrator.ok(filterUsers, { body: { email: 'gopal@' } })).toMatchObject({ totalElements: 0 })
})

const saveThere = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })

test('sign-in data of oneself and of users with more permissions is read-only on the form', async ({
  enter,
  company,
}) => {
  const clerk = await company.joinWith('Irfan', { User: ['canView', 'canEdit'] })
  const page = await enter(clerk)
  await page.goto(`${users}/${clerk.id}/edit`)
  for (const label of ['E-mail', 'Mobile no.'])
    expect(await field(page, label).getAttribute('readonly'), label).not.toBeNull()
  expect(await field(page, 'Password').count()).toBe(0)
  await fill(page, { Comment: 'Of the office' })
  await saveThere(page).click()
  await alert(page, 'User updated successfully!')
  await page.goto(`${users}/${clerk.id}`)
  await page.getByRole('region', { name: 'Signing in' }).getByRole('link', { name: 'Change how you sign in' }).click()
  await title(page, 'Your page')

  await page.goto(`${users}/${company.administrator.id}/edit`)
  const why = 'They may do more than you: only somebody who may do as much can change how they sign in.'
  await page.getByText(why).waitFor()
  expect(await valueOf(page, 'E-mail')).toBe(company.administrator.email)
  expect(await field(page, 'E-mail').getAttribute('readonly')).not.toBeNull()
  expect(await field(page, 'Password').count()).toBe(0)
  await page.goto(`${users}/${company.administrator.id}`)
  const part = page.getByRole('region', { name: 'Signing in' })
  await part
    .getByText('Admin may do more than you: only somebody who may do as much can help them to sign in.')
    .waitFor()
  expect(await part.getByRole('button').count()).toBe(0)

  const peer = await company.joinWith('Jaya', { User: ['canView'] })
  await page.goto(`${users}/${peer.id}/edit`)
  await field(page, 'Password').waitFor()
  expect(await field(page, 'E-mail').getAttribute('readonly')).toBeNull()
})

test('the user screens answer under their second address, and stay there [2.30]', async ({ enter, company }) => {
  const base = '/admin/user-module-permissions'
  const page = await enter(company.administrator)
  await page.goto(base)
  await title(page, 'Users')
  await page.getByRole('link', { name: 'View Admin' }).click()
  await title(page, 'Admin')
  await page.getByRole('link', { name: 'Permissions', exact: true }).click()
  await title(page, 'Permissions of Admin')
  expect(new URL(page.url()).pathname).toBe(`${base}/${company.administrator.id}/permissions`)
})

test('a failure to fetch or save users is shown, and typed text is kept [8.5 8.6]', async ({ enter, company }) => {
  const page = await enter(company.administrator)
  await failing(page, '**/users/filter', async () => {
    await page.goto(users)
    await alert(page, 'Failed to fetch users')
  })
  await button(page, 'Retry').click()
  await page.getByText(/^Showing page 1 of \d+ — \d+ total records$/).waitFor()
  await offline(page, '**/users/filter', async () => {
    await page.reload()
    await alert(page, 'Failed to fetch users')
  })
  await page.goto(`${users}/${randomUUID()}`)
  await alert(page, 'Failed to fetch user')
  await page.goto(`${users}/create`)
  const values = { Name: 'Hari', 'E-mail': 'hari@gravel.example', Password: password, Comment: 'Kept' }
  await fill(page, values)
  await failing(page, '**/platform/api/users', async () => {
    await save(page)
    await failureInForm(page, 'Failed to save user')
  })
  expect(await typed(page, Object.keys(values))).toEqual(values)
  await save(page)
  await alert(page, 'User created successfully!')
})
