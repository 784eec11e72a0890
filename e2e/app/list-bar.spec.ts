import { createDeposit } from '@plinth/api/deposits/deposits'
import { createContract } from '@plinth/api/tenders/contracts'
import { createProject } from '@plinth/api/works/projects'
import { createTask } from '@plinth/api/works/tasks'
import { dayFromToday } from '@plinth/server/kernel/testing/days'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll, sizes } from '../src/browser.ts'
import { testIn } from '../src/desk.ts'
import { person } from '../src/people.ts'
import { apply, columnOf, eventually, field, focusIsOn, openFilters, showing, title } from '../src/screen.ts'

/** The search line of a list, its quick filters with their counts, and the active filters. */

const test = testIn('Narrow Works').extend('owner', { scope: 'file' }, async ({ company }) => {
  const owner = await person(company.administrator)
  const tenders = {
    'Kaveri bridge': { bidId: 'PWD/7', closingDate: dayFromToday(2) },
    'Kaveri canal': { bidId: 'KNNL/8', closingDate: dayFromToday(9) },
    'Sharavathi road': { bidId: 'PWD/9', status: 'SUBMITTED' },
  } as const
  for (const [contractName, fields] of Object.entries(tenders))
    await owner.ok(createContract, { body: { contractName, ...fields } })
  return owner
})

const list = '/contracts/list'
const line = (page: Page) => page.getByRole('searchbox', { name: 'Search this list' })
const chip = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Quick filters' }).getByRole('button', { name })
const names = (page: Page) => eventually(async () => (await columnOf(page, 'Contract name')).toSorted())
const search = (page: Page) => new URL(page.url()).search

test('the search line finds words in any order, and is part of the address and of the printed list', async ({
  enter,
  owner,
  company,
}) => {
  void owner
  const page = await enter(company.administrator)
  await page.goto(list)
  await showing(page, 'Showing page 1 of 1 — 3 total records')
  await line(page).fill('bridge kav')
  await names(page).toEqual(['Kaveri bridge'])
  expect(search(page)).toBe('?search=bridge+kav')
  await page.reload()
  await names(page).toEqual(['Kaveri bridge'])
  await eventually(() => line(page).inputValue()).toBe('bridge kav')
  await page.emulateMedia({ media: 'print' })
  await page.getByRole('listitem').filter({ hasText: 'Search: bridge kav' }).waitFor()
  await page.emulateMedia({ media: 'screen' })
  // Typing without a pause makes one step in the history: Back leads to the whole list.
  await line(page).fill('pwd')
  await names(page).toEqual(['Kaveri bridge', 'Sharavathi road'])
  await line(page).fill('')
  await names(page).toHaveLength(3)
})

test('a quick filter shows how many records it leaves, and leaves exactly those', async ({ enter, owner, company }) => {
  void owner
  const page = await enter(company.administrator)
  await page.goto(list)
  await chip(page, 'Closing within 14 days 2').click()
  await names(page).toEqual(['Kaveri bridge', 'Kaveri canal'])
  expect(search(page)).toBe('?quickFilters=CLOSING_WITHIN_14_DAYS')
  await eventually(() => chip(page, 'Closing within 14 days').getAttribute('aria-pressed')).toBe('true')
  await chip(page, 'Awaiting result 1').click()
  await names(page).toEqual(['Sharavathi road'])
  await line(page).fill('kaveri')
  await chip(page, 'Awaiting result 0').waitFor()
  await chip(page, 'Closing this week 1').click()
  await names(page).toEqual(['Kaveri bridge'])
  await chip(page, 'Closing this week').click()
  await names(page).toEqual(['Kaveri bridge', 'Kaveri canal'])
  await expectAccessible(page)
})

