import { getContractTerms, updateContractTerms } from '@plinth/api/tenders/contract-terms'
import { createContract } from '@plinth/api/tenders/contracts'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll } from '../src/browser.ts'
import { testIn } from '../src/desk.ts'
import { alert, button, dialog, eventually, field, fill, focusIsOn, title } from '../src/screen.ts'

/** The terms of a contract are on its page, and are edited in a drawer over it. */

const test = testIn('Tapi Works').extend('contract', ({ owner }) =>
  owner.ok(createContract, {
    body: {
      contractName: 'Tapi aqueduct',
      status: 'COMPLETED',
      actualStartDate: '2025-01-01',
      actualEndDate: '2026-08-31',
    },
  }),
)

const side = (page: Page) => page.getByRole('region', { name: 'Terms', exact: true })
const save = (page: Page) => dialog(page).getByRole('button', { name: 'Save', exact: true }).click()

/** The text of a term on the page. */
const term = (page: Page, label: string) =>
  side(page)
    .locator('dt', { hasText: new RegExp(`^${RegExp.escape(label)}$`) })
    .locator('xpath=following-sibling::dd')
    .innerText()

/** Waits for the error at a field. The field keeps the typed value. */
const faultAt = (page: Page, label: string, fault: string) =>
  dialog(page)
    .getByRole('textbox', { name: label, exact: true, description: new RegExp(RegExp.escape(fault)) })
    .waitFor()

test('the terms can be entered and changed on a phone, and related terms are shown as one', async ({
  enter,
  company,
  contract,
}) => {
  const page = await enter(company.administrator, 'phone')
  await page.goto(`/contracts/${contract.id}#terms`)
  await title(page, 'Tapi aqueduct')
  await side(page).getByText('Nobody has said the terms of this contract yet').waitFor()
  await button(page, 'Enter terms').click()
  await dialog(page).getByText('Empty: the actual end, 31 Aug 2026').waitFor()
  await fill(page, {
    'Performance security %': '5',
    'Days to lodge it': '366',
    'Defect liability (months)': '6',
    'Clause about the refund': 'Clause 17',
  })
  await dialog(page).getByRole('combobox', { name: 'Owner of its deposits' }).click()
  await page.getByRole('option', { name: company.administrator.username }).click()
  await save(page)
  await faultAt(page, 'Days to lodge it', 'Days to lodge it must be at most 365')
  await eventually(() => field(page, 'Clause about the refund').inputValue()).toBe('Clause 17')
  await expectAccessible(page)
  await fill(page, { 'Days to lodge it': '15' })
  await save(page)
  await alert(page, 'Terms saved')
  await eventually(() => dialog(page).count()).toBe(0)
  // Six months after the last day of August.
  await eventually(() => term(page, 'Defect liability')).toBe('6 months, until 28 Feb 2027')
  expect(await term(page, 'Performance security')).toBe('5%, within 15 days of the award')
  expect(await term(page, 'Completed on')).toBe('31 Aug 2026')
  expect(await term(page, 'Clause about the refund')).toBe('Clause 17')
  expect(await term(page, 'Owner of its deposits')).toBe(company.administrator.username)
  await side(page)
    .getByText(/^Not said: .*Final bill on/)
    .waitFor()
  await focusIsOn(page, button(page, 'Edit terms'))
  await expectNoSidewaysScroll(page)
  await button(page, 'Edit terms').click()
  await fill(page, { 'Completed on': '31/08/2026', 'Defect liability ends on': '30/08/2026' })
  await save(page)
  await faultAt(page, 'Defect liability ends on', 'must not be before')
  await fill(page, { 'Defect liability ends on': '31/12/2026' })
  await save(page)
  await eventually(() => term(page, 'Defect liability')).toBe('6 months, until 31 Dec 2026')
})

test('when two people enter the first terms, the second one chooses which values count', async ({
  enter,
  company,
  contract,
  owner,
}) => {
  const params = { id: contract.id }
  const page = await enter(company.administrator)
  await page.goto(`/contracts/${contract.id}`)
  await button(page, 'Enter terms').click()
  await fill(page, { 'Performance security %': '5' })
  await owner.ok(updateContractTerms, { params, body: { psPercent: 3, dlpMonths: 24 } })
  await save(page)
  await dialog(page).getByText('Somebody saved this record while you were editing it').waitFor()
  // Fields that were not changed here get the other person's values.
  await button(page, 'Save with these choices').click()
  await alert(page, 'Terms saved')
  expect(await owner.ok(getContractTerms, { params })).toMatchObject({ psPercent: 5, dlpMonths: 24 })
})

test('leaving typed terms asks for confirmation', async ({ enter, company, contract }) => {
  const page = await enter(company.administrator)
  await page.goto(`/contracts/${contract.id}`)
  await button(page, 'Enter terms').click()
  await fill(page, { 'Performance security %': '5' })
  await page.keyboard.press('Escape')
  await button(page, 'Stay').click()
  await eventually(() => field(page, 'Performance security %').inputValue()).toBe('5')
})

test('a person who may only view contracts can read the terms', async ({ enter, company, contract, owner }) => {
  await owner.ok(updateContractTerms, { params: { id: contract.id }, body: { psPercent: 5 } })
  const page = await enter(await company.joinWith('viewer', { Contracts: ['canView'] }))
  await page.goto(`/contracts/${contract.id}`)
  await eventually(() => term(page, 'Performance security')).toBe('5%')
  expect(await button(page, 'Edit terms').count()).toBe(0)
})

test('the audit trail names the contract of the terms and links to it', async ({ enter, company, contract, owner }) => {
  await owner.ok(updateContractTerms, { params: { id: contract.id }, body: { psPercent: 5 } })
  const page = await enter(company.administrator)
  await page.goto('/admin/audit-trail?recordType=contract_terms')
  await title(page, 'Audit Trail')
  await page.getByRole('link', { name: 'Tapi aqueduct' }).first().click()
  await title(page, 'Tapi aqueduct')
})
