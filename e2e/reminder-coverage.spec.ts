import { createContract } from '@plinth/api/contracts'
import { createGeneralTask } from '@plinth/api/general-tasks'
import { listReminderRules, updateReminderRule } from '@plinth/api/reminder-rules'
import { dayFromToday as day } from '@plinth/server/kernel/testing/days'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible, expectContrast, expectNoSidewaysScroll } from './src/browser.ts'
import { testIn } from './src/desk.ts'
import { person } from './src/people.ts'
import { alert, choose, eventually, save, title, undo } from './src/screen.ts'

/** Of which duties nobody will be told, why, and what mends it. */

const test = testIn('Coverage Works').extend('calls', { scope: 'file' }, async ({ company }) => {
  const calls = await person(company.administrator)
  await calls.ok(createContract, { body: { contractName: 'Kaveri bridge', closingDate: day(20) } })
  await calls.ok(createContract, { body: { contractName: 'Undated weir' } })
  await calls.ok(createGeneralTask, { body: { title: 'Royalty challan', dueOn: day(30) } })
  const rules = await calls.ok(listReminderRules, {})
  const tender = rules.find(({ kind }) => kind === 'TENDER_CLOSES')?.id ?? ''
  await calls.ok(updateReminderRule, { params: { id: tender }, body: { isActive: false } })
  return calls
})

const address = '/reminders/coverage'
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name, exact: true })
const sum = (page: Page, text: string) => page.getByRole('status').getByText(text, { exact: true }).waitFor()
const row = (page: Page, name: string) =>
  page
    .getByRole('main')
    .locator('[data-duty]')
    .filter({ has: link(page, name) })
const records = (page: Page) => eventually(() => page.locator('[data-duty] a[href]:first-child').allTextContents())
const tile = (page: Page, name: string) =>
  page
    .getByRole('region', { name: 'In all' })
    .getByRole('listitem')
    .filter({ has: link(page, name) })

test('a duty of which nobody is told stands there with the reason, is mended beside it, and goes [deposits 11.21]', async ({
  enter,
  company,
  calls,
}) => {
  const page = await enter(company.administrator)
  await page.goto('/reminders')
  await page.getByRole('navigation', { name: 'Reminders' }).getByRole('link', { name: 'Coverage' }).click()
  await title(page, 'Coverage of reminders')
  await sum(page, '2 of 2 duties will be told to nobody.')
  await page
    .getByText('2 duties = 0 told + 2 told to nobody + 0 waived; as many are counted straight from the records')
    .waitFor()
  await row(page, 'Kaveri bridge').getByText('No rule tells of it').waitFor()
  await row(page, 'Royalty challan').getByText('Nobody is named, or who is named is switched off').waitFor()
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectContrast(page)

  await button(page, 'Switch its rule on: Hand in the bid, Kaveri bridge').press('Enter')
  await alert(page, 'Hand in the bid switched on')
  await sum(page, '1 of 2 duties will be told to nobody.')
  expect(await row(page, 'Kaveri bridge').count()).toBe(0)
  await undo(page, 'Hand in the bid switched on')
  await sum(page, '2 of 2 duties will be told to nobody.')
  await button(page, 'Switch its rule on: Hand in the bid, Kaveri bridge').click()
  await sum(page, '1 of 2 duties will be told to nobody.')

  await link(page, 'Name who does it: General task is due, Royalty challan').click()
  await title(page, 'Edit general task')
  await choose(page, 'Assigned to', 'Admin')
  await save(page)
  await page.goto(address)
  await sum(page, 'All 2 duties will be told to somebody.')
  await page.getByText('Everything is told.').waitFor()
  expect(await tile(page, 'Told').innerText()).toMatch(/2\n+0 in the app only/)
  expect((await calls.ok(listReminderRules, {})).every(({ isActive }) => isActive)).toBe(true)
})
