import { type BankFacility, createBankFacility, listBankFacilities } from '@plinth/api/guarantees/bank-facilities'
import { createBgPlan, getBgPlan } from '@plinth/api/guarantees/bg-plans'
import { createInstrument, filterInstruments, getInstrument, type Instrument } from '@plinth/api/guarantees/instruments'
import { createContract } from '@plinth/api/tenders/contracts'
import { dayFromToday as day } from '@plinth/server/kernel/testing/days'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll } from '../src/browser.ts'
import { dayTyped } from '../src/day-forms.ts'
import { testIn } from '../src/desk.ts'
import { person } from '../src/people.ts'
import {
  alert,
  answerDialog,
  button,
  choose,
  columnOf,
  dialog,
  eventually,
  faultAt,
  field,
  fill,
  link,
  offered,
  openFilters,
  save,
  showing,
  title,
  typed,
  valueOf,
} from '../src/screen.ts'

/** Bank limits, and the guarantees under them. */

const test = testIn('Limit Works')
  .extend('calls', { scope: 'file' }, ({ company }) => person(company.administrator))
  .extend('create', async ({ calls }) => {
    const limit = (overrides: Partial<BankFacility> & { bank: string }) =>
      calls.ok(createBankFacility, { body: { limitAmount: 2_00_00_000, ...overrides } })
    const guarantee = (number: string, overrides: Partial<Instrument> = {}) =>
      calls.ok(createInstrument, { body: { ...lodged, number, ...overrides, state: 'LODGED' } })
    return { limit, guarantee }
  })

const lodged = {
  kind: 'BG',
  amount: 5_00_000,
  issuedOn: day(-100),
  expiresOn: day(30),
  claimUntil: day(60),
  happenedOn: day(-90),
} as const

const list = '/payments/bank-limits'
const register = '/contracts/instruments'
/** The chip of an active filter beside the rows. */
const chip = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text })

test('a bank limit is entered, read, changed and deleted, and each fault is shown at its field', async ({
  enter,
  company,
  calls,
}) => {
  const page = await enter(company.administrator)
  await page.goto(list)
  await page.getByText(/^There are no bank limits yet\. Enter the first with New bank limit/).waitFor()
  await link(page, 'New bank limit').click()
  await title(page, 'New bank limit')
  await save(page)
  await faultAt(page, 'Bank', 'Bank is required')
  await faultAt(page, 'Limit', 'Limit is required')
  await fill(page, { Bank: 'Canara Bank', Limit: '20000000', 'Margin %': '10', 'Commission % a year': '1.5' })
  await page
    .getByText(
      'A guarantee of ₹10,00,000.00 for a year costs ₹15,000.00 in commission; the bank keeps ₹1,00,000.00 as margin.',
    )
    .waitFor()
  await eventually(() => valueOf(page, 'Days until a paper is back')).toBe('30')
  await choose(page, 'Limit comes free', 'Once it expires')
  await page.getByText('The day after a guarantee expires, wherever its paper is.').waitFor()
  await eventually(() => field(page, 'Days until a paper is back').count()).toBe(0)
  await fill(page, { 'Cash for margins': '500000' })
  await save(page)
  await faultAt(page, 'Cash as of', 'Cash as of is required with the cash for margins')
  await expectAccessible(page)
  await fill(page, { 'Cash as of': dayTyped(day(-1)), 'Review on': dayTyped(day(-3)) })
  await save(page)
  await alert(page, 'Bank limit created successfully!')
  await title(page, 'Bank limits')
  await showing(page, 'Showing page 1 of 1 — 1 total records')
  await eventually(() => columnOf(page, 'Limit')).toEqual(['₹2,00,00,000.00'])
  await eventually(() => columnOf(page, 'Limit comes free')).toEqual(['Once it expires'])
  await page.getByText('3 days late').waitFor()

  await link(page, 'New bank limit').click()
  await fill(page, { Bank: 'canara bank', Limit: '100000' })
  await save(page)
  await faultAt(page, 'Name of the limit', 'Name of the limit is already used by another limit of this branch')
  await fill(page, { 'Name of the limit': 'Bridges' })
  await save(page)
  await alert(page, 'Bank limit created successfully!')
  await link(page, 'Edit canara bank, Bridges').click()
  await title(page, 'Edit bank limit')
  await page.getByRole('checkbox', { name: 'In use' }).uncheck()
  await save(page)
  await alert(page, 'Bank limit updated successfully!')
  await eventually(() => columnOf(page, 'Status')).toEqual(['In use', 'Not in use'])
  await link(page, 'View canara bank, Bridges').click()
  await title(page, 'canara bank, Bridges')
  await link(page, 'Back to list').click()
  const question = await answerDialog(page, 'accept', () => button(page, 'Delete canara bank, Bridges').click())
  expect(question).toBe('Are you sure you want to delete this bank limit?')
  await showing(page, 'Showing page 1 of 1 — 1 total records')
  expect(await calls.ok(listBankFacilities, {})).toMatchObject([
    { bank: 'Canara Bank', freesOn: 'EXPIRY', freeCash: 5_00_000, freeCashOn: day(-1), isActive: true },
  ])
})

