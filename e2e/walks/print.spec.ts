import { getAgreement } from '@plinth/api/money/agreements'
import { filterBills } from '@plinth/api/money/bills'
import { createContract } from '@plinth/api/tenders/contracts'
import { createProject } from '@plinth/api/works/projects'
import { createTask } from '@plinth/api/works/tasks'
import { newByItems, newItemised, newSheetOf } from '@plinth/server/money/bill-items/bill-items.factory'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { spend } from '../src/browser.ts'
import { all, type Colleague, type OwnCompany } from '../src/company.ts'
import { testIn } from '../src/desk.ts'
import { expectNoOverlap } from '../src/layout.ts'
import { person } from '../src/people.ts'
import { eventually, showing } from '../src/screen.ts'
import { ownerOfSample } from '../src/walks.ts'

const test = testIn('Printing Works').extend('plan', { scope: 'file' }, ({ company }) => makePlan(company))

const parts = 12
const pieces = 5

/** Creates a clerk with a project of 72 tasks, more than a window shows, and 12 contracts. */
async function makePlan(company: OwnCompany): Promise<{ clerk: Colleague; projectId: string }> {
  const clerk = await company.joinWith('Clerk', all('Contracts', 'Projects', 'Project Tasks'))
  const calls = await person(clerk)
  const { id: projectId } = await calls.ok(createProject, { body: { projectName: 'Barrage' } })
  const dates = {
    givenStartDate: '2026-03-05',
    givenEndDate: '2026-06-01',
    actualStartDate: '2026-03-09',
    progress: 40,
  }
  for (let part = 1; part <= parts; part += 1) {
    const title = `Part ${part} with a name that goes over more than one line of a narrow column on paper`
    const { id: parentId } = await calls.ok(createTask, { body: { projectId, title, ...dates } })
    for (let piece = 1; piece <= pieces; piece += 1)
      await calls.ok(createTask, { body: { projectId, parentId, title: `Piece ${part}.${piece}`, ...dates } })
    await calls.ok(createContract, { body: { contractName: `Printed ${part}` } })
  }
  return { clerk, projectId }
}

const boxesOfRows = `[...document.querySelectorAll('[role=treegrid] [role=row]')].map((row) => {
  const { top, bottom, left, right } = row.getBoundingClientRect()
  return { top: Math.round(top), bottom: Math.round(bottom), left, right }
}).sort((a, b) => a.top - b.top)`
interface Box {
  top: number
  bottom: number
  left: number
  right: number
}

/** The width of a landscape page between its margins. */
const page1 = { width: 1030, height: 9000 }

/** Expects every row on paper, without overlaps and within the page. */
async function expectRowsOnPaper(page: Page, count: number): Promise<void> {
  await eventually(async () => (await page.evaluate<Box[]>(boxesOfRows)).length).toBe(count)
  const boxes = await page.evaluate<Box[]>(boxesOfRows)
  for (const [at, box] of boxes.entries()) {
    const next = boxes[at + 1]
    if (next) expect(next.top).toBeGreaterThanOrEqual(box.bottom - 1)
    expect(box.right).toBeLessThanOrEqual(page1.width + 1)
  }
  await expectNoOverlap(page, 'on paper')
}

const rows = parts * (pieces + 1)

test('a printed tree has all its rows, one below the other', async ({ enter, plan: { clerk, projectId } }) => {
  const page = await enter(clerk)
  await page.goto(`/project-tasks/list?projectId=${projectId}`)
  await page.getByRole('status').getByText('72 tasks in 1 project').waitFor()
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize(page1)
  // One more for the column headings.
  await expectRowsOnPaper(page, rows + 1)
  expect(await page.getByRole('columnheader').allTextContents()).not.toContain('Actions')
  await page.emulateMedia({ media: 'screen' })
  await page.setViewportSize({ width: 1440, height: 900 })
  await eventually(() => page.getByRole('treegrid').getByRole('row').count()).toBeLessThan(rows)
})

test('a printed Gantt chart has all its rows, and its bars are filled', async ({
  enter,
  plan: { clerk, projectId },
}) => {
  const page = await enter(clerk)
  await page.goto(`/project-tasks/list?projectId=${projectId}&view=gantt`)
  await page.getByRole('treegrid', { name: 'Schedule of tasks' }).getByRole('row').nth(5).waitFor()
  await page.emulateMedia({ media: 'print' })
  await eventually(async () => (await page.evaluate<Box[]>(boxesOfRows)).length).toBeGreaterThanOrEqual(rows)
  const chart = page.getByRole('region', { name: 'Gantt chart' })
  expect(
    await page.evaluate(`getComputedStyle(document.querySelector('[aria-label="Gantt chart"]')).printColorAdjust`),
  ).toBe('exact')
  const { width = 0 } = (await chart.boundingBox()) ?? {}
  expect(width).toBeLessThanOrEqual(page1.width)
  expect(await chart.evaluate((frame) => frame.scrollHeight <= frame.clientHeight + 2)).toBe(true)
})

