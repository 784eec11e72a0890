import { createRoleMapping, deleteRoleMapping, listRoleMappings } from '@plinth/api/access/role-mappings'
import type { Grid } from '@plinth/server/testing/test-server'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { all, type OwnCompany } from '../src/company.ts'
import { testIn } from '../src/desk.ts'
import { person } from '../src/people.ts'
import {
  alert,
  answerDialog,
  button,
  columns,
  eventually,
  failing,
  fill,
  heldBack,
  marksOf,
  title,
} from '../src/screen.ts'

const test = testIn('Laterite Builders')

const calls = '**/user-role-mappings/**'
const writing = /\/user-role-mappings(\/user\/[^/]+\/role\/[^/]+)?$/
const rolesOf = (id: string) => `/admin/users/${id}/roles`
const box = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true })
const grant = (page: Page, role: string) => button(page, `Grant Access to ${role}`)
const remove = (page: Page, role: string) => button(page, `Remove ${role}`)

/** A person who holds one of two roles, Clerk and Driver. Everybody who holds GST and Vehicles may give both. */
async function personWithRole(company: OwnCompany, username: string) {
  const names = [`Clerk ${username}`, `Driver ${username}`] as const
  const clerk = await company.role(names[0], all('GST'), 'Keeps the books')
  await company.role(names[1], all('Vehicles'))
  return { ...(await company.join(username, clerk)), held: names[0], other: names[1] }
}

const wide: Grid = { ...all('GST', 'Vehicles'), User: ['canView'] }

/** A person with these flags on role mappings. */
const mapper = (company: OwnCompany, name: string, mapping: Grid['UserRoleMapping'] = []) =>
  company.joinWith(name, { ...wide, UserRoleMapping: mapping })

async function rolesHeldBy(company: OwnCompany, userId: string): Promise<string[]> {
  const administrator = await person(company.administrator)
  const held = await administrator.ok(listRoleMappings, { params: { userId } })
  return held.map(({ roleName }) => roleName)
}

test('without the permission to view mappings none of their screens opens [6.8]', async ({ enter, company }) => {
  const someone = await personWithRole(company, 'Uma')
  const page = await enter(await mapper(company, 'Blind'))
  const base = '/admin/user-roles-mapping'
  for (const path of [base, `${base}/create`, `${base}/${someone.id}/edit`, `${base}/${someone.id}/view`]) {
    await page.goto(path)
    await alert(page, 'You do not have permission to view this page.')
    expect(await page.getByRole('main').getByRole('combobox').count()).toBe(0)
    expect(await page.getByRole('main').getByRole('checkbox').count()).toBe(0)
  }
  await page.goto(rolesOf(someone.id))
  await alert(page, 'You do not have permission to view this page.')
})

/** Which controls are enabled for a role the person could give and one they could take away. */
async function controls(page: Page, { held, other }: { held: string; other: string }) {
  await remove(page, held).waitFor()
  const [give, removeOther] = [await grant(page, other).isEnabled(), await remove(page, held).isEnabled()]
  return { give, removeOther, tick: await box(page, other).isEnabled(), untick: await box(page, held).isEnabled() }
}

test('each flag enables its own controls [5.42 6.9 6.10 6.11]', async ({ enter, company }) => {
  const someone = await personWithRole(company, 'Veda')
  const expected = {
    Viewer: { may: [], give: false, removeOther: false, tick: false, untick: false },
    Creator: { may: ['canCreate'], give: true, removeOther: false, tick: true, untick: false },
    Editor: { may: ['canEdit'], give: false, removeOther: false, tick: true, untick: true },
    Remover: { may: ['canDelete'], give: false, removeOther: true, tick: false, untick: false },
  } as const
  for (const [name, { may, ...enabled }] of Object.entries(expected)) {
    const page = await enter(await mapper(company, name, ['canView', ...may]))
    await page.goto(rolesOf(someone.id))
    expect(await controls(page, someone), name).toEqual(enabled)
  }
})