test('choosing a bank limit fills in the bank of a guarantee, and the register can be filtered by the limit', async ({
  enter,
  company,
  calls,
  create,
}) => {
  await create.limit({ bank: 'State Bank of India', branch: 'Commercial Branch, Hubballi', name: 'Roads' })
  const old = await create.limit({ bank: 'Vijaya Bank', isActive: false })
  await create.guarantee('OLD 1', { facilityId: old.id })
  const page = await enter(company.administrator)
  await page.goto(`${register}/create`)
  await choose(page, 'Kind', 'Surety bond')
  await eventually(() => field(page, 'Bank limit').count()).toBe(0)
  await choose(page, 'Kind', 'Bank guarantee')
  expect(await offered(page, 'Bank limit')).toEqual(expect.not.arrayContaining(['Vijaya Bank']))
  await choose(page, 'Bank limit', 'State Bank of India, Roads')
  expect(await typed(page, ['Bank or insurer', 'Branch'])).toEqual({
    'Bank or insurer': 'State Bank of India',
    Branch: 'Commercial Branch, Hubballi',
  })
  // Choosing a kind without a bank limit clears the limit.
  await choose(page, 'Kind', 'Surety bond')
  await choose(page, 'Kind', 'Bank guarantee')
  await eventually(() => valueOf(page, 'Bank limit')).toBe('')
  await choose(page, 'Bank limit', 'State Bank of India, Roads')
  await choose(page, 'State', 'Requested')
  await fill(page, { Amount: '300000', Number: 'ROADS 1' })
  await save(page)
  await alert(page, 'Instrument created successfully!')

  await openFilters(page)
  const main = page.getByRole('main')
  await main.getByRole('combobox', { name: 'Bank limit', exact: true }).click()
  await page.getByRole('option', { name: 'State Bank of India, Roads' }).click()
  await page.keyboard.press('Escape')
  await button(page, 'Apply Filters').click()
  await showing(page, 'Showing page 1 of 1 — 1 total records')
  await chip(page, 'Bank limit: State Bank of India, Roads').waitFor()
  await link(page, 'ROADS 1').click()
  await title(page, 'Bank guarantee ROADS 1')
  await link(page, 'State Bank of India, Roads').click()
  await title(page, 'State Bank of India, Roads')
  await link(page, 'Its guarantees').click()
  await title(page, 'Instruments')
  await showing(page, 'Showing page 1 of 1 — 1 total records')

  // The guarantee's own limit stays an option when it is no longer in use.
  const { content } = await calls.ok(filterInstruments, { body: { number: 'OLD 1' } })
  const id = content[0]?.id ?? ''
  await page.goto(`${register}/${id}/edit`)
  await eventually(() => valueOf(page, 'Bank limit')).toBe('Vijaya Bank')
  await fill(page, { Branch: 'Mangaluru' })
  await save(page)
  await alert(page, 'Instrument updated successfully!')
  expect(await calls.ok(getInstrument, { params: { id } })).toMatchObject({ facilityId: old.id, branch: 'Mangaluru' })
  await page.goto(`${register}?facilityId=${old.id}`)
  await chip(page, 'Bank limit: Vijaya Bank').waitFor()
})

