import { createModule } from '@plinth/api/access/modules'
import { getRole, listRoles } from '@plinth/api/access/roles'
import { flags } from '@plinth/api/kernel/permissions'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { all } from '../src/company.ts'
import { testIn } from '../src/desk.ts'
import { operator, person } from '../src/people.ts'
import {
  alert,
  answerDialog,
  button,
  columns,
  eventually,
  faultAt,
  fill,
  marksOf,
  refusingToDelete,
  save,
  title,
  typed,
  valueOf,
} from '../src/screen.ts'

const test = testIn('Basalt Roads')

const roles = '/admin/roles'
const modules = '/admin/modules'
const box = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true })
const follow = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).click()

type State = 'on' | 'off' | 'partly'

/** The state of a checkbox of the grid as a screen reader announces it. */
async function stateOf(page: Page, name: string): Promise<State> {
  const tick = box(page, name)
  if (await tick.isChecked()) return 'on'
  return (await tick.evaluate((input: unknown) => (input as { indeterminate: boolean }).indeterminate))
    ? 'partly'
    : 'off'
}

const statesOf = (page: Page, names: string[]) => Promise.all(names.map((name) => stateOf(page, name)))
const labels = ['Create', 'View', 'Edit', 'Delete', 'Report']
const boxesOf = (module: string) => labels.map((label) => `${module}: ${label}`)

test('a checkbox of the grid controls one flag, a row, a column or everything, and shows a mixed state for a part [2.35]', async ({
  enter,
  company,
}) => {
  const page = await enter(company.administrator)
  await page.goto(`${roles}/create`)
  await box(page, 'Contracts: everything').click()
  expect(await statesOf(page, boxesOf('Contracts'))).toEqual(['on', 'on', 'on', 'on', 'on'])
  expect(await statesOf(page, ['Contracts: everything', 'All modules: View', 'Everything'])).toEqual([
    'on',
    'partly',
    'partly',
  ])
  await box(page, 'Contracts: Delete').click()
  expect(await statesOf(page, ['Contracts: Delete', 'Contracts: everything'])).toEqual(['off', 'partly'])
  await box(page, 'All modules: Report').click()
  expect(await statesOf(page, ['All modules: Report', 'GST: Report', 'GST: View', 'GST: Edit'])).toEqual([
    'on',
    'on',
    'on',
    'off',
  ])
  await box(page, 'Everything').click()
  expect(await statesOf(page, ['Everything', 'All modules: Delete', ...boxesOf('Projects')])).toEqual(
    Array.from({ length: 7 }, () => 'on'),
  )
  await box(page, 'Everything').click()
  expect(await statesOf(page, ['Everything', 'All modules: View', ...boxesOf('Contracts')])).toEqual(
    Array.from({ length: 7 }, () => 'off'),
  )
})

test('a saved role allows exactly the ticked flags, when it is created and when it is changed [2.33 2.34 5.20 6.13]', async ({
  enter,
  company,
}) => {
  const page = await enter(company.administrator)
  await page.goto(`${roles}/create`)
  await save(page)
  await faultAt(page, 'Name', 'Name is required')
  await fill(page, { Name: 'Quantity surveyor', Description: 'Measures' })
  await box(page, 'Contracts: Report').click()
  await box(page, 'Estimations: everything').click()
  await save(page)
  await alert(page, 'Role created successfully!')
  const administrator = await person(company.administrator)
  const created = (await administrator.ok(listRoles, { query: {} })).find(({ name }) => name === 'Quantity surveyor')
  const held = async () => {
    const { permissions } = await administrator.ok(getRole, { params: { id: created?.id ?? '' } })
    const rows = permissions.map((row) => [row.moduleName, flags.filter((flag) => row[flag])] as const)
    return Object.fromEntries(rows.filter(([, rowFlags]) => rowFlags.length > 0))
  }
  expect(await held()).toEqual({ Contracts: ['canView', 'canReport'], Estimations: [...flags] })

  await follow(page, 'View Quantity surveyor')
  await title(page, 'Quantity surveyor')
  expect(new URL(page.url()).pathname).toBe(`${roles}/${created?.id}/view`)
  const row = page.getByRole('row', { name: /^Contracts/ })
  expect(await marksOf(row)).toEqual(['No', 'Yes', 'No', 'No', 'Yes'])
  expect(await page.getByRole('main').getByRole('checkbox').count()).toBe(0)
  expect(await page.getByRole('main').getByRole('textbox').count()).toBe(0)
  await follow(page, 'Edit')
  await title(page, 'Edit role')
  expect(await stateOf(page, 'Contracts: everything')).toBe('partly')
  await box(page, 'Estimations: everything').click()
  await save(page)
  await alert(page, 'Role updated successfully!')
  expect(await held()).toEqual({ Contracts: ['canView', 'canReport'] })
})

