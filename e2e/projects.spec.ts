import { randomUUID } from 'node:crypto'
import { createContract } from '@plinth/api/contracts'
import { createProject, getProject } from '@plinth/api/projects'
import { createTask } from '@plinth/api/tasks'
import type { Client } from '@plinth/server/test-server'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { test } from './src/desk.ts'
import {
  alert,
  apply,
  asked,
  choose,
  columnOf,
  eventually,
  faultAt,
  field,
  fill,
  offered,
  offline,
  save,
  showing,
  title,
  typed,
  valueOf,
} from './src/screen.ts'

const listOf = (name: string) => `/projects?projectName=${name}`
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const newProject = (owner: Client, projectName: string) => owner.ok(createProject, { body: { projectName } })

/** Four projects that differ in every field that can be asked for; the second is the one that is looked for. */
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
  expect(await columnOf(page, 'Project name')).toEqual(['Parallax Baker'])
}

test('each filter finds the one project it is meant for', async ({ page }) => {
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
    await field(page, label).fill(text)
    await found(page)
    await field(page, label).fill('')
    await apply(page)
  }
})

test('days and statuses filter too, and live in the address', async ({ page }) => {
  await page.goto(listOf('Parallax'))
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

test('a sorted list of projects is paged', async ({ page }) => {
  await page.goto(`${listOf('Parallax')}&size=3`)
  await showing(page, 'Showing page 1 of 2 — 4 total records')
  const names = ['Able', 'Baker', 'Charlie', 'Delta'].map((name) => `Parallax ${name}`)
  await button(page, 'Project name').click()
  await eventually(() => columnOf(page, 'Project name')).toEqual(names.slice(0, 3))
  await button(page, 'Next').click()
  await showing(page, 'Showing page 2 of 2 — 4 total records')
  expect(await columnOf(page, 'Project name')).toEqual(names.slice(3))
  await button(page, 'Project name').click()
  await showing(page, 'Showing page 1 of 2 — 4 total records')
  await eventually(() => columnOf(page, 'Project name')).toEqual(names.toReversed().slice(0, 3))
})

test('a project is entered: DRAFT at first, though the list does not offer it', async ({ page }) => {
  await page.goto(listOf('Penumbra'))
  await page.getByText('Nothing matches these filters. Change or clear them.').waitFor()
  await page.getByRole('link', { name: 'New project' }).click()
  await title(page, 'New project')
  expect(await valueOf(page, 'Status')).toBe('Draft')
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
  expect(await draft.isDisabled()).toBe(true)
  await page.getByRole('option', { name: 'Planned', exact: true }).click()
  await fill(page, { 'Project name': 'Penumbra canal', 'Actual value': '8000000', 'Bid percentage': '2.5' })
  await save(page)
  await alert(page, 'Project created successfully!')
  await showing(page, 'Showing page 1 of 1 — 1 total records')
  const row = await page.getByRole('row', { name: /Penumbra canal/ }).textContent()
  expect(row).toContain('Planned')
  expect(row).toContain('₹82,00,000.00')
})

test('percentage and value of a bid follow each other, and are 0 where the other is no number', async ({ page }) => {
  await page.goto('/projects/create')
  await fill(page, { 'Actual value': '4000000', 'Bid value': '3000000' })
  await eventually(() => valueOf(page, 'Bid percentage')).toBe('-25')
  await fill(page, { 'Bid percentage': '12.5' })
  await eventually(() => valueOf(page, 'Bid value')).toBe('45,00,000')
  await fill(page, { 'Bid percentage': '' })
  await eventually(() => valueOf(page, 'Bid value')).toBe('0')
  await fill(page, { 'Actual value': '', 'Bid value': '100' })
  await eventually(() => valueOf(page, 'Bid percentage')).toBe('0')
})

test('faults stand beside their fields, and what was typed stays', async ({ page }) => {
  const given = { 'Contract bid ID': 'PEN-9', Comment: 'Kept', 'Extension count': '2' }
  await page.goto('/projects/create')
  await fill(page, { ...given, 'Given start date': '10/03/2031', 'Given end date': '09/03/2031' })
  await page.keyboard.press('Tab')
  await save(page)
  await faultAt(page, 'Project name', 'Project name is required')
  await faultAt(page, 'Given end date', 'Given end date must not be before Given start date')
  expect(await typed(page, Object.keys(given))).toEqual(given)
})

test('a changed project is told of, and one that cannot be saved or fetched too', async ({ page, owner }) => {
  const { id } = await newProject(owner, 'Pinnacle')
  await page.goto(listOf('Pinnacle'))
  await page.getByRole('link', { name: 'Edit Pinnacle' }).click()
  await title(page, 'Edit project')
  await fill(page, { 'Project name': 'Pinnacle tower' })
  await offline(page, `**/projects/${id}`, async () => {
    await save(page)
    await alert(page, 'Failed to save project. Please try again.')
  })
  expect(await valueOf(page, 'Project name')).toBe('Pinnacle tower')
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

test('a project of a contract cannot be deleted, and says why', async ({ page, owner }) => {
  const awarded = { contractName: 'Polder', bidId: 'PLD-1', status: 'AWARDED' as const }
  const contract = await owner.ok(createContract, { body: awarded })
  await owner.ok(createProject, { body: { contractId: contract.id } })
  await page.goto(listOf('Polder'))
  const remove = button(page, 'Delete Polder')
  await remove.waitFor()
  expect(await remove.isDisabled()).toBe(true)
  expect(await remove.getAttribute('title')).toBe('This project is linked to a contract and cannot be deleted')
  await page.getByRole('link', { name: 'PLD-1' }).click()
  await title(page, 'Polder')
  expect(new URL(page.url()).pathname).toBe(`/contracts/${contract.id}`)
})

test('a project of its own is deleted once that is confirmed', async ({ page, owner }) => {
  const { id } = await newProject(owner, 'Prairie')
  await page.goto(listOf('Prairie'))
  const remove = () => button(page, 'Delete Prairie').click()
  expect(await asked(page, 'dismiss', remove)).toBe('Are you sure you want to delete this project?')
  expect((await owner.ok(getProject, { params: { id } })).projectName).toBe('Prairie')
  await asked(page, 'accept', remove)
  await page.getByText('Nothing matches these filters. Change or clear them.').waitFor()
  expect(await owner.refused(getProject, { params: { id } })).toMatchObject({ status: 404 })
})

test('a project with tasks is not deleted, and the reason is told', async ({ page, owner }) => {
  const { id } = await newProject(owner, 'Pontoon')
  await owner.ok(createTask, { body: { projectId: id, title: 'Floats' } })
  await page.goto(listOf('Pontoon'))
  await asked(page, 'accept', () => button(page, 'Delete Pontoon').click())
  await alert(page, 'It cannot be deleted: it still has 1 task')
  await showing(page, 'Showing page 1 of 1 — 1 total records')
})
