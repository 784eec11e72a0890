import { type Agreement, createAgreement, updateAgreement } from '@plinth/api/money/agreements'
import { createParty } from '@plinth/api/money/parties'
import { createScheduleItem, getSchedule, updateScheduleItem } from '@plinth/api/works/schedule-items'
import { type CellValue, writeXlsx } from 'hucre/xlsx'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible, expectContrast, expectNoSidewaysScroll } from '../src/browser.ts'
import { testIn } from '../src/desk.ts'
import { person } from '../src/people.ts'
import { alert, answerDialog, button, eventually, fill, focusIsOn, save, title, undo } from '../src/screen.ts'

/** The schedule of an agreement: entered, edited in place, moved, deleted, and added up. */

const test = testIn('Schedule Works').extend('calls', { scope: 'file' }, ({ company }) => person(company.administrator))
type Calls = Awaited<ReturnType<typeof person>>

let counter = 0
/** A work order at 10 per cent below the rates of its schedule. */
async function workOrder(calls: Calls): Promise<Agreement> {
  counter += 1
  const party = { kinds: ['SUBCONTRACTOR' as const], legalName: `Earth mover ${counter}` }
  const { id: partyId } = await calls.ok(createParty, { body: party })
  return calls.ok(createAgreement, {
    body: {
      direction: 'PAYABLE',
      number: `WO/${counter}`,
      name: `Earthwork ${counter}`,
      partyId,
      agreedOn: '2026-04-01',
      value: 10_000,
      pricing: 'PERCENTAGE_RATE',
      tenderPercentage: -10,
    },
  })
}

const rows = (page: Page) =>
  page
    .getByRole('row')
    .evaluateAll((found) =>
      found.flatMap((row) => (row.hasAttribute('data-index') ? [row.getAttribute('aria-label')] : [])),
    )
const foot = (page: Page, label: string) =>
  page.locator('dl div').filter({ hasText: label }).locator('dd').last().innerText()

async function add(page: Page, begin: string, values: Record<string, string>, unit?: string): Promise<void> {
  await button(page, begin).click()
  await page.getByRole('dialog', { name: 'Add to the schedule' }).waitFor()
  await fill(page, values)
  if (unit) await fill(page, { Unit: unit })
  await save(page)
  await alert(page, 'Added to the schedule')
  await eventually(() => page.getByRole('dialog').count()).toBe(0)
}

const section = (itemNo: string, description: string) => ({ 'Item no.': itemNo, 'Description of work': description })
const priced = (description: string, quantity: string, rate: string) => ({
  'Description of work': description,
  Quantity: quantity,
  Rate: rate,
})

