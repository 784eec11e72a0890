import { readFile } from 'node:fs/promises'
import { listReminderRules, updateReminderRule } from '@plinth/api/reminders/reminder-rules'
import { createContract, updateContract } from '@plinth/api/tenders/contracts'
import { createGeneralTask } from '@plinth/api/works/general-tasks'
import { dayFromToday as day } from '@plinth/server/kernel/testing/days'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll } from '../src/browser.ts'
import { testIn } from '../src/desk.ts'
import { person } from '../src/people.ts'
import { alert, button, choose, eventually, field, focusIsOn, link, save, title, undo } from '../src/screen.ts'

const test = testIn('Coverage Works').extend('calls', { scope: 'file' }, async ({ company }) => {
  const calls = await person(company.administrator)
  await calls.ok(createContract, { body: { contractName: 'Kaveri bridge', closingDate: day(20) } })
  await calls.ok(createGeneralTask, { body: { title: 'Royalty challan', dueOn: day(30) } })
  const rules = await calls.ok(listReminderRules, {})
  const tender = rules.find(({ kind }) => kind === 'TENDER_CLOSES')?.id ?? ''
  await calls.ok(updateReminderRule, { params: { id: tender }, body: { isActive: false } })
  return calls
})

const address = '/reminders/coverage'
const sum = (page: Page, text: string) => page.getByRole('status').getByText(text, { exact: true }).waitFor()
const row = (page: Page, name: string) =>
  page
    .getByRole('main')
    .locator('[data-deadline]')
    .filter({ has: link(page, name) })
const records = (page: Page) => eventually(() => page.locator('[data-deadline] a[href]:first-child').allTextContents())
const tile = (page: Page, name: string) =>
  page
    .getByRole('region', { name: 'In all' })
    .getByRole('listitem')
    .filter({ has: link(page, name) })

test('a gap is listed with its reason and repair, and disappears once it is repaired [deposits 11.21]', async ({
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
  await eventually(() => tile(page, 'Told').innerText()).toMatch(/2\n+0 in the app only/)
  expect((await calls.ok(listReminderRules, {})).every(({ isActive }) => isActive)).toBe(true)
})

test('the figures of coverage link to lists by kind and state, where a waiver can be deleted', async ({
  enter,
  company,
  calls,
}) => {
  await calls.ok(createGeneralTask, { body: { title: 'Labour licence', dueOn: day(9) } })
  const page = await enter(company.administrator)
  await page.goto(address)
  await button(page, 'Nothing to do: General task is due, Labour licence').click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Reason' }).fill('The client keeps it')
  await page.getByRole('dialog').getByRole('button', { name: 'Nothing to do' }).click()
  await sum(page, 'Every duty that is not waived will be told: 2 of 3, 1 waived.')
  await link(page, 'Waived').click()
  await page.waitForURL(`**${address}?state=WAIVED`)
  await row(page, 'Labour licence').getByText('Nothing to do: The client keeps it').waitFor()
  await link(page, 'All duties').click()
  await page.waitForURL(`**${address}?view=kinds`)
  const kinds = page.getByRole('table', { name: 'By kind' })
  await eventually(() => kinds.getByRole('row', { name: /^General task is due/ }).innerText()).toMatch(
    /1\s+0\s+0\s+0\s+0\s+1\s+2$/,
  )
  await expectAccessible(page)
  await link(page, '1 Told: Hand in the bid').click()
  await page.waitForURL(`**${address}?state=COVERED&kind=TENDER_CLOSES`)
  await records(page).toEqual(['Kaveri bridge'])
  await row(page, 'Kaveri bridge').getByText('Will be told').waitFor()
  await button(page, 'Take off the filter Kind').click()
  await records(page).toEqual(['Kaveri bridge', 'Royalty challan'])
  await button(page, 'Export').click()
  const [sheet] = await Promise.all([page.waitForEvent('download'), button(page, 'CSV').click()])
  const text = await readFile(await sheet.path(), 'utf8')
  expect(text).toMatch(/Duty,Record,.*Told[\s\S]*Kaveri bridge[\s\S]*Royalty challan/)
  await link(page, 'Waived').click()
  await button(page, 'Take back: General task is due, Labour licence').click()
  await page.getByText('Nothing is waived.').waitFor()
  await sum(page, '1 of 3 duties will be told to nobody.')
})

test('a record without a day is listed until the day is entered', async ({ enter, company, calls }) => {
  const { id } = await calls.ok(createContract, { body: { contractName: 'Undated weir' } })
  await calls.ok(createGeneralTask, { body: { title: 'Crusher permit', dueOn: day(12) } })
  const page = await enter(company.administrator, 'phone')
  await page.goto(address)
  await link(page, 'Without a day').click()
  await page.waitForURL(`**${address}?view=undated`)
  await page.getByRole('heading', { name: 'Tenders in preparation without the day on which bids close' }).waitFor()
  await expectNoSidewaysScroll(page)
  await link(page, 'Enter the day: Undated weir').click()
  await page.waitForURL(`**/contracts/${id}/edit*`)
  await focusIsOn(page, field(page, 'Closing date'))
  await calls.ok(updateContract, { params: { id }, body: { closingDate: day(50) } })
  await page.goto(`${address}?view=undated`)
  await page.getByText('Every record that should have a day has one.').waitFor()
  for (const search of ['', '?state=COVERED', '?view=kinds']) {
    await page.goto(`${address}${search}`)
    await page
      .getByRole('main')
      .getByRole('link', { name: /Kaveri bridge|Hand in the bid|Crusher permit/ })
      .first()
      .waitFor()
    await expectNoSidewaysScroll(page)
  }
})

test('a user with only canView sees the deadlines of own modules and a note, and others have no link to coverage', async ({
  enter,
  company,
  calls,
}) => {
  await calls.ok(createGeneralTask, { body: { title: 'Weighbridge check', dueOn: day(14) } })
  const viewer = await enter(await company.joinWith('Viewer', { Reminders: ['canView'], 'General Tasks': ['canView'] }))
  await viewer.goto(address)
  await viewer.getByText('These are the duties of what you may view.').waitFor()
  await link(viewer, 'Look at the record: General task is due, Weighbridge check').waitFor()
  for (const name of ['Export', /^Nothing to do/, /^Switch its rule on/])
    expect(await viewer.getByRole('main').getByRole('button', { name }).count()).toBe(0)
  expect(await viewer.getByText('Kaveri bridge').count()).toBe(0)
  const idle = await enter(await company.joinWith('Idle', { Contracts: ['canView'] }))
  await idle.goto('/reminders')
  await title(idle, 'Agenda')
  expect(await link(idle, 'Coverage').count()).toBe(0)
  await idle.goto(address)
  await idle.waitForURL('**/unauthorized')
})
