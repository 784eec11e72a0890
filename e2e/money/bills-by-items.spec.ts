import { replaceBillSheets } from '@plinth/api/money/bill-items'
import { getBill, returnBill } from '@plinth/api/money/bills'
import type { ScheduleItem } from '@plinth/api/works/schedule-items'
import {
  itemsOf,
  measured,
  newByItems,
  newItemised,
  newSubmittedByItems,
  passCut,
} from '@plinth/server/money/bill-items/bill-items.factory'
import { submit } from '@plinth/server/money/bills/bills.factory'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible, expectContrast, expectNoSidewaysScroll } from '../src/browser.ts'
import { testIn } from '../src/desk.ts'
import { person } from '../src/people.ts'
import { alert, button, eventually, field, fill, focusIsOn, title } from '../src/screen.ts'

/**
 * Bills by items. 1,000 cum of earthwork at 148.25 and 100 cum of stone at 8,517.50 are 10,00,000.00; with GST,
 * retention, TDS and cess as in bills.spec.ts the claim is 11,05,000.00.
 */

const test = testIn('Itemised Roads').extend('owner', { scope: 'file' }, ({ company }) => person(company.administrator))

type Owner = ReturnType<typeof person> extends Promise<infer Client> ? Client : never

const earthAndStone = [
  { itemNo: '2.1', description: 'Earthwork in excavation', unit: 'cum', quantity: 950, rate: 148.25 },
  { itemNo: '5.9', description: 'Random rubble masonry', unit: 'cum', quantity: 400, rate: 8517.5 },
]

/** An agreement with two recorded sheets, each for one item. */
async function measuredAgreement(owner: Owner) {
  const { agreement, items } = await newItemised(owner, earthAndStone)
  const [earth, stone] = items as [ScheduleItem, ScheduleItem]
  await measured(owner, earth, 1000)
  await measured(owner, stone, 100)
  return { agreementId: agreement.id, earth, stone }
}

const head = (page: Page) => page.getByRole('region', { name: 'At a glance' })
const abstract = (page: Page) => page.getByRole('table', { name: 'Abstract' })

/** The cells of a row of a table, from left to right. */
const cellsOf = (page: Page, table: string, row: string) =>
  page
    .getByRole('table', { name: table })
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: new RegExp(`^${RegExp.escape(row)}`) }) })
    .getByRole('cell')
    .allInnerTexts()

test('recorded sheets are billed, passed with a cut of an item, and the next bill claims the cut again', async ({
  enter,
  company,
  owner,
}) => {
  const { agreementId } = await measuredAgreement(owner)
  const page = await enter(company.administrator)
  await page.goto(`/payments/agreements/${agreementId}`)
  const bills = page.getByRole('region', { name: 'Bills' })
  await bills.getByText('The next bill would claim work of ₹10,00,000.00 for it').waitFor()
  await bills.getByRole('link', { name: 'Enter the next bill' }).click()
  await title(page, 'New bill')
  await page.getByText('From 2 sheets in no bill yet').waitFor()
  await eventually(() => cellsOf(page, 'Memorandum of payment', 'Net payable')).toEqual([
    '₹11,05,000.00',
    '₹0.00',
    '₹11,05,000.00',
  ])
  await button(page, 'Submit').click()
  await alert(page, 'RA-1 is submitted')
  await title(page, 'RA-1')
  await abstract(page).getByText('50.000 cum more than agreed').waitFor()

  await head(page).getByRole('link', { name: 'Enter memorandum' }).click()
  await focusIsOn(page, field(page, 'Memorandum no.'))
  await page.keyboard.type('EE/114')
  await field(page, 'Cut of item 2.1').focus()
  await page.keyboard.press('Enter')
  await focusIsOn(page, field(page, 'Cut of item 5.9'))
  await page.keyboard.type('101')
  await page.getByText('Cut of item 5.9 is more than the 100.000 that are claimed up to date').waitFor()
  await fill(page, { 'Cut of item 5.9': '40' })
  // 60 cum of stone are 5,11,050.00; with 1,48,250.00 of earth 6,59,300.00. With 18 % 7,77,974.00, less 16,482.50, 13,186.00, 13,186.00 and 6,593.00.
  await page.getByRole('status').filter({ hasText: 'Heads come to ₹7,28,526.50' }).waitFor()
  await eventually(() => cellsOf(page, 'Items of the memorandum', '5.9')).toEqual(
    expect.arrayContaining(['60.000 cum', '₹5,11,050.00']),
  )
  await fill(page, { 'Net of the memorandum': '728526.50' })
  await button(page, 'Pass').click()
  await page.getByRole('link', { name: 'Say why item 5.9 is cut' }).waitFor()
  await fill(page, { 'Why item 5.9 is cut': 'Joints not raked' })
  await button(page, 'Pass').click()
  await alert(page, 'The memorandum is entered, and the bill is passed')
  await title(page, 'RA-1')
  await abstract(page).getByText('Cut 40.000 cum: Joints not raked').waitFor()
  expect((await cellsOf(page, 'Abstract', '5.9')).at(-1)).toBe('₹8,51,750.00\n₹5,11,050.00')
  expect((await cellsOf(page, 'Abstract', 'Work done')).at(-1)).toBe('₹10,00,000.00\n₹6,59,300.00')
  await expectAccessible(page)

  await head(page).getByRole('link', { name: 'Enter the next bill' }).click()
  await page.getByText('Recorded sheets, as in the bills before').waitFor()
  // The 40 cum that were cut: 3,40,700.00.
  await eventually(async () => (await cellsOf(page, 'Memorandum of payment', 'Value of work')).at(-1)).toBe(
    '₹3,40,700.00',
  )
})

