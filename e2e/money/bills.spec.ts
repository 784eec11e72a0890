import { filterBills, getBill } from '@plinth/api/money/bills'
import { newBill, newBillable, newSubmitted } from '@plinth/server/money/bills/bills.factory'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible, expectContrast, expectNoSidewaysScroll } from '../src/browser.ts'
import { testIn } from '../src/desk.ts'
import { person } from '../src/people.ts'
import { alert, button, eventually, field, fill, focusIsOn, save, title } from '../src/screen.ts'

/**
 * Running bills from the claim to the memorandum of payment. For work of 10,00,000.00 each bill has twice 9 % GST, 2.5
 * % retention, 2 % and twice 1 % TDS and 1 % cess: 11,80,000.00 less 25,000.00, 20,000.00, 20,000.00 and 10,000.00 is
 * 11,05,000.00.
 */

const test = testIn('Billed Roads').extend('owner', { scope: 'file' }, ({ company }) => person(company.administrator))

const memorandum = (page: Page) => page.getByRole('table', { name: 'Memorandum of payment' })
const head = (page: Page) => page.getByRole('region', { name: 'At a glance' })

/** The amounts in the row of a head, from left to right. */
async function amountsOf(page: Page, name: string): Promise<string[]> {
  const row = memorandum(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: new RegExp(`^${RegExp.escape(name)}`) }) })
  return row.getByRole('cell').allInnerTexts()
}

const typeInto = async (box: Locator, text: string) => {
  await box.focus()
  await box.pressSequentially(text)
}

test('a usual bill needs an amount and Submit, and can be passed short once the difference is zero', async ({
  enter,
  company,
  owner,
}) => {
  const agreement = await newBillable(owner)
  const page = await enter(company.administrator)
  await page.goto(`/payments/agreements/${agreement.id}`)
  await page.getByRole('region', { name: 'Bills' }).getByRole('link', { name: 'Enter the next bill' }).click()
  await title(page, 'New bill')
  await focusIsOn(page, field(page, 'Work done up to date'))
  await page.keyboard.type('1000000')
  await eventually(() => amountsOf(page, 'Net payable')).toEqual(['₹11,05,000.00', '₹0.00', '₹11,05,000.00'])
  await button(page, 'Submit').click()
  await alert(page, 'RA-1 is submitted')
  await title(page, 'RA-1')
  await head(page).getByText('Next: once the memorandum of payment is here, enter it.').waitFor()

  await head(page).getByRole('link', { name: 'Enter memorandum' }).click()
  await focusIsOn(page, field(page, 'Memorandum no.'))
  await page.keyboard.type('EE/114')
  // 9,50,000.00 with its tax is 11,21,000.00; less 23,750.00, 19,000.00, 19,000.00 and 9,500.00 it is 10,49,750.00.
  await fill(page, { 'Work passed up to date': '950000' })
  const bar = page.getByRole('status')
  await bar.filter({ hasText: 'Heads come to ₹10,49,750.00' }).waitFor()
  await typeInto(field(page, 'Income-tax TDS by the memorandum'), '21000')
  await page.getByRole('combobox', { name: 'Another head of the memorandum' }).selectOption('Fine')
  await typeInto(field(page, 'Fine by the memorandum'), '750')
  await page.keyboard.press('Enter')
  await focusIsOn(page, field(page, 'Net of the memorandum'))
  await page.keyboard.type('1047500')
  await bar.filter({ hasText: 'Difference ₹500.00' }).waitFor()
  await button(page, 'Pass').click()
  await page.getByRole('link', { name: 'Say why Income-tax TDS differs' }).waitFor()
  await fill(page, { 'Why Income-tax TDS differs': 'On the old base', 'Why Fine differs': 'Site not cleared' })
  await button(page, 'Pass').click()
  await page.getByText('Net of the memorandum differs by ₹500.00 from what its heads come to').first().waitFor()
  expect((await owner.ok(filterBills, { body: { agreementId: agreement.id } })).content[0]?.status).toBe('SUBMITTED')
  await fill(page, { 'Net of the memorandum': '10,47,000' })
  await bar.filter({ hasText: 'Difference ₹0.00' }).waitFor()
  await button(page, 'Pass').click()
  await alert(page, 'The memorandum is entered, and the bill is passed')
  await title(page, 'RA-1')
  await head(page).getByText('₹58,000.00 short').waitFor()
  const amounts = ['₹20,000.00', '₹21,000.00', '₹0.00', '₹20,000.00', '₹21,000.00', '₹1,000.00']
  expect(await amountsOf(page, 'Less: Income-tax TDS')).toEqual(amounts)
  expect(await amountsOf(page, 'Less: Fine')).toEqual(['–', '₹750.00', '₹0.00', '–', '₹750.00', '₹750.00'])
  await memorandum(page).getByText('By the memorandum: Site not cleared').waitFor()
  await expectAccessible(page)
  // The next bill starts from the passed figures.
  await head(page).getByRole('link', { name: 'Enter the next bill' }).click()
  await page.getByText('Previous figures: as RA-1 was passed.').waitFor()
  await fill(page, { 'Work done up to date': '950000' })
  await eventually(() => amountsOf(page, 'Less: Fine')).toEqual(['₹750.00', '₹750.00', '₹0.00'])
})

