import type { Browser, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { openBrowser, signIn, visit } from '../src/browser.ts'
import { alert, apply, choose, eventually, openFilters, save, showing, title } from '../src/screen.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})

/** Finds a tender among the sixty by its bid id and opens its form. */
async function award(page: Page, bidId: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Modules' }).getByRole('link', { name: 'Contracts' }).click()
  await page.getByRole('main').getByRole('link', { name: 'All contracts' }).click()
  await page.getByText(/^Showing page 1 of \d+ — \d+ total records$/).waitFor()
  await openFilters(page)
  await page.getByRole('textbox', { name: 'Bid ID' }).fill(bidId)
  await apply(page)
  await showing(page, 'Showing page 1 of 1 — 1 total records')
  await page.getByRole('link', { name: /^Edit / }).click()
  await title(page, 'Edit contract')
  await choose(page, 'Status', 'Awarded')
  await save(page)
  await alert(page, 'Contract updated successfully!')
}

async function recordEmd(page: Page): Promise<void> {
  await page.getByRole('link', { name: /^View / }).click()
  await page.getByRole('link', { name: 'Security deposits' }).click()
  await page.getByRole('link', { name: 'Add deposit' }).first().click()
  await page.getByRole('combobox', { name: 'Deposit type' }).fill('EMD')
  await page.getByRole('combobox', { name: 'Instrument no.' }).fill('DD998877')
  await page.getByRole('textbox', { name: 'Amount' }).pressSequentially('1234567')
  await eventually(() => page.getByRole('textbox', { name: 'Amount' }).inputValue()).toContain('12,34,567')
  await save(page)
  await page.getByText('DD998877').waitFor()
}

async function createProject(page: Page, bidId: string): Promise<void> {
  await page.goto('/contracts/contract-deposit')
  await openFilters(page)
  await page.getByRole('textbox', { name: 'Bid ID' }).fill(bidId)
  await apply(page)
  await showing(page, 'Showing page 1 of 1 — 1 total records')
  await page.getByText('₹12,34,567.00').waitFor()
  const create = page.getByRole('button', { name: /^Create Project/ })
  await create.click()
  await alert(page, 'Project created successfully!')
  await eventually(() => create.isDisabled()).toBe(true)
}

async function addTask(page: Page, name: string): Promise<void> {
  await title(page, 'New task')
  await page.getByRole('textbox', { name: 'Title' }).fill(name)
  await save(page)
  await page.getByRole('alert').getByText('Task created successfully!').first().waitFor()
}

/** Creates tasks on three levels below the project: 1, 1.1 and 1.1.1. */
async function breakDown(page: Page, bidId: string): Promise<void> {
  await page.goto('/projects')
  await openFilters(page)
  await page.getByRole('textbox', { name: 'Contract bid ID' }).fill(bidId)
  await apply(page)
  await showing(page, 'Showing page 1 of 1 — 1 total records')
  await page.getByRole('link', { name: /tasks/i }).last().click()
  await page.getByText('This project has no tasks yet.').waitFor()
  await page.getByRole('link', { name: 'New task' }).click()
  await addTask(page, 'Foundation')
  await page.getByRole('link', { name: 'Add sub-task to Foundation' }).click()
  await addTask(page, 'Piling')
  await page.getByRole('link', { name: 'Add sub-task to Piling' }).click()
  await addTask(page, 'Casting of piles')
}

test('a tender becomes a project with tasks on three levels', async () => {
  const { page, faults } = await visit(browser)
  // The bid id ends with the financial year in which the sample was made.
  const bidId = '38/EE/BCD-II/'
  await signIn(page, 'owner@demo.example')
  await award(page, bidId)
  await recordEmd(page)
  await createProject(page, bidId)
  await breakDown(page, bidId)
  const row = page.getByRole('row', { name: /Casting of piles/ })
  await eventually(() => row.getAttribute('aria-level')).toBe('3')
  await eventually(() => row.textContent()).toContain('1.1.1')
  expect(faults).toEqual([])
})
