import { readFile } from 'node:fs/promises'
import { createDeposit } from '@plinth/api/deposits/deposits'
import { createContract, filterContracts, updateContract } from '@plinth/api/tenders/contracts'
import type { Client } from '@plinth/server/testing/test-server'
import { readXlsx } from 'hucre/xlsx'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll, signIn, spend } from '../src/browser.ts'
import { all, type Colleague, type OwnCompany } from '../src/company.ts'
import { testIn } from '../src/desk.ts'
import { person } from '../src/people.ts'
import {
  alert,
  answerDialog,
  apply,
  button,
  choose,
  columnOf,
  columns,
  eventually,
  field,
  openFilters,
  showing,
  title,
  undo,
} from '../src/screen.ts'

interface Staff {
  clerk: Colleague
  mate: Colleague
  calls: Client
}

const test = testIn('List Works').extend('staff', { scope: 'file' }, ({ company }) => settle(company))

/** Creates a clerk with every permission for contracts, a mate who may only view them, and a dozen contracts. */
async function settle(company: OwnCompany): Promise<Staff> {
  const clerk = await company.joinWith('Clerk', all('Contracts'))
  const mate = await company.joinWith('Mate', { Contracts: ['canView'] })
  const calls = await person(clerk)
  for (let at = 1; at <= 12; at += 1) {
    const contractName = `Listed ${String(at).padStart(2, '0')}`
    const status = at % 2 === 0 ? ('AWARDED' as const) : ('DRAFT' as const)
    const own = { paperCost: at * 1000, tenderBidValue: at * 1_000_000, contractType: at === 4 ? 'EPC' : null }
    await calls.ok(createContract, { body: { contractName, status, bidId: `LST-${at}`, ...own } })
  }
  return { clerk, mate, calls }
}

const path = '/contracts/list'
const tool = (page: Page, name: string) => button(page, name).click()
const checkbox = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true })
const search = (page: Page) => decodeURIComponent(new URL(page.url()).search)
const selected = (page: Page, count: number) => page.getByRole('status').getByText(`${count} selected`).waitFor()

const adding = (page: Page, text: string) =>
  page.getByText(`Adds up to: ${text}`, { exact: true }).filter({ visible: true }).waitFor()

/** The reasons in the dialog, one for each record that was not changed. */
async function failures(page: Page): Promise<string[]> {
  const lines = page.getByRole('dialog').getByRole('listitem')
  await lines.first().waitFor()
  return lines.allTextContents()
}

const close = (page: Page) =>
  page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).last().click()

const statusesOf = async (calls: Client, contractName: string) => {
  const { content } = await calls.ok(filterContracts, { body: { contractName } })
  return content.map((one) => `${one.contractName} ${one.status}`).toSorted()
}

test('a view keeps filters, sort and page size for one person only, also after signing in again', async ({
  enter,
  staff,
}) => {
  const page = await enter(staff.clerk)
  await page.goto(path)
  await openFilters(page)
  await choose(page, 'Status', 'Awarded')
  await apply(page)
  await page.getByRole('columnheader', { name: 'Bid value' }).getByRole('button').click()
  await field(page, 'Page size')
    .or(page.getByRole('spinbutton', { name: 'Page size' }))
    .fill('4')
  await showing(page, 'Showing page 1 of 2 — 6 total records')
  await tool(page, 'Views')
  await page.getByRole('textbox', { name: 'Save this view as' }).fill('Won, cheapest first')
  await button(page, 'Save view').click()
  const saved = page.getByRole('list', { name: 'Saved views' }).getByRole('button', { name: 'Won, cheapest first' })
  await eventually(() => saved.first().getAttribute('aria-current')).toBe('true')
  await page.getByRole('textbox', { name: 'Save this view as' }).fill('won, CHEAPEST first')
  await button(page, 'Save view').click()
  await page.getByText('is already used by another of your views').waitFor()
  await expectAccessible(page)

  const other = await enter(staff.mate)
  await other.goto(path)
  await tool(other, 'Views')
  await other.getByText(/^No saved views yet/).waitFor()

  const again = await enter(null)
  await signIn(again, staff.clerk)
  await again.goto(path)
  await eventually(() => button(again, 'Won, cheapest first').getAttribute('aria-current')).toBeNull()
  await button(again, 'Won, cheapest first').click()
  await showing(again, 'Showing page 1 of 2 — 6 total records')
  expect(search(again)).toMatch(/^\?status=AWARDED&sort=tenderBidValue&direction=asc&size=4&tab=[0-9a-f-]{36}$/)
  await eventually(() => columnOf(again, 'Contract name')).toEqual(['Listed 02', 'Listed 04', 'Listed 06', 'Listed 08'])
  await again.goBack()
  await showing(again, 'Showing page 1 of 2 — 12 total records')
})

