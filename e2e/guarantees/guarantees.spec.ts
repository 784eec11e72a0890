import { createDeposit } from '@plinth/api/deposits/deposits'
import { createBankFacility } from '@plinth/api/guarantees/bank-facilities'
import { createBgPlan } from '@plinth/api/guarantees/bg-plans'
import { addInstrumentLien } from '@plinth/api/guarantees/instrument-liens'
import { createInstrument } from '@plinth/api/guarantees/instruments'
import { createContract } from '@plinth/api/tenders/contracts'
import { dayFromToday } from '@plinth/server/kernel/testing/days'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible, expectContrast, expectNoSidewaysScroll } from '../src/browser.ts'
import { all } from '../src/company.ts'
import { shownDay } from '../src/day-forms.ts'
import { testIn } from '../src/desk.ts'
import { expectNothingMoved, expectRoomAtEveryWidth } from '../src/layout.ts'
import { person } from '../src/people.ts'
import { eventually, title } from '../src/screen.ts'

/** Guarantee planner: whether a guarantee can be given, at which bank, and what must come free first. */

const test = testIn('Planned Works')
  .extend('calls', { scope: 'file' }, ({ company }) => person(company.administrator))
  .extend('limits', { scope: 'file' }, async ({ calls }) => {
    const limitOf = async (bank: string, limitAmount: number, overrides = {}) =>
      (await calls.ok(createBankFacility, { body: { bank, limitAmount, ...overrides } })).id
    const guarantee = async (number: string, amount: number, expires: number, overrides = {}) => {
      const paper = { kind: 'BG', issuer: 'A bank', number, amount, state: 'LODGED' } as const
      const days = { issuedOn: dayFromToday(-200), expiresOn: dayFromToday(expires) }
      return (await calls.ok(createInstrument, { body: { ...paper, ...days, ...overrides } })).id
    }
    const contract = await calls.ok(createContract, { body: { contractName: 'Hemavathi canal', bidId: 'HC/26/7' } })
    const deposit = await calls.ok(createDeposit, {
      params: { contractId: contract.id },
      body: { depositType: 'Security deposit', instrumentNo: 'CB/1', amount: 6_00_000 },
    })
    const canara = await limitOf('Canara Bank', 20_00_000, {
      marginPercent: 10,
      freeCash: 1_50_000,
      freeCashOn: dayFromToday(-5),
      reviewOn: dayFromToday(20),
    })
    const plan = (amount: number, needed: number, until: number) =>
      calls.ok(createBgPlan, {
        body: {
          contractId: contract.id,
          facilityId: canara,
          purpose: 'PERFORMANCE_SECURITY',
          amount,
          neededOn: dayFromToday(needed),
          untilOn: dayFromToday(until),
        },
      })
    // The paper of this guarantee was expected back 30 days ago.
    const late = await guarantee('CB/1', 6_00_000, -60, { facilityId: canara, depositIds: [deposit.id] })
    const running = await guarantee('CB/2', 8_00_000, 100, { facilityId: canara, claimUntil: dayFromToday(130) })
    const receipt = { kind: 'FDR', number: 'FDR 9', issuer: 'Canara Bank', amount: 1_00_000, state: 'ISSUED' } as const
    const { id: receiptId } = await calls.ok(createInstrument, {
      body: { ...receipt, issuedOn: dayFromToday(-200), maturesOn: dayFromToday(400) },
    })
    const lien = { receiptId, amount: 50_000, markedOn: dayFromToday(-200) }
    await calls.ok(addInstrumentLien, { params: { id: running }, body: lien })
    await plan(4_00_000, 10, 300)
    await plan(6_00_000, 70, 200)
    const state = await limitOf('State Bank of India', 10_00_000, { freesOn: 'EXPIRY' })
    await guarantee('SB/1', 3_00_000, 50, { facilityId: state })
    await calls.ok(createInstrument, {
      body: { kind: 'E_BG', issuer: 'State Bank of India', amount: 1_00_000, state: 'REQUESTED', facilityId: state },
    })
    const union = await limitOf('Union Bank', 1_00_000)
    await guarantee('UB/1', 2_50_000, 40, { facilityId: union })
    await guarantee('XX/1', 70_000, 40)
    return { late }
  })

const screen = '/payments/guarantees'
const limit = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const comesFree = (page: Page, name: string) =>
  page.getByRole('region', { name: `What comes free: ${name}` }).getByRole('listitem')
/** The figures of a limit, each as the text of its label and value. */
const figures = (page: Page, name: string) => limit(page, name).locator('dl > div').allInnerTexts()

