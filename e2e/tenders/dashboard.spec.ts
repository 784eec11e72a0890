import { createDeposit, type Deposit, type DepositStatus } from '@plinth/api/deposits/deposits'
import { inWords } from '@plinth/api/kernel/code-words'
import { type ContractStatus, createContract, statusesOfCategory } from '@plinth/api/tenders/contracts'
import type { Client } from '@plinth/server/testing/test-server'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll } from '../src/browser.ts'
import { testIn } from '../src/desk.ts'
import { person } from '../src/people.ts'
import { alert, button, choose, eventually, failing, heldBack, save, showing, title } from '../src/screen.ts'

const dashboard = '/contracts'
const test = testIn('Ledger Works')
const inAnother = testIn('Quiet Works')

type DepositEntry = [type: string, amount: number, status: DepositStatus, days?: Partial<Deposit>]

/** Contracts as status, contract type and paper cost, with their deposits. Each amount is twice the one before. */
const entered: [ContractStatus, string | null, number | null, ...DepositEntry[]][] = [
  ['DRAFT', 'EPC', 1_000.1, ['EMD', 100, 'SUBMITTED'], ['EMD', 1, 'DRAFT']],
  ['DRAFT', null, null],
  ['SUBMITTED', 'EPC', 2_000, ['EMD', 200, 'PENDING']],
  ['AWARDED', 'Item rate', 4_000, ['Performance security', 400, 'PENDING_REFUND']],
  ['WORK_IN_PROGRESS', 'EPC', 8_000, ['Performance security', 800, 'SUBMITTED'], ['EMD', 4, 'REJECTED']],
  [
    'COMPLETED',
    'Item rate',
    16_000,
    ['EMD', 1_600, 'REFUNDED', { depositSubmitedDate: '2026-01-01', depositeReturnedDate: '2026-01-11' }],
    ['Performance security', 3_200, 'PENDING_RELEASE'],
  ],
  [
    'CLOSED',
    null,
    32_000,
    [
      'Performance security',
      6_400,
      'RELEASED',
      { depositSubmitedDate: '2026-01-01', depositeReturnedDate: '2026-02-11' },
    ],
    ['Retention money', 12_800, 'SUBMITTED'],
  ],
  ['TERMINATED', null, 64_000, ['EMD', 25_600, 'FORFEITED'], ['Performance security', 51_200, 'PENDING_REFUND']],
  ['DISPUTE', 'HAM', 128_000, ['Performance security', 102_400, 'SUBMITTED']],
  ['REJECTED', 'EPC', 256_000, ['EMD', 204_800, 'PENDING'], ['EMD', 2, 'CANCELLED']],
  // This contract was awarded first, so its paper cost counts as awarded.
  ['CANCELLED', 'HAM', 512_000, ['EMD', 409_600, 'RETURNED'], ['Retention money', 819_200.5, 'SUBMITTED']],
]

async function prepare(owner: Client): Promise<void> {
  for (const [status, contractType, paperCost, ...deposits] of entered) {
    const awardedDate = status === 'CANCELLED' ? '2026-02-02' : null
    const body = { contractName: `Ledger ${status}`, status, contractType, paperCost, awardedDate }
    const { id: contractId } = await owner.ok(createContract, { body })
    for (const [depositType, amount, depositStatus, days] of deposits)
      await owner.ok(createDeposit, {
        params: { contractId },
        body: { depositType, amount, status: depositStatus, instrumentNo: `DD ${amount}`, ...days },
      })
  }
}