test('a role can be granted, ticked and unticked, and is removed after a confirmation [2.28 5.35 5.36]', async ({
  enter,
  company,
}) => {
  const someone = await personWithRole(company, 'Wasim')
  const page = await enter(company.administrator)
  await page.goto(rolesOf(someone.id))
  await title(page, 'Roles of Wasim')
  await eventually(() => columns(page)).toEqual(['Held', 'Role', 'Description', 'Granted', 'Actions'])
  await grant(page, someone.other).click()
  await alert(page, `${someone.other} granted`)
  await remove(page, someone.other).waitFor()
  await eventually(() => box(page, someone.other).isChecked()).toBe(true)
  expect(await rolesHeldBy(company, someone.id)).toEqual([someone.held, someone.other])
  await box(page, someone.held).click()
  await alert(page, `${someone.held} removed`)
  expect(await rolesHeldBy(company, someone.id)).toEqual([someone.other])
  await grant(page, someone.held).waitFor()
  const removeOther = () => remove(page, someone.other).click()
  expect(await answerDialog(page, 'dismiss', removeOther)).toBe('Are you sure you want to remove this role from user?')
  expect(await rolesHeldBy(company, someone.id)).toEqual([someone.other])
  await answerDialog(page, 'accept', removeOther)
  await grant(page, someone.other).waitFor()
  expect(await rolesHeldBy(company, someone.id)).toEqual([])
})

test('while a role is being changed only its own controls are disabled [5.43]', async ({ enter, company }) => {
  const someone = await personWithRole(company, 'Xavier')
  const page = await enter(company.administrator)
  await page.goto(rolesOf(someone.id))
  await heldBack(page, writing, async () => {
    await grant(page, someone.other).click()
    await eventually(() => grant(page, someone.other).isDisabled()).toBe(true)
    await eventually(() => box(page, someone.other).isDisabled()).toBe(true)
    await eventually(() => box(page, someone.held).isEnabled()).toBe(true)
    await eventually(() => remove(page, someone.held).isEnabled()).toBe(true)
  })
  await remove(page, someone.other).waitFor()
  await eventually(() => remove(page, someone.other).isEnabled()).toBe(true)
})

test('a failed change shows its message with the reason and changes nothing [8.25 8.26 8.27]', async ({
  enter,
  company,
}) => {
  const someone = await personWithRole(company, 'Yamini')
  const page = await enter(company.administrator)
  await page.goto(rolesOf(someone.id))
  await grant(page, someone.other).waitFor()
  await failing(page, writing, async () => {
    await grant(page, someone.other).click()
    await alert(page, 'Error granting role access')
    await box(page, someone.other).click()
    await alert(page, 'Error updating role mapping')
    await answerDialog(page, 'accept', () => remove(page, someone.held).click())
    await alert(page, 'Failed to delete role mapping')
  })
  await eventually(() => controls(page, someone)).toEqual({ give: true, removeOther: true, tick: true, untick: true })
  expect(await rolesHeldBy(company, someone.id)).toEqual([someone.held])
})

test('a change that somebody else made first shows an error, and the screen shows the present roles', async ({
  enter,
  company,
}) => {
  const someone = await personWithRole(company, 'Zoya')
  const page = await enter(company.administrator)
  await page.goto(rolesOf(someone.id))
  await grant(page, someone.other).waitFor()
  const other = await person(company.administrator)
  const [held] = await other.ok(listRoleMappings, { params: { userId: someone.id } })
  const roleId = held?.roleId ?? ''
  await other.ok(deleteRoleMapping, { params: { userId: someone.id, roleId } })
  await answerDialog(page, 'accept', () => remove(page, someone.held).click())
  await alert(page, 'Failed to delete role mapping')
  await grant(page, someone.held).waitFor()
  await other.ok(createRoleMapping, { body: { userId: someone.id, roleId } })
  await grant(page, someone.held).click()
  await alert(page, /Error granting role access.*This person already has this role\./)
  await remove(page, someone.held).waitFor()
})

