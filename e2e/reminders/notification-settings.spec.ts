import {
  cancelMailKind,
  getNotificationSettings,
  settingsScreen,
  updateNotificationSettings,
} from '@plinth/api/reminders/notification-mail'
import { listReminderRules } from '@plinth/api/reminders/reminder-rules'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll } from '../src/browser.ts'
import { testIn } from '../src/desk.ts'
import { person } from '../src/people.ts'
import { alert, eventually, failing, intercept, title } from '../src/screen.ts'

const test = testIn('Postal Works').extend('calls', { scope: 'file' }, ({ company }) => person(company.administrator))

const turn = (page: Page, name: string) => page.getByRole('switch', { name })
const kinds = (page: Page) => page.getByText(/^Duties that are mailed/)

test('each mail setting is saved at once, and reverts if it cannot be saved', async ({ enter, company, calls }) => {
  const page = await enter(company.administrator)
  const storedSettings = () => eventually(() => calls.ok(getNotificationSettings, {}))
  await page.goto(settingsScreen)
  await page.getByText('Your company’s mail begins once an administrator has opened the rules of reminders.').waitFor()
  await page.getByLabel('From which hour').selectOption('07:00')
  await page.getByLabel('Also on days on which nobody works').check()
  await turn(page, 'At once what cannot wait').click()
  await kinds(page).click()
  await page.getByLabel('Hand in the bid').uncheck()
  await page.getByText('Duties that are mailed, without 1').waitFor()
  await storedSettings().toMatchObject({ digestHour: 7, freeDays: true, atOnce: false, mutedKinds: ['TENDER_CLOSES'] })
  await expectAccessible(page)
  // From here on settings can be saved but not fetched again.
  const fetchAgain = await intercept(page, `**${getNotificationSettings.path}`, (route) =>
    route.request().method() === 'GET' ? route.abort() : route.fallback(),
  )
  await turn(page, 'Mail of the day').click()
  await page.getByLabel('From which hour').waitFor({ state: 'detached' })
  await storedSettings().toMatchObject({ digest: false })
  await failing(page, `**${updateNotificationSettings.path}`, async () => {
    await turn(page, 'Mail of the day').click()
    await alert(page, /What you are mailed was not saved/)
  })
  await eventually(() => turn(page, 'Mail of the day').isChecked()).toBe(false)
  fetchAgain()
  await calls.ok(listReminderRules, {})
  await page.reload()
  await page.getByText(/^This installation has no mail server/).waitFor()
})

test('the mail settings fit on a phone', async ({ enter, company }) => {
  const page = await enter(company.administrator, 'phone')
  await page.goto(settingsScreen)
  await kinds(page).click()
  await page.getByLabel('Task is due', { exact: true }).waitFor()
  await expectNoSidewaysScroll(page)
})

test('the page for unsubscribing sends nothing until its button is pressed', async ({ enter }) => {
  const page = await enter(null)
  await page.goto('/unsubscribe/none')
  await title(page, 'Stop this mail')
  await expectAccessible(page)
  const stop = page.getByRole('button', { name: 'Stop this mail', exact: true })
  await stop.click()
  await page.getByText(/^This link is not whole, or no longer good/).waitFor()
  const methods: string[] = []
  await intercept(page, `**${cancelMailKind.path.replace(':token', 'none')}`, async (route) => {
    methods.push(route.request().method())
    await route.fulfill({ json: { kind: 'DIGEST' } })
  })
  await stop.click()
  await page.getByText(/^You get the mail of the day no more/).waitFor()
  expect(methods).toEqual(['POST'])
})
