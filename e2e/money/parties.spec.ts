import { createParty, createPartyBank, filterParties, updateParty } from '@plinth/api/money/parties'
import { createOffice, filterOffices } from '@plinth/api/tenders/offices'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll } from '../src/browser.ts'
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
  save,
  showing,
  title,
  valueOf,
} from '../src/screen.ts'

/** The parties of the company: entered by a GSTIN, and paid to an account that a second user has verified. */

const test = testIn('Party Works')
  .extend('calls', { scope: 'file' }, ({ company }) => person(company.administrator))
  .extend('colleague', { scope: 'file' }, ({ company }) =>
    company.joinWith('Meera', { Payments: ['canView', 'canEdit'], Contracts: ['canView'] }),
  )
  .extend('reader', { scope: 'file' }, ({ company }) => company.joinWith('Imran', { Payments: ['canView'] }))

const list = '/payments/parties'
const accounts = (page: Page) => page.getByRole('region', { name: 'Bank accounts' })

test('a party is entered by its GSTIN, and its account verified by another user, on a phone', async ({
  enter,
  company,
  colleague,
}) => {
  const [gstin, name] = ['29AAGCB7383J1Z4', 'Sahyadri Earthmovers']
  const page = await enter(company.administrator, 'phone')
  await page.goto(`${list}/create`)
  await title(page, 'New party')
  await save(page)
  await faultAt(page, 'Legal name', 'Legal name is required')
  await page.getByText('Kinds is required').first().waitFor()
  await fill(page, { 'Legal name': name })
  await page.getByRole('checkbox', { name: 'Subcontractor' }).check()
  // A wrong check digit is shown before saving, and fills no field.
  await fill(page, { GSTIN: `${gstin.slice(0, -1)}A`.toLowerCase() })
  await page.getByText(`It must end in ${gstin.at(-1)}: its check digit is wrong`, { exact: true }).waitFor()
  await eventually(() => field(page, 'GSTIN').getAttribute('aria-invalid')).toBe('true')
  await eventually(() => valueOf(page, 'PAN')).toBe('')
  await fill(page, { GSTIN: ` ${gstin.toLowerCase()}` })
  await eventually(() => valueOf(page, 'GSTIN')).toBe(gstin)
  await eventually(() => valueOf(page, 'PAN')).toBe(gstin.slice(2, 12))
  await eventually(() => valueOf(page, 'State or UT')).toBe('Karnataka (29)')
  await eventually(() => valueOf(page, 'GST treatment')).toBe('Regular')
  await choose(page, 'MSME', 'Micro')
  await save(page)
  await faultAt(page, 'Udyam no.', 'Udyam no. is required of a micro or small enterprise')
  await fill(page, { 'Udyam no.': 'udyam-mh-10-0041827' })
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await save(page)
  await alert(page, 'Party created')
  await page.goto(`${list}?legalName=${encodeURIComponent(name)}`)
  await showing(page, 'Showing page 1 of 1 — 1 total records')
  await expectNoSidewaysScroll(page)
  await page.getByRole('link', { name, exact: true }).click()
  await title(page, name)
  await accounts(page).getByText('No account is entered yet.').waitFor()
  await button(page, 'Enter an account').click()
  await fill(page, { 'Account number': '50100412345678', IFSC: 'hdfc1000412' })
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('dialog').getByText('IFSC has the form of no IFSC').first().waitFor()
  await fill(page, { IFSC: 'hdfc0000412' })
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
  await alert(page, 'Account entered: another person verifies it')
  await page.getByText('An account waits to be verified by another person').waitFor()
  await accounts(page).getByText('You entered it: another person verifies it').waitFor()
  expect(await button(page, 'Verify').count()).toBe(0)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  const other = await enter(colleague, 'phone')
  await other.goto(new URL(page.url()).pathname)
  await other.getByRole('link', { name: 'An account waits for you to verify it' }).click()
  const question = await answerDialog(other, 'accept', () => button(other, 'Verify').click())
  expect(question).toContain('50100412345678')
  await alert(other, 'Account 50100412345678 is verified')
  await accounts(other).getByText('by Meera on').waitFor()
  await eventually(() => other.getByText('An account waits').count()).toBe(0)
})

