import { createDeposit, type Deposit, getDeposit } from '@plinth/api/deposits/deposits'
import { createContract } from '@plinth/api/tenders/contracts'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible } from '../src/browser.ts'
import { testIn } from '../src/desk.ts'
import { person } from '../src/people.ts'
import { alert, eventually, field, fill, title } from '../src/screen.ts'

const test = testIn('Sone Works')
  .extend('owner', { scope: 'file' }, ({ company }) => person(company.administrator))
  .extend('deposit', async ({ owner }) => {
    const { id: contractId } = await owner.ok(createContract, { body: { contractName: 'Narmada canal' } })
    return async (depositType: string, instrumentNo: string, amount: number, overrides: Partial<Deposit> = {}) =>
      owner.ok(createDeposit, { params: { contractId }, body: { depositType, instrumentNo, amount, ...overrides } })
  })

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')
const save = (page: Page) => dialog(page).getByRole('button', { name: 'Save', exact: true }).click()
const place = ({ contractId, id }: Deposit) => `/contracts/${contractId}/security-deposit/${id}`
const open = async (page: Page, deposit: Deposit) => {
  await page.goto(place(deposit))
  await title(page, `${deposit.depositType} ${deposit.instrumentNo}`)
}

/** Chooses an option in the drawer with the mouse, because Escape would close the drawer; returns all options. */
async function pick(page: Page, label: string, option: string): Promise<string[]> {
  await page.getByRole('combobox', { name: label, exact: true }).click()
  await page.getByRole('option', { name: option, exact: true }).waitFor()
  const options = await page.getByRole('option').allInnerTexts()
  await page.getByRole('option', { name: option, exact: true }).click()
  return options
}

test('carrying is limited to the room of the target, which shows the carried amount and must stay until that is cancelled', async ({
  enter,
  deposit,
  owner,
  company,
}) => {
  const emd = await deposit('EMD', 'DD 43', 50_000)
  const sd = await deposit('Security deposit', 'FDR 7', 30_000)
  await deposit('Security deposit', 'BG 1', 10_000, { status: 'DRAFT' })
  const page = await enter(company.administrator)
  await open(page, emd)
  await button(page, 'Book receipt').click()
  await pick(page, 'What became of it', 'Carried into another deposit')
  const target = 'Security deposit FDR 7, room for ₹30,000.00'
  // A deposit that was never paid is no option.
  expect(await pick(page, 'Carried into', target)).toEqual([target])
  await eventually(() => field(page, 'Amount').inputValue()).toBe('30,000')
  await dialog(page).getByText('₹20,000.00 stays open.').waitFor()
  await fill(page, { Amount: '50000' })
  await dialog(page).getByText('₹50,000.00 stays open.').waitFor()
  await save(page)
  await dialog(page).getByText('Only ₹30,000.00 fits into that deposit').first().waitFor()
  await dialog(page).getByText('₹50,000.00 stays open.').waitFor()
  await expectAccessible(page)
  await fill(page, { Amount: '30000' })
  await save(page)
  await alert(page, 'Receipt booked')

  await open(page, sd)
  const carriedIn = page.getByRole('list', { name: 'Carried into this deposit' })
  await carriedIn.getByRole('link', { name: 'EMD DD 43' }).waitFor()
  await expectAccessible(page)
  await page.goto(`${place(sd)}/edit`)
  await fill(page, { Amount: '29999' })
  await button(page, 'Save').click()
  await page.getByText('Amount is less than what was carried into this deposit').first().waitFor()

  await open(page, sd)
  await carriedIn.getByRole('button', { name: 'Take back ₹30,000.00 · EMD DD 43' }).click()
  await button(page, 'Cancel receipt').click()
  await alert(page, 'Receipt cancelled')
  await eventually(() => carriedIn.count()).toBe(0)
  const params = { contractId: emd.contractId, depositId: emd.id }
  expect(await owner.ok(getDeposit, { params })).toMatchObject({ carriedAmount: 0, openAmount: 50_000 })
})