/** Records the content of the page at the moment it is printed. */
const note = `window.print = () => {
  const rows = document.querySelectorAll('tbody tr').length
  sessionStorage.setItem('printed', JSON.stringify({ rows, text: document.querySelector('#content').textContent }))
  window.dispatchEvent(new Event('afterprint'))
}`
const printed = async (page: Page): Promise<{ rows: number; text: string }> => {
  await page.getByRole('button', { name: 'Print', exact: true }).click()
  await eventually(() => page.evaluate<string | null>(`sessionStorage.getItem('printed')`)).not.toBeNull()
  return JSON.parse((await page.evaluate<string>(`sessionStorage.getItem('printed')`)) ?? '')
}

test('a list is printed whole, whatever page of it the screen shows', async ({ enter, plan: { clerk } }) => {
  const page = await enter(clerk)
  spend(page)
  await page.addInitScript(note)
  await page.goto('/contracts/list?contractName=Printed&size=5')
  await showing(page, 'Showing page 1 of 3 — 12 total records')
  const { rows: count, text } = await printed(page)
  expect(count).toBe(12)
  expect(text).toContain('All 12 records')
  expect(text).not.toContain('Showing page')
  await showing(page, 'Showing page 1 of 3 — 12 total records')
  expect(await page.getByRole('row').count()).toBe(6)
})

test('a list that is too long to print says how much of it is printed', async ({ enter, plan: { clerk } }) => {
  const page = await enter(clerk)
  spend(page)
  await page.addInitScript(note)
  // Simulates the answer for a company with this many contracts.
  await page.route('**/project/api/contracts/filter', async (route) => {
    const response = await route.fetch()
    const { content, ...totals } = await response.json()
    const { size } = route.request().postDataJSON().pagination
    const many = Array.from({ length: size }, (_, at) => ({
      ...content[0],
      id: `01a20614-0000-7000-8000-${String(at + Math.floor(Math.random() * 1e9)).padStart(12, '0')}`,
    }))
    await route.fulfill({ response, json: { ...totals, content: many, totalElements: 2500, totalPages: 250 } })
  })
  await page.goto('/contracts/list')
  await showing(page, 'Showing page 1 of 250 — 2500 total records')
  const { rows: count, text } = await printed(page)
  expect(count).toBe(2000)
  expect(text).toContain('The first 2000 of 2500 records')
})