test('a view is renamed, saved again and deleted', async ({ enter, staff }) => {
  const page = await enter(staff.mate)
  await page.goto(`${path}?contractName=Listed+0`)
  await showing(page, 'Showing page 1 of 1 — 9 total records')
  await tool(page, 'Views')
  await page.getByRole('textbox', { name: 'Save this view as' }).fill('First nine')
  await button(page, 'Save view').click()
  const views = page.getByRole('list', { name: 'Saved views' })
  await button(page, 'Rename First nine').click()
  await page.getByRole('textbox', { name: 'New name of First nine' }).fill('Ten and more')
  await button(page, 'Rename').click()
  await views.getByRole('button', { name: 'Ten and more', exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await openFilters(page)
  await field(page, 'Contract name').fill('Listed 1')
  await apply(page)
  await showing(page, 'Showing page 1 of 1 — 3 total records')
  await tool(page, 'Views')
  await answerDialog(page, 'accept', () => button(page, 'Keep the present filters under Ten and more').click())
  const savedTab = views.getByRole('button', { name: 'Ten and more', exact: true })
  await eventually(() => savedTab.getAttribute('aria-current')).toBe('true')
  const question = await answerDialog(page, 'accept', () => button(page, 'Delete the view Ten and more').click())
  expect(question).toBe('Are you sure you want to delete this view?')
  await page.getByText(/^No saved views yet/).waitFor()
})

test('columns are chosen and ordered by keyboard too, and stay so after signing in again', async ({ enter, staff }) => {
  const page = await enter(staff.mate)
  await page.goto(path)
  const delivered = await columns(page)
  expect(delivered).not.toContain('Paper cost')
  await tool(page, 'Columns')
  await checkbox(page, 'Paper cost').check()
  await checkbox(page, 'Created').uncheck()
  const up = button(page, 'Move Paper cost up')
  await up.focus()
  for (let times = 0; times < 8; times += 1) await page.keyboard.press('Enter')
  expect(await up.evaluate((element) => element.ownerDocument.activeElement === element)).toBe(true)
  await button(page, 'Move Bid ID down').press('Enter')
  const wanted = ['Paper cost', 'Contract name', 'Bid ID', 'Status', 'Bid value', 'Bid %', 'Closing date', 'Actions']
  await eventually(() => columns(page)).toEqual(wanted)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await eventually(() => columnOf(page, 'Paper cost')).toContain('₹12,000.00')

  const again = await enter(null, 'phone')
  await signIn(again, staff.mate)
  await again.goto(path)
  await again.getByText('₹12,000.00').waitFor()
  await expectNoSidewaysScroll(again)
  await again.setViewportSize({ width: 1440, height: 900 })
  await eventually(() => columns(again)).toEqual(wanted)
  await tool(again, 'Columns')
  await tool(again, 'Reset')
  await eventually(() => columns(again)).toEqual(delivered)
})

test('the filtered rows are exported with the columns shown, for people with the permission to report', async ({
  enter,
  staff,
}) => {
  const page = await enter(staff.clerk)
  await page.goto(`${path}?status=AWARDED&size=2`)
  await showing(page, 'Showing page 1 of 3 — 6 total records')
  await tool(page, 'Export')
  const [download] = await Promise.all([page.waitForEvent('download'), tool(page, 'Excel (XLSX)')])
  expect(download.suggestedFilename()).toMatch(/\.xlsx$/)
  const { sheets } = await readXlsx(await readFile(await download.path()))
  const [head, ...rows] = sheets[0]?.rows ?? []
  expect(head).toEqual((await columns(page)).filter((label) => label !== 'Actions'))
  const names = ['Listed 12', 'Listed 10', 'Listed 08', 'Listed 06', 'Listed 04', 'Listed 02']
  expect(rows.map((row) => row[1])).toEqual(names)
  expect(rows[0]?.[3]).toBe(12_000_000)
  await button(page, 'Export').waitFor()

  spend(page)
  await page.route('**/contracts/export', (route) =>
    route.fulfill({ status: 409, json: { code: 'too_many', message: 'That is more than 50,000 rows.' } }),
  )
  await tool(page, 'Export')
  await tool(page, 'CSV')
  await alert(page, 'That is more than 50,000 rows.')

  const other = await enter(staff.mate)
  await other.goto(path)
  await button(other, 'Columns').waitFor()
  expect(await button(other, 'Export').count()).toBe(0)
  expect(await other.getByRole('checkbox').count()).toBe(0)
})

test('of three selected contracts two are deleted, and the third stays selected with the reason', async ({
  enter,
  staff: { clerk, calls },
}) => {
  for (const name of ['Doomed A', 'Doomed B', 'Doomed C']) {
    const { id } = await calls.ok(createContract, { body: { contractName: name } })
    const body = { depositType: 'EMD', instrumentNo: 'DD 1', amount: 500 }
    if (name === 'Doomed B') await calls.ok(createDeposit, { params: { contractId: id }, body })
  }
  const page = await enter(clerk)
  await page.goto(`${path}?contractName=Doomed`)
  await checkbox(page, 'Select all on this page').check()
  await selected(page, 3)
  await page.getByRole('columnheader', { name: 'Contract name' }).getByRole('button').click()
  await selected(page, 3)
  const question = await answerDialog(page, 'dismiss', () => button(page, 'Delete').click())
  expect(question).toBe('Are you sure you want to delete these 3 contracts?')
  await answerDialog(page, 'accept', () => button(page, 'Delete').click())
  await page.getByText('2 of 3 done.').waitFor()
  expect(await failures(page)).toEqual([expect.stringMatching(/^Doomed B.*deposit/i)])
  // Undo is not offered for a deletion.
  expect(await page.getByRole('button', { name: /^Undo/ }).count()).toBe(0)
  await expectAccessible(page)
  await close(page)
  await showing(page, 'Showing page 1 of 1 — 1 total records')
  await selected(page, 1)
  await eventually(() => checkbox(page, 'Select Doomed B').isChecked()).toBe(true)
  await openFilters(page)
  await field(page, 'Contract name').fill('Listed')
  await apply(page)
  await showing(page, 'Showing page 1 of 2 — 12 total records')
  await eventually(() => page.getByText(/selected$/).count()).toBe(0)
})

test('the status of several contracts is changed and undone from one notice, without a dialog', async ({
  enter,
  staff: { clerk, calls },
}) => {
  for (const [contractName, status] of [
    ['Turned A', 'DRAFT'],
    ['Turned B', 'AWARDED'],
    ['Turned C', 'DRAFT'],
  ] as const)
    await calls.ok(createContract, { body: { contractName, status } })
  const page = await enter(clerk)
  await page.goto(`${path}?contractName=Turned`)
  await checkbox(page, 'Select all on this page').check()
  await eventually(() => button(page, 'Change status').isDisabled()).toBe(true)
  await page.getByRole('combobox', { name: 'New status' }).selectOption('SUBMITTED')
  await button(page, 'Change status').click()
  await alert(page, '3 contracts: status Submitted')
  expect(await page.getByRole('dialog').count()).toBe(0)
  expect(await statusesOf(calls, 'Turned')).toEqual(['Turned A', 'Turned B', 'Turned C'].map((n) => `${n} SUBMITTED`))
  // A record that somebody else changed keeps their change.
  const { content } = await calls.ok(filterContracts, { body: { contractName: 'Turned C' } })
  await calls.ok(updateContract, { params: { id: content[0]?.id ?? '' }, body: { status: 'REJECTED' } })
  await undo(page, '3 contracts: status Submitted')
  await alert(page, /1 of 3 could not be undone.*Turned C: Somebody changed it in the meantime/s)
  expect(await statusesOf(calls, 'Turned')).toEqual(['Turned A DRAFT', 'Turned B AWARDED', 'Turned C REJECTED'])
  await eventually(() => columnOf(page, 'Status')).toContain('Rejected')
})

test('a bulk change skips a contract that somebody saved meanwhile and says so, and undoes the other', async ({
  enter,
  staff: { clerk, calls },
}) => {
  const contracts = []
  for (const contractName of ['Stale A', 'Stale B'])
    contracts.push(await calls.ok(createContract, { body: { contractName, status: 'DRAFT' } }))
  const page = await enter(clerk)
  await page.goto(`${path}?contractName=Stale`)
  await checkbox(page, 'Select Stale A').check()
  await checkbox(page, 'Select Stale B').check()
  await calls.ok(updateContract, { params: { id: contracts[0]?.id ?? '' }, body: { comments: 'Saved meanwhile' } })
  await page.getByRole('combobox', { name: 'New status' }).selectOption('SUBMITTED')
  await button(page, 'Change status').click()
  expect(await failures(page)).toEqual([expect.stringMatching(/^Stale ASomebody changed it in the meantime/)])
  expect(await statusesOf(calls, 'Stale')).toEqual(['Stale A DRAFT', 'Stale B SUBMITTED'])
  await button(page, 'Undo what was done').click()
  await alert(page, 'Undone: 1 contract: status Submitted')
  expect(await statusesOf(calls, 'Stale')).toEqual(['Stale A DRAFT', 'Stale B DRAFT'])
  await selected(page, 1)
  await page.getByRole('combobox', { name: 'New status' }).selectOption('SUBMITTED')
  await button(page, 'Change status').click()
  await alert(page, /^1 contract: status Submitted/)
})

test('the head and the actions of a long list stay in view while it and the page scroll', async ({
  enter,
  staff: { clerk, calls },
}) => {
  for (let at = 1; at <= 16; at += 1)
    await calls.ok(createContract, { body: { contractName: `Long ${at}`, description: 'Long' } })
  const page = await enter(clerk)
  await page.goto(`${path}?contractName=Long&size=50`)
  await showing(page, 'Showing page 1 of 1 — 16 total records')
  await checkbox(page, 'Select Long 16').check()
  await checkbox(page, 'Select Long 1').scrollIntoViewIfNeeded()
  await page.evaluate('window.scrollTo(0, document.documentElement.scrollHeight)')
  const head = await page.getByRole('columnheader', { name: 'Contract name' }).boundingBox()
  const actions = await page.getByRole('group', { name: 'Actions for the selected rows' }).boundingBox()
  const banner = await page.getByRole('banner').boundingBox()
  if (!head || !actions || !banner) throw new Error('not to be seen')
  expect(actions.y).toBeGreaterThanOrEqual(banner.y + banner.height)
  expect(head.y).toBeGreaterThanOrEqual(actions.y + actions.height)
  expect(head.y).toBeLessThan(300)
})

test('a printed list has company, title, filters and rows, without the shell', async ({ enter, staff }) => {
  const page = await enter(staff.clerk)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto(`${path}?status=AWARDED&contractName=Listed`)
  await showing(page, 'Showing page 1 of 1 — 6 total records')
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await page.getByText(/^List Works · Contracts · /).waitFor()
  await eventually(() => page.getByRole('listitem').filter({ visible: true }).allTextContents()).toEqual([
    'Contract name: Listed',
    'Status: Awarded',
  ])
  await title(page, 'Contracts')
  await eventually(() => page.getByRole('row').count()).toBe(7)
  for (const role of ['banner', 'navigation', 'contentinfo', 'search', 'button', 'checkbox'] as const) {
    const seen = page.getByRole(role).filter({ visible: true })
    const texts = await seen.allTextContents()
    // The column headings are buttons and are printed.
    expect(role === 'button' ? texts.filter((text) => /Print|Views|Prev|New/.test(text)) : texts, role).toEqual([])
  }
  const ink = await page.evaluate("getComputedStyle(document.querySelector('h1')).color")
  expect(ink).toBe('rgb(0, 0, 0)')
})

test('a figure of the dashboard opens a list that names it, and its cross removes it', async ({ enter, staff }) => {
  const page = await enter(staff.mate)
  await page.goto(`${path}?figure=paper_cost_awarded&contractName=Listed`)
  await adding(page, 'Paper cost, awarded = ₹42,000.00')
  await showing(page, 'Showing page 1 of 1 — 6 total records')
  await button(page, 'Show the list without this figure').click()
  await showing(page, 'Showing page 1 of 2 — 12 total records')
  expect(search(page)).toBe('?contractName=Listed')
  await page.goBack()
  await showing(page, 'Showing page 1 of 1 — 6 total records')
  await page.goto(`${path}?figure=paper_cost_by_contract_type&figureKey=EPC`)
  await adding(page, 'Paper cost by contract type, EPC = ₹4,000.00')
  await page.goto(`${path}?figure=paper_cost_by_contract_type&contractName=Listed`)
  await adding(page, 'Paper cost by contract type, no type = ₹74,000.00')
})

test('the slash key focuses the search line, whose words apply a moment after typing', async ({ enter, staff }) => {
  const page = await enter(staff.mate)
  await page.goto(`${path}?contractName=Listed`)
  await showing(page, 'Showing page 1 of 2 — 12 total records')
  await page.keyboard.press('/')
  await page.keyboard.type('lst-1/')
  await eventually(() => page.getByRole('searchbox', { name: 'Search this list' }).inputValue()).toBe('lst-1/')
})
