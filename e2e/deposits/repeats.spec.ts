import { createDeposit, getDeposit } from '@plinth/api/deposits/deposits'
import { addSettlement } from '@plinth/api/deposits/settlements'
import { createContract } from '@plinth/api/tenders/contracts'
import { dayFromToday } from '@plinth/server/kernel/testing/days'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible } from '../src/browser.ts'
import { testIn } from '../src/desk.ts'
import { person } from '../src/people.ts'
import { alert, eventually, fill, focusIsOn, title } from '../src/screen.ts'

const test = testIn('Betwa Works')
  .extend('owner', { scope: 'file' }, ({ company }) => person(company.administrator))
  .extend('deposit', async ({ owner }) => {
    const { id: contractId } = await owner.ok(createContract, { body: { contractName: 'Narmada canal' } })
    return async (depositType: string, instrumentNo: string, amount: number) =>
      owner.ok(createDeposit, { params: { contractId }, body: { depositType, instrumentNo, amount } })
  })

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')
const side = (page: Page) => page.getByRole('region', { name: 'What became of it' })
const save = (page: Page) => dialog(page).getByRole('button', { name: 'Save', exact: true }).click()

test('a repeated reference shows the first receipt, and is stored when confirmed', async ({
  enter,
  deposit,
  owner,
  company,
}) => {
  const emd = await deposit('EMD', 'DD 44', 90_000)
  const params = { contractId: emd.contractId, depositId: emd.id }
  const settledOn = dayFromToday(-1)
  const reference = 'UTR MAHB26310004411'
  await owner.ok(addSettlement, { params, body: { kind: 'RECEIVED', amount: 30_000, settledOn, reference } })
  const page = await enter(company.administrator)
  await page.goto(`/contracts/${emd.contractId}/security-deposit/${emd.id}`)
  await title(page, 'EMD DD 44')
  await button(page, 'Book receipt').click()
  await fill(page, { Amount: '30000', Reference: 'mahb26310004411' })
  await save(page)
  const offer = dialog(page).getByRole('alert', { name: 'Entered before', exact: true })
  await offer.getByText(/^This reference was booked before: ₹30,000\.00 on .*, of EMD DD 44/).waitFor()
  // The message appears once, beside the button that confirms.
  expect(await page.getByText(/This reference was booked before/).count()).toBe(1)
  await focusIsOn(page, offer)
  expect(await offer.getByRole('link', { name: 'Open EMD DD 44' }).getAttribute('href')).toBe(
    `/contracts/${emd.contractId}/security-deposit/${emd.id}`,
  )
  await expectAccessible(page)
  // Another reference clears the question.
  await fill(page, { Reference: 'UTR 5' })
  await eventually(() => offer.count()).toBe(0)
  await fill(page, { Reference: reference })
  await save(page)
  await offer.getByRole('button', { name: 'Store it all the same' }).click()
  await alert(page, 'Receipt booked')
  await side(page).getByText(`Reference: ${reference}`).nth(1).waitFor()
  expect(await owner.ok(getDeposit, { params })).toMatchObject({ receivedAmount: 60_000 })
})

test('a repeated instrument number of a contract shows the first deposit, and is stored when confirmed', async ({
  enter,
  deposit,
  company,
}) => {
  const first = await deposit('Security deposit', 'FDR 0004417', 30_000)
  const page = await enter(company.administrator)
  await page.goto(`/contracts/${first.contractId}/security-deposit/new`)
  await fill(page, { 'Deposit type': 'Retention', 'Instrument no.': 'FDR 0004417', Amount: '5000' })
  await button(page, 'Save').click()
  const offer = page.getByRole('alert', { name: 'Entered before', exact: true })
  await offer.getByText(/^This number was entered before: Security deposit FDR 0004417, ₹30,000\.00/).waitFor()
  expect(await page.getByText(/This number was entered before/).count()).toBe(1)
  await expectAccessible(page)
  await offer.getByRole('button', { name: 'Store it all the same' }).click()
  await alert(page, 'Deposit created successfully!')
})
