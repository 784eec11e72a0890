import { createParty } from '@plinth/api/money/parties'
import { createContract } from '@plinth/api/tenders/contracts'
import { createOffice } from '@plinth/api/tenders/offices'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectNoSidewaysScroll } from '../src/browser.ts'
import { testIn } from '../src/desk.ts'
import { person } from '../src/people.ts'
import { alert, choose, eventually, faultAt, fill, offered, save, title, valueOf } from '../src/screen.ts'

/** Agreements with clients and work orders: filled in from a contract, signed, and completed. */

const test = testIn('Agreement Works').extend('calls', { scope: 'file' }, ({ company }) =>
  person(company.administrator),
)
const list = '/payments/agreements'
const head = (page: Page) => page.getByRole('region', { name: 'At a glance' })

async function saveAndOpen(page: Page): Promise<void> {
  await save(page)
  await page.getByRole('alert').filter({ hasText: 'Agreement saved' }).getByRole('link', { name: 'Open' }).click()
}

test('an agreement with a client is filled in from its contract, signed and completed, on a phone', async ({
  enter,
  company,
  calls,
}) => {
  const department = 'Minor Irrigation'
  await calls.ok(createParty, { body: { kinds: ['CLIENT'], legalName: department } })
  await calls.ok(createParty, { body: { kinds: ['VENDOR'], legalName: 'Malnad Steel' } })
  const office = await calls.ok(createOffice, { body: { department, name: 'Division', designation: 'EE' } })
  const contract = await calls.ok(createContract, {
    body: {
      contractName: 'Lining of the distributary',
      referenceNo: 'MI/9',
      officeId: office.id,
      status: 'AWARDED',
      tenderActualValue: 1_00_00_000,
      tenderBidPercentage: -4.5,
      givenStartDate: '2026-05-10',
      givenEndDate: '2199-05-09',
    },
  })
  const page = await enter(company.administrator, 'phone')
  await page.goto(`/contracts/${contract.id}`)
  await page.getByRole('link', { name: 'Enter the agreement' }).click()
  await title(page, 'New agreement')
  await eventually(() => valueOf(page, 'Name of work')).toBe(contract.contractName)
  // The options of Party may load after the values of the contract.
  await eventually(() => valueOf(page, 'Party')).toBe(department)
  await eventually(() => valueOf(page, 'Agreed value')).toBe('95,50,000')
  await eventually(() => valueOf(page, 'Pricing')).toBe('Percentage rate')
  await eventually(() => valueOf(page, 'Tender percentage')).toBe('-4.5')
  // Parties that are no clients are not offered.
  expect(await offered(page, 'Party')).toEqual(expect.not.arrayContaining(['Malnad Steel']))
  await page.keyboard.press('Escape')
  // The number of the tender notice is not the agreement's, which the user types.
  expect(await valueOf(page, 'Agreement no.')).toBe('')
  await fill(page, { 'Agreement no.': 'HSN/AE/5' })
  await expectNoSidewaysScroll(page)
  await save(page)
  await alert(page, 'Agreement created')
  await page.getByRole('alert').getByRole('link', { name: 'Open' }).click()
  await title(page, `HSN/AE/5, ${contract.contractName}`)
  await head(page).getByRole('link', { name: 'Enter its day and its value: then it can be made active' }).click()
  await fill(page, { 'Agreed on': '01/05/2026' })
  await saveAndOpen(page)
  await head(page).getByRole('button', { name: 'Make it active' }).click()
  await alert(page, 'status Active')
  await head(page).getByText('Active', { exact: true }).first().waitFor()
  // Without a schedule, a signed agreement offers to enter one and to bill without one.
  await head(page).getByRole('link', { name: 'Enter its schedule' }).waitFor()
  await expectNoSidewaysScroll(page)
  await head(page).getByRole('link', { name: 'Bill a typed amount' }).click()
  await title(page, 'New bill')
  await page.goBack()
  await title(page, `HSN/AE/5, ${contract.contractName}`)
  await page.goto(`${new URL(page.url()).pathname}/edit`)
  await fill(page, { 'Completed on': '30/06/2026' })
  await saveAndOpen(page)
  await head(page).getByRole('button', { name: 'Set it completed' }).click()
  await head(page).getByText('Completed', { exact: true }).first().waitFor()
  await page.goto(`/contracts/${contract.id}#agreements`)
  await page.getByRole('list', { name: 'Agreements' }).getByText('Completed', { exact: true }).waitFor()
})

test('a work order is entered for a subcontractor, and found by the name of its party', async ({
  enter,
  company,
  calls,
}) => {
  await calls.ok(createParty, { body: { kinds: ['SUBCONTRACTOR'], legalName: 'Nagaraja B.' } })
  const page = await enter(company.administrator)
  await page.goto(list)
  await page.getByRole('link', { name: 'New work order' }).click()
  await title(page, 'New agreement')
  await save(page)
  await faultAt(page, 'Agreement no.', 'Agreement no. is required')
  await choose(page, 'Party', 'Nagaraja B.')
  await fill(page, { 'Agreement no.': 'WO/26/014', 'Name of work': 'Earthwork of both reaches' })
  await save(page)
  await alert(page, 'Agreement created')
  await page.goto(`${list}?search=nagaraja`)
  const row = page.getByRole('row').filter({ hasText: 'WO/26/014' })
  await row.getByText('We pay', { exact: true }).waitFor()
  await row.getByText('Draft', { exact: true }).waitFor()
})
