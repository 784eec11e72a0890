import { createRoleMapping } from '@plinth/api/access/role-mappings'
import { createRole } from '@plinth/api/access/roles'
import { createDeposit } from '@plinth/api/deposits/deposits'
import { createContract } from '@plinth/api/tenders/contracts'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll, signIn, sizes, spend } from '../src/browser.ts'
import { all } from '../src/company.ts'
import { testIn } from '../src/desk.ts'
import { person } from '../src/people.ts'
import { apply, button, eventually, field, focusIsOn, heldBack, openFilters, showing, undo } from '../src/screen.ts'

/** The saved views of a list as tabs, shared with a role; grouped lists with their sums. */

const test = testIn('Tab Works').extend('staff', { scope: 'file' }, async ({ company }) => {
  const owner = await person(company.administrator)
  const tenders = [
    ['Kaveri bridge', 'AWARDED', 'Bridges', 12_34_567.25],
    ['Kaveri canal', 'DRAFT', 'Canals', 1000.5],
    ['Sharavathi bridge', 'DRAFT', 'Bridges', 0.25],
    ['Sharavathi road', 'DRAFT', null, null],
  ] as const
  for (const [contractName, status, contractType, tenderBidValue] of tenders) {
    const { id } = await owner.ok(createContract, { body: { contractName, status, contractType, tenderBidValue } })
    if (!contractType) continue
    const body = { depositType: 'EMD', instrumentNo: contractName, amount: 500.5 }
    await owner.ok(createDeposit, { params: { contractId: id }, body })
  }
  const clerk = await company.joinWith('Ravi Kulkarni', all('Contracts'))
  const mate = await company.joinWith('Mate', { Contracts: ['canView'] })
  const role = await owner.ok(createRole, { body: { name: 'Estimators' } })
  for (const { id: userId } of [clerk, mate]) await owner.ok(createRoleMapping, { body: { userId, roleId: role.id } })
  return { clerk, mate }
})

const list = '/contracts/list'
const tabs = (page: Page) => page.getByRole('navigation', { name: 'Views' }).getByRole('button')
const tab = (page: Page, name: string) => tabs(page).and(page.getByRole('button', { name, exact: true }))
const present = (page: Page) => eventually(() => tabs(page).and(page.locator('[aria-current]')).allTextContents())
const search = (page: Page) => decodeURIComponent(new URL(page.url()).search)
const firstRow = async (page: Page) => (await page.getByRole('row').nth(1).boundingBox())?.y ?? Number.NaN

/** The head of a group, in a table or among cards. */
const head = (page: Page, name: string) =>
  page
    .getByRole('rowheader')
    .or(page.getByRole('heading', { level: 2 }))
    .getByRole('button', { name: new RegExp(`^${name}`) })

/** Saves the current list as a view with this name, from this button. */
async function saveAs(page: Page, opener: string, name: string): Promise<void> {
  await button(page, opener).click()
  await field(page, 'Save this view as').fill(name)
  await page.keyboard.press('Enter')
  await present(page).toEqual([name])
}

test('saved views are tabs, the current one is marked, and a change to it shows as unsaved until it is saved', async ({
  enter,
  staff,
}) => {
  const page = await enter(staff.clerk)
  await page.goto(`${list}?status=DRAFT`)
  await showing(page, 'Showing page 1 of 1 — 3 total records')
  expect(await tabs(page).count()).toBe(0)
  const before = await firstRow(page)
  await saveAs(page, 'Views', 'Drafts')
  await page.keyboard.press('Escape')
  expect(search(page)).toMatch(/^\?status=DRAFT&tab=[0-9a-f-]{36}$/)
  expect(await page.getByText('Unsaved').count()).toBe(0)
  await openFilters(page)
  await field(page, 'Contract name').fill('Kaveri')
  await apply(page)
  await page.getByText('Unsaved').waitFor()
  await present(page).toEqual(['Drafts'])
  await saveAs(page, 'Save as', 'Kaveri drafts')
  await tab(page, 'All').click()
  await showing(page, 'Showing page 1 of 1 — 4 total records')
  await present(page).toEqual(['All'])
  await tab(page, 'Drafts').click()
  await showing(page, 'Showing page 1 of 1 — 3 total records')
  await page.getByRole('columnheader', { name: 'Bid value' }).getByRole('button').click()
  await button(page, 'Save').click()
  await page.getByText('Unsaved').waitFor({ state: 'detached' })
  await undo(page, 'Drafts is saved.')
  await page.getByText('Unsaved').waitFor()
  await tab(page, 'Drafts').click()
  await page.getByText('Unsaved').waitFor({ state: 'detached' })
  await page.goBack()
  await page.getByText('Unsaved').waitFor()
  await expectAccessible(page)

  // The row of tabs keeps its place while the views load, and the first record does not move down.
  await page.setViewportSize(sizes.desktop)
  await heldBack(page, /api\/lists\/contracts$/, async () => {
    await page.goto(`${list}?status=DRAFT`)
    await showing(page, 'Showing page 1 of 1 — 3 total records')
    await eventually(() => tabs(page).allTextContents()).toEqual(['All'])
    expect(await firstRow(page)).toBeLessThan(300)
    expect(await firstRow(page)).toBeGreaterThan(before)
  })
  const top = await firstRow(page)
  await present(page).toEqual(['Drafts'])
  expect(await firstRow(page)).toBe(top)
  await page.setViewportSize(sizes.phone)
  await expectNoSidewaysScroll(page)
})

