import { createContract } from '@plinth/api/tenders/contracts'
import type { Client } from '@plinth/server/testing/test-server'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { test } from '../src/desk.ts'
import {
  alert,
  apply,
  button,
  choose,
  columnOf,
  eventually,
  field,
  fill,
  offline,
  openFilters,
  showing,
  valueOf,
} from '../src/screen.ts'

const list = '/contracts/list'
const mine = `${list}?contractName=Quillon`

/** Twelve contracts, the most expensive first. Half of them are submitted, and one differs in every field. */
async function prepare(owner: Client): Promise<void> {
  const different = {
    bidId: 'QLN-ODD',
    referenceNo: 'QREF-77',
    licenseHolderName: 'Quentin Quill',
    contractType: 'Quill type',
  }
  for (let at = 1; at <= 12; at += 1) {
    const contractName = `Quillon ${String(at).padStart(2, '0')}`
    const tenderBidValue = (13 - at) * 1_000_000
    const status = at % 2 === 0 ? ('DRAFT' as const) : ('SUBMITTED' as const)
    const own = at === 7 ? { ...different, status: 'DISPUTE' as const } : { bidId: `QLN-${at}`, status }
    await owner.ok(createContract, { body: { contractName, tenderBidValue, ...own } })
  }
}

test.beforeAll(({ owner }) => prepare(owner))

const query = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams)
const header = (page: Page, label: string) => page.getByRole('columnheader', { name: label, exact: true })
const sortOf = (page: Page, label: string) => header(page, label).getAttribute('aria-sort')

test('filters take effect with Apply Filters and are in the address, so a reload and Back keep them [2.39 2.61]', async ({
  page,
}) => {
  await page.goto(list)
  await openFilters(page)
  await fill(page, { 'Contract name': 'Quillon' })
  await choose(page, 'Status', 'Submitted')
  expect(query(page)).toEqual({})
  await apply(page)
  await showing(page, 'Showing page 1 of 1 — 5 total records')
  expect(query(page)).toEqual({ contractName: 'Quillon', status: 'SUBMITTED' })
  await page.reload()
  await showing(page, 'Showing page 1 of 1 — 5 total records')
  await openFilters(page)
  await eventually(() => valueOf(page, 'Contract name')).toBe('Quillon')
  await page.getByRole('link', { name: 'View Quillon 01' }).click()
  await page.getByRole('heading', { level: 1, name: 'Quillon 01' }).waitFor()
  await page.goBack()
  await showing(page, 'Showing page 1 of 1 — 5 total records')
  await page.goBack()
  await page.getByText(/^Showing page 1 of \d+ — \d{2,} total records$/).waitFor()
  await openFilters(page)
  await eventually(() => valueOf(page, 'Contract name')).toBe('')
})

test('each filter finds the one contract that matches it', async ({ page }) => {
  await page.goto(mine)
  const filters = {
    'Bid ID': 'qln-odd',
    'Reference no.': 'QREF-7',
    'License holder': 'quentin',
    'Contract type': 'Quill t',
  }
  for (const [label, text] of Object.entries(filters)) {
    await showing(page, 'Showing page 1 of 2 — 12 total records')
    await openFilters(page)
    await field(page, label).fill(text)
    await apply(page)
    await showing(page, 'Showing page 1 of 1 — 1 total records')
    await page.getByRole('cell', { name: 'Quillon 07', exact: true }).waitFor()
    await field(page, label).fill('')
    await apply(page)
  }
  await choose(page, 'Status category', 'Dispute')
  await apply(page)
  await showing(page, 'Showing page 1 of 1 — 1 total records')
  await button(page, 'Clear').click()
  await page.getByText(/^Showing page 1 of \d+ — \d{2,} total records$/).waitFor()
  expect(query(page)).toEqual({})
})

test('a range of days is sent from the start of the first day to the end of the last [5.41]', async ({ page }) => {
  await page.goto(mine)
  await openFilters(page)
  await field(page, 'Created from').fill('05/11/2020')
  await page.keyboard.press('Tab')
  await field(page, 'Created to').fill('31/12/2020')
  await page.keyboard.press('Tab')
  const call = page.waitForRequest((request) => Boolean(request.postData()?.includes('dateRange')))
  await apply(page)
  const { dateRange } = (await call).postDataJSON() as { dateRange: unknown }
  expect(dateRange).toEqual({ from: '2020-11-05T00:00:00Z', to: '2020-12-31T23:59:59Z' })
  expect(query(page)).toMatchObject({ 'dateRange.from': '2020-11-05', 'dateRange.to': '2020-12-31' })
  await page.getByText('Nothing matches these filters. Change or clear them.').waitFor()
})