test('the planner says what to do while there are no limits', async ({ enter, company }) => {
  const page = await enter(company.administrator)
  await page.goto(screen)
  await title(page, 'Guarantee planner')
  await page.getByText('Enter the limits of your banks').waitFor()
  const enterLimit = page.getByRole('link', { name: 'Enter a limit' })
  await eventually(() => enterLimit.getAttribute('href')).toBe('/payments/bank-limits/create')
})

test('the planner shows the used, planned and free amount of each limit and of all together', async ({
  enter,
  company,
  limits: _,
}) => {
  const page = await enter(company.administrator)
  await page.goto(screen)
  await limit(page, 'Canara Bank').waitFor()
  await expectNothingMoved(page)
  expect(await figures(page, 'In all')).toEqual([
    expect.stringMatching(/^Limits together\s+₹31,00,000\.00$/),
    expect.stringMatching(/^Used\s+₹20,50,000\.00$/),
    expect.stringMatching(/^Planned today\s+₹0\.00$/),
    expect.stringMatching(/^Free today\s+₹12,00,000\.00\s+elsewhere ₹1,50,000\.00 over the limit$/),
  ])
  expect(await figures(page, 'Canara Bank')).toEqual([
    expect.stringMatching(/^Limit\s+₹20,00,000\.00$/),
    expect.stringMatching(/^Used\s+₹14,00,000\.00\s+2 guarantees$/),
    expect.stringMatching(new RegExp(`^Planned today\\s+₹0\\.00\\s+2 plans, ₹10,00,000\\.00 from ${shownDay(70)}$`)),
    expect.stringMatching(/^Free today\s+₹6,00,000\.00$/),
    expect.stringMatching(/^Margin needed\s+₹1,40,000\.00$/),
    expect.stringMatching(/^Margin held\s+₹50,000\.00\s+pledged receipts$/),
    expect.stringMatching(new RegExp(`^Cash for margins\\s+₹1,50,000\\.00\\s+as of ${shownDay(-5)}$`)),
  ])
  await limit(page, 'Canara Bank')
    .getByRole('img', { name: 'Of ₹20,00,000.00: used ₹14,00,000.00, free ₹6,00,000.00' })
    .waitFor()
  await limit(page, 'Canara Bank')
    .getByText(`The bank reviews this limit on ${shownDay(20)}, in 20 days`)
    .waitFor()
  expect(await figures(page, 'Union Bank')).toContainEqual(
    expect.stringMatching(/^Over the limit today\s+₹1,50,000\.00$/),
  )
  await limit(page, 'Union Bank')
    .getByRole('img', { name: /over the limit ₹1,50,000\.00$/ })
    .waitFor()
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectContrast(page)
})

test('a short limit shows its first short day, what would help, and a table by day [deposits 11.10]', async ({
  enter,
  company,
  limits: _,
}) => {
  const page = await enter(company.administrator)
  await page.goto(screen)
  const canara = limit(page, 'Canara Bank')
  await canara.getByText(`Short from ${shownDay(70)} by ₹4,00,000.00`, { exact: true }).waitFor()
  await canara.getByText('What must come free first: CB/1 (₹6,00,000.00)').waitFor()
  await canara.getByText('If papers come back as expected, it is enough.').waitFor()
  await limit(page, 'State Bank of India')
    .getByText(/^Enough for all that is planned until \d\d \w{3} \d{4}$/)
    .waitFor()
  await limit(page, 'Union Bank').getByText('Short today by ₹1,50,000.00').waitFor()
  await limit(page, 'Union Bank').getByText('What must come free first: UB/1 (₹2,50,000.00)').waitFor()
  await canara
    .getByRole('img', { name: new RegExp(`: ₹6,00,000\\.00 today, least -₹4,00,000\\.00 from ${shownDay(70)}$`) })
    .waitFor()
  const rows = canara.getByRole('row')
  expect(await rows.count()).toBe(0)
  await canara.getByText('The same as a table').click()
  await eventually(() => rows.allInnerTexts()).toEqual(
    [
      ['From day', 'Used', 'Planned', 'Left', 'Left if papers come back as expected'],
      [shownDay(0), '₹14,00,000.00', '₹0.00', '₹6,00,000.00', '₹6,00,000.00'],
      [shownDay(1), '₹14,00,000.00', '₹0.00', '₹6,00,000.00', '₹12,00,000.00'],
      [shownDay(10), '₹14,00,000.00', '₹4,00,000.00', '₹2,00,000.00', '₹8,00,000.00'],
      [shownDay(70), '₹14,00,000.00', '₹10,00,000.00', '-₹4,00,000.00', '₹2,00,000.00'],
      [shownDay(161), '₹14,00,000.00', '₹10,00,000.00', '-₹4,00,000.00', '₹10,00,000.00'],
      [shownDay(201), '₹14,00,000.00', '₹4,00,000.00', '₹2,00,000.00', '₹16,00,000.00'],
      [shownDay(301), '₹14,00,000.00', '₹0.00', '₹6,00,000.00', '₹20,00,000.00'],
    ].map((cells) => cells.join('\t')),
  )
  await expectAccessible(page)
})