/** Each figure with its text and the number of records that it sums up, computed by hand. */
const figures: [label: string, value: string, records: number][] = [
  ['Total security deposit', '₹16,38,300.50', 14],
  ['Open deposits', '₹11,95,100.50', 10],
  ['Total refunded', '₹4,17,600.00', 3],
  ['Lost deposits', '₹25,600.00', 1],
  ['Refund initiated', '₹54,800.00', 3],
  ['Pending refund', '₹10,91,200.50', 5],
  ['Average refund days', '25.5 days', 2],
  ['Refunded, completed projects', '₹8,000.00', 2],
  ['Deposits, pre-project', '₹700.00', 3],
  ['Deposits, unawarded projects', '₹10,24,000.50', 2],
  ['Deposits, terminated projects', '₹76,800.00', 2],
  ['Deposits, projects in dispute', '₹1,02,400.00', 1],
  ['Paper cost, awarded', '₹7,64,000.00', 7],
  ['Paper cost, rejected', '₹2,56,000.00', 1],
  ['Paper cost, pre-project', '₹3,000.10', 3],
]
const byType: Record<string, [type: string, value: string, records: number][]> = {
  'Deposits by type': [
    ['Retention money', '₹8,32,000.50', 2],
    ['EMD', '₹6,41,900.00', 6],
    ['Performance security', '₹1,64,400.00', 6],
  ],
  'Paper cost by contract type': [
    ['HAM', '₹6,40,000.00', 2],
    ['EPC', '₹2,67,000.10', 4],
    ['Without a type', '₹96,000.00', 3],
    ['Item rate', '₹20,000.00', 2],
  ],
}
const byCategory = { 'Pre-Project': 4, Active: 2, Closed: 2, Dispute: 1, Others: 2 } as const
const counted = Object.values(statusesOfCategory)
  .flat()
  .map((status) => [status, entered.filter(([found]) => found === status).length] as const)

test.beforeAll(async ({ company }) => prepare(await person(company.administrator)))

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const link = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name, exact: true })
/** The list's note about its figure. The note is on the page twice; one is for print only. */
const chip = (page: Page, text: string | RegExp) => page.getByText(text, { exact: true }).filter({ visible: true })
const pageOne = (total: number) => `Showing page 1 of ${Math.max(1, Math.ceil(total / 10))} — ${total} total records`
/** The cells of each row of a chart's table, without the header. */
async function rowsOf(page: Page, name: string): Promise<string[][]> {
  const table = page.getByRole('table', { name, exact: true })
  await table.waitFor()
  const rows = await table.getByRole('row').all()
  return Promise.all(rows.slice(1).map((row) => row.locator('th, td').allTextContents()))
}

test('every figure is exact and links to the list behind it [2.38 2.67]', async ({ enter, company }) => {
  const page = await enter(company.administrator)
  await page.goto(dashboard)
  for (const [label, value, records] of figures) {
    await link(page, `${label} ${value}`).click()
    await showing(page, pageOne(records))
    await chip(page, `Adds up to: ${label} = ${value}`).waitFor()
    await page.goBack()
  }
})

test('the sum of each type is exact and links to the list behind it', async ({ enter, company }) => {
  const page = await enter(company.administrator)
  await page.goto(dashboard)
  for (const [chart, types] of Object.entries(byType))
    for (const [type, value, records] of types) {
      await part(page, chart)
        .getByRole('link', { name: `${type} ${value}`, exact: true })
        .click()
      await showing(page, pageOne(records))
      await chip(page, new RegExp(`^Adds up to: ${chart}.* = ${RegExp.escape(value)}$`)).waitFor()
      await page.goBack()
    }
})

test('each category and status has its count and links to its contracts [2.68 4.6]', async ({ enter, company }) => {
  const page = await enter(company.administrator)
  const stand = part(page, 'Where contracts stand')
  const counts = [...Object.entries(byCategory), ...counted.map(([status, count]) => [inWords(status), count] as const)]
  await page.goto(dashboard)
  for (const [name, count] of counts) {
    await stand
      .getByRole('link', { name: `${name} ${count}`, exact: true })
      .first()
      .waitFor()
  }
  const texts = await stand.getByRole('link').allTextContents()
  expect(texts).toHaveLength(5 + 19)
  for (const [at, text] of texts.entries()) {
    const count = Number(/\d+$/.exec(text)?.[0])
    if (count === 0) continue
    await stand.getByRole('link').nth(at).click()
    await showing(page, pageOne(count))
    await page.goBack()
  }
})

