import { createDeposit, listDeposits } from '@plinth/api/deposits/deposits'
import { createContract, getContract, updateContract } from '@plinth/api/tenders/contracts'
import { createProject, getProject } from '@plinth/api/works/projects'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible } from '../src/browser.ts'
import { testIn } from '../src/desk.ts'
import { person } from '../src/people.ts'
import { alert, columnOf, eventually, focusIsOn, heldBack, showing, undo } from '../src/screen.ts'

/** Status, day and amount are changed in a list without another screen, and restored by Undo. */

const test = testIn('Swift Works').extend('owner', { scope: 'file' }, ({ company }) => person(company.administrator))

const status = (page: Page, name: string) => page.getByRole('combobox', { name: `Status of ${name}`, exact: true })

async function choose(page: Page, name: string, text: string): Promise<void> {
  await status(page, name).focus()
  await status(page, name).selectOption({ label: text })
  // The options exist while the field has the focus, and would be read as the text of the cell.
  await page.getByRole('heading', { level: 1 }).focus()
}

test('the status of a contract is changed in a filtered list, and restored by Undo', async ({
  enter,
  owner,
  company,
}) => {
  const { id } = await owner.ok(createContract, { body: { contractName: 'Kaveri bridge', status: 'SUBMITTED' } })
  const page = await enter(company.administrator)
  await page.goto('/contracts/list?quickFilters=AWAITING_RESULT')
  await showing(page, 'Showing page 1 of 1 — 1 total records')
  await choose(page, 'Kaveri bridge', 'Awarded')
  await alert(page, 'Kaveri bridge: status Awarded')
  // The contract no longer matches the filter of the list.
  await page.getByText('Nothing matches these filters. Change or clear them.').waitFor()
  expect((await owner.ok(getContract, { params: { id } })).status).toBe('AWARDED')
  await undo(page, 'Kaveri bridge: status Awarded')
  await alert(page, 'Undone: Kaveri bridge: status Submitted')
  await eventually(() => columnOf(page, 'Status')).toEqual(['Submitted'])
  expect((await owner.ok(getContract, { params: { id } })).status).toBe('SUBMITTED')
  await page.getByRole('link', { name: 'Kaveri bridge', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Kaveri bridge' }).waitFor()
})

test('a status that somebody saved in between is kept, and a notice says so', async ({ enter, owner, company }) => {
  const { id } = await owner.ok(createContract, { body: { contractName: 'Bhadra canal' } })
  const page = await enter(company.administrator)
  await page.goto('/contracts/list?contractName=Bhadra')
  await showing(page, 'Showing page 1 of 1 — 1 total records')
  await owner.ok(updateContract, { params: { id }, body: { status: 'CANCELLED' } })
  await choose(page, 'Bhadra canal', 'Submitted')
  await alert(page, 'Somebody changed it in the meantime, so that nothing was saved.')
  await eventually(() => columnOf(page, 'Status')).toEqual(['Cancelled'])
})

test('the status of deposits and projects is changed in lists, and is read-only without the permission to edit', async ({
  enter,
  owner,
  company,
}) => {
  const { id: contractId } = await owner.ok(createContract, { body: { contractName: 'Tunga weir' } })
  const body = { depositType: 'EMD', instrumentNo: 'DD 771', amount: 500 }
  await owner.ok(createDeposit, { params: { contractId }, body })
  await owner.ok(createProject, { body: { projectName: 'Tunga weir' } })
  const page = await enter(company.administrator)
  await page.goto('/contracts/deposit-register')
  await choose(page, 'EMD DD 771', 'Pending refund')
  await alert(page, 'EMD DD 771: status Pending refund')
  await eventually(() => columnOf(page, 'Status')).toContain('Pending refund')
  await page.goto('/projects')
  // A new project has a status outside the choices.
  await choose(page, 'Tunga weir', 'In progress')
  await alert(page, 'Tunga weir: status In progress')
  const reader = await company.joinWith('Reader', { Contracts: ['canView'] })
  const other = await enter(reader)
  await other.goto('/contracts/list?contractName=Tunga')
  await eventually(() => columnOf(other, 'Status')).toEqual(['Draft'])
  expect(await status(other, 'Tunga weir').count()).toBe(0)
})

/** The button that shows a value of a record and opens its editor. */
const value = (page: Page, label: string, name: string) =>
  page.getByRole('button', { name: new RegExp(`^${label} of ${name}: `) })
const editor = (page: Page, label: string, name: string) =>
  page.getByRole('textbox', { name: `${label} of ${name}`, exact: true })

test('a day is typed in its cell, and a day that is invalid or breaks a rule stays as typed with its error', async ({
  enter,
  owner,
  company,
}) => {
  const body = { contractName: 'Hemavathi bridge', openingDate: '2026-03-01', closingDate: '2026-03-05' }
  const { id } = await owner.ok(createContract, { body })
  const stored = async () => (await owner.ok(getContract, { params: { id } })).closingDate
  const page = await enter(company.administrator)
  await page.goto('/contracts/list?contractName=Hemavathi')
  const [cell, input] = [
    value(page, 'Closing date', 'Hemavathi bridge'),
    editor(page, 'Closing date', 'Hemavathi bridge'),
  ]
  await cell.focus()
  await page.keyboard.press('F2')
  await input.fill('32/13/2026')
  await page.keyboard.press('Enter')
  await alert(page, 'Closing date must be a day such as 05/11/2026')
  await eventually(() => input.inputValue()).toBe('32/13/2026')
  await input.fill('01/02/2026')
  await page.keyboard.press('Enter')
  await alert(page, 'Closing date must not be before Opening date')
  await eventually(() => input.inputValue()).toBe('01/02/2026')
  await expectAccessible(page)
  expect(await stored()).toBe('2026-03-05')
  await page.keyboard.press('Escape')
  await focusIsOn(page, cell)
  await eventually(() => cell.textContent()).toBe('05 Mar 2026')
  await page.keyboard.press('Enter')
  await input.fill('9-4-26')
  await page.keyboard.press('Enter')
  await alert(page, 'Hemavathi bridge: Closing date 09 Apr 2026')
  await focusIsOn(page, cell)
  await eventually(() => columnOf(page, 'Closing date')).toEqual(['09 Apr 2026'])
  expect(await stored()).toBe('2026-04-09')
  await page.keyboard.press('Control+z')
  await alert(page, 'Undone: Hemavathi bridge: Closing date 05 Mar 2026')
  expect(await stored()).toBe('2026-03-05')
  // Choosing a day in the calendar stores it.
  await cell.click()
  await page.getByRole('button', { name: '18 March 2026' }).click()
  await alert(page, 'Hemavathi bridge: Closing date 18 Mar 2026')
  expect(await stored()).toBe('2026-03-18')
})

test('an amount is read as in forms and stored on leaving the cell, and Undo restores the values that depend on it', async ({
  enter,
  owner,
  company,
}) => {
  const bid = { tenderActualValue: 1_000_000, tenderBidPercentage: -5 }
  const { id } = await owner.ok(createContract, { body: { contractName: 'Shimsha road', ...bid } })
  const stored = async () => {
    const { tenderBidValue, tenderBidPercentage } = await owner.ok(getContract, { params: { id } })
    return [tenderBidValue, tenderBidPercentage]
  }
  const page = await enter(company.administrator)
  await page.goto('/contracts/list?contractName=Shimsha')
  await value(page, 'Bid value', 'Shimsha road').click()
  const input = editor(page, 'Bid value', 'Shimsha road')
  await input.fill('nine lakhs')
  await page.keyboard.press('Enter')
  await alert(page, 'Bid value must be an amount such as 12,34,567.50')
  await input.fill('Rs. 9,00,000/-')
  await page.getByRole('heading', { level: 1 }).click()
  await alert(page, 'Shimsha road: Bid value ₹9,00,000.00')
  expect(await stored()).toEqual([900_000, -10])
  await undo(page, 'Shimsha road: Bid value')
  await alert(page, 'Undone: Shimsha road: Bid value ₹9,50,000.00')
  expect(await stored()).toEqual([950_000, -5])
  // Somebody else saved first: nothing is overwritten, and the typed value is kept.
  await value(page, 'Bid value', 'Shimsha road').click()
  await owner.ok(updateContract, { params: { id }, body: { tenderBidValue: 880_000 } })
  await input.fill('870000')
  await page.keyboard.press('Enter')
  await alert(page, 'Somebody changed it in the meantime, so that nothing was saved.')
  await page.getByText('Now: ₹8,80,000.00').waitFor()
  await eventually(() => input.inputValue()).toBe('8,70,000')
  expect(await stored()).toEqual([880_000, -12])
  await page.keyboard.press('Enter')
  await alert(page, 'Shimsha road: Bid value ₹8,70,000.00')
  expect(await stored()).toEqual([870_000, -13])
})

test('a second change to a record right after the first is not rejected as somebody else’s', async ({
  enter,
  owner,
  company,
}) => {
  const { id } = await owner.ok(createContract, { body: { contractName: 'Palar weir', paperCost: 500 } })
  const page = await enter(company.administrator)
  await page.goto('/contracts/list?contractName=Palar')
  await value(page, 'Closing date', 'Palar weir').waitFor()
  // The list is delayed, as on a slow connection.
  await heldBack(page, '**/contracts/filter', async () => {
    await value(page, 'Closing date', 'Palar weir').click()
    await editor(page, 'Closing date', 'Palar weir').fill('05/03/2026')
    await page.keyboard.press('Enter')
    await alert(page, 'Palar weir: Closing date 05 Mar 2026')
    await eventually(() => columnOf(page, 'Closing date')).toEqual(['05 Mar 2026'])
    await value(page, 'Bid value', 'Palar weir').click()
    await editor(page, 'Bid value', 'Palar weir').fill('750000')
    await page.keyboard.press('Enter')
    await alert(page, 'Palar weir: Bid value ₹7,50,000.00')
    await choose(page, 'Palar weir', 'Submitted')
    await alert(page, 'Palar weir: status Submitted')
    await undo(page, 'Palar weir: status Submitted')
    await alert(page, 'Undone: Palar weir: status Draft')
    await value(page, 'Closing date', 'Palar weir').click()
    await editor(page, 'Closing date', 'Palar weir').fill('07/03/2026')
    await page.keyboard.press('Enter')
    await alert(page, 'Palar weir: Closing date 07 Mar 2026')
  })
  expect(await owner.ok(getContract, { params: { id } })).toMatchObject({
    status: 'DRAFT',
    closingDate: '2026-03-07',
    tenderBidValue: 750_000,
  })
})

test('days and amounts of deposits and projects are changed in lists, and are plain text without the permission to edit', async ({
  enter,
  owner,
  company,
}) => {
  const { id: contractId } = await owner.ok(createContract, { body: { contractName: 'Arkavathi' } })
  const body = { depositType: 'EMD', instrumentNo: 'FDR 9', amount: 500, depositSubmitedDate: '2026-01-10' }
  await owner.ok(createDeposit, { params: { contractId }, body })
  const { id } = await owner.ok(createProject, { body: { projectName: 'Arkavathi' } })
  const page = await enter(company.administrator)
  for (const path of ['/contracts/deposit-register?instrumentNo=FDR+9', `/contracts/${contractId}/security-deposit`]) {
    await page.goto(path)
    await value(page, 'Returned on', 'EMD FDR 9').click()
    await editor(page, 'Returned on', 'EMD FDR 9').fill('05/01/2026')
    await page.keyboard.press('Enter')
    await alert(page, 'Returned on must not be before Submitted on')
    await editor(page, 'Returned on', 'EMD FDR 9').fill('11/02/2026')
    await page.keyboard.press('Enter')
    await alert(page, 'EMD FDR 9: Returned on 11 Feb 2026')
    const [stored] = await owner.ok(listDeposits, { params: { contractId }, query: {} })
    expect(stored?.depositeReturnedDate).toBe('2026-02-11')
    await undo(page, 'EMD FDR 9: Returned on 11 Feb 2026')
    await alert(page, 'Undone: EMD FDR 9: Returned on –')
  }
  await page.goto('/projects?projectName=Arkavathi')
  await value(page, 'Given end date', 'Arkavathi').click()
  await editor(page, 'Given end date', 'Arkavathi').fill('30/06/2027')
  await page.keyboard.press('Enter')
  await alert(page, 'Arkavathi: Given end date 30 Jun 2027')
  expect((await owner.ok(getProject, { params: { id } })).givenEndDate).toBe('2027-06-30')
  const reader = await company.joinWith('Looker', { Contracts: ['canView'] })
  const other = await enter(reader)
  await other.goto('/contracts/deposit-register?instrumentNo=FDR+9')
  await eventually(() => columnOf(other, 'Amount')).toEqual(['₹500.00'])
  expect(await value(other, 'Amount', 'EMD FDR 9').count()).toBe(0)
})
