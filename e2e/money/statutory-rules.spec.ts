import { createStatutoryRule, listStatutoryRules } from '@plinth/api/money/statutory-rules'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll } from '../src/browser.ts'
import { testIn } from '../src/desk.ts'
import { person } from '../src/people.ts'
import { alert, answerDialog, button, dialog, fill, title } from '../src/screen.ts'

/** Statutory rules with their days and sources: unsure ones are confirmed, and a company enters its own beside the shipped ones. */

const test = testIn('Vedavathi Works').extend('calls', { scope: 'file' }, ({ company }) =>
  person(company.administrator),
)

const address = '/payments/rules'
/** The list item with the rules of a kind. */
const ofKind = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) })

test('rules are listed by subject with sentence, day and source, and the palette links to them', async ({
  enter,
  company,
}) => {
  const page = await enter(company.administrator)
  await page.goto('/payments/guarantees')
  await page.getByRole('link', { name: 'Rules of law and practice', exact: true }).click()
  await title(page, 'Rules of law and practice')
  const cap = ofKind(page, 'Most of compensation for delay')
  await cap.getByText('At most 10% of the value of the work').waitFor()
  await cap.getByText('Verified').waitFor()
  await cap.getByRole('link', { name: 'CPWD General Conditions of Contract 2019, clause 2' }).waitFor()
  await ofKind(page, 'Mass of reinforcement bars').getByText('At all times').waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search screens, records and actions' }).fill('Rules of law')
  await page.getByRole('option', { name: /^Rules of law and practice/ }).waitFor()
})

test('another day has other rules in force, and earlier and later ones are folded', async ({ enter, company }) => {
  const page = await enter(company.administrator)
  await page.goto(address)
  const works = ofKind(page, 'GST on offshore works')
  await works.getByText('18% of the taxable value').first().waitFor()
  await works.getByText('Before and after: 1 rule').click()
  await works.getByText('01 Apr 2025 to 21 Sep 2025').waitFor()
  await fill(page, { 'As on': '21/09/2025' })
  await works.getByText('12% of the taxable value').first().waitFor()
  await works.getByText('Does not hold yet').waitFor()
  await ofKind(page, 'Income-tax TDS of contractors: others').getByText('No rule on this day').waitFor()
})

test('unsure rules come first, and are confirmed by name with a remark', async ({ enter, company }) => {
  const page = await enter(company.administrator)
  await page.goto(address)
  const name = 'Codes of income-tax TDS of contractors'
  const waiting = page.getByRole('region', { name: /^To be confirmed: \d+ rules?$/ })
  await waiting.getByRole('button', { name: `Confirm ${name}, 1023 for individuals and HUF, 1024 for others` }).click()
  await button(page, 'Confirm').last().click()
  await dialog(page).getByText('Say what you looked at').waitFor()
  await expectAccessible(page)
  await dialog(page).getByRole('textbox', { name: 'What did you look at?' }).fill('The portal, on its page of codes')
  await dialog(page).getByRole('button', { name: 'Confirm', exact: true }).click()
  await alert(page, `Confirmed: ${name}`)
  const kind = ofKind(page, name)
  await kind.getByText(/^Confirmed by .+: The portal, on its page of codes$/).waitFor()
  expect(await waiting.getByText(name).count()).toBe(0)
})

test('a rule of the company is entered beside the shipped one, changed, and deleted', async ({
  enter,
  company,
  calls,
}) => {
  const page = await enter(company.administrator)
  await page.goto(address)
  const name = 'Most of compensation for delay'
  const kind = ofKind(page, name)
  await button(page, `Put our own beside it: ${name}`).click()
  const drawer = dialog(page)
  await drawer.getByText('At most 10% of the value of the work').waitFor()
  await fill(page, { 'Per cent': '' })
  await drawer.getByRole('button', { name: 'Save' }).click()
  await drawer.getByText('Per cent is required').first().waitFor()
  await fill(page, { 'Per cent': '7.5', 'Source, or why': 'Clause 2(d) of our agreements' })
  await drawer.getByText('At most 7.5% of the value of the work').waitFor()
  await expectAccessible(page)
  await drawer.getByRole('button', { name: 'Save' }).click()
  await alert(page, 'Rule entered')
  await kind.getByText('Another counts in its place').waitFor()
  expect((await kind.getByText(/^At most/).allTextContents())[0]).toBe('At most 7.5% of the value of the work')
  await button(page, `Edit ${name}, At most 7.5% of the value of the work`).click()
  await fill(page, { 'Per cent': '5' })
  await drawer.getByRole('button', { name: 'Save' }).click()
  await alert(page, 'Rule saved')
  expect((await calls.ok(listStatutoryRules, { query: { kind: 'LD_CAP' } }))[0]).toMatchObject({
    isOwn: true,
    value: { percent: 5 },
    standing: 'IN_FORCE',
  })
  const question = await answerDialog(page, 'accept', () =>
    button(page, `Delete ${name}, At most 5% of the value of the work`).click(),
  )
  expect(question).toContain('Are you sure you want to delete this rule?')
  await kind.getByText('Another counts in its place').waitFor({ state: 'detached' })
})

test('a user without GST permissions can read the rules and not change them', async ({ enter, company, calls }) => {
  const body = {
    kind: 'UNIT_T',
    validFrom: '2026-04-01',
    value: { decimals: 2 },
    sourceTitle: 'Our weighbridge',
  } as const
  await calls.ok(createStatutoryRule, { body })
  const page = await enter(await company.joinWith('reader', { Payments: ['canView'] }))
  await page.goto(address)
  await ofKind(page, 'Tonne').getByText('Our weighbridge').waitFor()
  for (const name of ['Put our own beside it', 'Confirm', 'Edit'])
    expect(await page.getByRole('button', { name: new RegExp(`^${name}`) }).count()).toBe(0)
})

test('on a phone rules can be read and confirmed', async ({ enter, company }) => {
  const page = await enter(company.administrator, 'phone')
  await page.goto(address)
  await ofKind(page, 'Welfare cess of building workers')
    .getByText('1% of the cost of construction, without GST')
    .waitFor()
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: /^Confirm Certificate GSTR-7A/ }).click()
  await expectNoSidewaysScroll(page)
})