test('a chart and its table have the same numbers and links', async ({ enter, company }) => {
  const page = await enter(company.administrator)
  await page.goto(dashboard)
  const charts = {
    'Contracts by status': counted.map(([status, count]) => [inWords(status), String(count)]),
    'Contracts by category': Object.entries(byCategory).map(([category, count]) => [category, String(count)]),
    ...Object.fromEntries(
      Object.entries(byType).map(([chart, types]) => [chart, types.map(([type, value]) => [type, value])]),
    ),
  }
  for (const [name, rows] of Object.entries(charts)) {
    const panel = part(page, name)
    await panel.getByRole('img', { name: new RegExp(`bar.*${name}`, 'i') }).waitFor()
    const bars = await panel.getByRole('link').all()
    const drawn = await Promise.all(bars.map((bar) => bar.getAttribute('href')))
    await button(page, `Show as table: ${name}`).click()
    const cells = await rowsOf(page, name)
    expect(
      cells.slice(0, -1).map(([head, value]) => [head, value]),
      name,
    ).toEqual(rows)
    const inTable = await panel.getByRole('link').all()
    const ways = await Promise.all(inTable.map((way) => way.getAttribute('href')))
    expect(ways, name).toEqual(expect.arrayContaining(drawn))
    expect(ways).toHaveLength(rows.length)
  }
  expect((await rowsOf(page, 'Deposits by type')).at(-1)).toEqual(['Total', '₹16,38,300.50', ''])
  // Scrolled to the top, because a link half covered by the header would count as too small a target.
  await page.evaluate('scrollTo(0, 0)')
  await expectAccessible(page)
  await button(page, 'Refresh').click()
  await button(page, 'Show as chart: Deposits by type').click()
  await part(page, 'Deposits by type').getByRole('img').waitFor()
  await page.getByRole('table', { name: 'Contracts by status' }).waitFor()
})

test('each figure has an explanation, and its list can be opened with the keyboard', async ({ enter, company }) => {
  const page = await enter(company.administrator, 'phone')
  await page.goto(dashboard)
  await page.getByText('Back with the company: refunded, returned or released.').waitFor()
  await expectNoSidewaysScroll(page)
  await link(page, 'Total refunded ₹4,17,600.00').focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await title(page, 'Deposit register')
  expect(new URL(page.url()).search).toBe('?figure=total_lost')
})

test('figures that cannot be loaded show an error in their place, and Retry loads them [8.9 8.47]', async ({
  enter,
  company,
}) => {
  const page = await enter(company.administrator)
  await failing(page, '**/contract-dashboard/kpis', async () => {
    await page.goto(dashboard)
    await alert(page, 'Failed to load KPI data')
    await link(page, 'Pre-Project 4').waitFor()
    await eventually(() => page.getByRole('alert').count()).toBe(1)
    // The error replaces the figures; there is no 0 that nobody counted.
    expect(await page.getByText(/Total refunded|Total security deposit|Paper cost/).count()).toBe(0)
    const ofDepartments = part(page, 'What lies with each department').getByText('₹')
    await ofDepartments.first().waitFor()
    expect(await page.getByRole('main').getByText('₹').count()).toBe(await ofDepartments.count())
  })
  await button(page, 'Retry').click()
  await link(page, 'Total refunded ₹4,17,600.00').waitFor()
  await failing(page, '**/contract-dashboard/status-summary', async () => {
    await page.goto(dashboard)
    await alert(page, 'Failed to load KPI data')
    await link(page, 'Pre-Project 4').waitFor()
    await link(page, 'Total refunded ₹4,17,600.00').waitFor()
  })
  await failing(page, '**/contract-dashboard/status-category-summary', async () => {
    await page.goto(dashboard)
    await alert(page, 'Failed to load KPI data')
    await link(page, 'Draft 2').first().waitFor()
  })
  await failing(page, '**/contract-dashboard/department-summary', async () => {
    await page.goto(dashboard)
    await part(page, 'What lies with each department').getByText('Failed to load KPI data').waitFor()
    await link(page, 'Total refunded ₹4,17,600.00').waitFor()
  })
})

