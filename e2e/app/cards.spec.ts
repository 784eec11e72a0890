import { createContract } from '@plinth/api/tenders/contracts'
import { createOffice } from '@plinth/api/tenders/offices'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible, expectContrast, expectNoSidewaysScroll } from '../src/browser.ts'
import { testIn } from '../src/desk.ts'
import { person } from '../src/people.ts'
import { alert, button, eventually, showing, title } from '../src/screen.ts'

/** Cards of a list on a phone: the state of a record is shown at once, the other fields under More. */

const test = testIn('Card Works').extend('owner', { scope: 'file' }, async ({ company }) => {
  const owner = await person(company.administrator)
  const tender = { bidId: 'PWD/7', status: 'SUBMITTED', closingDate: '2026-03-05', tenderBidValue: 950_000 } as const
  await owner.ok(createContract, { body: { contractName: 'Hemavathi bridge', ...tender } })
  await owner.ok(createContract, { body: { contractName: 'Shimsha road' } })
  await owner.ok(createOffice, { body: { department: 'KNNL', name: 'Canal Division', phone: '080 22' } })
  return owner
})

const card = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })
const labels = (page: Page, name: string) => eventually(() => card(page, name).getByRole('term').allTextContents())

/** Buttons and boxes on the cards that are smaller than a thumb; a box counts with its label. */
const tooSmall = (page: Page) =>
  page.locator('[data-list-card]').evaluateAll((cards) =>
    cards
      .flatMap((one) => [...one.querySelectorAll('a, button, select, label')])
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.width < 44 || box.height < 44)
      .map(({ element, box }) => `${element.outerHTML.slice(0, 80)} ${box.width} by ${box.height}`),
  )

test('a card shows the state of the record at once and the other fields under More, which stays open on return', async ({
  enter,
  owner,
  company,
}) => {
  void owner
  const page = await enter(company.administrator, 'phone')
  await page.goto('/contracts/list')
  await showing(page, 'Showing page 1 of 1 — 2 total records')
  await labels(page, 'Hemavathi bridge').toEqual(['Status', 'Closing date', 'Bid value'])
  await eventually(() => card(page, 'Hemavathi bridge').getByRole('definition').allInnerTexts()).toEqual([
    'Submitted',
    '05 Mar 2026',
    '₹9,50,000.00',
  ])
  expect(await tooSmall(page)).toEqual([])
  const more = button(page, 'More of Hemavathi bridge')
  await more.focus()
  await page.keyboard.press('Enter')
  await card(page, 'Hemavathi bridge').getByText('PWD/7').waitFor()
  await eventually(() => more.getAttribute('aria-expanded')).toBe('true')
  // Each card unfolds by itself.
  await labels(page, 'Shimsha road').toEqual(['Status', 'Closing date', 'Bid value'])
  await expectNoSidewaysScroll(page)
  // High enough to show the whole page above the bar at the foot.
  await page.setViewportSize({ width: 360, height: 1600 })
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectContrast(page)
  await page.getByRole('link', { name: 'Hemavathi bridge', exact: true }).click()
  await title(page, 'Hemavathi bridge')
  await page.goBack()
  await card(page, 'Hemavathi bridge').getByText('PWD/7').waitFor()
  await more.click()
  await labels(page, 'Hemavathi bridge').toEqual(['Status', 'Closing date', 'Bid value'])
})

test('rows on cards are selected, changed and acted on as in a table', async ({ enter, owner, company }) => {
  void owner
  const page = await enter(company.administrator, 'phone')
  await page.goto('/contracts/list')
  // A press beside the box, within its label.
  await card(page, 'Shimsha road')
    .locator('label')
    .click({ position: { x: 2, y: 2 } })
  await eventually(() => page.getByRole('checkbox', { name: 'Select Shimsha road' }).isChecked()).toBe(true)
  await page.getByRole('group', { name: 'Actions for the selected rows' }).waitFor()
  const status = page.getByRole('combobox', { name: 'Status of Shimsha road' })
  await status.focus()
  await status.selectOption({ label: 'Submitted' })
  await alert(page, 'Shimsha road: status Submitted')
  await page.getByRole('link', { name: 'Edit Shimsha road' }).click()
  await title(page, 'Edit contract')
})

test('a list that configures no cards shows its first columns, and never folds a single field', async ({
  enter,
  owner,
  company,
}) => {
  void owner
  const page = await enter(company.administrator, 'phone')
  await page.goto('/admin/roles')
  await title(page, 'Roles')
  await page.locator('[data-list-card]').first().waitFor()
  await eventually(() => page.locator('[data-list-card]').first().getByRole('term').allTextContents()).toHaveLength(3)
  expect(await page.getByRole('button', { name: /^More of/ }).count()).toBe(0)
  expect(await tooSmall(page)).toEqual([])
  for (const path of ['/admin/users', '/contracts/offices', '/admin/audit-trail']) {
    await page.goto(path)
    await page
      .getByRole('button', { name: /^More of/ })
      .first()
      .click()
    await expectNoSidewaysScroll(page)
    expect(await tooSmall(page), path).toEqual([])
  }
})
