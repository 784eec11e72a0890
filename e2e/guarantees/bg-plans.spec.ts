import { createBankFacility } from '@plinth/api/guarantees/bank-facilities'
import { createBgPlan, filterBgPlans, getBgPlan } from '@plinth/api/guarantees/bg-plans'
import { createInstrument } from '@plinth/api/guarantees/instruments'
import { createContract } from '@plinth/api/tenders/contracts'
import { dayFromToday } from '@plinth/server/kernel/testing/days'
import { expect } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll } from '../src/browser.ts'
import { all } from '../src/company.ts'
import { testIn } from '../src/desk.ts'
import { person } from '../src/people.ts'
import {
  alert,
  answerDialog,
  apply,
  choose,
  columnOf,
  eventually,
  faultAt,
  field,
  fill,
  link,
  openFilters,
  save,
  showing,
  title,
} from '../src/screen.ts'

/** Planned guarantees: their list and whether each counts, their form, and the guarantees they become. */

const test = testIn('Plan Works')
  .extend('calls', { scope: 'file' }, ({ company }) => person(company.administrator))
  .extend('places', { scope: 'file' }, async ({ calls }) => {
    const facility = async (bank: string) =>
      (await calls.ok(createBankFacility, { body: { bank, limitAmount: 1_00_00_000 } })).id
    const contract = async (contractName: string, overrides = {}) =>
      (await calls.ok(createContract, { body: { contractName, ...overrides } })).id
    return {
      canara: await facility('Canara Bank'),
      state: await facility('State Bank of India'),
      canal: await contract('Bhadra canal', { bidId: 'BC/26/1' }),
      lost: await contract('Lost bridge', { status: 'REJECTED' }),
    }
  })

const list = '/payments/guarantee-plans'
const days = { neededOn: dayFromToday(10), untilOn: dayFromToday(200) }

test('a guarantee is planned, found, read, becomes a guarantee under its limit, and is deleted', async ({
  enter,
  company,
  calls,
  places,
}) => {
  const paper = { kind: 'BG', issuer: 'Canara Bank', amount: 5_00_000, state: 'LODGED' } as const
  const running = { issuedOn: dayFromToday(-5), expiresOn: dayFromToday(300) }
  for (const [number, facilityId] of [
    ['CB/1', places.canara],
    ['SB/1', places.state],
  ] as const)
    await calls.ok(createInstrument, { body: { ...paper, ...running, number, facilityId } })
  const page = await enter(company.administrator)
  await page.goto(list)
  await page.getByText(/^No guarantee is planned yet\. Open a tender/).waitFor()
  await link(page, 'Plan a guarantee').click()
  await title(page, 'New planned guarantee')
  await save(page)
  for (const label of ['Contract', 'Purpose', 'Amount', 'Bank limit'])
    await faultAt(page, label, `${label} is required`)
  await field(page, 'Contract').fill('bhadra')
  await page.getByRole('option', { name: /^Bhadra canal.*BC\/26\/1/ }).click()
  await choose(page, 'Purpose', 'Performance security')
  await choose(page, 'Bank limit', 'Canara Bank')
  await fill(page, { 'Needed on': '01/02/2090', 'Needed until': '31/01/2090', Amount: '500000' })
  await save(page)
  await faultAt(page, 'Needed until', 'Needed until must not be before Needed on')
  // The comment is filled in last, because a day field would open a calendar over the button.
  await fill(page, { 'Needed until': '31/01/2091', Comment: 'By the NIT' })
  await expectAccessible(page)
  await save(page)
  await alert(page, 'Planned guarantee created successfully!')
  await showing(page, 'Showing page 1 of 1 — 1 total records')
  await link(page, 'View Performance security, ₹5,00,000.00').click()
  await title(page, 'Performance security, ₹5,00,000.00')
  const entering = await link(page, 'Enter the guarantee').getAttribute('href')
  const [plan] = (await calls.ok(filterBgPlans, { body: {} })).content
  expect(entering).toBe(`/contracts/instruments/create?planId=${plan?.id}`)
  await link(page, 'Edit').click()
  await choose(page, 'State', 'Issued')
  await field(page, 'Guarantee').fill('b/1')
  // The guarantee under another limit is not offered.
  await page.getByRole('option', { name: /CB\/1/ }).waitFor()
  await eventually(() => page.getByRole('listbox').getByRole('option').count()).toBe(1)
  await page.getByRole('option', { name: /CB\/1/ }).click()
  await save(page)
  await alert(page, 'Planned guarantee updated successfully!')
  expect(await calls.ok(getBgPlan, { params: { id: plan?.id ?? '' } })).toMatchObject({
    state: 'ISSUED',
    instrumentNumber: 'CB/1',
    isCounted: false,
  })
  await eventually(() => columnOf(page, 'Counts')).toEqual(['No: its guarantee counts instead'])
  expect(await link(page, /^Enter the guarantee of/).count()).toBe(0)
  await answerDialog(page, 'accept', () =>
    page.getByRole('button', { name: 'Delete Performance security, ₹5,00,000.00' }).click(),
  )
  await showing(page, 'Showing page 1 of 1 — 0 total records')
})

