import { createUser } from '@plinth/api/access/users'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { password } from '../src/company.ts'
import { testIn } from '../src/desk.ts'
import { operator, person } from '../src/people.ts'
import { alert, answerDialog, button, columnOf, eventually, field, fill, save, title, valueOf } from '../src/screen.ts'

const test = testIn('Lantern Works')

const chosen = 'the tide is out today'

/** Waits for the error in the description of the field. */
const faultBeside = (page: Page, name: string, fault: string) =>
  page.getByRole('textbox', { name, exact: true, description: new RegExp(RegExp.escape(fault)) }).waitFor()

/** Creates a person of the company; returns the address of their page in the administration. */
async function createPerson(username: string, email: string, tenantId: string): Promise<string> {
  const founder = await person(operator())
  const { id } = await founder.ok(createUser, { body: { username, email, password, tenantId } })
  return `/admin/users/${id}`
}

test('an operator gives a customer’s user a link and no password, and the user sets a password with it once', async ({
  company,
  enter,
}) => {
  const path = await createPerson('Leela Lamp', 'leela@lantern.example', company.tenantId)
  const desk = await enter(operator())
  await desk.goto(`${path}/edit`)
  await title(desk, 'Edit user')
  await desk.getByText(/^People of Lantern Works change how they sign in themselves/).waitFor()
  expect(await field(desk, 'Password').count()).toBe(0)
  expect(await field(desk, 'E-mail').getAttribute('readonly')).not.toBeNull()
  await fill(desk, { Designation: 'Electrician' })
  await save(desk)
  await alert(desk, 'User updated successfully!')

  await desk.goto(path)
  const question = await answerDialog(desk, 'accept', () => button(desk, 'Link to choose a password').click())
  expect(question).toContain('Leela Lamp')
  const link =
    (await desk.getByRole('group', { name: 'Link to choose a password' }).locator('code').textContent()) ?? ''
  expect(new URL(link).pathname).toBe('/reset')

  const phone = await enter(null, 'phone')
  await phone.goto(link)
  await title(phone, 'Choose a password')
  await fill(phone, { 'New password': 'short', 'New password again': 'short' })
  await button(phone, 'Choose password').click()
  await faultBeside(phone, 'New password', 'New password must have at least 8 characters')
  await fill(phone, { 'New password': chosen, 'New password again': 'the tide is in today' })
  await button(phone, 'Choose password').click()
  await faultBeside(phone, 'New password again', 'This is not the same as the new password.')
  await fill(phone, { 'New password again': chosen })
  await button(phone, 'Choose password').click()
  await phone.getByRole('status').filter({ hasText: 'Sign in at Lantern Works with leela@lantern.example.' }).waitFor()
  await phone.getByRole('main').getByRole('link', { name: 'Login' }).click()
  const who = { 'Email or mobile number': 'leela@lantern.example', Password: chosen, 'Tenant name': 'Lantern Works' }
  await fill(phone, who)
  await button(phone, 'Login').click()
  await phone.waitForURL((url) => url.pathname === '/')

  const second = await enter(null)
  await second.goto(link)
  await fill(second, { 'New password': chosen, 'New password again': chosen })
  await button(second, 'Choose password').click()
  await alert(second, 'This link is no longer good. Ask whoever sent it for a new one.')

  const office = await enter(company.administrator)
  await office.goto('/admin/audit-trail?action=LINK_HANDED_OUT&action=LINK_USED')
  await eventually(() => columnOf(office, 'What')).toEqual(['Link used', 'Link handed out'])
  expect(await columnOf(office, 'Who')).toEqual(['The installation', 'An operator'])
})

test('an incomplete link says so, and a company’s administrator gives links to its own users', async ({
  company,
  enter,
}) => {
  const path = await createPerson('Mohan Mantle', 'mohan@lantern.example', company.tenantId)
  const stranger = await enter(null)
  await stranger.goto('/reset')
  await stranger.getByText(/^This link is not whole/).waitFor()
  expect(await button(stranger, 'Choose password').count()).toBe(0)

  const office = await enter(company.administrator)
  await office.goto(`${path}/edit`)
  await title(office, 'Edit user')
  expect(await valueOf(office, 'E-mail')).toBe('mohan@lantern.example')
  await office.goto(path)
  await answerDialog(office, 'accept', () => button(office, 'Link to choose a password').click())
  await office
    .getByRole('group', { name: 'Link to choose a password' })
    .getByText(/\/reset#/)
    .waitFor()
})
