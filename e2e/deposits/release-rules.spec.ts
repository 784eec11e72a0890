import { getDepositSettings, updateDepositSettings } from '@plinth/api/deposits/deposit-settings'
import { listReleaseRules } from '@plinth/api/deposits/release-rules'
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
  link,
  save,
  showing,
  title,
} from '../src/screen.ts'

const test = testIn('Sharavati Works').extend('calls', { scope: 'file' }, ({ company }) =>
  person(company.administrator),
)

const list = '/contracts/release-rules'

test('the starting rules are listed; a rule can be confirmed, entered and deleted', async ({
  enter,
  company,
  calls,
}) => {
  const page = await enter(company.administrator)
  await page.goto('/contracts/deposit-register')
  await link(page, 'Rules of release').click()
  await title(page, 'Rules of release')
  await showing(page, 'Showing page 1 of 1 — 8 total records')
  await page.getByText('2 rules are to be confirmed with your departments.').waitFor()
  expect((await columnOf(page, 'Confirmed')).filter((text) => text === 'To be confirmed')).toHaveLength(2)
  expect((await columnOf(page, 'Waits for')).slice(0, 2)).toEqual(['Result', 'Performance security lodged'])
  await link(page, 'Edit Performance security').click()
  await title(page, 'Edit rule of release')
  await page.getByRole('checkbox', { name: 'Confirmed' }).check()
  await save(page)
  await alert(page, 'Rule of release updated successfully!')
  await page.getByText('1 rule is to be confirmed with your departments.').waitFor()
  await link(page, 'New rule').click()
  await title(page, 'New rule of release')
  await save(page)
  await faultAt(page, 'Purpose', 'Purpose is required')
  await choose(page, 'Purpose', 'Retention')
  await choose(page, 'Waits for', 'Final bill')
  await fill(page, { 'Days after': '45' })
  await page.getByText('Retention: 45 days after the final bill').waitFor()
  await save(page)
  await faultAt(page, 'Purpose', 'There is a rule for this purpose and outcome')
  await choose(page, 'Tender', 'Won')
  await save(page)
  await alert(page, 'Rule of release created successfully!')
  await showing(page, 'Showing page 1 of 1 — 9 total records')
  await link(page, 'View Retention, won').click()
  await title(page, 'Retention, won: 45 days after the final bill')
  await link(page, 'Back to list').click()
  const question = await answerDialog(page, 'accept', () => button(page, 'Delete Retention, won').click())
  expect(question).toContain('Are you sure you want to delete this rule?')
  await showing(page, 'Showing page 1 of 1 — 8 total records')
  expect(await calls.ok(listReleaseRules, {})).toHaveLength(8)
})

test('a rule with an entered day has no field for days after it', async ({ enter, company }) => {
  const page = await enter(company.administrator)
  await page.goto(`${list}/create`)
  await field(page, 'Days after').waitFor()
  await choose(page, 'Waits for', 'A day that is entered')
  expect(await page.getByLabel('Days after').count()).toBe(0)
})

test('on a phone a card has the rule as a sentence', async ({ enter, company }) => {
  const page = await enter(company.administrator, 'phone')
  await page.goto(list)
  await link(page, 'EMD, not won: 30 days after the result').waitFor()
  await link(page, 'EMD, won: at the lodging of the performance security').waitFor()
  await link(page, 'Security deposit: at the end of defect liability').waitFor()
  await expectNoSidewaysScroll(page)
})

test('the settings are edited in a drawer, which keeps an invalid list of days as typed', async ({
  enter,
  company,
  calls,
}) => {
  const page = await enter(company.administrator)
  await page.goto(list)
  const settings = page.getByRole('region', { name: 'Settings of deposits' }).first()
  await settings.getByText('15, 15, 30, then every 30 days').waitFor()
  await settings.getByText('Ask your lawyer: Limitation Act 1963, article 113').waitFor()
  await button(page, 'Edit settings').click()
  const dialog = page.getByRole('dialog')
  const saveDialog = () => dialog.getByRole('button', { name: 'Save', exact: true }).click()
  const pauses = dialog.getByRole('textbox', { name: 'Days between contacts' })
  await pauses.fill('10, soon')
  await saveDialog()
  await dialog.getByText('Days between contacts must be days with commas between them').first().waitFor()
  await eventually(() => pauses.inputValue()).toBe('10, soon')
  await pauses.fill('')
  await saveDialog()
  await dialog.getByText('Days between contacts must name at least one pause').first().waitFor()
  await pauses.pressSequentially('10, 20, ')
  await eventually(() => pauses.inputValue()).toBe('10, 20, ')
  await dialog.getByText('10, 20, then every 20 days').waitFor()
  await fill(page, { 'Numbers of requests begin with': 'SW' })
  await dialog.getByText('SW/2026-27/001').waitFor()
  await expectAccessible(page)
  // Another user changes the settings meanwhile.
  await calls.ok(updateDepositSettings, { body: { interestPercent: 9 } })
  await saveDialog()
  await dialog.getByText('Somebody saved this record while you were editing it').waitFor()
  await button(page, 'Save with these choices').click()
  await alert(page, 'Settings saved')
  await settings.getByText('10, 20, then every 20 days').waitFor()
  expect(await calls.ok(getDepositSettings, {})).toMatchObject({
    followUpDays: [10, 20],
    requestPrefix: 'SW',
    interestPercent: 9,
    limitationYears: 3,
  })
})

test('the palette links to the rules and to a new rule, and a user who may only view has no buttons', async ({
  enter,
  company,
}) => {
  const page = await enter(company.administrator)
  const pick = async (option: string) => {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search screens, records and actions' }).fill(option)
    await page.getByRole('option', { name: new RegExp(`^${option}`) }).click()
  }
  await page.goto('/contracts')
  await title(page, 'Contract dashboard')
  await pick('New rule of release')
  await title(page, 'New rule of release')
  await pick('Rules of release')
  await title(page, 'Rules of release')
  const viewer = await enter(await company.joinWith('viewer', { Contracts: ['canView'] }))
  await viewer.goto(list)
  await showing(viewer, 'Showing page 1 of 1 — 8 total records')
  await viewer
    .getByText('15, 15, 30', { exact: false })
    .or(viewer.getByText('10, 20', { exact: false }))
    .first()
    .waitFor()
  for (const name of ['New rule', 'Edit settings'])
    expect(await viewer.getByText(name, { exact: true }).count()).toBe(0)
})