test('an active filter is a chip that its cross removes, and typed filters that are not applied are kept', async ({
  enter,
  owner,
  company,
}) => {
  void owner
  const page = await enter(company.administrator)
  await page.goto(`${list}?bidId=PWD&status=SUBMITTED`)
  await names(page).toEqual(['Sharavathi road'])
  const set = page.getByRole('list', { name: 'Filters that are set' }).getByRole('listitem')
  await eventually(() => set.allTextContents()).toEqual(['Bid ID: PWD', 'Status: Submitted'])
  await openFilters(page)
  await focusIsOn(page, field(page, 'Bid ID'))
  await field(page, 'License holder').fill('not yet')
  await page.getByRole('button', { name: 'Take off the filter Status' }).click()
  await names(page).toEqual(['Kaveri bridge', 'Sharavathi road'])
  expect(search(page)).toBe('?bidId=PWD')
  await eventually(() => field(page, 'License holder').inputValue()).toBe('not yet')
  await chip(page, 'Closing this week').click()
  await names(page).toEqual(['Kaveri bridge'])
  await eventually(() => field(page, 'License holder').inputValue()).toBe('not yet')
  await page.getByRole('button', { name: 'Filters (1 set)' }).click()
  await field(page, 'License holder').waitFor({ state: 'detached' })
  await openFilters(page)
  await eventually(() => field(page, 'License holder').inputValue()).toBe('not yet')
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await names(page).toHaveLength(3)
  await eventually(() => field(page, 'License holder').inputValue()).toBe('')
  await field(page, 'Bid ID').fill('KNNL')
  await apply(page)
  await names(page).toEqual(['Kaveri canal'])
})

test('the first row is less than 300 px from the top, and does not move when filters are set or rows selected', async ({
  enter,
  owner,
  company,
}) => {
  void owner
  const page = await enter(company.administrator)
  const top = async () => (await page.getByRole('row').nth(1).boundingBox())?.y ?? Number.NaN
  await page.setViewportSize(sizes.desktop)
  await page.goto(list)
  await showing(page, 'Showing page 1 of 1 — 3 total records')
  const first = await top()
  expect(first).toBeLessThan(300)
  for (const address of [
    '?quickFilters=CLOSING_THIS_WEEK',
    '?bidId=PWD&contractName=Kaveri&contractType=&search=bridge',
  ]) {
    await page.goto(list + address)
    await names(page).toEqual(['Kaveri bridge'])
    expect(await top(), address).toBe(first)
  }
  await page.getByRole('checkbox', { name: 'Select Kaveri bridge' }).check()
  await page.getByRole('group', { name: 'Actions for the selected rows' }).waitFor()
  expect(await top()).toBe(first)
  await page.setViewportSize(sizes.phone)
  await expectNoSidewaysScroll(page)
})

test('tasks are filtered by Mine and Overdue together, and deposits by their states', async ({
  enter,
  owner,
  company,
}) => {
  const { id: projectId } = await owner.ok(createProject, { body: { projectName: 'Kaveri bridge' } })
  const { id: contractId } = await owner.ok(createContract, { body: { contractName: 'Lost', status: 'REJECTED' } })
  const body = { depositType: 'EMD', instrumentNo: 'DD 1', amount: 500 }
  await owner.ok(createDeposit, { params: { contractId }, body })
  const assignedTo = company.administrator.id
  const late = { givenEndDate: dayFromToday(-2) }
  for (const [title, fields] of Object.entries({ mine: { assignedTo }, 'mine, late': { assignedTo, ...late }, late }))
    await owner.ok(createTask, { body: { projectId, title, ...fields } })
  const page = await enter(company.administrator)
  await page.goto('/project-tasks')
  await chip(page, 'Overdue 2').click()
  await chip(page, 'Mine 1').click()
  await eventually(() => page.getByRole('treegrid').getByRole('row').filter({ hasText: 'late' }).count()).toBe(1)
  expect(search(page)).toBe('?quickFilters=OVERDUE&quickFilters=MINE')
  await page.goto('/contracts/deposit-register')
  await title(page, 'Deposit register')
  await chip(page, 'Due back 1').click()
  await page.getByText('Deposits found: 1, in total ₹500.00').waitFor()
})