test('a schedule is entered from the page of its agreement, edited in place, moved, deleted and added up', async ({
  enter,
  company,
  calls,
}) => {
  const agreement = await workOrder(calls)
  const page = await enter(company.administrator)
  await page.goto(`/payments/agreements/${agreement.id}`)
  await page.getByRole('region', { name: 'At a glance' }).getByRole('link', { name: 'Enter its schedule' }).click()
  await title(page, 'Schedule of quantities')
  await page.getByText('This agreement has no schedule yet.').waitFor()
  await expectAccessible(page)
  await add(page, 'New section', section('1', 'Excavation'))
  await add(page, 'Add in 1 Excavation', { 'Item no.': '1.1', ...priced('In ordinary soil', '100', '50') }, 'cum')
  await eventually(() => rows(page)).toEqual(['1 Excavation', '1.1 In ordinary soil'])
  // The next number is filled in already.
  await add(page, 'Add after 1.1 In ordinary soil', priced('In hard rock', '10', '1,234.5678'), 'cum')
  await add(page, 'New section', section('2', 'Embankment'))
  await add(page, 'Add in 2 Embankment', { 'Item no.': '2.1', ...priced('Of murrum', '20', '') }, 'cum')
  await eventually(() => rows(page)).toEqual([
    '1 Excavation',
    '1.1 In ordinary soil',
    '1.2 In hard rock',
    '2 Embankment',
    '2.1 Of murrum',
  ])
  expect(await foot(page, 'Schedule amount')).toBe('₹17,345.68')
  expect(await foot(page, 'Quoted amount')).toBe('₹15,611.11')
  expect(await foot(page, 'Difference')).toBe('₹5,611.11 more than agreed')
  await page.getByRole('row', { name: '1 Excavation' }).getByText('₹17,345.68').waitFor()

  // By keyboard alone: down to the rate of 2.1, which has none yet.
  const rateOf = (itemNo: string) => page.getByRole('button', { name: new RegExp(`^Rate of ${itemNo}: `) })
  await rateOf('1.2').focus()
  await page.keyboard.press('ArrowDown')
  await focusIsOn(page, rateOf('2.1'))
  await page.keyboard.press('Enter')
  await page.keyboard.type('1,00.2.5')
  await page.keyboard.press('Enter')
  await page.getByText('Rate must be an amount such as 12,34,567.50').first().waitFor()
  await page.keyboard.press('Escape')
  await focusIsOn(page, rateOf('2.1'))
  await page.keyboard.press('Enter')
  await page.keyboard.type('12.56789')
  await page.keyboard.press('Enter')
  await page.getByText('Rate must have at most 11 digits and 4 decimals').waitFor()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('100.25')
  await page.keyboard.press('Enter')
  await alert(page, '2.1: Rate 100.25')
  await focusIsOn(page, rateOf('2.1'))
  await eventually(() => foot(page, 'Schedule amount')).toBe('₹19,350.68')
  await undo(page, '2.1: Rate 100.25')
  await eventually(() => foot(page, 'Schedule amount')).toBe('₹17,345.68')

  // A number that is in use is reported at its field.
  await page.getByRole('button', { name: /^Item no. of 2.1: / }).click()
  await page.keyboard.type('1.1')
  await page.keyboard.press('Enter')
  await page.getByText('Item no. is already used in this agreement').waitFor()
  await page.keyboard.press('Escape')

  await button(page, 'Move 1.2 In hard rock').click()
  await page.getByRole('dialog', { name: 'Move 1.2 In hard rock' }).waitFor()
  // Escape would close the dialog together with the list.
  for (const [label, place] of [
    ['Into section', '2 Embankment'],
    ['Before', '2.1 Of murrum'],
  ] as const) {
    await page.getByRole('combobox', { name: label, exact: true }).click()
    await page.getByRole('option', { name: place, exact: true }).click()
  }
  await button(page, 'Move').click()
  await alert(page, '1.2 In hard rock moved')
  const moved = ['1 Excavation', '1.1 In ordinary soil', '2 Embankment', '1.2 In hard rock', '2.1 Of murrum']
  await eventually(() => rows(page)).toEqual(moved)
  await undo(page, '1.2 In hard rock moved')
  await eventually(async () => (await rows(page)).indexOf('1.2 In hard rock')).toBe(2)

  // A section that is not empty says why it cannot be deleted; an item is deleted.
  await page.getByRole('row', { name: '1 Excavation' }).hover()
  const blockedButton = button(page, 'Delete 1 Excavation')
  expect(await blockedButton.getAttribute('title')).toBe('It still has 2 items in it: delete or move these first')
  const question = await answerDialog(page, 'accept', () => button(page, 'Delete 2.1 Of murrum').click())
  expect(question).toBe('Are you sure you want to delete 2.1 Of murrum?')
  await eventually(() => rows(page)).not.toContain('2.1 Of murrum')
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectContrast(page)

  await page.getByRole('searchbox', { name: 'Search this schedule' }).fill('rock')
  await eventually(() => rows(page)).toEqual(['1 Excavation', '1.2 In hard rock'])
  const { items } = await calls.ok(getSchedule, { params: { agreementId: agreement.id } })
  await page.goto(`/payments/schedule-items/${items[1]?.id}`)
  await title(page, 'Schedule of quantities')
  await eventually(() => rows(page)).toEqual(['1 Excavation', '1.1 In ordinary soil'])
})

async function filledWorkOrder(calls: Calls, count: number): Promise<Agreement> {
  const agreement = await workOrder(calls)
  const params = { agreementId: agreement.id }
  const { id: parentId } = await calls.ok(createScheduleItem, {
    params,
    body: { kind: 'SECTION', itemNo: '1', description: 'Excavation' },
  })
  for (let at = 1; at <= count; at += 1)
    await calls.ok(createScheduleItem, {
      params,
      body: {
        kind: 'ITEM',
        itemNo: `1.${at}`,
        description: `Excavation in soil of class ${at}, loading, transport and disposal at the places shown, dressing of sides and bottom by hand included`,
        unit: 'cum',
        quantity: at,
        rate: 10,
        parentId,
      },
    })
  return agreement
}

