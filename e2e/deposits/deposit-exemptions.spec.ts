import {
  createDepositExemption,
  filterDepositExemptions,
  updateDepositExemption,
} from '@plinth/api/deposits/deposit-exemptions'
import { updateContractTerms } from '@plinth/api/tenders/contract-terms'
import { createContract } from '@plinth/api/tenders/contracts'
import { dayFromToday as day } from '@plinth/server/kernel/testing/days'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll } from '../src/browser.ts'
import { dayTyped, shownDay } from '../src/day-forms.ts'
import { testIn } from '../src/desk.ts'
import {
  alert,
  answerDialog,
  button,
  dialog,
  eventually,
  failing,
  field,
  fill,
  focusIsOn,
  title,
  undo,
} from '../src/screen.ts'

const test = testIn('Netravati Works').extend('contract', ({ owner }) =>
  owner.ok(createContract, { body: { contractName: 'Netravati weir', closingDate: day(20) } }),
)

const side = (page: Page) => page.getByRole('region', { name: 'Exemptions', exact: true })
const row = (page: Page, text: string) => side(page).getByRole('listitem').filter({ hasText: text })
const save = (page: Page) => dialog(page).getByRole('button', { name: 'Save', exact: true }).click()
/** Chooses a ground with the mouse, because Escape would close the drawer. */
async function chooseGround(page: Page, name: string) {
  await dialog(page).getByRole('combobox', { name: 'Ground' }).click()
  await page.getByRole('option', { name, exact: true }).click()
}
const worksWarning = 'Courts have held that this exemption does not cover works contracts.'

test('on a phone an exemption is claimed with the warning for works, accepted, and shown as expired', async ({
  enter,
  company,
  contract,
}) => {
  const page = await enter(company.administrator, 'phone')
  await page.goto(`/contracts/${contract.id}#exemptions`)
  await title(page, 'Netravati weir')
  await side(page).getByText('No exemption from a deposit is claimed of this contract.').waitFor()
  await button(page, 'Record EMD').waitFor()
  await button(page, 'Claim an exemption').click()
  await save(page)
  await dialog(page).getByText('Ground is required', { exact: true }).first().waitFor()
  await chooseGround(page, 'Udyam')
  await dialog(page).getByText(worksWarning).waitFor()
  await dialog(page)
    .getByText(/Gauhati High Court, 08 Jan 2025/)
    .waitFor()
  await expectAccessible(page)
  await chooseGround(page, 'Start-up')
  await eventually(() => dialog(page).getByText(worksWarning).count()).toBe(0)
  await chooseGround(page, 'NSIC')
  await fill(page, {
    'Certificate no.': 'NSIC/GP/BLR/2026/0147',
    'Certificate valid until': dayTyped(day(12)),
    'Amount not deposited': '432500',
  })
  await save(page)
  await alert(page, 'Exemption entered')
  await eventually(() => dialog(page).count()).toBe(0)
  await row(page, 'NSIC/GP/BLR/2026/0147').getByText('₹4,32,500.00').waitFor()
  await row(page, 'EMD')
    .getByText(`Certificate valid until ${shownDay(12)}`)
    .waitFor()
  await row(page, 'EMD')
    .getByText(`it ends before bids close on ${shownDay(20)}`)
    .waitFor()
  await row(page, 'EMD').getByText(worksWarning, { exact: false }).waitFor()
  await focusIsOn(page, button(page, 'Claim an exemption'))
  // The next step is no EMD any more, and the steps of the contract have no gap.
  await button(page, 'Submit the bid').waitFor()
  await page.getByRole('link', { name: /EMD.*exemption claimed/ }).waitFor()
  await expectNoSidewaysScroll(page)

  // The options are loaded on focus.
  const state = page.getByLabel('Status of EMD, NSIC', { exact: true })
  await state.focus()
  await state.selectOption('ACCEPTED')
  await alert(page, 'EMD, NSIC: status Accepted')
  await eventually(() => row(page, 'EMD').getByText(worksWarning).count()).toBe(0)
  await undo(page, 'EMD, NSIC: status Accepted')
  await row(page, 'EMD').getByText(worksWarning).waitFor()
  await button(page, 'Edit EMD, NSIC').click()
  // The comment is filled in last, because the calendar of a day field covers the save button.
  await fill(page, { 'Certificate valid until': dayTyped(day(-3)), Comment: 'Renewal applied for' })
  await save(page)
  await alert(page, 'Exemption saved')
  await row(page, 'EMD')
    .getByText(`Certificate expired on ${shownDay(-3)}`)
    .waitFor()
  await row(page, 'EMD').getByText('3 days ago: renew it').waitFor()
})

