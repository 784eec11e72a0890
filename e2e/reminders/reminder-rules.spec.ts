import { getCompanySettings } from '@plinth/api/platform/company-settings'
import { deadlineKindNames } from '@plinth/api/reminders/deadlines'
import { listReminderRules } from '@plinth/api/reminders/reminder-rules'
import { createGeneralTask } from '@plinth/api/works/general-tasks'
import { dayFromToday as day } from '@plinth/server/kernel/testing/days'
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
  eventually,
  faultAt,
  field,
  fill,
  link,
  save,
  title,
  undo,
} from '../src/screen.ts'

const test = testIn('Reminder Works').extend('calls', { scope: 'file' }, ({ company }) => person(company.administrator))

const list = '/reminders/rules'
/** A company has an initial rule for each kind of deadline. */
const builtIn = deadlineKindNames.length
const row = (page: Page, name: string) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: link(page, name) })
const preview = (page: Page) => page.getByRole('region', { name: 'Try it', exact: true })

test('rules are shown as sentences, and one can be switched off in the list, with an undo', async ({
  enter,
  company,
  calls,
}) => {
  const page = await enter(company.administrator)
  await page.goto('/reminders')
  await page.getByRole('navigation', { name: 'Reminders' }).getByRole('link', { name: 'Rules' }).click()
  await title(page, 'Rules of reminders')
  await page.getByText(`${builtIn} of ${builtIn} rules are switched on.`).waitFor()
  await row(page, 'Guarantee expires')
    .getByText(
      'tell whose it is and who watches it 90, 60, 45, 30, 15, 7, 1 days before and on the day; nobody acts: after 3 days the administrators; mailed at once when critical',
    )
    .waitFor()
  const tender = page.getByRole('switch', { name: 'Hand in the bid', exact: true })
  const isOn = async () =>
    (await calls.ok(listReminderRules, {})).find(({ kind }) => kind === 'TENDER_CLOSES')?.isActive
  await tender.press(' ')
  await alert(page, 'Hand in the bid switched off')
  await row(page, 'Hand in the bid').getByText('Off', { exact: true }).waitFor()
  await page.getByText(`${builtIn - 1} of ${builtIn} rules are switched on.`).waitFor()
  expect(await isOn()).toBe(false)
  await undo(page, 'Hand in the bid switched off')
  await page.getByText(`${builtIn} of ${builtIn} rules are switched on.`).waitFor()
  expect(await isOn()).toBe(true)
  expect(await button(page, 'Delete Hand in the bid').count()).toBe(0)
})

