import { createContract, getContract, updateContract } from '@plinth/api/contracts'
import { createDeposit } from '@plinth/api/deposits'
import { createProject } from '@plinth/api/projects'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible, expectContrast } from './src/browser.ts'
import { testIn } from './src/desk.ts'
import { person } from './src/people.ts'
import { alert, columnOf, eventually, showing, undo } from './src/screen.ts'

/** A status is changed where a list shows it, without another screen, and taken back by Undo. */

const test = testIn('Swift Works').extend('owner', { scope: 'file' }, ({ company }) => person(company.administrator))

const status = (page: Page, name: string) => page.getByRole('combobox', { name: `Status of ${name}`, exact: true })

async function choose(page: Page, name: string, text: string): Promise<void> {
  await status(page, name).focus()
  await status(page, name).selectOption({ label: text })
  // The choices are there as long as somebody may be about to choose, and would be read as what the cell says.
  await page.getByRole('heading', { level: 1 }).focus()
}

test('of a contract, among those of its kind, and taken back', async ({ enter, owner, company }) => {
  const { id } = await owner.ok(createContract, { body: { contractName: 'Kaveri bridge', status: 'SUBMITTED' } })
  const page = await enter(company.administrator)
  await page.goto('/contracts/list?quickFilters=AWAITING_RESULT')
  await showing(page, 'Showing page 1 of 1 — 1 total records')
  await expectAccessible(page)
  await expectContrast(page)
  await choose(page, 'Kaveri bridge', 'Awarded')
  await alert(page, 'Kaveri bridge: status Awarded')
  // It is none of those any more that the list is narrowed to.
  await page.getByText('Nothing matches these filters. Change or clear them.').waitFor()
  expect((await owner.ok(getContract, { params: { id } })).status).toBe('AWARDED')
  await undo(page, 'Kaveri bridge: status Awarded')
  await alert(page, 'Undone: Kaveri bridge: status Submitted')
  await eventually(() => columnOf(page, 'Status')).toEqual(['Submitted'])
  expect((await owner.ok(getContract, { params: { id } })).status).toBe('SUBMITTED')
  await page.getByRole('link', { name: 'Kaveri bridge', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Kaveri bridge' }).waitFor()
})

test('what somebody saved in between stays, and that is told', async ({ enter, owner, company }) => {
  const { id } = await owner.ok(createContract, { body: { contractName: 'Bhadra canal' } })
  const page = await enter(company.administrator)
  await page.goto('/contracts/list?contractName=Bhadra')
  await showing(page, 'Showing page 1 of 1 — 1 total records')
  await owner.ok(updateContract, { params: { id }, body: { status: 'CANCELLED' } })
  await choose(page, 'Bhadra canal', 'Submitted')
  await alert(page, 'Somebody changed it in the meantime, so that nothing was saved.')
  await eventually(() => columnOf(page, 'Status')).toEqual(['Cancelled'])
})

test('of deposits and projects too; who may not edit sees it and cannot', async ({ enter, owner, company }) => {
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
  // A blank project has a status that is none of the choices.
  await choose(page, 'Tunga weir', 'In progress')
  await alert(page, 'Tunga weir: status In progress')
  const reader = await company.joinWith('Reader', { Contracts: ['canView'] })
  const other = await enter(reader)
  await other.goto('/contracts/list?contractName=Tunga')
  await eventually(() => columnOf(other, 'Status')).toEqual(['Draft'])
  expect(await status(other, 'Tunga weir').count()).toBe(0)
})