test('nobody can grant a role that has permissions they lack', async ({ enter, company }) => {
  const someone = await personWithRole(company, 'Abbas')
  await company.role('Wider', all('Contracts'))
  const page = await enter(await mapper(company, 'Giver', ['canView', 'canCreate']))
  await page.goto(rolesOf(someone.id))
  await grant(page, 'Wider').click()
  await alert(page, 'You cannot give a role with a permission you do not hold yourself: ')
  await grant(page, someone.other).click()
  await alert(page, `${someone.other} granted`)
  expect(await rolesHeldBy(company, someone.id)).toEqual([someone.held, someone.other])
})

test('a person is found by a part of their e-mail, and the view of their roles is read-only [2.36 2.37]', async ({
  enter,
  company,
}) => {
  const someone = await personWithRole(company, 'Bhanu')
  const page = await enter(company.administrator)
  await page.goto('/admin/user-roles-mapping')
  await page.getByText('Choose a person to see the roles they hold, and to give or take roles.').waitFor()
  await fill(page, { Person: 'bhanu@lat' })
  await page.getByRole('option', { name: /Bhanu/ }).click()
  await title(page, 'Roles of Bhanu')
  expect(new URL(page.url()).search).toBe(`?userId=${someone.id}`)
  await page.goto(`/admin/user-roles-mapping/${someone.id}/view`)
  await title(page, 'Roles of Bhanu')
  await eventually(() => box(page, someone.held).isChecked()).toBe(true)
  expect([await box(page, someone.held).isDisabled(), await box(page, someone.other).isDisabled()]).toEqual([
    true,
    true,
  ])
  expect(await page.getByRole('button', { name: /^(Grant Access|Remove)/ }).count()).toBe(0)
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await grant(page, someone.other).waitFor()
})

test('the table of permissions names the roles that each flag comes from [2.29]', async ({ enter, company }) => {
  const first = await company.role('Tender reader', { Contracts: ['canView'] })
  const second = await company.role('Tender writer', { Contracts: ['canView', 'canEdit'] })
  const someone = await company.join('Chitra', first, second)
  const page = await enter(company.administrator)
  await page.goto(`/admin/users/${someone.id}/permissions`)
  await title(page, 'Permissions of Chitra')
  const row = page.getByRole('row', { name: /^Contracts/ })
  await row.waitFor()
  await eventually(() => row.getByRole('cell').allTextContents()).toEqual([
    '–',
    'Tender reader, Tender writer',
    'Tender writer',
    '–',
    '–',
  ])
  expect(await marksOf(row)).toEqual(['No', 'Yes', 'Yes', 'No', 'No'])
  await page.getByRole('row', { name: /^GST.*No permission$/ }).waitFor()
  expect(await page.getByRole('main').getByRole('checkbox').count()).toBe(0)
  await page.getByRole('switch', { name: 'Only what they may do' }).click({ force: true })
  await page.getByText(/^1 of \d+ modules$/).waitFor()
  await eventually(() => page.getByRole('row').count()).toBe(2)
})

test('a failed fetch of roles or permissions shows an error, and Retry loads the roles', async ({ enter, company }) => {
  const someone = await personWithRole(company, 'Dinesh')
  const page = await enter(company.administrator)
  await failing(page, calls, async () => {
    await page.goto(rolesOf(someone.id))
    await alert(page, 'Failed to fetch roles')
  })
  await button(page, 'Retry').click()
  await grant(page, someone.other).waitFor()
  await failing(page, '**/user-module-permissions/user/*', async () => {
    await page.goto(`/admin/users/${someone.id}/permissions`)
    await alert(page, 'Failed to fetch permissions')
  })
})
