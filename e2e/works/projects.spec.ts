import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createDeposit, depositStatuses } from '@plinth/api/deposits/deposits'
import { createContract } from '@plinth/api/tenders/contracts'
import { createProject, getProject } from '@plinth/api/works/projects'
import { createTask, filterTasks, getTask, updateTask } from '@plinth/api/works/tasks'
import type { Client } from '@plinth/server/testing/test-server'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { counterpartsBecomeZero } from '../src/bid.ts'
import { test } from '../src/desk.ts'
import { person } from '../src/people.ts'
import {
  alert,
  answerDialog,
  apply,
  button,
  choose,
  columnOf,
  eventually,
  faultAt,
  field,
  fill,
  focusIsOn,
  offered,
  offline,
  openFilters,
  save,
  showing,
  title,
  treeRows,
  typed,
  valueOf,
} from '../src/screen.ts'

const listOf = (name: string) => `/projects?projectName=${name}`
const newProject = (owner: Client, projectName: string) => owner.ok(createProject, { body: { projectName } })

/** Creates four projects that differ in every field with a filter; the second is the one to find. */
async function prepare(owner: Client): Promise<void> {
  const odd = {
    contractBidId: 'PRX-BID',
    contractBidNo: 'PRX-NO',
    projectType: 'Parallax type',
    licenseHolderName: 'Priya Parallax',
    description: 'The odd one',
    status: 'UNDER_REVIEW' as const,
    projectActualValue: 4_000_000,
    projectBidValue: 3_000_000,
    givenStartDate: '2031-05-01',
    givenEndDate: '2031-11-30',
  }
  for (const [at, name] of ['Able', 'Baker', 'Charlie', 'Delta'].entries()) {
    const usual = { projectActualValue: 9_000_000, givenStartDate: '2030-01-01', givenEndDate: '2033-01-01' }
    await owner.ok(createProject, { body: { projectName: `Parallax ${name}`, ...(at === 1 ? odd : usual) } })
  }
}

test.beforeAll(({ owner }) => prepare(owner))

const found = async (page: Page) => {
  await apply(page)
  await showing(page, 'Showing page 1 of 1 — 1 total records')
  await eventually(() => columnOf(page, 'Project name')).toEqual(['Parallax Baker'])
}

test('each filter finds the one project that matches it [2.48]', async ({ page }) => {
  await page.goto(listOf('Parallax'))
  const filters = {
    'Contract bid ID': 'prx-b',
    'Contract bid no.': 'prx-n',
    'Project type': 'parallax t',
    'License holder': 'priya',
    Description: 'odd',
    'Actual value': '4000000',
    'Bid value': '3000000',
    'Bid percentage': '-25',
  }
  for (const [label, text] of Object.entries(filters)) {
    await showing(page, 'Showing page 1 of 1 — 4 total records')
    await openFilters(page)
    await field(page, label).fill(text)
    await found(page)
    await field(page, label).fill('')
    await apply(page)
  }
})

test('a number filter accepts a pasted amount, and is not applied while it is invalid', async ({ page }) => {
  await page.goto('/projects')
  await openFilters(page)
  const filter = page.getByRole('search').getByLabel('Actual value')
  const apply = page.getByRole('button', { name: 'Apply Filters', exact: true })
  await filter.fill('FDR-778812')
  await apply.click()
  await page.getByText('Actual value must be an amount such as 12,34,567.50', { exact: true }).waitFor()
  await eventually(() => filter.inputValue()).toBe('FDR-778812')
  expect(new URL(page.url()).search).toBe('')
  await filter.fill('₹ 7,78,812/-')
  await apply.click()
  await page.waitForURL(/projectActualValue=778812\b/)
})