test('a second claim on the same ground is refused at its field, and stored once the first is refused', async ({
  enter,
  company,
  contract,
  owner,
}) => {
  const body = { contractId: contract.id, purpose: 'EMD', ground: 'GOVERNMENT' } as const
  const first = await owner.ok(createDepositExemption, { body })
  const page = await enter(company.administrator)
  await page.goto(`/contracts/${contract.id}#exemptions`)
  await button(page, 'Claim an exemption').click()
  await chooseGround(page, 'Government')
  await fill(page, { 'Certificate no.': 'G.O. 117' })
  await save(page)
  await dialog(page).getByText('Ground is already claimed for this purpose').first().waitFor()
  await eventually(() => field(page, 'Certificate no.').inputValue()).toBe('G.O. 117')
  await owner.ok(updateDepositExemption, { params: { id: first.id }, body: { state: 'REFUSED' } })
  await save(page)
  await alert(page, 'Exemption entered')
  await eventually(() => side(page).getByRole('listitem').count()).toBe(2)
  const question = await answerDialog(page, 'accept', () => button(page, 'Delete EMD, Government').first().click())
  expect(question).toBe('Are you sure you want to delete this exemption?')
  await eventually(() => side(page).getByRole('listitem').count()).toBe(1)
  const { content } = await owner.ok(filterDepositExemptions, { body: { contractId: [contract.id] } })
  expect(content.map(({ id }) => id)).toEqual([first.id])
})

test('the second of two users who edit an exemption chooses which values count', async ({
  enter,
  company,
  contract,
  owner,
}) => {
  const body = { contractId: contract.id, purpose: 'EMD', ground: 'NSIC' } as const
  const { id } = await owner.ok(createDepositExemption, { body })
  const page = await enter(company.administrator)
  await page.goto(`/contracts/${contract.id}`)
  await button(page, 'Edit EMD, NSIC').click()
  await fill(page, { 'Certificate no.': 'NSIC/1' })
  await owner.ok(updateDepositExemption, { params: { id }, body: { comment: 'Sent by post' } })
  await save(page)
  await dialog(page).getByText('Somebody saved this record while you were editing it').waitFor()
  await button(page, 'Save with these choices').click()
  await alert(page, 'Exemption saved')
  await row(page, 'NSIC/1').getByText('Sent by post').waitFor()
})

test('an exemption is shown beside the guarantees of a tender and does not change their amounts', async ({
  enter,
  company,
  contract,
  owner,
}) => {
  await owner.ok(updateContractTerms, {
    params: { id: contract.id },
    body: { emdAmount: 432_500, bidValidUntil: day(110) },
  })
  const page = await enter(company.administrator)
  const bid = page.getByRole('region', { name: 'Can we bid?', exact: true })
  const amounts = () => bid.getByRole('region', { name: 'Guarantees of this tender' }).getByText('₹4,32,500.00').count()
  await page.goto(`/contracts/${contract.id}#bid`)
  await eventually(amounts).toBe(1)
  expect(await bid.getByText(/An exemption from EMD/).count()).toBe(0)
  const body = { contractId: contract.id, purpose: 'EMD', ground: 'UDYAM' } as const
  const { id } = await owner.ok(createDepositExemption, { body })
  await page.reload()
  await bid
    .getByText('An exemption from EMD is claimed: while that stands, no guarantee for it need be planned.')
    .waitFor()
  await eventually(amounts).toBe(1)
  await bid.getByRole('link', { name: 'See the exemptions' }).click()
  await page.waitForURL('**#exemptions')
  await owner.ok(updateDepositExemption, { params: { id }, body: { state: 'REFUSED' } })
  await page.reload()
  await eventually(amounts).toBe(1)
  await row(page, 'Refused').waitFor()
  expect(await bid.getByText(/An exemption from EMD/).count()).toBe(0)
})

test('the agenda and the audit trail link to an expiring exemption', async ({ enter, company, contract, owner }) => {
  const body = { contractId: contract.id, purpose: 'EMD', ground: 'NSIC', validUntil: day(30) } as const
  await owner.ok(createDepositExemption, { body: { ...body, certificateNo: 'NSIC 4171' } })
  const page = await enter(company.administrator)
  await page.goto('/reminders')
  const deadline = page.getByRole('main').getByRole('listitem').filter({ hasText: 'NSIC 4171' })
  await deadline.getByText('Exemption expires').waitFor()
  await deadline.getByRole('link', { name: 'NSIC 4171' }).click()
  await page.waitForURL(`**/contracts/${contract.id}#exemptions`)
  await row(page, 'NSIC 4171').getByText('30 days left').waitFor()
  await page.goBack()
  await title(page, 'Agenda')
  await page.goto('/admin/audit-trail?recordType=deposit_exemptions')
  await page.getByRole('link', { name: 'Netravati weir' }).first().click()
  await row(page, 'NSIC 4171').waitFor()
})

test('a user who may only view contracts reads the exemptions, and a failed request can be retried', async ({
  enter,
  company,
  contract,
  owner,
}) => {
  const body = { contractId: contract.id, purpose: 'EMD', ground: 'UDYAM' } as const
  await owner.ok(createDepositExemption, { body })
  const page = await enter(await company.joinWith('reader', { Contracts: ['canView'] }))
  await failing(page, '**/deposit-exemptions/filter', async () => {
    await page.goto(`/contracts/${contract.id}`)
    await side(page).getByRole('alert').getByText('Something went wrong on our side.').waitFor()
  })
  await side(page).getByRole('button', { name: 'Retry' }).click()
  await row(page, 'Udyam').getByText('Claimed').waitFor()
  for (const name of ['Claim an exemption', 'Edit EMD, Udyam', 'Delete EMD, Udyam'])
    expect(await button(page, name).count()).toBe(0)
  expect(await page.getByLabel('Status of EMD, Udyam').count()).toBe(0)
})