test('the checkboxes of permissions that the person lacks are disabled', async ({ enter, company }) => {
  const narrow = await company.joinWith('Nina', { ...all('Role'), Contracts: ['canView', 'canEdit'] })
  const page = await enter(narrow)
  await page.goto(`${roles}/create`)
  await page.getByText('You can grant what you hold yourself; the other boxes are greyed out.').waitFor()
  const enabled = await Promise.all(boxesOf('Contracts').map((name) => box(page, name).isEnabled()))
  expect(enabled).toEqual([false, true, true, false, false])
  const closed = ['Projects: everything', ...boxesOf('Projects'), 'GST: View']
  expect(await Promise.all(closed.map((name) => box(page, name).isDisabled()))).toEqual(closed.map(() => true))
  await box(page, 'Everything').click()
  expect(await statesOf(page, boxesOf('Contracts'))).toEqual(['off', 'on', 'on', 'off', 'off'])
  expect(await statesOf(page, boxesOf('Role'))).toEqual(labels.map(() => 'on'))
  expect(await stateOf(page, 'Projects: View')).toBe('off')
  await fill(page, { Name: 'As narrow as Nina' })
  await save(page)
  await alert(page, 'Role created successfully!')
})

test('a permission that the person lost meanwhile is refused in the form, and the typed values stay', async ({
  enter,
  company,
}) => {
  const roleId = await company.role('Shrinking', { ...all('Role'), Contracts: ['canView'] })
  const someone = await company.join('Sunil', roleId)
  const page = await enter(someone)
  await page.goto(`${roles}/create`)
  await fill(page, { Name: 'Too wide', Description: 'Kept' })
  await box(page, 'Contracts: View').click()
  await company.shrink(roleId, 'Contracts')
  await save(page)
  await alert(page, 'You cannot grant a permission you do not hold yourself: canView on Contracts')
  await alert(page, 'Failed to save role')
  expect(await typed(page, ['Name', 'Description'])).toEqual({ Name: 'Too wide', Description: 'Kept' })
  expect(await stateOf(page, 'Contracts: View')).toBe('on')
  const administrator = await person(company.administrator)
  expect((await administrator.ok(listRoles, { query: {} })).filter(({ name }) => name === 'Too wide')).toEqual([])
})

test('a role is deleted after a confirmation, but not while somebody holds it [2.32 5.34 5.36]', async ({
  enter,
  company,
}) => {
  await company.role('Spare', all('GST'))
  await company.join('Hema', await company.role('Held', all('GST')))
  const page = await enter(company.administrator)
  await page.goto(`${roles}?size=50`)
  const held = button(page, 'Delete Held')
  await held.waitFor()
  expect([await held.isDisabled(), await held.getAttribute('title')]).toEqual([true, '1 person holds this role'])
  const remove = () => button(page, 'Delete Spare').click()
  expect(await answerDialog(page, 'dismiss', remove)).toBe('Are you sure?')
  await eventually(() => page.getByRole('cell', { name: 'Spare', exact: true }).count()).toBe(1)
  await answerDialog(page, 'accept', remove)
  await page.getByRole('cell', { name: 'Spare', exact: true }).waitFor({ state: 'detached' })
  const administrator = await person(company.administrator)
  const names = (await administrator.ok(listRoles, { query: {} })).map(({ name }) => name)
  expect([names.includes('Spare'), names.includes('Held')]).toEqual([false, true])
})