test('dates and statuses filter too, and are part of the address', async ({ page }) => {
  await page.goto(listOf('Parallax'))
  await openFilters(page)
  await field(page, 'Given start on or after').fill('01/05/2031')
  await page.keyboard.press('Tab')
  await found(page)
  await field(page, 'Given start on or after').fill('')
  await field(page, 'Given end on or before').fill('30/11/2031')
  await page.keyboard.press('Tab')
  await found(page)
  await field(page, 'Given end on or before').fill('')
  await page.keyboard.press('Tab')
  await choose(page, 'Status', 'Under review')
  await found(page)
  const search = '?projectName=Parallax&status=UNDER_REVIEW'
  expect(new URL(page.url()).search).toBe(search)
  await page.reload()
  await showing(page, 'Showing page 1 of 1 — 1 total records')
  expect(new URL(page.url()).search).toBe(search)
})

test('a new project starts as DRAFT, which the list of statuses does not offer [2.49 4.9 4.10 7.53 8.31]', async ({
  page,
}) => {
  await page.goto(listOf('Penumbra'))
  await page.getByText('Nothing matches these filters. Change or clear them.').waitFor()
  await page.getByRole('link', { name: 'New project' }).click()
  await title(page, 'New project')
  await eventually(() => valueOf(page, 'Status')).toBe('Draft')
  expect(await offered(page, 'Status')).toEqual([
    'Draft',
    'Planned',
    'Initiated',
    'In progress',
    'On hold',
    'Under review',
    'Completed',
    'Terminated',
    'Cancelled',
  ])
  const draft = page.getByRole('option', { name: 'Draft', exact: true })
  await eventually(() => draft.isDisabled()).toBe(true)
  await page.getByRole('option', { name: 'Planned', exact: true }).click()
  await fill(page, { 'Project name': 'Penumbra canal', 'Actual value': '8000000', 'Bid percentage': '2.5' })
  await save(page)
  await alert(page, 'Project created successfully!')
  await showing(page, 'Showing page 1 of 1 — 1 total records')
  const row = await page.getByRole('row', { name: /Penumbra canal/ }).textContent()
  expect(row).toContain('Planned')
  expect(row).toContain('₹82,00,000.00')
})

test('percentage and value of a bid follow each other, and are 0 where the other is no number [5.17 5.18]', async ({
  page,
}) => {
  await page.goto('/projects/create')
  await counterpartsBecomeZero(page)
  await fill(page, { 'Actual value': '4000000', 'Bid value': '3000000' })
  await eventually(() => valueOf(page, 'Bid percentage')).toBe('-25')
  await fill(page, { 'Bid percentage': '12.5' })
  await eventually(() => valueOf(page, 'Bid value')).toBe('45,00,000')
})

test('faults are shown next to their fields, and typed values stay', async ({ page }) => {
  const values = { 'Contract bid ID': 'PEN-9', Comment: 'Kept', 'Extension count': '2' }
  await page.goto('/projects/create')
  await fill(page, { ...values, 'Given start date': '10/03/2031', 'Given end date': '09/03/2031' })
  await page.keyboard.press('Tab')
  await save(page)
  await faultAt(page, 'Project name', 'Project name is required')
  await faultAt(page, 'Given end date', 'Given end date must not be before Given start date')
  expect(await typed(page, Object.keys(values))).toEqual(values)
})

test('saving a project is confirmed, and a failed save or fetch shows its message [2.49 8.14 8.15 8.23 8.32]', async ({
  page,
  owner,
}) => {
  const { id } = await newProject(owner, 'Pinnacle')
  await page.goto(listOf('Pinnacle'))
  await page.getByRole('link', { name: 'Edit Pinnacle' }).click()
  await title(page, 'Edit project')
  await fill(page, { 'Project name': 'Pinnacle tower' })
  await offline(page, `**/projects/${id}`, async () => {
    await save(page)
    await alert(page, 'Failed to save project. Please try again.')
  })
  await eventually(() => valueOf(page, 'Project name')).toBe('Pinnacle tower')
  await save(page)
  await alert(page, 'Project updated successfully!')
  expect((await owner.ok(getProject, { params: { id } })).projectName).toBe('Pinnacle tower')
  await page.goto(`/projects/${randomUUID()}`)
  await alert(page, /^Failed to fetch project(?! data)/)
  await offline(page, '**/projects/filter', async () => {
    await page.goto(listOf('Pinnacle'))
    await alert(page, 'Failed to fetch project data.')
  })
  await button(page, 'Retry').click()
  await showing(page, 'Showing page 1 of 1 — 1 total records')
})