test('on a phone the amount since comes first, and a memorandum as claimed needs only its number and net', async ({
  enter,
  company,
  owner,
}) => {
  const bill = await newSubmitted(owner, (await newBillable(owner)).id)
  const page = await enter(company.administrator, 'phone')
  await page.goto(`/payments/bills/${bill.id}`)
  await title(page, 'RA-1')
  const net = memorandum(page).getByRole('row').last()
  const shown = () => net.getByRole('cell').filter({ visible: true }).count()
  await eventually(shown).toBe(1)
  await button(page, 'Show up to date and previous too').click()
  await eventually(shown).toBe(3)
  const why = memorandum(page).getByRole('group').filter({ hasText: 'Why 2% of ₹10,00,000.00?' })
  await why.getByText('Why 2% of ₹10,00,000.00?').click()
  await why.getByText('Entered in this agreement').waitFor()
  await expectNoSidewaysScroll(page)
  await head(page).getByRole('link', { name: 'Enter memorandum' }).click()
  await fill(page, { 'Memorandum no.': 'EE/7', 'Net of the memorandum': '1105000' })
  await page.getByRole('status').filter({ hasText: 'Difference ₹0.00' }).waitFor()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectContrast(page)
  await button(page, 'Pass').click()
  await title(page, 'RA-1')
  await head(page).getByText('Passed', { exact: true }).first().waitFor()
  await expectNoSidewaysScroll(page)
  await button(page, 'Take memorandum back').click()
  const dialog = page.getByRole('dialog', { name: 'Take back the memorandum of RA-1' })
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Of another work')
  await dialog.getByRole('button', { name: 'Take memorandum back' }).click()
  await alert(page, 'The memorandum of RA-1 is taken back: enter the right one')
  await head(page).getByText('Next: once the memorandum of payment is here, enter it.').waitFor()
  await page.getByRole('region', { name: 'What was entered' }).getByText('Of another work').waitFor()
})