test('a sheet is removed from a draft, and a sheet names the bill that contains it', async ({
  enter,
  company,
  owner,
}) => {
  const { agreementId } = await measuredAgreement(owner)
  const bill = await newByItems(owner, agreementId)
  const page = await enter(company.administrator)
  await page.goto(`/payments/bills/${bill.id}`)
  const sheets = page.getByRole('region', { name: 'Sheets in this bill' })
  await button(page, 'Choose the sheets').click()
  const dialog = page.getByRole('dialog', { name: 'Sheets of RA-1' })
  await dialog.getByRole('checkbox', { name: 'Sheet 2' }).uncheck()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await alert(page, 'The sheets of RA-1 are changed')
  await sheets.getByRole('link', { name: 'Sheet 2' }).waitFor({ state: 'detached' })
  await abstract(page).getByRole('rowheader', { name: /^5\.9/ }).waitFor({ state: 'detached' })
  // 1,48,250.00 and 18 %, less 3,706.25, 2,965.00, 2,965.00 and 1,483.00.
  await button(page, 'Submit ₹1,63,815.75').click()
  await alert(page, 'RA-1 is submitted')
  await sheets.getByRole('link', { name: 'Sheet 1' }).click()
  await page.getByText('It was submitted with it').waitFor()
  expect(await button(page, 'Cancel sheet').count()).toBe(0)
  await page.getByRole('link', { name: 'RA-1', exact: true }).click()
  await title(page, 'RA-1')
  expect((await owner.ok(getBill, { params: { id: bill.id } })).sheets.map(({ number }) => number)).toEqual([1])
})

test("a choice of sheets survives another user's change, and is saved on top of it", async ({
  enter,
  company,
  owner,
}) => {
  const { agreementId, earth } = await measuredAgreement(owner)
  await measured(owner, earth, 10)
  const bill = await newByItems(owner, agreementId)
  const [first, second] = bill.sheets.map(({ id }) => id)
  const page = await enter(company.administrator)
  await page.goto(`/payments/bills/${bill.id}`)
  await button(page, 'Choose the sheets').click()
  const dialog = page.getByRole('dialog', { name: 'Sheets of RA-1' })
  await dialog.getByRole('checkbox', { name: 'Sheet 2' }).uncheck()
  await owner.ok(replaceBillSheets, {
    params: { id: bill.id },
    body: { sheetIds: [first ?? '', second ?? ''], updatedAt: bill.updatedAt },
  })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await alert(page, 'Somebody changed this bill meanwhile')
  await dialog.getByRole('checkbox', { name: 'Sheet 3', checked: false }).waitFor()
  expect(await dialog.getByRole('checkbox', { checked: true }).count()).toBe(1)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await alert(page, 'The sheets of RA-1 are changed')
  expect((await owner.ok(getBill, { params: { id: bill.id } })).sheets.map(({ number }) => number)).toEqual([1])
})

test('a bill names an item without a rate and links to the schedule, and a reader cannot change it', async ({
  enter,
  company,
  owner,
}) => {
  const { agreement, items } = await newItemised(owner, [{ itemNo: '7.3', rate: null }, { itemNo: '7.4' }])
  for (const item of items) await measured(owner, item, 10)
  const bill = await newByItems(owner, agreement.id)
  const reader = await company.joinWith('Reader of bills by items', { Payments: ['canView'] })
  const page = await enter(reader)
  await page.goto(`/payments/bills/${bill.id}`)
  await page.getByText('Rate of item 7.3 is not known: enter it in the schedule').waitFor()
  expect(await button(page, 'Choose the sheets').count()).toBe(0)
  expect(await page.getByRole('link', { name: 'Sheet 1' }).count()).toBe(0)
  await page.getByRole('alert').getByRole('link', { name: 'Open the schedule' }).click()
  await eventually(() => page.url()).toContain(`/payments/agreements/${agreement.id}/schedule?search=7.3`)
})

test('on a phone the abstract and the cuts are cards', async ({ enter, company, owner }) => {
  const { agreementId, stone } = await measuredAgreement(owner)
  const first = await newSubmittedByItems(owner, agreementId)
  await passCut(owner, first, 7_28_526.5, { itemId: stone.id, cutQuantity: 40, reason: 'Joints not raked' })
  const bill = await newSubmittedByItems(owner, agreementId)
  const page = await enter(company.administrator, 'phone')
  await page.goto(`/payments/bills/${first.id}`)
  await abstract(page).getByText('Cut 40.000 cum: Joints not raked').waitFor()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await page.goto(`/payments/bills/${bill.id}/memorandum`)
  await fill(page, { 'Memorandum no.': 'EE/8', 'Cut of item 5.9': '10', 'Why item 5.9 is cut': 'Still not raked' })
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectContrast(page)
  expect((await itemsOf(owner, bill)).map(({ claimed }) => claimed.quantity.since)).toEqual(['0.000', '40.000'])
})