test('a view shared with a role is a tab for people with that role, who can only save it as their own', async ({
  enter,
  staff,
}) => {
  const page = await enter(staff.clerk)
  await page.goto(`${list}?contractName=bridge&group=status`)
  await head(page, 'Draft').waitFor()
  await saveAs(page, 'Views', 'Bridges')
  await button(page, 'Share Bridges').click()
  // A person who may not see the roles of the company is offered the roles they hold.
  await focusIsOn(page, page.getByRole('checkbox', { name: 'Estimators' }))
  await page.getByRole('checkbox', { name: 'Estimators' }).check()
  await expectAccessible(page)
  await button(page, 'Share').click()
  await button(page, 'Share Bridges').waitFor()

  const other = await enter(staff.mate)
  await other.goto(list)
  await tab(other, 'Bridges from Ravi Kulkarni').click()
  await head(other, 'Draft').waitFor()
  expect(search(other)).toMatch(/^\?contractName=bridge&group=status&tab=/)
  await other.getByRole('combobox', { name: 'Group by' }).selectOption('contractType')
  await other.getByText('Unsaved').waitFor()
  expect(await button(other, 'Save').count()).toBe(0)
  await saveAs(other, 'Save as', 'Bridges by type')
  await button(other, 'Views').click()
  await button(other, 'Rename Bridges by type').waitFor()
  expect(await button(other, 'Rename Bridges').count()).toBe(0)
  await other.keyboard.press('Escape')

  // The shared view is gone, and a person who had it open sees the same list without a name.
  await button(page, 'Share Bridges').click()
  await page.getByRole('checkbox', { name: 'Estimators' }).uncheck()
  await button(page, 'Share').click()
  await button(page, 'Share Bridges').waitFor()
  const again = await enter(null)
  await signIn(again, staff.mate)
  await again.goto(list)
  await eventually(() => tabs(again).allTextContents()).toEqual(['All', 'Bridges by type'])
})

/** The texts of the group heads, in order. */
const heads = (page: Page) => eventually(() => page.getByRole('rowheader').allInnerTexts())
/** The records that are shown, in order. */
const names = (page: Page) =>
  eventually(() =>
    page
      .getByRole('checkbox', { name: /^Select (?!all)/ })
      .evaluateAll((boxes) => boxes.map((box) => box.getAttribute('aria-label')?.replace('Select ', ''))),
  )

test('a grouped list shows the sum of each group, and opens each group to its own records', async ({
  enter,
  staff,
}) => {
  const page = await enter(staff.clerk)
  await page.goto(`${list}?size=1`)
  await page.getByRole('combobox', { name: 'Group by' }).selectOption('status')
  await heads(page).toEqual([
    expect.stringMatching(/^Draft\s+3\s+Bid value\s+₹1,000\.75$/),
    expect.stringMatching(/^Awarded\s+1\s+Bid value\s+₹12,34,567\.25$/),
  ])
  await showing(page, '2 groups — 4 total records')
  await head(page, 'Draft').focus()
  await page.keyboard.press('Enter')
  await names(page).toEqual(['Sharavathi road'])
  await button(page, 'Show more of Draft').click()
  await button(page, 'Show more of Draft').click()
  await names(page).toEqual(['Sharavathi road', 'Sharavathi bridge', 'Kaveri canal'])
  expect(search(page)).toBe('?size=1&group=status&unfolded=DRAFT')
  await expectAccessible(page)

  // Folding a group deselects its records.
  await page.getByRole('checkbox', { name: 'Select Kaveri canal' }).check()
  await page.getByText('1 selected').waitFor()
  await head(page, 'Draft').press('Space')
  await page.getByText('1 selected').waitFor({ state: 'detached' })
  await head(page, 'Draft').press('Space')

  // A changed status moves the record to another group and changes both sums.
  const status = page.getByRole('combobox', { name: 'Status of Sharavathi road' })
  await status.focus()
  await status.selectOption('AWARDED')
  await page.getByText('Sharavathi road: status Awarded').waitFor()
  await heads(page).toEqual([expect.stringMatching(/^Draft\s+2/), expect.stringMatching(/^Awarded\s+2/)])
  await undo(page, 'Sharavathi road: status Awarded')
  await heads(page).toEqual([expect.stringMatching(/^Draft\s+3/), expect.stringMatching(/^Awarded\s+1/)])

  await page.goto('/contracts/deposit-register?group=depositType&unfolded=EMD')
  await heads(page).toEqual([expect.stringMatching(/^EMD\s+3\s+Amount\s+₹1,501\.50\s+Held\s+₹1,501\.50$/)])
  await page.goto('/contracts/contract-deposit?group=contractType')
  await heads(page).toEqual([
    expect.stringMatching(/^Bridges\s+2\s+Total amount\s+₹1,001\.00/),
    expect.stringMatching(/^Canals\s+1/),
    expect.stringMatching(/^Without contract type\s+1\s+Total amount\s+₹0\.00/),
  ])
  await page.setViewportSize(sizes.phone)
  await head(page, 'Without contract type').click()
  await page.getByRole('list', { name: 'Without contract type' }).getByText('Sharavathi road').waitFor()
  await expectNoSidewaysScroll(page)
})

test('a grouped list is printed with every group open under its sums', async ({ enter, staff }) => {
  const page = await enter(staff.clerk)
  spend(page)
  await page.addInitScript('window.print = () => { window.isPrinted = true }')
  await page.goto(`${list}?group=contractType&size=1`)
  await head(page, 'Bridges').waitFor()
  await button(page, 'Print').click()
  await eventually(() => page.evaluate('window.isPrinted === true')).toBe(true)
  await names(page).toEqual(['Sharavathi bridge', 'Kaveri bridge', 'Kaveri canal', 'Sharavathi road'])
  await heads(page).toHaveLength(3)
})