test('a returned bill shows its reason, is changed and submitted again', async ({ enter, company, owner }) => {
  const bill = await newSubmitted(owner, (await newBillable(owner)).id)
  const page = await enter(company.administrator)
  await page.goto(`/payments/bills/${bill.id}`)
  await button(page, 'It came back').click()
  const dialog = page.getByRole('dialog', { name: 'RA-1 came back' })
  await dialog.getByRole('button', { name: 'Record that it came back' }).click()
  await dialog.getByText('Give the reason').waitFor()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Page 14 is not signed')
  await dialog.getByRole('button', { name: 'Record that it came back' }).click()
  await alert(page, 'RA-1 came back')
  await page.getByRole('region', { name: 'What was entered' }).getByText('Page 14 is not signed').waitFor()
  await head(page).getByText('Next: put right what the department asked for, and submit it again.').waitFor()
  await head(page).getByRole('link', { name: 'Edit' }).click()
  await title(page, 'Edit bill')
  await fill(page, { 'Work done up to date': '1100000' })
  // 12,98,000.00 less 27,500.00, 22,000.00, 22,000.00 and 11,000.00.
  await eventually(() => amountsOf(page, 'Net payable')).toEqual(['₹12,15,500.00', '₹0.00', '₹12,15,500.00'])
  await button(page, 'Submit').click()
  await alert(page, 'RA-1 is submitted')
  const stored = await owner.ok(getBill, { params: { id: bill.id } })
  expect(stored).toMatchObject({ status: 'SUBMITTED', netClaimed: 12_15_500 })
})

test('a draft beside a bill with the department is provisional, and can be continued', async ({
  enter,
  company,
  owner,
}) => {
  const agreement = await newBillable(owner)
  await newSubmitted(owner, agreement.id)
  const page = await enter(company.administrator)
  await page.goto(`/payments/bills/create?agreement=${agreement.id}`)
  await page.getByText('Provisional: RA-1 is still with the department').waitFor()
  await fill(page, { 'Work done up to date': '1500000' })
  await button(page, 'Add an amount').click()
  await save(page)
  await page.getByRole('link', { name: 'Each amount needs its head and its rupees' }).waitFor()
  await page.getByText('Head is required').waitFor()
  await page.getByRole('combobox', { name: 'Head' }).selectOption('Secured advance')
  await fill(page, { 'Since the last bill': '20000' })
  // Half of the earlier amount, 5,52,500.00, and 20,000.00.
  await eventually(() => amountsOf(page, 'Net payable')).toEqual(['₹16,77,500.00', '₹11,05,000.00', '₹5,72,500.00'])
  expect(await button(page, 'Submit').isEnabled()).toBe(false)
  await save(page)
  await title(page, 'RA-2')
  await head(page).getByText('Next: pass RA-1, or record that it came back.').waitFor()
  expect(
    await head(page)
      .getByRole('button', { name: /^Submit/ })
      .count(),
  ).toBe(0)
  await page.goto(`/payments/bills/create?agreement=${agreement.id}`)
  await page.getByRole('link', { name: 'Go on with that one' }).click()
  await title(page, 'RA-2')
})

test('the list finds bills by status, and a reader cannot change them', async ({ enter, company, owner }) => {
  const agreement = await newBillable(owner, { name: 'Culverts of the ring road' })
  const bill = await newBill(owner, agreement.id, { title: 'First of the culverts' })
  const reader = await company.joinWith('Reader of bills', { Payments: ['canView'] })
  const page = await enter(reader)
  await page.goto('/payments/bills?search=culverts')
  const row = page.getByRole('row').filter({ hasText: 'Culverts of the ring road' })
  await row.getByText('Draft', { exact: true }).waitFor()
  await page.getByRole('group', { name: 'Quick filters' }).getByRole('button', { name: 'With department 0' }).click()
  await page.getByText('Nothing matches these filters. Change or clear them.').waitFor()
  await page.getByRole('group', { name: 'Quick filters' }).getByRole('button', { name: 'Drafts 1' }).click()
  await row.getByRole('link', { name: 'First of the culverts' }).first().click()
  await page.goto(`/payments/bills/${bill.id}`)
  await title(page, 'First of the culverts')
  await eventually(() => amountsOf(page, 'Invoice')).toEqual(['₹11,80,000.00', '₹0.00', '₹11,80,000.00'])
  for (const name of ['Edit', 'Delete draft', 'Submit ₹11,05,000.00'])
    expect(await head(page).getByText(name, { exact: true }).count()).toBe(0)
})