/** The page sizes of a PDF, from its page objects, which Chromium writes uncompressed. */
async function pagesOf(page: Page): Promise<{ width: number; height: number }[]> {
  const pdf = await page.pdf({ preferCSSPageSize: true })
  return [...pdf.toString('latin1').matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(([, width, height]) => ({
    width: Number(width),
    height: Number(height),
  }))
}

test('a wide list is printed in landscape from the first page, below its filters', async ({
  enter,
  plan: { clerk, projectId },
}) => {
  const page = await enter(clerk)
  const wide: [path: string, shown: () => Promise<void>][] = [
    [`/contracts/list?contractName=Printed`, () => showing(page, 'Showing page 1 of 2 — 12 total records')],
    [
      `/project-tasks/list?projectId=${projectId}`,
      () => page.getByRole('status').getByText('72 tasks in 1 project').waitFor(),
    ],
    [
      `/project-tasks/list?projectId=${projectId}&view=gantt`,
      () => page.getByRole('treegrid', { name: 'Schedule of tasks' }).getByRole('row').nth(5).waitFor(),
    ],
  ]
  for (const [path, shown] of wide) {
    await page.goto(path)
    await shown()
    const pages = await pagesOf(page)
    expect(pages.length, path).toBeGreaterThan(0)
    for (const { width, height } of pages) expect(width, path).toBeGreaterThan(height)
  }
  await page.emulateMedia({ media: 'print' })
  await page.getByRole('listitem').filter({ hasText: 'Project: Barrage' }).first().waitFor()
  await page.emulateMedia({ media: 'screen' })
  await page.goto('/contracts/create')
  await page.getByRole('heading', { level: 1, name: 'New contract' }).waitFor()
  for (const { width, height } of await pagesOf(page)) expect(width).toBeLessThan(height)
})

/** The last bill of the sample company that was passed by items. */
async function passedByItems() {
  const owner = await person(ownerOfSample)
  const { content } = await owner.ok(filterBills, { body: { status: ['PASSED'] } })
  const bill = content.find(({ workSource }) => workSource === 'ITEMS')
  if (!bill) throw new Error('The sample company has no such bill')
  return { owner, bill }
}

test('the abstract and the memorandum of a passed bill fit a landscape page', async ({ enter }) => {
  const { bill } = await passedByItems()
  const page = await enter(ownerOfSample)
  await page.goto(`/payments/bills/${bill.id}`)
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize(page1)
  for (const name of ['Abstract', 'Memorandum of payment']) {
    const { x = 0, width = 0 } = (await page.getByRole('table', { name }).boundingBox()) ?? {}
    expect(width, name).toBeGreaterThan(0)
    expect(x + width, name).toBeLessThanOrEqual(page1.width)
  }
  expect(await page.evaluate('getComputedStyle(document.body).page')).toBe('wide')
})

/** The printed text of the screen, line by line. */
const onPaper = (page: Page) => page.evaluate<string>(`document.querySelector('#content').innerText`)

test('a printed bill begins with its company and number, ends with places to sign, and has nothing of the screen but its tables', async ({
  enter,
}) => {
  const { owner, bill } = await passedByItems()
  const agreement = await owner.ok(getAgreement, { params: { id: bill.agreementId } })
  const page = await enter(ownerOfSample)
  await page.goto(`/payments/bills/${bill.id}`)
  await page.getByRole('table', { name: 'Abstract' }).waitFor()
  await page.getByRole('heading', { name: 'Status history' }).waitFor()
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize(page1)
  await eventually(() => onPaper(page)).toMatch(/Work from \d\d \w{3} \d{4} to /)
  const text = await onPaper(page)
  const head = [
    bill.ourGstin,
    `Running bill no. ${bill.number}`,
    bill.agreementName,
    `${bill.agreementNumber} of`,
    bill.partyName,
    `${bill.memoNo} of`,
  ]
  for (const line of head) expect(text.slice(0, text.indexOf('Abstract'))).toContain(line)
  expect(agreement.agreedOn).not.toBeNull()
  const parts = [
    'Running bill',
    'Abstract',
    'Memorandum of payment',
    'Net payable',
    'Contractor',
    'Passed for payment by',
  ]
  const places = parts.map((part) => text.indexOf(part))
  expect(places).toEqual(places.toSorted((one, other) => one - other))
  expect(places).not.toContain(-1)
  expect(text.trimEnd().split('\n').slice(-2)).toEqual(['Passed for payment by', 'Name, designation and date'])
  for (const screen of [
    'Status history',
    'What was entered',
    'Sheets in this bill',
    'Net claimed',
    'Why ',
    'more than agreed',
  ])
    expect(text).not.toContain(screen)
  expect(await page.getByRole('main').getByRole('button').filter({ visible: true }).count()).toBe(0)
  // Sticky and scrolling heads would not repeat on each page.
  const styleOfHeads = `(({ display, position }) => display + ' ' + position)(getComputedStyle(document.querySelector('thead')))`
  expect(await page.evaluate(styleOfHeads)).toBe('table-header-group static')
})

test('a printed abstract has every item whatever the screen is filtered by, and a draft says that it is one', async ({
  enter,
  company,
}) => {
  const owner = await person(company.administrator)
  const numbers = Array.from({ length: 8 }, (_, at) => `3.${at + 1}`)
  const { agreement, items } = await newItemised(
    owner,
    numbers.map((itemNo) => ({ itemNo })),
  )
  await newSheetOf(
    owner,
    agreement.id,
    items.map(({ id: itemId }) => ({ itemId, given: { length: 2 } })),
  )
  const draft = await newByItems(owner, agreement.id)
  const page = await enter(company.administrator)
  await page.goto(`/payments/bills/${draft.id}`)
  await page.getByRole('searchbox', { name: 'Search these items' }).fill('3.4')
  await page.getByText('1 of 8 items').waitFor()
  await page.emulateMedia({ media: 'print' })
  const printedItems = () =>
    page.getByRole('table', { name: 'Abstract' }).getByRole('rowheader', { name: /^3\./ }).count()
  await eventually(printedItems).toBe(8)
  await eventually(() => onPaper(page)).toContain('Running bill no. 1, Draft')
})