test('the first click on a header sorts ascending, the next one descending [2.62 2.63 9.3]', async ({ page }) => {
  await page.goto(`${mine}&size=20`)
  await showing(page, 'Showing page 1 of 1 — 12 total records')
  await eventually(() => sortOf(page, 'Created')).toBe('descending')
  await eventually(() => sortOf(page, 'Bid value')).toBe('none')
  const names = (await columnOf(page, 'Contract name')).toSorted()
  expect(names).toHaveLength(12)
  await button(page, 'Bid value').click()
  await eventually(() => columnOf(page, 'Contract name')).toEqual(names.toReversed())
  expect([await sortOf(page, 'Bid value'), await sortOf(page, 'Created')]).toEqual(['ascending', 'none'])
  await eventually(() => header(page, 'Bid value').textContent()).toContain('▲')
  expect(query(page)).toMatchObject({ sort: 'tenderBidValue', direction: 'asc' })
  await button(page, 'Bid value').click()
  await eventually(() => columnOf(page, 'Contract name')).toEqual(names)
  await eventually(() => sortOf(page, 'Bid value')).toBe('descending')
  await eventually(() => header(page, 'Bid value').textContent()).toContain('▼')
  await button(page, 'Contract name').click()
  await eventually(() => sortOf(page, 'Contract name')).toBe('ascending')
  await eventually(() => sortOf(page, 'Bid value')).toBe('none')
})

test('Prev and Next change the page, and a changed filter returns to the first one [2.64 2.65 5.40]', async ({
  page,
}) => {
  await page.goto(`${mine}&size=5&sort=contractName`)
  await showing(page, 'Showing page 1 of 3 — 12 total records')
  await eventually(() => button(page, 'Prev').isDisabled()).toBe(true)
  await button(page, 'Next').click()
  await showing(page, 'Showing page 2 of 3 — 12 total records')
  await eventually(async () => (await columnOf(page, 'Contract name'))[0]).toBe('Quillon 06')
  await button(page, 'Next').click()
  await showing(page, 'Showing page 3 of 3 — 12 total records')
  await eventually(() => button(page, 'Next').isDisabled()).toBe(true)
  await eventually(() => columnOf(page, 'Contract name')).toEqual(['Quillon 11', 'Quillon 12'])
  await button(page, 'Prev').click()
  await showing(page, 'Showing page 2 of 3 — 12 total records')
  expect(query(page)['page']).toBe('2')
  await openFilters(page)
  await fill(page, { 'Bid ID': 'QLN' })
  await apply(page)
  await showing(page, 'Showing page 1 of 3 — 12 total records')
  expect(query(page)).not.toHaveProperty('page')
})

test('a page size is a whole number from 1, so 0 and a text become 1 [5.38 5.39 9.1]', async ({ page }) => {
  const size = page.getByRole('spinbutton', { name: 'Page size' })
  await page.goto(mine)
  expect([await size.getAttribute('min'), await size.inputValue()]).toEqual(['1', '10'])
  await size.fill('5')
  await size.press('Enter')
  await showing(page, 'Showing page 1 of 3 — 12 total records')
  await size.fill('0')
  await size.press('Enter')
  await showing(page, 'Showing page 1 of 12 — 12 total records')
  await eventually(() => size.inputValue()).toBe('1')
  await page.goto(`${mine}&size=6`)
  await showing(page, 'Showing page 1 of 2 — 12 total records')
  await size.press('ControlOrMeta+a')
  await size.pressSequentially('e-')
  await size.press('Tab')
  await showing(page, 'Showing page 1 of 12 — 12 total records')
  await page.goto(`${mine}&size=many`)
  await showing(page, 'Showing page 1 of 12 — 12 total records')
})

test('a list that cannot be fetched shows an error in place of its rows, and Retry fetches it [8.7 8.19]', async ({
  page,
}) => {
  await offline(page, '**/contracts/filter', async () => {
    await page.goto(mine)
    await alert(page, 'Failed to fetch contracts')
  })
  expect(await page.getByRole('table').count()).toBe(0)
  await button(page, 'Retry').click()
  await showing(page, 'Showing page 1 of 2 — 12 total records')
  await page.getByRole('cell', { name: 'Quillon 12', exact: true }).waitFor()
  expect(await page.getByText('Failed to fetch contracts').count()).toBe(0)
})
