import { getSession } from '@plinth/api/access/auth'
import { createCalendarFeed, listCalendarFeeds } from '@plinth/api/reminders/calendar-feeds'
import { createContract } from '@plinth/api/tenders/contracts'
import { dayFromToday as day } from '@plinth/server/kernel/testing/days'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll } from '../src/browser.ts'
import { testIn } from '../src/desk.ts'
import { person } from '../src/people.ts'
import { answerDialog, button, eventually, field, fill, focusIsOn, title } from '../src/screen.ts'

const test = testIn('Almanac Works').extend('calls', { scope: 'file' }, async ({ company }) => {
  const calls = await person(company.administrator)
  const tender = { contractName: 'Kaveri bridge', bidId: 'NIT 7', closingDate: day(5) }
  await calls.ok(createContract, { body: tender })
  return calls
})

const calendars = (page: Page) => page.getByRole('region', { name: 'Calendar', exact: true })
/** Within the section, because the form of the second factor has a field of the same name. */
const passwordOf = (page: Page) => calendars(page).getByRole('textbox', { name: 'Your password', exact: true })
const listed = (page: Page) => eventually(() => calendars(page).getByRole('listitem').allInnerTexts())
const feedFrom = (page: Page, address: string) =>
  page.evaluate(async (at) => {
    const response = await fetch(at)
    return { status: response.status, text: await response.text() }
  }, address)

test('a calendar feed is created from the agenda, read at its address, and ended [deposits 11.22]', async ({
  enter,
  company,
  calls,
}) => {
  const page = await enter(company.administrator)
  await page.goto('/reminders')
  await page.getByRole('link', { name: 'Calendar', exact: true }).click()
  await title(page, 'Your page')
  await calendars(page)
    .getByText(/^A view of your duties, not the reminder/)
    .waitFor()
  await button(page, 'Add to your calendar').click()
  await focusIsOn(page, field(page, 'Name of the calendar'))
  await fill(page, { 'Name of the calendar': ' ' })
  await button(page, 'Make address').click()
  await page.getByText('Name of the calendar is required').waitFor()
  await page.getByText('Your password is required').waitFor()
  await fill(page, { 'Name of the calendar': 'Phone' })
  await passwordOf(page).fill('not my password')
  await page.getByLabel('Whose duties').selectOption('All that I may see')
  await page.getByRole('checkbox', { name: 'Only some kinds of duties' }).check()
  await page.getByRole('checkbox', { name: 'Hand in the bid' }).check()
  await button(page, 'Make address').click()
  await page.getByText('is not your present password').waitFor()
  await expectAccessible(page)
  await passwordOf(page).fill(company.administrator.password)
  await button(page, 'Make address').click()
  const addressBox = page.getByRole('group', { name: 'Address of Phone' })
  await focusIsOn(page, addressBox)
  await expectAccessible(page)
  await listed(page).toEqual([
    expect.stringMatching(/Phone\s+All that I may see · Hand in the bid · What to do and the bid ID\s+Not read yet/),
  ])
  const address = await addressBox.locator('code').innerText()
  const read = await feedFrom(page, address)
  expect(read.text).toContain('SUMMARY:Hand in the bid: NIT 7')
  expect(read.text).not.toContain('Kaveri')
  await button(page, 'Done').click()
  await page.reload()
  await listed(page).toEqual([expect.stringContaining('Last read')])
  expect(await page.content()).not.toContain(address)
  const question = await answerDialog(page, 'accept', () => button(page, 'Take back Phone').click())
  expect(question).toContain('Take back Phone?')
  await listed(page).toEqual([])
  expect(await calls.ok(listCalendarFeeds, {})).toEqual([])
})

test('a user can have five calendar feeds at most, also on a phone', async ({ enter, company, calls }) => {
  const { password } = company.administrator
  for (const name of ['One', 'Two', 'Three', 'Four'])
    await calls.ok(createCalendarFeed, { body: { name, currentPassword: password } })
  const page = await enter(company.administrator, 'phone')
  await page.goto('/account#calendar')
  await button(page, 'Add to your calendar').click()
  await passwordOf(page).fill(password)
  await button(page, 'Make address').click()
  await page.getByRole('group', { name: 'Address of My calendar' }).waitFor()
  await expectNoSidewaysScroll(page)
  await calendars(page)
    .getByText(/as many calendars as there can be/)
    .waitFor()
  expect(await button(page, 'Add to your calendar').count()).toBe(0)
})

test('an administrator sees and ends the calendar feeds of a user', async ({ enter, company }) => {
  const colleague = await company.joinWith('Ravi', { Contracts: ['canView'] })
  const calls = await person(colleague)
  await calls.ok(createCalendarFeed, { body: { name: 'Tablet', currentPassword: colleague.password } })
  const { id } = await calls.ok(getSession, {})
  const page = await enter(company.administrator)
  await page.goto(`/admin/users/${id}`)
  const section = page.getByRole('region', { name: 'Calendars', exact: true })
  await section.getByText('Tablet').waitFor()
  await expectAccessible(page)
  const question = await answerDialog(page, 'accept', () => button(page, 'Take back all calendars').click())
  expect(question).toContain('Ravi')
  await eventually(() => section.count()).toBe(0)
  expect(await calls.ok(listCalendarFeeds, {})).toEqual([])
})