test('an uncounted plan says why, the list can be searched and filtered, and a phone shows cards', async ({
  enter,
  company,
  calls,
  places: { canara, state, canal, lost },
}) => {
  const plan = (contractId: string, facilityId: string, overrides = {}) =>
    calls.ok(createBgPlan, { body: { contractId, facilityId, purpose: 'EMD', amount: 1000, ...days, ...overrides } })
  await plan(canal, canara, { state: 'DROPPED', amount: 1 })
  await plan(canal, state, { neededOn: dayFromToday(-9), untilOn: dayFromToday(-1), amount: 2 })
  await plan(lost, state, { amount: 3 })
  await plan(canal, canara, { amount: 4, purpose: 'RETENTION' })
  const page = await enter(company.administrator)
  await page.goto(list)
  await showing(page, 'Showing page 1 of 1 — 4 total records')
  await page.getByRole('button', { name: 'Amount' }).click()
  await eventually(() => columnOf(page, 'Amount')).toEqual(['₹1.00', '₹2.00', '₹3.00', '₹4.00'])
  await eventually(() => columnOf(page, 'Counts')).toEqual([
    'No: it was dropped',
    'No: its last day has passed',
    'No: the tender was lost',
    'Yes',
  ])
  await page.getByRole('searchbox', { name: 'Search this list' }).fill('lost state')
  await showing(page, 'Showing page 1 of 1 — 1 total records')
  await page.goto(list)
  await openFilters(page)
  await choose(page, 'Bank limit', 'Canara Bank')
  await choose(page, 'State', 'Planned')
  await choose(page, 'Purpose', 'Retention')
  await apply(page)
  await showing(page, 'Showing page 1 of 1 — 1 total records')
  await page.getByRole('list', { name: 'Filters that are set' }).getByText('Canara Bank').waitFor()
  const phone = await enter(company.administrator, 'phone')
  await phone.goto(list)
  await phone.getByText('No: the tender was lost').waitFor()
  await expectNoSidewaysScroll(phone)
})

test('palette and audit trail lead to plans; a user without Contracts sees no contract, one without Payments no plan', async ({
  enter,
  company,
  calls,
  places: { canara, canal },
}) => {
  const body = { contractId: canal, facilityId: canara, purpose: 'OTHER', amount: 777, ...days } as const
  const { id } = await calls.ok(createBgPlan, { body })
  const page = await enter(company.administrator)
  await page.goto('/contracts')
  await title(page, 'Contract dashboard')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search screens, records and actions' }).fill('planned gua')
  await page.getByRole('option', { name: /^Planned guarantees/ }).click()
  await title(page, 'Planned guarantees')
  await page.goto(`/admin/audit-trail?recordId=${id}`)
  await title(page, 'Audit Trail')
  await page
    .getByRole('main')
    .getByRole('link', { name: /Other|Bhadra/ })
    .first()
    .click()
  await title(page, 'Other, ₹777.00')
  const cashier = await enter(await company.joinWith('Cashier', all('Payments')))
  await cashier.goto(`${list}/${id}`)
  await title(cashier, 'Other, ₹777.00')
  expect(await cashier.getByText('Bhadra canal').count()).toBe(0)
  expect(await link(cashier, 'Enter the guarantee').count()).toBe(0)
  await link(cashier, 'Edit').click()
  await cashier.getByText('Only who may view contracts chooses one').waitFor()
  await fill(cashier, { Amount: '778' })
  await save(cashier)
  await alert(cashier, 'Planned guarantee updated successfully!')
  const tenderer = await enter(await company.joinWith('Tenderer', all('Contracts')))
  await tenderer.goto(list)
  await tenderer.waitForURL((url) => url.pathname === '/unauthorized')
})