test('a project with a contract cannot be deleted, and the reason is shown [5.37]', async ({ page, owner }) => {
  const awarded = { contractName: 'Polder', bidId: 'PLD-1', status: 'AWARDED' as const }
  const contract = await owner.ok(createContract, { body: awarded })
  await owner.ok(createProject, { body: { contractId: contract.id } })
  await page.goto(listOf('Polder'))
  const remove = button(page, 'Delete Polder')
  await remove.waitFor()
  await eventually(() => remove.isDisabled()).toBe(true)
  const description = 'This project is linked to a contract and cannot be deleted'
  await eventually(() => remove.getAttribute('title')).toBe(description)
  await page.getByRole('link', { name: 'Edit Polder' }).focus()
  await page.keyboard.press('Tab')
  await focusIsOn(page, page.getByRole('button', { name: 'Delete Polder', description }))
  await page.getByRole('tooltip', { name: description }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'PLD-1' }).click()
  await title(page, 'Polder')
  expect(new URL(page.url()).pathname).toBe(`/contracts/${contract.id}`)
})

test('a project without a contract is deleted after a confirmation [5.30 5.36]', async ({ page, owner }) => {
  const { id } = await newProject(owner, 'Prairie')
  await page.goto(listOf('Prairie'))
  const remove = () => button(page, 'Delete Prairie').click()
  expect(await answerDialog(page, 'dismiss', remove)).toBe('Are you sure you want to delete this project?')
  expect((await owner.ok(getProject, { params: { id } })).projectName).toBe('Prairie')
  await answerDialog(page, 'accept', remove)
  await page.getByText('Nothing matches these filters. Change or clear them.').waitFor()
  expect(await owner.refused(getProject, { params: { id } })).toMatchObject({ status: 404 })
})

test('a project with tasks cannot be deleted, and the reason is shown [8.48]', async ({ page, owner }) => {
  const { id } = await newProject(owner, 'Pontoon')
  await owner.ok(createTask, { body: { projectId: id, title: 'Floats' } })
  await page.goto(listOf('Pontoon'))
  await answerDialog(page, 'accept', () => button(page, 'Delete Pontoon').click())
  await alert(page, 'It cannot be deleted: it still has 1 task')
  await showing(page, 'Showing page 1 of 1 — 1 total records')
})

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('a project shows the totals of its tasks, and says in words which are too high [2.49]', async ({
  page,
  owner,
}) => {
  const values = { givenStartDate: '2031-01-01', givenEndDate: '2031-03-31' }
  const bid = { projectActualValue: 100_000, projectBidValue: 100_000 }
  const { id } = await owner.ok(createProject, { body: { projectName: 'Plateau', ...bid, ...values } })
  await page.goto(`/projects/${id}`)
  await page
    .getByText('This project has no tasks yet. Enter the first one, or upload a whole tree from a sheet.')
    .waitFor()
  const amounts = { estimatedQuantity: 100, estimatedRate: 1000, actualQuantity: 130, actualRate: 1000 }
  const efforts = { estimatedEffortHours: 40, actualEffortHours: 61.5, progress: 40 }
  const { id: parentId } = await owner.ok(createTask, { body: { projectId: id, title: 'Piles' } })
  const leaf = { projectId: id, parentId, title: 'Boring', ...amounts, ...efforts, givenEndDate: '2031-04-20' }
  await owner.ok(createTask, { body: { ...leaf, status: 'IN_PROGRESS' } })
  await page.reload()
  const glance = region(page, 'Tasks at a glance')
  await glance.getByText('40% done · 1 task at the top').waitFor()
  for (const text of [
    '₹14,000.00 over the bid value',
    '₹34,200.00 over the estimate',
    '₹48,200.00 over the bid value',
    '61.5 of 40 hours',
    '21.5 hours over the estimate',
    'ends 20 days after the project’s given end, 31 Mar 2031',
  ])
    await glance.getByText(text, { exact: true }).waitFor()
  await region(page, 'Tasks by status').getByRole('link', { name: 'In progress 1' }).click()
  await eventually(() => treeRows(page)).toEqual(['1 Piles', '1.1 Boring'])
  const search = Object.fromEntries(new URL(page.url()).searchParams)
  expect(search).toEqual({ projectId: id, status: 'IN_PROGRESS' })
})

