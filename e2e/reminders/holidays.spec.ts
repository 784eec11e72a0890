import { getCompanySettings } from '@plinth/api/platform/company-settings'
import { createHoliday, listHolidays } from '@plinth/api/reminders/holidays'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll } from '../src/browser.ts'
import { testIn } from '../src/desk.ts'
import { person } from '../src/people.ts'
import { alert, button, eventually, field, fill, focusIsOn, intercept, save, title, undo } from '../src/screen.ts'

const test = testIn('Festival Works').extend('calls', { scope: 'file' }, ({ company }) => person(company.administrator))

const path = '/reminders/holidays'
/** A value of the working days; not a text of the form over it. */
const workDaysValue = (page: Page, text: string) => page.getByRole('definition').getByText(text, { exact: true })
/** The displayed holidays of a year. */
const holidaysOf = (page: Page, year: string) =>
  eventually(() => page.getByRole('region', { name: year, exact: true }).getByRole('listitem').allInnerTexts())

test('holidays are entered by the keyboard one after the other, and deleted with an undo', async ({
  enter,
  company,
}) => {
  const page = await enter(company.administrator)
  await page.goto('/reminders')
  await page.getByRole('link', { name: 'Holidays', exact: true }).click()
  await title(page, 'Holidays')
  await page.getByText(/^There are no holidays yet/).waitFor()
  await button(page, 'Add holiday').click()
  await page.getByText('Which day is it?').waitFor()
  await focusIsOn(page, field(page, 'Day'))
  await expectAccessible(page)
  for (const [day, name] of [
    ['26/01/2031', 'Republic Day'],
    ['15 Aug 2031', 'Independence Day'],
  ] as const) {
    await fill(page, { Day: day, Name: name })
    await field(page, 'Name').press('Enter')
    await alert(page, `${name}, ${day === '26/01/2031' ? '26 Jan' : '15 Aug'} 2031 entered`)
    await focusIsOn(page, field(page, 'Day'))
  }
  await holidaysOf(page, '2031').toEqual([
    expect.stringMatching(/26 Jan 2031\s+Sunday\s+Republic Day/),
    expect.stringMatching(/15 Aug 2031\s+Friday\s+Independence Day/),
  ])
  await fill(page, { Day: '1 Apr 2031', Name: 'Closing of accounts' })
  await field(page, 'Closed').selectOption('Banks')
  await field(page, 'Name').press('Enter')
  await alert(page, 'Closing of accounts, 01 Apr 2031 entered')
  await holidaysOf(page, '2031').toContainEqual(expect.stringMatching(/Closing of accounts\s+Closed: Banks/))
  await button(page, 'Delete Closing of accounts, 01 Apr 2031').click()
  await undo(page, 'Closing of accounts, 01 Apr 2031 deleted')
  // The undo also restores who is closed.
  await holidaysOf(page, '2031').toContainEqual(expect.stringMatching(/Closing of accounts\s+Closed: Banks/))
  await button(page, 'Delete Closing of accounts, 01 Apr 2031').click()
  await holidaysOf(page, '2031').toHaveLength(2)
  await fill(page, { Day: '26/01/2031', Name: 'Again' })
  await field(page, 'Name').press('Enter')
  await page.getByText('26 Jan 2031 is a holiday already').waitFor()
  await button(page, 'Delete Republic Day, 26 Jan 2031').click()
  await holidaysOf(page, '2031').toHaveLength(1)
  await undo(page, 'Republic Day, 26 Jan 2031 deleted')
  await holidaysOf(page, '2031').toHaveLength(2)
})

test('a pasted list is validated line by line, and rejected lines stay with their reasons', async ({
  enter,
  company,
  calls,
}) => {
  await calls.ok(createHoliday, { body: { onDay: '2032-05-01', name: 'May Day' } })
  const page = await enter(company.administrator, 'phone')
  await page.goto(path)
  await button(page, 'Paste several').click()
  const lines = [
    '14 Jan 2032 Makar Sankranti',
    'Diwali',
    '1 May 2032 Labour Day',
    '2 Oct 2032 Gandhi Jayanti',
    '25 Dec 2032',
  ]
  await field(page, 'Holidays, one a line').fill(lines.join('\n'))
  await page.getByText('Line 2: It does not begin with a day such as 26 Jan 2027').waitFor()
  await page.getByText('Line 3: 01 May 2032 is a holiday already').waitFor()
  await page.getByText('Line 5: The name is missing after the day').waitFor()
  await expectNoSidewaysScroll(page)
  // The server rejects one of them, as if another user had entered it meanwhile.
  const letGo = await intercept(page, '**/common/api/holidays', (route) =>
    route.request().postData()?.includes('2032-10-02')
      ? route.fulfill({ status: 409, json: { code: 'conflict', message: 'onDay is a holiday already' } })
      : route.fallback(),
  )
  await button(page, 'Enter 2 holidays').click()
  await alert(page, 'Makar Sankranti, 14 Jan 2032 entered')
  await eventually(() => field(page, 'Holidays, one a line').inputValue()).toBe(lines.slice(1).join('\n'))
  await page.getByText('Line 3: onDay is a holiday already').waitFor()
  letGo()
  await field(page, 'Holidays, one a line').fill('2 Oct 2032 Gandhi Jayanti\n25 Dec 2032 Christmas')
  await button(page, 'Enter 2 holidays').click()
  await alert(page, '2 holidays entered')
  await holidaysOf(page, '2032').toHaveLength(4)
  await eventually(() => field(page, 'Holidays, one a line').count()).toBe(0)
  await undo(page, '2 holidays entered')
  await holidaysOf(page, '2032').toHaveLength(2)
  const stored = await calls.ok(listHolidays, {})
  expect(stored.filter(({ onDay }) => onDay.startsWith('2032')).map(({ name }) => name)).toEqual([
    'Makar Sankranti',
    'May Day',
  ])
})

test('the working days are shown in words and can be edited, and users with only canView cannot edit anything', async ({
  enter,
  company,
  calls,
}) => {
  const page = await enter(company.administrator)
  await page.goto(path)
  await workDaysValue(page, '2nd and 4th Saturday').waitFor()
  await button(page, 'Edit days of work').click()
  const dialog = page.getByRole('dialog')
  for (const name of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'])
    await dialog.getByRole('checkbox', { name, exact: true }).check()
  await dialog.getByText('Every Saturday is free already.').waitFor()
  await save(page)
  await dialog.getByText('Free every week must leave a day of work').first().waitFor()
  await expectAccessible(page)
  for (const name of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', '4th Saturday'])
    await dialog.getByRole('checkbox', { name, exact: true }).uncheck()
  await save(page)
  await alert(page, 'Days of work saved')
  await workDaysValue(page, '2nd Saturday').waitFor()
  expect(await calls.ok(getCompanySettings, {})).toMatchObject({ weeklyOff: [7], saturdaysOff: [2] })
  const looker = await enter(await company.joinWith('looker', { Reminders: ['canView'] }))
  await looker.goto(path)
  await workDaysValue(looker, '2nd Saturday').waitFor()
  for (const name of ['Add holiday', 'Paste several', 'Edit days of work'])
    expect(await button(looker, name).count()).toBe(0)
  expect(await looker.getByRole('button', { name: /^Delete/ }).count()).toBe(0)
  const stranger = await enter(await company.joinWith('stranger', { Contracts: ['canView'] }))
  await stranger.goto('/reminders')
  await title(stranger, 'Agenda')
  expect(await stranger.getByRole('link', { name: 'Holidays' }).count()).toBe(0)
  await stranger.goto(path)
  await stranger.waitForURL('**/unauthorized')
})
