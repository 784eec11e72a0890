import { randomUUID } from 'node:crypto'
import { createOffice, filterOffices, type Office } from '@plinth/api/tenders/offices'
import { expect } from 'vitest'
import { expectNoSidewaysScroll } from '../src/browser.ts'
import { testIn } from '../src/desk.ts'
import { person } from '../src/people.ts'
import {
  alert,
  answerDialog,
  button,
  choose,
  columnOf,
  eventually,
  faultAt,
  field,
  fill,
  offered,
  pathname,
  save,
  showing,
  title,
} from '../src/screen.ts'

const test = testIn('Writing Works').extend('calls', { scope: 'file' }, ({ company }) => person(company.administrator))

const list = '/contracts/offices'

test('an office can be created, found, read and deleted on a phone', async ({ enter, company, calls }) => {
  const name = 'PWD Division, Hassan'
  const page = await enter(company.administrator, 'phone')
  await page.goto('/contracts')
  await page.getByRole('link', { name: 'Offices', exact: true }).click()
  await title(page, 'Offices')
  await page.getByRole('link', { name: 'New office' }).click()
  await title(page, 'New office')
  expect(pathname(page)).toBe(`${list}/create`)
  await save(page)
  await faultAt(page, 'Department', 'Department is required')
  await faultAt(page, 'Office', 'Office is required')
  await fill(page, {
    Department: 'Karnataka PWD',
    Office: name,
    Designation: 'Executive Engineer',
    'E-mail': 'ee.hassan',
  })
  await save(page)
  await faultAt(page, 'E-mail', 'E-mail must be an e-mail address')
  await fill(page, { 'E-mail': 'ee.hassan@kpwd.example', Phone: '08172-268114', Address: 'B.M. Road, Hassan' })
  await save(page)
  await alert(page, 'Office created successfully!')
  await title(page, 'Offices')
  await page.goto(`${list}?name=Hassan`)
  await showing(page, 'Showing page 1 of 1 — 1 total records')
  await expectNoSidewaysScroll(page)
  await page.getByRole('link', { name: `View ${name}` }).click()
  await title(page, name)
  await page.getByText('ee.hassan@kpwd.example').waitFor()
  await expectNoSidewaysScroll(page)
  await page.getByRole('link', { name: 'Back to list' }).click()
  const question = await answerDialog(page, 'accept', () => button(page, `Delete ${name}`).click())
  expect(question).toBe('Are you sure you want to delete this office?')
  await showing(page, 'Showing page 1 of 1 — 0 total records')
  expect((await calls.ok(filterOffices, { body: { name: 'Hassan' } })).totalElements).toBe(0)
})

const newOffice = (fields: Partial<Office>) => ({ body: { department: 'Irrigation', name: randomUUID(), ...fields } })

test('typing a department suggests those that have an office', async ({ enter, company, calls }) => {
  await calls.ok(createOffice, newOffice({ department: 'Zilla Panchayat' }))
  const page = await enter(company.administrator)
  await page.goto(`${list}/create`)
  await field(page, 'Department').fill('zilla')
  await page.getByRole('option', { name: 'Zilla Panchayat' }).click()
  await fill(page, { Office: 'Engineering Wing' })
  await save(page)
  await alert(page, 'Office created successfully!')
  expect((await calls.ok(filterOffices, { body: { department: 'Zilla Panchayat' } })).totalElements).toBe(2)
})

test('the parent is chosen from the other offices, and links to its own page', async ({ enter, company, calls }) => {
  const zone = await calls.ok(createOffice, newOffice({ name: 'Canal Zone', designation: 'Chief Engineer' }))
  const { id } = await calls.ok(createOffice, newOffice({ name: 'Canal Division' }))
  await calls.ok(createOffice, newOffice({ name: 'Canal Sub-Division', parentId: id }))
  const page = await enter(company.administrator)
  await page.goto(`${list}/${id}/edit`)
  const choices = await offered(page, 'Parent office')
  expect(choices).toContain('Chief Engineer, Canal Zone, Irrigation')
  // Neither the office itself nor one below it.
  expect(choices.join()).not.toContain('Division')
  await page.keyboard.press('Escape')
  await choose(page, 'Parent office', 'Chief Engineer, Canal Zone, Irrigation')
  await save(page)
  await alert(page, 'Office updated successfully!')
  await page.goto(`${list}?name=Canal+Division`)
  await eventually(() => columnOf(page, 'Parent office')).toEqual(['Chief Engineer, Canal Zone, Irrigation'])
  await page.getByRole('link', { name: 'View Canal Division' }).click()
  await page.getByRole('link', { name: 'Chief Engineer, Canal Zone, Irrigation' }).click()
  await title(page, 'Canal Zone')
  expect(pathname(page)).toBe(`${list}/${zone.id}`)
})

test('an error from the server is shown at its field, and an office with others below it cannot be deleted', async ({
  enter,
  company,
  calls,
}) => {
  const circle = await calls.ok(createOffice, newOffice({ name: 'Circle Office' }))
  const { id } = await calls.ok(createOffice, newOffice({ name: 'Division Office', parentId: circle.id }))
  const page = await enter(company.administrator)
  await page.goto(`${list}/${id}/edit`)
  await fill(page, { Office: 'circle office' })
  await save(page)
  await faultAt(page, 'Office', 'Office is already used with this department and designation')
  await eventually(() => field(page, 'Office').inputValue()).toBe('circle office')
  await page.goto(`${list}?name=Circle+Office`)
  await answerDialog(page, 'accept', () => button(page, 'Delete Circle Office').click())
  await alert(page, 'It cannot be deleted: it still has 1 subordinate office')
  await showing(page, 'Showing page 1 of 1 — 1 total records')
})

test('the palette finds an office, the list of offices and the form of a new one; the audit trail links back to it', async ({
  enter,
  company,
  calls,
}) => {
  await calls.ok(createOffice, newOffice({ name: 'PIU Palette', designation: 'Project Director', department: 'NHAI' }))
  const page = await enter(company.administrator)
  await page.goto('/contracts')
  await title(page, 'Contract dashboard')
  const pick = async (typed: string, option: RegExp) => {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search screens, records and actions' }).fill(typed)
    await page.getByRole('option', { name: option }).click()
  }
  await pick('new office', /^New office/)
  await title(page, 'New office')
  await pick('offices', /^Offices/)
  await title(page, 'Offices')
  await pick('piu pal', /^PIU Palette.*Project Director, NHAI/)
  await title(page, 'PIU Palette')
  await page.getByRole('link', { name: 'Audit trail' }).last().click()
  await title(page, 'Audit Trail')
  await showing(page, 'Showing page 1 of 1 — 1 total records')
  await page.getByRole('link', { name: 'PIU Palette' }).click()
  await title(page, 'PIU Palette')
})