test('a project shows its contract and the contract’s deposits, each amount in its group', async ({ page, owner }) => {
  const awarded = { contractName: 'Portage', bidId: 'PTG-1', status: 'AWARDED' as const }
  const { id: contractId } = await owner.ok(createContract, { body: awarded })
  const { id } = await owner.ok(createProject, { body: { contractId } })
  await page.goto(`/projects/${id}`)
  const section = region(page, 'Contract and deposits')
  await section.getByText('No deposit is recorded on this contract yet.').waitFor()
  const amounts = { SUBMITTED: 100, PENDING: 20.5, PENDING_REFUND: 3, REFUNDED: 4, RELEASED: 5, FORFEITED: 6, DRAFT: 7 }
  for (const status of depositStatuses) {
    const amount = new Map(Object.entries(amounts)).get(status)
    const body = { depositType: 'EMD', instrumentNo: status, status }
    if (amount) await owner.ok(createDeposit, { params: { contractId }, body: { ...body, amount } })
  }
  await page.reload()
  await eventually(() => section.getByRole('row').allTextContents()).toEqual([
    'DepositsCountAmount',
    'Held2₹120.50',
    'On the way back1₹3.00',
    'Returned2₹9.00',
    'Forfeited1₹6.00',
    'Never paid1₹7.00',
  ])
  await section.getByText('PTG-1', { exact: true }).waitFor()
  await section.getByText('Awarded', { exact: true }).waitFor()
  await region(page, 'Status history')
    .getByText(/, Asha Rao$/)
    .waitFor()
  await section.getByRole('link', { name: 'See the deposits' }).click()
  await title(page, 'Security deposits')
  expect(new URL(page.url()).pathname).toBe(`/contracts/${contractId}/security-deposit`)
})

test('a review of a task is requested, rejected while its sub-tasks are open, rejected with a reason and finally approved', async ({
  page,
  owner,
}) => {
  const { id: projectId } = await newProject(owner, 'Pylon')
  const parent = await owner.ok(createTask, { body: { projectId, title: 'Mast' } })
  const leaf = await owner.ok(createTask, { body: { projectId, parentId: parent.id, title: 'Guy ropes' } })
  await page.goto(`/project-tasks/${leaf.id}`)
  const above = page.getByRole('navigation', { name: 'Above this task' })
  await eventually(() => above.getByRole('link').allTextContents()).toEqual(['Pylon', '1 Mast'])
  await above.getByRole('link', { name: '1 Mast' }).click()
  await title(page, '1 Mast')
  const review = region(page, 'Review')
  await button(page, 'Request review').click()
  // The requester may not decide, so that somebody else requests the review.
  await review.getByText(/^You asked for this review, so somebody else decides: .*Imran Khan/).waitFor()
  await eventually(() => review.getByRole('button').allTextContents()).toEqual([])
  const engineer = await person('site@demo.example')
  const requestReview = async () => {
    const { updatedAt } = await owner.ok(updateTask, { params: { id: parent.id }, body: { status: 'IN_PROGRESS' } })
    await engineer.ok(updateTask, { params: { id: parent.id }, body: { status: 'UNDER_REVIEW', updatedAt } })
    await page.reload()
  }
  await requestReview()
  await button(page, 'Approve').click()
  await review
    .getByRole('alert')
    .getByText(/1 of its sub-tasks is not approved yet/)
    .waitFor()
  await button(page, 'Reject…').click()
  await button(page, 'Reject').click()
  const reason = { name: 'Rejection reason', description: /Rejection reason is required/ }
  await focusIsOn(page, review.getByRole('textbox', reason))
  await field(page, 'Rejection reason').fill('The mast leans')
  await owner.ok(updateTask, { params: { id: parent.id }, body: { comment: 'Seen on site' } })
  await button(page, 'Reject').click()
  await review.getByRole('alert').getByText('Somebody changed this task').waitFor()
  await button(page, 'Reload').click()
  await eventually(() => review.getByRole('alert').count()).toBe(0)
  await eventually(() => valueOf(page, 'Rejection reason')).toBe('The mast leans')
  await button(page, 'Reject').click()
  await button(page, 'Reopen').waitFor()
  await focusIsOn(page, review.getByRole('group', { name: 'Review of this task' }))
  await eventually(() => review.textContent()).toMatch(/RejectedAsha Rao, .*Rejection reasonThe mast leans/)
  expect(await owner.ok(getTask, { params: { id: parent.id } })).toMatchObject({ comment: 'Seen on site' })
  await owner.ok(updateTask, { params: { id: leaf.id }, body: { status: 'APPROVED' } })
  await requestReview()
  await button(page, 'Approve').click()
  await review.getByText(/^Asha Rao, /).waitFor()
  await eventually(() => review.textContent()).toMatch(/^ReviewStatusApproved/)
  const { isApproved, rejectedBy } = await owner.ok(getTask, { params: { id: parent.id } })
  expect([isApproved, rejectedBy]).toEqual([true, null])
})