test('a change of the party revokes the verification, and shows who changed what', async ({
  enter,
  company,
  calls,
  colleague,
}) => {
  const { id } = await calls.ok(createParty, { body: { kinds: ['VENDOR'], legalName: 'Tungabhadra Cement' } })
  const body = { accountNo: '917020041128', ifsc: 'UTIB0000412', holder: 'Tungabhadra Cement' }
  await calls.ok(createPartyBank, { params: { id }, body })
  const other = await enter(colleague, 'phone')
  await other.goto(`${list}/${id}`)
  await answerDialog(other, 'accept', () => button(other, 'Verify').click())
  await accounts(other).getByText('by Meera on').waitFor()

  const page = await enter(company.administrator)
  await page.goto(`${list}/${id}/edit`)
  await fill(page, { 'Legal name': 'Tungabhadra Traders' })
  await save(page)
  await alert(page, 'Party saved')
  await page.goto(`${list}/${id}`)
  await accounts(page)
    .getByText('You changed the party: another person verifies it, or you enter the account anew')
    .waitFor()
  await accounts(page).getByText('Meera had verified it on').waitFor()
  expect(await button(page, 'Verify').count()).toBe(0)
  await expectAccessible(page)

  await other.reload()
  const changes = accounts(other).getByRole('list', { name: 'Changes since' })
  await eventually(() => changes.getByRole('listitem').allInnerTexts()).toEqual([
    expect.stringMatching(/^Legal name: Tungabhadra Cement became Tungabhadra Traders, by .+ on \d\d \w+ \d{4}$/),
  ])
  await expectAccessible(other)
  await expectNoSidewaysScroll(other)
  // The user confirms what the page shows, not a later state of the party.
  await calls.ok(updateParty, { params: { id }, body: { legalName: 'Tungabhadra Holdings' } })
  const question = await answerDialog(other, 'accept', () => button(other, 'Verify').click())
  expect(question).toContain('Tungabhadra Traders')
  await alert(other, 'The party or the account changed since you looked')
  await eventually(() => changes.getByRole('listitem').count()).toBe(2)
  await answerDialog(other, 'accept', () => button(other, 'Verify').click())
  await alert(other, 'Account 917020041128 is verified')
  await eventually(() => changes.count()).toBe(0)
})

test('a user who may not edit payments sees the end of an account number, and no buttons', async ({
  enter,
  calls,
  reader,
}) => {
  const { id } = await calls.ok(createParty, { body: { kinds: ['VENDOR'], legalName: 'Malnad Steel' } })
  const body = { accountNo: '37041177302', ifsc: 'SBIN0040412', holder: 'Malnad Steel' }
  await calls.ok(createPartyBank, { params: { id }, body })
  const page = await enter(reader)
  await page.goto(`${list}/${id}`)
  await accounts(page).getByText('ends in 7302').waitFor()
  await page.getByText('An account waits to be verified by another person').waitFor()
  expect(await page.content()).not.toContain(body.accountNo)
  for (const name of ['Verify', 'Enter an account']) expect(await button(page, name).count()).toBe(0)
})

test('an office has the client that its department names, and each links to the other', async ({
  enter,
  company,
  calls,
}) => {
  await calls.ok(createOffice, { body: { department: 'Konkan Railway', name: 'Works Branch, Ratnagiri' } })
  const { id } = await calls.ok(createParty, { body: { kinds: ['CLIENT'], legalName: 'Konkan Railway' } })
  await calls.ok(createParty, { body: { kinds: ['VENDOR'], legalName: 'No client of ours' } })
  const page = await enter(company.administrator)
  await page.goto(`${list}/${id}`)
  await page.getByRole('region', { name: 'Offices' }).getByRole('link', { name: 'Works Branch, Ratnagiri' }).click()
  await title(page, 'Works Branch, Ratnagiri')
  await page.getByRole('link', { name: 'Konkan Railway', exact: true }).waitFor()
  await page.goto('/contracts/offices/create')
  await field(page, 'Client').click()
  await page.getByRole('option', { name: 'Konkan Railway' }).waitFor()
  expect(await page.getByRole('option', { name: 'No client of ours' }).count()).toBe(0)
  expect((await calls.ok(filterOffices, { body: { partyId: [id] } })).totalElements).toBe(1)
})

test('quick filters narrow the list by kind, and a party without an office can be deleted', async ({
  enter,
  calls,
  company,
}) => {
  await calls.ok(createParty, { body: { kinds: ['TRANSPORTER'], legalName: 'Ghat Carriers' } })
  const page = await enter(company.administrator)
  await page.goto('/payments')
  await page.getByRole('link', { name: 'Parties', exact: true }).click()
  await title(page, 'Parties')
  await page.getByRole('button', { name: /^Transporters 1$/ }).click()
  await eventually(() => columnOf(page, 'Legal name')).toEqual(['Ghat Carriers'])
  await answerDialog(page, 'accept', () => button(page, 'Delete Ghat Carriers').click())
  await eventually(async () => (await calls.ok(filterParties, { body: { legalName: 'Ghat' } })).totalElements).toBe(0)
})