test('a rule is entered with its sentence and preview, changed and deleted', async ({ enter, company, calls }) => {
  const who = await company.joinWith('Meena', { 'General Tasks': ['canView'] })
  const due = { title: 'Royalty challan', dueOn: day(10), assigneeId: who.id }
  const task = await calls.ok(createGeneralTask, { body: due })
  const page = await enter(company.administrator)
  await page.goto(list)
  await link(page, 'Enter a rule').click()
  await title(page, 'New rule of reminders')
  await choose(page, 'Duty', 'General task is due')
  await eventually(() => field(page, 'Name').inputValue()).toBe('General task is due')
  await page
    .getByText('General task is due: tell whose it is and who watches it 7, 1 days before and on the day')
    .waitFor()
  await preview(page).getByText('3 reminders in the next 30 days').waitFor()
  await preview(page).getByText('to Meena').first().waitFor()
  await eventually(() =>
    preview(page).getByRole('link', { name: 'Royalty challan' }).first().getAttribute('href'),
  ).toBe(`/general-tasks/${task.id}`)
  await expectAccessible(page)

  // Days are chips without duplicates, in descending order; invalid input stays until it is corrected.
  const steps = page
    .getByRole('combobox', { name: 'Days before' })
    .or(page.getByRole('textbox', { name: 'Days before' }))
  await steps.pressSequentially('30, 7, soon,')
  await save(page)
  await faultAt(page, 'Days before', 'Days before must be whole days from 0 to 400, each once')
  for (const key of ['Backspace', 'Backspace']) await steps.press(key)
  await fill(page, { Name: 'Large things', 'Every … days after': '5', 'Tell others after': '2' })
  await choose(page, 'Other people', 'Meena')
  const sentence =
    'tell whose it is and who watches it 30, 7, 1 days before and every 5 days after it; nobody acts: after 2 days Meena'
  await page.getByText(`General task is due: ${sentence}`).waitFor()
  await preview(page).getByText('6 reminders in the next 30 days').waitFor()
  for (const who of ['Whose it is', 'Who watches it']) await page.getByRole('checkbox', { name: who }).uncheck()
  await save(page)
  await page.getByText('Tell must name somebody').first().waitFor()
  await page.getByRole('checkbox', { name: 'Who watches it' }).check()
  await preview(page).getByText('Nothing in the next 30 days').waitFor()
  await page.getByRole('checkbox', { name: 'Whose it is' }).check()
  await save(page)
  await alert(page, 'Rule of reminders entered')
  await row(page, 'Large things').getByText(`General task is due: ${sentence}`).waitFor()

  await link(page, 'Large things').click()
  await title(page, 'Large things')
  await preview(page).getByText('6 reminders in the next 30 days').waitFor()
  await link(page, 'Edit').click()
  await title(page, 'Edit rule of reminders')
  // Guarantees support conditions that tasks do not.
  await choose(page, 'Duty', 'Guarantee expires')
  await eventually(() => field(page, 'Name').inputValue()).toBe('Large things')
  await fill(page, { 'From an amount of': '500000' })
  await page.getByText('Guarantee expires, from ₹5,00,000.00: tell').waitFor()
  await choose(page, 'Duty', 'General task is due')
  expect(await field(page, 'From an amount of').count()).toBe(0)
  await page.getByText(`General task is due: ${sentence}`).waitFor()
  await save(page)
  await alert(page, 'Rule of reminders saved')
  const question = await answerDialog(page, 'accept', () => button(page, 'Delete Large things').click())
  expect(question).toContain('Are you sure you want to delete the rule Large things?')
  await eventually(async () => (await calls.ok(listReminderRules, {})).length).toBe(builtIn)
})

test('rules fit on a phone, and a user with only canView cannot change them', async ({ enter, company }) => {
  const page = await enter(company.administrator, 'phone')
  await page.goto(list)
  await link(page, 'Guarantee expires').waitFor()
  await expectNoSidewaysScroll(page)
  await page.goto(`${list}/create`)
  await choose(page, 'Duty', 'Task is due')
  await preview(page).getByText('Nothing in the next 30 days').waitFor()
  await expectNoSidewaysScroll(page)
  const viewer = await enter(await company.joinWith('Viewer', { Reminders: ['canView'] }))
  await viewer.goto(list)
  await link(viewer, 'Guarantee expires').click()
  await title(viewer, 'Guarantee expires')
  await preview(viewer).getByText('You may not view Contracts, so that nothing of it is shown.').waitFor()
  await viewer.goto(list)
  await link(viewer, 'Guarantee expires').waitFor()
  expect(await viewer.getByRole('switch').count()).toBe(0)
  for (const name of ['Enter a rule', 'Edit Guarantee expires']) expect(await link(viewer, name).count()).toBe(0)
})

test('the hours of reminders are edited with the working days', async ({ enter, company, calls }) => {
  const page = await enter(company.administrator)
  await page.goto('/reminders/holidays')
  await page.getByText('07:00 to 21:00').waitFor()
  await button(page, 'Edit days of work').click()
  // Escape would close the form and not only the list.
  const chooseHour = async (label: string, hour: string) => {
    await page.getByRole('combobox', { name: label }).click()
    await page.getByRole('option', { name: hour, exact: true }).click()
  }
  await chooseHour('Reminders from', '22:00')
  const saveIt = () => page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
  await saveIt()
  await page.getByText('Reminders until must be later than the hour from which on').first().waitFor()
  await chooseHour('Reminders until', '24:00')
  await expectAccessible(page)
  await saveIt()
  await alert(page, 'Days of work saved')
  await page.getByText('22:00 to 24:00').waitFor()
  expect(await calls.ok(getCompanySettings, {})).toMatchObject({ dayStartsAt: 22, dayEndsAt: 24 })
})
