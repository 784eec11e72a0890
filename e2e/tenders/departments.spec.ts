import { createDeposit } from '@plinth/api/deposits/deposits'
import { type Contract, createContract, getContract } from '@plinth/api/tenders/contracts'
import { createOffice, filterOffices } from '@plinth/api/tenders/offices'
import { expect } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll } from '../src/browser.ts'
import { testIn } from '../src/desk.ts'
import { person } from '../src/people.ts'
import { alert, choose, columnOf, eventually, field, fill, save, showing, title } from '../src/screen.ts'

/** Departments: chosen for a contract, and opened from the dashboard with one click. */

const test = testIn('Department Works').extend('calls', { scope: 'file' }, ({ company }) =>
  person(company.administrator),
)

test('on a phone an office can be chosen for a contract or created over its form, which keeps its values', async ({
  enter,
  company,
  calls,
}) => {
  const page = await enter(company.administrator, 'phone')
  await page.goto('/contracts/create')
  await title(page, 'New contract')
  await fill(page, { 'Contract name': 'Widening', 'Bid ID': 'W-1' })
  await page.getByRole('button', { name: 'New office', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'New office' })
  await dialog.waitFor()
  await expectAccessible(page)
  await dialog.getByLabel('Department').fill('Irrigation')
  await page.keyboard.press('Enter')
  await dialog.getByText('Office is required').waitFor()
  await dialog.getByLabel('Office', { exact: false }).last().fill('Canal Division')
  await dialog.getByLabel('Designation').fill('Executive Engineer')
  await page.keyboard.press('Control+s')
  await dialog.waitFor({ state: 'detached' })
  await eventually(() => field(page, 'Office').inputValue()).toBe(`Irrigation — Executive Engineer, Canal Division`)
  await eventually(() => field(page, 'Bid ID').inputValue()).toBe('W-1')
  await expectNoSidewaysScroll(page)
  await save(page)
  await alert(page, 'Contract created successfully!')
  const { content } = await calls.ok(filterOffices, { body: { department: 'Irrigation' } })
  expect(content).toMatchObject([{ name: 'Canal Division', contracts: 1 }])
  await page.goto('/contracts/offices?department=Irrigation')
  await page.getByRole('link', { name: 'View Canal Division' }).first().click()
  await page.getByRole('link', { name: '1 contract', exact: true }).click()
  await title(page, 'Contracts')
  await showing(page, 'Showing page 1 of 1 — 1 total records')
})

test('the dashboard links to the deposits of one department only', async ({ enter, company, calls }) => {
  const contracts: Contract[] = []
  for (const department of ['PWD', 'CPWD']) {
    const { id: officeId } = await calls.ok(createOffice, { body: { department, name: 'Division' } })
    const contract = await calls.ok(createContract, { body: { contractName: `Road of ${department}`, officeId } })
    contracts.push(contract)
    const body = {
      depositType: 'EMD',
      instrumentNo: `DD ${department}`,
      amount: department === 'PWD' ? 1_000.5 : 2_000,
    }
    await calls.ok(createDeposit, { params: { contractId: contract.id }, body })
  }
  const page = await enter(company.administrator)
  await page.goto('/contracts')
  const row = page.getByRole('row', { name: /^PWD/ })
  await row.waitFor()
  await row.getByRole('link', { name: '₹1,000.50' }).click()
  await title(page, 'Deposit register')
  await eventually(() => columnOf(page, 'Instrument no.')).toEqual(['DD PWD'])
  await page.getByRole('button', { name: 'Take off the filter Department' }).click()
  await showing(page, 'Showing page 1 of 1 — 2 total records')
  await page.goto(`/contracts/${contracts[1]?.id}/edit`)
  await choose(page, 'Office', 'PWD — Division')
  await save(page)
  await alert(page, 'Contract updated successfully!')
  expect(await calls.ok(getContract, { params: { id: contracts[1]?.id ?? '' } })).toMatchObject({ department: 'PWD' })
})

test('a deposit form suggests types in use, shares of the tender and today, and fills in nothing by itself', async ({
  enter,
  company,
  calls,
}) => {
  const values = { tenderActualValue: 249_582_333.35, tenderBidValue: 234_108_197 }
  const { id } = await calls.ok(createContract, { body: { contractName: 'Shares', ...values } })
  const sd = { depositType: 'SD (running bill)', instrumentNo: 'RA-1', amount: 5 }
  await calls.ok(createDeposit, { params: { contractId: id }, body: sd })
  const page = await enter(company.administrator)
  await page.goto(`/contracts/${id}/security-deposit/create`)
  await title(page, 'New deposit')
  const offer = (name: string) => page.getByRole('button', { name, exact: true })
  await offer('5 % of the bid ₹1,17,05,409.85').waitFor()
  await field(page, 'Deposit type').click()
  await page.getByRole('option', { name: 'SD (running bill)' }).waitFor()
  await page.getByRole('option', { name: 'EMD', exact: true }).click()
  await offer('5 % of the bid ₹1,17,05,409.85').waitFor({ state: 'detached' })
  await eventually(() => field(page, 'Amount').inputValue()).toBe('')
  await offer('1 % of the estimate ₹24,95,823.33').click()
  await offer('Submitted on: today').click()
  await field(page, 'Instrument no.').click()
  await page.getByRole('option', { name: 'FDR' }).click()
  await page.keyboard.type('4711')
  await eventually(() => field(page, 'Instrument no.').inputValue()).toBe('FDR 4711')
  await page.getByRole('button', { name: 'More fields (15)' }).click()
  await eventually(() => field(page, 'Created on').inputValue()).toBe('')
  await eventually(() => field(page, 'Submitted on').inputValue()).not.toBe('')
  await save(page)
  await alert(page, 'Deposit created successfully!')
  await showing(page, 'Showing page 1 of 1 — 2 total records')
  await eventually(() => columnOf(page, 'Amount')).toContain('₹24,95,823.33')
})