test('the layout does not move when the figures arrive', async ({ enter, company }) => {
  const page = await enter(company.administrator)
  const heightOf = async () => (await part(page, 'Money locked up and coming back').boundingBox())?.height
  const requestedUrls: string[] = []
  page.on('request', (request) => requestedUrls.push(request.url()))
  let before: number | undefined
  await heldBack(page, '**/contract-dashboard/kpis', async () => {
    await page.goto(dashboard)
    await link(page, 'Pre-Project 4').waitFor()
    before = await heightOf()
    expect(requestedUrls.filter((address) => address.includes('DashboardCharts'))).toEqual([])
  })
  await link(page, 'Total refunded ₹4,17,600.00').waitFor()
  expect(await heightOf()).toBe(before)
})

test('people see only links that they may use, and none without permission to view contracts', async ({
  enter,
  company,
}) => {
  const ways = async (page: Page) => {
    await title(page, 'Contract dashboard')
    return page.getByRole('navigation', { name: 'Contracts' }).getByRole('link').allTextContents()
  }
  const page = await enter(company.administrator)
  await page.goto(dashboard)
  const reading = [
    'All contracts',
    'Money with departments',
    'Contract deposits',
    'Deposit register',
    'Instruments',
    'Refund requests',
    'Offices',
  ]
  expect(await ways(page)).toEqual([...reading, 'Bulk upload', 'New contract'])
  const viewer = await enter(await company.joinWith('viewer', { Contracts: ['canView'] }))
  await viewer.goto(dashboard)
  expect(await ways(viewer)).toEqual(reading)
  const stranger = await enter(await company.joinWith('stranger', { Projects: ['canView'] }))
  await stranger.goto(dashboard)
  await title(stranger, 'Unauthorized Access')
  expect(new URL(stranger.url()).pathname).toBe('/unauthorized')
})

test('a status changed in another tab is shown after Refresh', async ({ enter, company }) => {
  const page = await enter(company.administrator)
  await page.goto(dashboard)
  await link(page, 'Deposits, projects in dispute ₹1,02,400.00').waitFor()
  const tab = await page.context().newPage()
  await tab.goto('/contracts/list?status=WORK_IN_PROGRESS')
  await tab.getByRole('link', { name: 'Edit Ledger WORK_IN_PROGRESS' }).click()
  await title(tab, 'Edit contract')
  await choose(tab, 'Status', 'Dispute')
  await save(tab)
  await alert(tab, 'Contract updated successfully!')
  await tab.close()
  await button(page, 'Refresh').click()
  await link(page, 'Deposits, projects in dispute ₹1,03,200.00').waitFor()
  await link(page, 'Active 1').waitFor()
  await eventually(() =>
    page
      .getByRole('status')
      .filter({ hasText: /^As of \d/ })
      .count(),
  ).toBe(1)
})

inAnother(
  'a company without contracts sees what to do next, and the smallest of many types are combined',
  async ({ enter, company }) => {
    const page = await enter(company.administrator)
    await page.goto(dashboard)
    await page.getByText('There are no contracts yet.').waitFor()
    await link(page, 'Total security deposit ₹0.00').waitFor()
    await link(page, 'Average refund days – none is back with both days known').waitFor()
    await eventually(() => part(page, 'Deposits by type').innerText()).toContain('Nothing to show yet.')

    const owner = await person(company.administrator)
    for (let at = 1; at <= 10; at += 1)
      await owner.ok(createContract, {
        body: { contractName: `Quiet ${at}`, contractType: `Type ${at}`, paperCost: at * 1_000 },
      })
    await button(page, 'Refresh').click()
    const panel = part(page, 'Paper cost by contract type')
    await panel.getByText('Others (3 types)').waitFor()
    const bars = await panel.getByRole('listitem').allTextContents()
    expect(bars).toHaveLength(8)
    expect(bars.at(-1)).toBe('Others (3 types) ₹6,000.00')
    await button(page, 'Show as table: Paper cost by contract type').click()
    await eventually(() => rowsOf(page, 'Paper cost by contract type')).toHaveLength(11)
    await link(page, 'Enter the first contract').waitFor({ state: 'detached' })
  },
)
