import { listRoleMappings } from '@plinth/api/access/role-mappings'
import { filterUsers } from '@plinth/api/access/users'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { all, newCompany, type OwnCompany, password } from '../src/company.ts'
import { testIn } from '../src/desk.ts'
import { operator, person } from '../src/people.ts'
import {
  alert,
  choose,
  columnOf,
  eventually,
  failureInForm,
  faultAt,
  field,
  fill,
  offered,
  save,
  title,
  typed,
  valueOf,
} from '../src/screen.ts'

const test = testIn('Dolerite Roads')

const users = '/admin/users'
const startingRoles = ['Accounts', 'Administrator', 'Auditor', 'Project manager', 'Site engineer', 'Tender executive']

async function rolesOf(company: OwnCompany, email: string): Promise<string[]> {
  const administrator = await person(company.administrator)
  const { content } = await administrator.ok(filterUsers, { body: { email } })
  const held = await administrator.ok(listRoleMappings, { params: { userId: content[0]?.id ?? '' } })
  return held.map(({ roleName }) => roleName)
}

async function newUser(page: Page, values: Record<string, string>): Promise<void> {
  await page.goto(`${users}/create`)
  await title(page, 'New user')
  await fill(page, { ...values, Password: password })
}

test('a new user gets a role on the form, which the list and the user’s own form show', async ({ enter, company }) => {
  const page = await enter(company.administrator)
  const email = 'dinesh@dolerite.example'
  await newUser(page, { Name: 'Dinesh Dumper', 'E-mail': email })
  expect(await offered(page, 'Role')).toEqual(startingRoles)
  await page.getByRole('option', { name: 'Site engineer', exact: true }).click()
  await save(page)
  await alert(page, 'User created successfully!')
  await eventually(() => columnOf(page, 'Name')).toEqual(['Dinesh Dumper', 'Admin'])
  expect(await columnOf(page, 'Roles held')).toEqual(['Site engineer', 'Administrator'])
  expect(await rolesOf(company, email)).toEqual(['Site engineer'])

  await page.getByRole('link', { name: 'Edit Dinesh Dumper' }).click()
  await title(page, 'Edit user')
  expect(await field(page, 'Role').count()).toBe(0)
  await page.getByText('Site engineer', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Change roles' }).click()
  await title(page, 'Roles of Dinesh Dumper')
})

test('a role is offered only to people who may give roles, and one they may not give is reported', async ({
  enter,
  company,
}) => {
  const clerk = await enter(await company.joinWith('Clerk', { User: ['canView', 'canCreate'] }))
  await newUser(clerk, { Name: 'Esther', 'E-mail': 'esther@dolerite.example' })
  expect(await field(clerk, 'Role').count()).toBe(0)
  await save(clerk)
  await alert(clerk, 'User created successfully!')
  expect(await rolesOf(company, 'esther@dolerite.example')).toEqual([])

  await company.role('Payer', all('Payments'))
  const mapping = { User: ['canView', 'canCreate'], UserRoleMapping: ['canCreate'], Vehicles: ['canView'] } as const
  const mapper = await enter(await company.joinWith('Mapper', mapping))
  const values = { Name: 'Farhan', 'E-mail': 'farhan@dolerite.example' }
  await newUser(mapper, values)
  await choose(mapper, 'Role', 'Payer')
  await save(mapper)
  await failureInForm(mapper, 'Failed to save user')
  const fault = 'You cannot give a role with a permission you do not hold yourself: canCreate on Payments'
  await faultAt(mapper, 'Role', fault)
  expect(await typed(mapper, ['Name', 'E-mail'])).toEqual(values)
  await choose(mapper, 'Role', 'Role of Clerk')
  await save(mapper)
  await alert(mapper, 'User created successfully!')
  expect(await rolesOf(company, values['E-mail'])).toEqual(['Role of Clerk'])
})

test('an operator chooses among the roles of the tenant, and again after changing the tenant', async ({
  enter,
  company,
}) => {
  await company.role('Blaster', {})
  const other = await newCompany('Phyllite Bridges')
  const page = await enter(operator())
  await page.goto(`${users}/create?tenantId=${company.tenantId}`)
  await choose(page, 'Role', 'Blaster')
  await field(page, 'Tenant').fill('Phyllite')
  await page.getByRole('option', { name: 'Phyllite Bridges' }).click()
  await eventually(() => valueOf(page, 'Role')).toBe('')
  await eventually(() => offered(page, 'Role')).toEqual(startingRoles)
  await page.getByRole('option', { name: 'Auditor', exact: true }).click()
  const email = 'gita@phyllite.example'
  await fill(page, { Name: 'Gita', 'E-mail': email, Password: password })
  await save(page)
  await alert(page, 'User created successfully!')
  expect(await rolesOf(other, email)).toEqual(['Auditor'])
})
