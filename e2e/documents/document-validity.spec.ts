import { newDocument } from '@plinth/server/documents/documents/documents.factory'
import { dayFromToday as day } from '@plinth/server/kernel/testing/days'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible, expectContrast, expectNoSidewaysScroll } from '../src/browser.ts'
import { dayTyped, shownDay } from '../src/day-forms.ts'
import { testIn } from '../src/desk.ts'
import { newContract, openPapersOf, rowOf } from '../src/papers.ts'
import { person } from '../src/people.ts'
import { button, eventually, failing, focusIsOn, title, undo } from '../src/screen.ts'

/** The validity of documents: entered in the list of documents, and listed as deadlines in the agenda. */

const test = testIn('Licence Works').extend('people', { scope: 'file' }, ({ company }) => person(company.administrator))

const entry = (page: Page, name: string) => page.getByLabel(`Until when ${name} is valid`, { exact: true })

/** Enters a day in the row of a document, using the keyboard only. */
async function enterValidity(page: Page, name: string, text: string) {
  await button(page, `Validity of ${name}`).focus()
  await page.keyboard.press('Enter')
  await focusIsOn(page, entry(page, name))
  await entry(page, name).fill(text)
  await page.keyboard.press('Enter')
}

test('a validity is entered in the row of a document, listed in the agenda, and cleared', async ({
  company,
  people,
  enter,
}) => {
  const { id } = await newContract(people, 'Kaveri bridge')
  for (const name of ['Licence.txt', 'Policy.txt', 'Plan.txt']) await newDocument(people, id, new File([name], name))
  const page = await enter(company.administrator)
  await openPapersOf(page, id)
  await rowOf(page, 'Licence.txt').waitFor()
  expect(await page.getByText(/Valid until/).count()).toBe(0)
  await enterValidity(page, 'Licence.txt', 'soon')
  await page.getByRole('alert').getByText('Valid until must be a day such as 05/11/2026').waitFor()
  await entry(page, 'Licence.txt').fill(dayTyped(day(20)))
  await page.keyboard.press('Enter')
  await rowOf(page, 'Licence.txt')
    .getByText(`Valid until ${shownDay(20)}`)
    .waitFor()
  await rowOf(page, 'Licence.txt').getByText('20 days left', { exact: true }).waitFor()
  await focusIsOn(page, button(page, 'Validity of Licence.txt'))
  await enterValidity(page, 'Policy.txt', dayTyped(day(-3)))
  await rowOf(page, 'Policy.txt').getByText('ran out 3 days ago', { exact: true }).waitFor()
  // A day far off is shown without the days left.
  await enterValidity(page, 'Plan.txt', dayTyped(day(300)))
  await rowOf(page, 'Plan.txt')
    .getByText(`Valid until ${shownDay(300)}`, { exact: true })
    .waitFor()
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectContrast(page)
  await page.emulateMedia({ colorScheme: 'light' })

  await button(page, 'Validity of Plan.txt').click()
  await button(page, 'Clear').click()
  await eventually(() =>
    rowOf(page, 'Plan.txt')
      .getByText(/Valid until/)
      .count(),
  ).toBe(0)
  await undo(page, 'Plan.txt is valid without an end')
  await rowOf(page, 'Plan.txt')
    .getByText(`Valid until ${shownDay(300)}`)
    .waitFor()

  await page.goto('/reminders')
  const deadlines = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Document expires' })
  await eventually(() => deadlines.getByRole('link').allTextContents()).toEqual([
    'Policy.txt',
    'Licence.txt',
    'Plan.txt',
  ])
  await deadlines.getByRole('link', { name: 'Licence.txt' }).click()
  await page.waitForURL(`**/contracts/${id}#papers`)
  await title(page, 'Kaveri bridge')
  await rowOf(page, 'Licence.txt').getByText('20 days left', { exact: true }).waitFor()
  // Back leads to the agenda, not to the address that redirected here.
  await page.goBack()
  await title(page, 'Agenda')
})

test('a day that could not be stored stays as typed, and a viewer has no field to enter one', async ({
  company,
  people,
  enter,
}) => {
  const { id } = await newContract(people, 'Weir at Ravi')
  await newDocument(people, id, new File(['a'], 'Permit.txt'))
  const page = await enter(company.administrator, 'phone')
  await openPapersOf(page, id)
  await rowOf(page, 'Permit.txt').waitFor()
  await failing(page, '**/validity', async () => {
    await enterValidity(page, 'Permit.txt', dayTyped(day(9)))
    await rowOf(page, 'Permit.txt').getByRole('alert').waitFor()
    await expectNoSidewaysScroll(page)
  })
  await page.keyboard.press('Enter')
  await rowOf(page, 'Permit.txt').getByText('9 days left', { exact: true }).waitFor()
  await expectNoSidewaysScroll(page)
  const viewer = await enter(await company.joinWith('Viewer', { Contracts: ['canView'] }))
  await openPapersOf(viewer, id)
  await rowOf(viewer, 'Permit.txt')
    .getByText(`Valid until ${shownDay(9)}`)
    .waitFor()
  expect(await button(viewer, 'Validity of Permit.txt').count()).toBe(0)
})