test('a planned guarantee becomes a guarantee, and no longer counts as planned', async ({
  enter,
  company,
  calls,
  create,
}) => {
  const { id: facilityId } = await create.limit({ bank: 'Union Bank', branch: 'Karwar', name: 'Ports' })
  const { id: contractId } = await calls.ok(createContract, { body: { contractName: 'Karwar jetty', bidId: 'KJ-7' } })
  const days = { neededOn: day(10), untilOn: day(400) }
  const plan = { contractId, facilityId, purpose: 'EMD', amount: 2_50_000, ...days } as const
  const { id } = await calls.ok(createBgPlan, { body: plan })
  const page = await enter(company.administrator)
  await page.goto(`${register}/create?planId=${id}`)
  await page.getByText(/^It takes the place of the guarantee planned for KJ-7 until \d\d \w{3} \d{4}\.$/).waitFor()
  expect(
    await typed(page, ['Kind', 'State', 'Amount', 'Bank limit', 'Bank or insurer', 'Branch', 'Expires on']),
  ).toMatchObject({
    Kind: 'Bank guarantee',
    State: 'Requested',
    Amount: '2,50,000',
    'Bank limit': 'Union Bank, Ports',
    'Bank or insurer': 'Union Bank',
    Branch: 'Karwar',
  })
  expect(await offered(page, 'Kind')).toEqual(['Bank guarantee', 'e-Bank guarantee'])
  await page.keyboard.press('Escape')
  await button(page, 'Save and new').click()
  await alert(page, 'Instrument created successfully!')
  // The next guarantee entered in the form is not the planned one.
  await eventually(() => valueOf(page, 'Amount')).toBe('')
  await eventually(() => page.getByText(/^It takes the place of/).count()).toBe(0)
  const { content } = await calls.ok(filterInstruments, { body: { facilityId: [facilityId] } })
  expect(content).toMatchObject([{ kind: 'BG', state: 'REQUESTED', amount: 2_50_000, expiresOn: days.untilOn }])
  expect(await calls.ok(getBgPlan, { params: { id } })).toMatchObject({
    state: 'ISSUED',
    instrumentId: content[0]?.id,
  })
  await page.goto(`${register}/create?planId=${id}`)
  await page.getByText(/^The guarantee for KJ-7 until .* is not planned any more \(Issued\)/).waitFor()
  await eventually(() => valueOf(page, 'Amount')).toBe('')
})

test('the extension form estimates the cost by the terms of the limit on a phone, and the estimate becomes the charges only on request', async ({
  enter,
  company,
  create,
}) => {
  const { id: facilityId } = await create.limit({ bank: 'Bank of Baroda', commissionPercent: 2 })
  const paper = await create.guarantee('EXT 1', { facilityId })
  const page = await enter(company.administrator, 'phone')
  await page.goto(`${register}/${paper.id}`)
  await button(page, 'It was extended').click()
  await dialog(page).getByText('Once the new days are typed, what they cost in commission is told here.').waitFor()
  // The last day of claims moves by the same 80 days, which count as one quarter begun.
  await fill(page, { 'Expires on': dayTyped(day(110)) })
  await dialog(page)
    .getByText(/^About ₹2,500\.00 in commission from/)
    .waitFor()
  await fill(page, { 'Claim until': dayTyped(day(60 + 100)) })
  await dialog(page)
    .getByText(/^About ₹5,000\.00 in commission from/)
    .waitFor()
  await dialog(page).getByText('Estimated for each quarter that begins at 2% a year, without taxes').waitFor()
  await field(page, 'Charges').focus()
  await eventually(() => valueOf(page, 'Charges')).toBe('')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await button(page, 'Use it as the charges').click()
  await eventually(() => valueOf(page, 'Charges')).toBe('5,000')
  await dialog(page).getByRole('button', { name: 'Save', exact: true }).click()
  await alert(page, 'Entered: It was extended')
})

test('a user without Payments sees no limit and no cost, and requests neither', async ({ enter, company, create }) => {
  const { id: facilityId } = await create.limit({ bank: 'Indian Bank', limitAmount: 7_77_00_000, commissionPercent: 2 })
  const paper = await create.guarantee('CLOSED 1', { facilityId })
  const page = await enter(await company.joinWith('clerk', { Contracts: ['canView', 'canCreate', 'canEdit'] }))
  const requestedPaths: string[] = []
  page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname))
  await page.goto(`${register}/${paper.id}`)
  await page.getByText('Indian Bank', { exact: true }).first().waitFor()
  expect(await link(page, 'Indian Bank').count()).toBe(0)
  await button(page, 'It was extended').click()
  await fill(page, { 'Expires on': dayTyped(day(110)) })
  await eventually(() =>
    dialog(page)
      .getByText(/in commission/)
      .count(),
  ).toBe(0)
  await page.goto(`${register}/create?planId=${paper.id}`)
  await choose(page, 'Kind', 'Bank guarantee')
  await choose(page, 'Bank limit', 'Indian Bank')
  expect(await page.getByText('7,77,00,000').count()).toBe(0)
  const limitPaths = requestedPaths.filter((path) => /bank-facilities|bg-plans|headroom/.test(path))
  expect(new Set(limitPaths)).toEqual(new Set(['/project/api/bank-facilities/choices']))
  await page.goto(list)
  await page.waitForURL('**/unauthorized')
})

test('list and page of bank limits fit a phone', async ({ enter, company, create }) => {
  await create.limit({ bank: 'Karnataka Bank', name: 'Guarantees' })
  const page = await enter(company.administrator, 'phone')
  await page.goto(list)
  await link(page, 'Karnataka Bank, Guarantees').waitFor()
  await expectNoSidewaysScroll(page)
  await link(page, 'Karnataka Bank, Guarantees').click()
  await title(page, 'Karnataka Bank, Guarantees')
  await expectNoSidewaysScroll(page)
})