test('the guarantees that come free are listed with their certainty, and link to the register', async ({
  enter,
  company,
  limits: { late },
}) => {
  const page = await enter(company.administrator)
  await page.goto(screen)
  await eventually(() => comesFree(page, 'Canara Bank').allInnerTexts()).toEqual([
    expect.stringMatching(/^CB\/1\s+₹6,00,000\.00\s+was expected back: fetch its paper\s+secures HC\/26\/7$/),
    expect.stringMatching(
      new RegExp(`^CB/2\\s+₹8,00,000\\.00\\s+${shownDay(161)}\\s+expected when its paper is back$`),
    ),
  ])
  await eventually(() => comesFree(page, 'State Bank of India').allInnerTexts()).toEqual([
    expect.stringMatching(new RegExp(`^SB/1\\s+₹3,00,000\\.00\\s+${shownDay(51)}\\s+certain$`)),
    expect.stringMatching(/^Guarantee\s+₹1,00,000\.00\s+nobody can say: it is claimed, or has no last day$/),
  ])
  await comesFree(page, 'Canara Bank').getByRole('link', { name: 'CB/1' }).click()
  await eventually(() => new URL(page.url()).pathname).toBe(`/contracts/instruments/${late}`)
})

test('guarantees without a limit are counted, with a link to the register', async ({ enter, company, limits: _ }) => {
  const page = await enter(company.administrator)
  await page.goto(screen)
  await page.getByText('1 bank guarantee of ₹70,000.00 says no bank limit and counts nowhere here.').waitFor()
  await page.getByRole('link', { name: 'Bank guarantees in the register' }).click()
  await title(page, 'Instruments')
  expect(new URL(page.url()).search).toBe('?kind=BG&kind=E_BG')
  await page.getByText('Instruments found: 6').waitFor()
})

test('Payments, Money with departments and the palette lead to the planner', async ({ enter, company, limits: _ }) => {
  const page = await enter(company.administrator)
  for (const from of ['/payments', '/contracts/money']) {
    await page.goto(from)
    await page.getByRole('link', { name: 'Guarantee planner' }).click()
    await title(page, 'Guarantee planner')
  }
  await page.goto('/projects')
  await title(page, 'Projects')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search screens, records and actions' }).fill('guarantee pl')
  await page.getByRole('option', { name: 'Guarantee planner' }).click()
  await title(page, 'Guarantee planner')
})

test('a user without Payments gets neither the planner nor a link to it, and one without Contracts no link to the register [deposits 11.11]', async ({
  enter,
  company,
  limits: _,
}) => {
  const page = await enter(await company.joinWith('Tenderer', all('Contracts')))
  const requestedPaths: string[] = []
  page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname))
  await page.goto('/contracts/money')
  await page.getByRole('link', { name: 'Deposit register' }).waitFor()
  expect(await page.getByRole('link', { name: 'Guarantee planner' }).count()).toBe(0)
  await page.goto(screen)
  await page.waitForURL((url) => url.pathname === '/unauthorized')
  expect(requestedPaths).not.toContain('/project/api/guarantee-headroom')

  const cashier = await enter(await company.joinWith('Cashier', { Payments: ['canView'] }))
  await cashier.goto(screen)
  await comesFree(cashier, 'Canara Bank').getByText('Guarantee', { exact: true }).first().waitFor()
  expect(await cashier.getByText('CB/1').count()).toBe(0)
  expect(await comesFree(cashier, 'Canara Bank').getByRole('link').count()).toBe(0)
  expect(await cashier.getByText('HC/26/7').count()).toBe(0)
  expect(await cashier.getByRole('link', { name: 'Bank guarantees in the register' }).count()).toBe(0)
})

test('the planner fits a phone, and its links are large enough to touch', async ({ enter, company, limits: _ }) => {
  const page = await enter(company.administrator, 'phone')
  await page.goto(screen)
  await limit(page, 'Union Bank').waitFor()
  await expectNoSidewaysScroll(page)
  await page.getByText('The same as a table').first().click()
  await limit(page, 'Canara Bank').getByText('-₹4,00,000.00').last().waitFor()
  await expectNoSidewaysScroll(page)
  const box = await comesFree(page, 'Canara Bank').getByRole('link', { name: 'CB/1' }).boundingBox()
  expect(box?.height).toBeGreaterThanOrEqual(44)
  await expectRoomAtEveryWidth(page)
})