test('a schedule is read and edited on a phone, with a card for each row', async ({ enter, company, calls }) => {
  const agreement = await filledWorkOrder(calls, 3)
  const page = await enter(company.administrator, 'phone')
  await page.goto(`/payments/agreements/${agreement.id}/schedule`)
  const card = page.getByRole('row', { name: /^1.2 / })
  await card.getByText('₹20.00').waitFor()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  const small = await page
    .getByRole('treegrid')
    .getByRole('button')
    .evaluateAll((found) =>
      found.filter((one) => one.getBoundingClientRect().height < 44).map((one) => one.textContent),
    )
  expect(small).toEqual([])
  await card.getByRole('button', { name: /^Show whole 1.2 / }).click()
  await card.getByText('by hand included').waitFor()
  await card.getByRole('button', { name: /^Quantity of 1.2:/ }).click()
  await card.locator('input:focus').waitFor()
  await page.keyboard.type('7.5')
  await page.keyboard.press('Enter')
  await card.getByText('₹75.00').waitFor()
  await expectNoSidewaysScroll(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectContrast(page)
})

/** A BOQ in the form of a tender. */
async function boq(change: Partial<Record<'unit' | 'total', CellValue>> = {}) {
  const rows: CellValue[][] = [
    ['Name of work: School at Jamkhed'],
    ['S.No', 'Nomenclature', 'Qty', 'Per', 'Rate', 'Amount'],
    ['1', 'Earthwork in excavation, including'],
    [null, 'disposal within 50 m'],
    ['a)', 'Ordinary soil', 100, 'Cum', 50, 5_000],
    ['b)', 'Hard rock', 10, change.unit ?? 'm3', 600, 6_000],
    [null, 'Total', null, null, null, change.total ?? 11_000],
    [null, 'Add GST @ 18%', null, null, null, 1_980],
  ]
  const buffer = Buffer.from(await writeXlsx({ sheets: [{ name: 'BOQ', rows }] }))
  return { name: 'boq.xlsx', mimeType: 'application/vnd.ms-excel', buffer }
}

test('a schedule is imported from the BOQ of the tender once the file has no fault, on a phone too', async ({
  enter,
  company,
  calls,
}) => {
  const agreement = await workOrder(calls)
  const page = await enter(company.administrator)
  await page.goto(`/payments/agreements/${agreement.id}/schedule`)
  await button(page, 'Import from Excel').click()
  const dialog = page.getByRole('dialog', { name: 'Import from Excel' })
  const choose = async (change: Parameters<typeof boq>[0]) =>
    dialog.getByLabel('BOQ of the tender').setInputFiles(await boq(change))
  const store = dialog.getByRole('button', { name: 'Store 2 items' })

  await choose({ unit: '100 cum' })
  await dialog.getByText('1 cell is to be mended in the file. Nothing was stored.').waitFor()
  await dialog
    .getByText('D6: Unit 100 cum is for 100 cum: enter the rate of one unit, and the unit without a number')
    .waitFor()
  expect(await store.count()).toBe(0)
  await expectAccessible(page)

  await dialog.getByRole('button', { name: 'Choose another file' }).click()
  await choose({ total: 11_500 })
  await dialog.getByText('F7 (Total): ₹11,500.00, and the rows come to ₹11,000.00').waitFor()
  expect(await store.isDisabled()).toBe(true)
  await dialog.getByRole('checkbox').check()
  expect(await store.isDisabled()).toBe(false)

  await dialog.getByRole('button', { name: 'Choose another file' }).click()
  await choose({})
  await dialog.getByText('Totals that agree: F7 ₹11,000.00').waitFor()
  await dialog.getByText('Row 8: Add GST @ 18%').waitFor()
  await page.setViewportSize({ width: 360, height: 740 })
  await dialog.getByText('10 cum × 600.00').waitFor()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectContrast(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await store.click()
  await alert(page, '2 items stored in the schedule')
  await eventually(() => rows(page)).toEqual([
    '1 Earthwork in excavation, including disposal with…',
    '1(a) Ordinary soil',
    '1(b) Hard rock',
  ])
  expect(await foot(page, 'Schedule amount')).toBe('₹11,000.00')
})

const controls = (page: Page) =>
  page.locator('[data-edit]').or(page.getByRole('button', { name: /^(?:New|Add|Import|Move|Edit|Delete) / }))

test('a schedule is read-only for users who may only view, and after its agreement is closed', async ({
  enter,
  company,
  calls,
}) => {
  const agreement = await filledWorkOrder(calls, 1)
  const viewer = await enter(await company.joinWith('viewer', { Payments: ['canView'] }))
  const address = `/payments/agreements/${agreement.id}/schedule`
  await viewer.goto(address)
  await viewer.getByRole('row', { name: /^1.1 / }).getByText('₹10.00').waitFor()
  expect(await controls(viewer).count()).toBe(0)
  await expectAccessible(viewer)
  const params = { id: agreement.id }
  await calls.ok(updateAgreement, { params, body: { status: 'ACTIVE' } })
  await calls.ok(updateAgreement, { params, body: { status: 'COMPLETED', completedOn: '2026-09-01' } })
  await calls.ok(updateAgreement, { params, body: { status: 'CLOSED' } })
  const page = await enter(company.administrator)
  await page.goto(address)
  await page.getByText('This agreement is closed: its schedule stays as it is.').waitFor()
  await page.getByRole('row', { name: /^1.1 / }).getByText('₹10.00').waitFor()
  expect(await controls(page).count()).toBe(0)
})

test('an item without the tender percentage is marked, and counted below', async ({ enter, company, calls }) => {
  const agreement = await filledWorkOrder(calls, 2)
  const { items } = await calls.ok(getSchedule, { params: { agreementId: agreement.id } })
  const [, first] = items
  if (!first) throw new Error('The schedule has no item')
  await calls.ok(updateScheduleItem, { params: { id: first.id }, body: { ...first, percentageApplies: false } })
  const page = await enter(company.administrator, 'phone')
  await page.goto(`/payments/agreements/${agreement.id}/schedule`)
  await page.getByRole('row', { name: /^1.1 / }).getByText('Without the tender percentage').waitFor()
  expect(await page.getByRole('row').filter({ hasText: 'Without the tender percentage' }).count()).toBe(1)
  expect(await foot(page, 'Without the tender percentage')).toBe('1 item')
  await expectNoSidewaysScroll(page)
})