test('an operator creates, changes and deletes a module, but cannot delete one that the product uses [2.31 4.17 4.19 5.21 5.33 5.36 8.48]', async ({
  enter,
}) => {
  const page = await enter(operator())
  await page.goto(`${modules}/create`)
  await eventually(() => valueOf(page, 'Status')).toBe('Active')
  await save(page)
  await faultAt(page, 'Name', 'Name is required')
  await fill(page, { Name: 'Quarrying', Description: 'Pits and blasts' })
  await save(page)
  await alert(page, 'Module created successfully!')
  await page.goto(`${modules}?size=50`)
  await eventually(() => columns(page)).toEqual(['Name', 'Description', 'Status', 'Actions'])
  await follow(page, 'Edit Quarrying')
  await title(page, 'Edit module')
  expect(new URL(page.url()).pathname).toMatch(/^\/admin\/modules\/edit\/[0-9a-f-]{36}$/)
  await page.getByRole('combobox', { name: 'Status' }).click()
  await page.getByRole('option', { name: 'Inactive' }).click()
  await save(page)
  await alert(page, 'Module updated successfully!')
  const row = page.getByRole('row', { name: /^Quarrying/ })
  await eventually(() => row.getByRole('cell').allTextContents()).toEqual([
    'Quarrying',
    'Pits and blasts',
    'Inactive',
    '',
  ])
  const builtIn = button(page, 'Delete Contracts')
  expect([await builtIn.isDisabled(), await builtIn.getAttribute('title')]).toEqual([
    true,
    'The product itself works with this module',
  ])
  const remove = () => button(page, 'Delete Quarrying').click()
  expect(await answerDialog(page, 'dismiss', remove)).toBe('Are you sure you want to delete this module?')
  await eventually(() => row.count()).toBe(1)
  await refusingToDelete(page, '**/api/modules/*', async (reason) => {
    await answerDialog(page, 'accept', remove)
    await alert(page, reason)
    await eventually(() => row.count()).toBe(1)
  })
  let isGone = await isDeleted(page, 'Quarrying')
  // A company that another test created meanwhile may hold the module, since a new company holds every module. Then a
  // newer module is tried.
  for (let at = 1; at <= 5 && !isGone; at += 1) {
    await (await person(operator())).ok(createModule, { body: { name: `Blasting ${at}` } })
    await page.reload()
    isGone = await isDeleted(page, `Blasting ${at}`)
  }
  expect(isGone).toBe(true)
})

/** Deletes a module and waits until its row is gone. Returns false when a role holds it. */
async function isDeleted(page: Page, name: string): Promise<boolean> {
  const answered = page.waitForResponse((response) => response.request().method() === 'DELETE')
  await answerDialog(page, 'accept', () => button(page, `Delete ${name}`).click())
  const isGone = (await answered).ok()
  if (isGone) await page.getByRole('row', { name: new RegExp(`^${name}`) }).waitFor({ state: 'detached' })
  return isGone
}

test('a person who may not change modules can read them', async ({ enter, company }) => {
  const page = await enter(company.administrator)
  await page.goto(`${modules}?size=50`)
  await follow(page, 'View GST')
  await title(page, 'GST')
  expect(await page.getByRole('link', { name: 'Edit', exact: true }).count()).toBe(0)
  await page.goto(`${modules}?size=50`)
  await page.getByRole('link', { name: 'View GST' }).waitFor()
  expect(await page.getByRole('link', { name: /^(Edit|New) / }).count()).toBe(0)
  expect(await page.getByRole('button', { name: /^Delete / }).count()).toBe(0)
})