test('the amount of a cut is shown at the rates of the schedule and with the tender percentage, from which items can be exempt', async ({
  enter,
  company,
  owner,
}) => {
  const [earth, stone, steel] = [
    ...earthAndStone,
    { itemNo: '7.1', description: 'Steel', unit: 'kg', quantity: 900, rate: 72, percentageApplies: false },
  ]
  const { agreement, items } = await newItemised(owner, [earth ?? {}, stone ?? {}, steel ?? {}], {
    pricing: 'PERCENTAGE_RATE',
    tenderPercentage: -4.5,
  })
  for (const item of items) await measured(owner, item, 100)
  const bill = await newSubmittedByItems(owner, agreement.id)
  const page = await enter(company.administrator)
  await page.goto(`/payments/bills/${bill.id}/memorandum`)
  await fill(page, { 'Cut of item 5.9': '10' })
  // 14,825.00 and 90 of 8,517.50 at 7,66,575.00 and 7,200.00: 7,88,600.00; 4.5 % of the first two are 35,163.00.
  const passedAmount = async (row: string) => (await cellsOf(page, 'Items of the memorandum', row)).at(-1)
  await eventually(() => passedAmount('Items at the rates of the schedule')).toBe('₹7,88,600.00')
  expect(await passedAmount('Tender percentage: -4.5%')).toBe('-₹35,163.00')
  expect(await passedAmount('Work passed since the last bill')).toBe('₹7,53,437.00')
  const cutText =
    'What was cut: ₹85,175.00 at the rates of the schedule, ₹81,342.12 with the tender percentage of -4.5%'
  await page.getByText(cutText).waitFor()
  const marked = page.getByRole('row').filter({ hasText: 'Without the tender percentage' })
  expect(await marked.count()).toBe(1)
  expect(await marked.innerText()).toContain('7.1')

  const { claimed } = await owner.ok(getBill, { params: { id: bill.id } })
  expect(claimed?.work.since).toBe('834779.12')
  await passCut(owner, bill, 8_32_547.99, { itemId: items[1]?.id ?? '', cutQuantity: 10, reason: 'Joints not raked' })
  await page.goto(`/payments/bills/${bill.id}`)
  await abstract(page).waitFor()
  await page.getByText(cutText).waitFor()
  expect(await marked.count()).toBe(1)
  await page.getByText('The tender percentage leaves out what is marked “Without the tender percentage”.').waitFor()
  await page.goto(`/payments/agreements/${agreement.id}`)
  await page.getByRole('region', { name: 'Bills' }).getByText(cutText).waitFor()
})

test('a bill that changed while its memorandum was typed is loaded anew, and the typed values stay', async ({
  enter,
  company,
  owner,
}) => {
  const { agreementId, stone } = await measuredAgreement(owner)
  const bill = await newSubmittedByItems(owner, agreementId)
  const page = await enter(company.administrator)
  await page.goto(`/payments/bills/${bill.id}/memorandum`)
  await fill(page, {
    'Memorandum no.': 'EE/9',
    'Cut of item 2.1': '100',
    'Why item 2.1 is cut': 'Level not agreed',
    'Cut of item 5.9': '40',
    'Why item 5.9 is cut': 'Joints not raked',
    // 1,33,425.00 and 5,11,050.00 with 18 %, less 16,111.88, 12,890.00, 12,889.50 and 6,445.00.
    'Net of the memorandum': '712144.12',
  })
  // Meanwhile the bill was returned, and submitted again without the masonry.
  await owner.ok(returnBill, { params: { id: bill.id }, body: { returnReason: 'Masonry to be measured again' } })
  const sheetIds = bill.sheets.slice(0, 1).map(({ id }) => id)
  await owner.ok(replaceBillSheets, { params: { id: bill.id }, body: { sheetIds } })
  await submit(owner, bill.id)
  expect((await itemsOf(owner, bill)).some(({ itemId }) => itemId === stone.id)).toBe(false)
  await button(page, 'Pass').click()
  await button(page, 'Show the new bill').click()
  await page
    .getByRole('table', { name: 'Items of the memorandum' })
    .getByRole('rowheader', { name: /^5\.9/ })
    .waitFor({ state: 'detached' })
  expect(await field(page, 'Memorandum no.').inputValue()).toBe('EE/9')
  expect(await field(page, 'Cut of item 2.1').inputValue()).toBe('100')
  await button(page, 'Show the new bill').waitFor({ state: 'detached' })
  // 1,33,425.00 with 18 %, less 3,335.63, 2,669.00, 2,668.50 and 1,334.00.
  await fill(page, { 'Net of the memorandum': '147434.37' })
  await button(page, 'Pass').click()
  await title(page, 'RA-1')
  await abstract(page).getByText('Cut 100.000 cum: Level not agreed').waitFor()
})