const sheet = (name: string, rows: string[]) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(rows.join('\r\n')) })

test('an upload stores nothing of a file with one bad row and all of a good one, and an export is imported back', async ({
  page,
  owner,
}) => {
  const { id: projectId } = await newProject(owner, 'Prism')
  await page.goto('/project-tasks/bulk-upload')
  await title(page, 'Upload tasks')
  await button(page, 'Upload').click()
  await alert(page, 'Please choose a project.')
  await choose(page, 'Project', 'Prism')
  await button(page, 'Upload').click()
  await alert(page, 'Please select a file to upload.')
  const file = page.getByLabel('File of tasks')
  await file.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('1') })
  await alert(page, 'Only CSV or Excel files are allowed.')
  const rows = ['Number,Title,Progress', '1,Lens,10', '1.1,Glass,20']
  await file.setInputFiles(sheet('bad.csv', [...rows, '2,Stand,120']))
  await button(page, 'Upload').click()
  const failed = page.getByRole('region', { name: 'Rows that were not stored' })
  await failed.getByRole('row', { name: /^4 2 Progress .*120 must be at most 100/ }).waitFor()
  expect(await owner.ok(filterTasks, { body: { projectId } })).toEqual([])
  await button(page, 'Reset').click()
  await file.setInputFiles(sheet('good.csv', [...rows, '2,Stand,100']))
  await button(page, 'Check first').click()
  await button(page, 'Upload 3 tasks').click()
  await page.getByRole('link', { name: 'See the tree' }).click()
  await eventually(() => treeRows(page)).toEqual(['1 Lens', '1.1 Glass', '2 Stand'])
  await page.goto(`/project-tasks/bulk-upload?projectId=${projectId}`)
  const excel = button(page, 'Download the tasks of the project as Excel')
  const [download] = await Promise.all([page.waitForEvent('download'), excel.click()])
  await file.setInputFiles({ name: 'back.xlsx', mimeType: '', buffer: await readFile(await download.path()) })
  await button(page, 'Upload').click()
  const outcome = region(page, 'Upload of back.xlsx')
  await outcome.getByRole('link', { name: 'See the tree' }).waitFor()
  await eventually(() => outcome.getByRole('term').allTextContents()).toContain('Unchanged')
  await eventually(() => outcome.getByRole('definition').allTextContents()).toEqual(['3', '0', '0', '3', '0'])
})
