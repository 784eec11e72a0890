import { createDeposit, type Deposit, getDeposit } from '@plinth/api/deposits/deposits'
import { addSettlement } from '@plinth/api/deposits/settlements'
import { createContract } from '@plinth/api/tenders/contracts'
import { dayFromToday } from '@plinth/server/kernel/testing/days'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll } from '../src/browser.ts'
import { testIn } from '../src/desk.ts'
import {
  alert,
  button,
  columnOf,
  dialog,
  eventually,
  field,
  fill,
  focusIsOn,
  heldBack,
  title,
  typed,
} from '../src/screen.ts'

const test = testIn('Narmada Works').extend('deposit', async ({ owner }) => {
  const { id: contractId } = await owner.ok(createContract, {
    body: { contractName: 'Narmada canal', status: 'COMPLETED' },
  })
  return async (overrides: Partial<Deposit> = {}): Promise<Deposit> =>
    owner.ok(createDeposit, {
      params: { contractId },
      body: {
        depositType: 'EMD',
        instrumentNo: 'DD 41',
        amount: 50_000,
        depositSubmitedDate: dayFromToday(-90),
        ...overrides,
      },
    })
})

const side = (page: Page) => page.getByRole('region', { name: 'What became of it' })
const save = (page: Page) => dialog(page).getByRole('button', { name: 'Save', exact: true }).click()
const bar = (page: Page, parts: string) => page.getByRole('img', { name: parts, exact: true }).waitFor()
const rows = (page: Page) => side(page).getByRole('listitem')

/** Chooses an option in the drawer with the mouse, because Escape would close the drawer. */
async function pick(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

async function open(page: Page, { contractId, id, depositType, instrumentNo }: Deposit): Promise<void> {
  await page.goto(`/contracts/${contractId}/security-deposit/${id}`)
  await title(page, `${depositType} ${instrumentNo}`)
  await side(page).getByText('Nothing has come back or was lost yet.').waitFor()
}

/** Waits for the fault at its field. */
async function faultAt(page: Page, label: string, fault: string): Promise<void> {
  const described = { name: label, exact: true, description: new RegExp(RegExp.escape(fault)) }
  await page.getByRole('textbox', described).or(page.getByRole('combobox', described)).waitFor()
}

test('a partial receipt with a deduction is booked, the rest closes the deposit, and cancelling opens it again', async ({
  enter,
  deposit,
  owner,
  company,
}) => {
  const emd = await deposit()
  const page = await enter(company.administrator)
  await open(page, emd)
  await bar(page, 'Of ₹50,000.00: Still open ₹50,000.00')
  await button(page, 'Book receipt').click()
  expect(await typed(page, ['What became of it', 'Amount'])).toEqual({
    'What became of it': 'Received',
    Amount: '50,000',
  })
  await dialog(page).getByText('Nothing stays open: this closes the deposit.').waitFor()
  // While amount and deduction are the whole open amount, a deduction lowers the amount.
  await fill(page, { Deducted: '500' })
  await eventually(() => field(page, 'Amount').inputValue()).toBe('49,500')
  await fill(page, { Amount: '40000', Reference: 'UTR 4711' })
  await dialog(page).getByText('₹9,500.00 stays open.').waitFor()
  await save(page)
  await faultAt(page, 'Reason', 'Reason is required')
  await fill(page, { Reason: 'Bank charges' })
  await expectAccessible(page)
  await save(page)
  await alert(page, 'Receipt booked')
  await bar(page, 'Of ₹50,000.00: Received ₹40,000.00, Lost ₹500.00, Still open ₹9,500.00')
  await eventually(() => rows(page).count()).toBe(2)
  const told = (await rows(page).allInnerTexts()).join(' ')
  for (const text of ['Received', '₹40,000.00', 'Deducted', '₹500.00', 'Reference: UTR 4711', 'Reason: Bank charges'])
    expect(told).toContain(text)
  const head = page.getByRole('region', { name: 'At a glance' })
  await eventually(() => head.innerText()).toMatch(/Amount\s+₹50,000\.00\s+Still open\s+₹9,500\.00/)
  // The rest closes the deposit. The first drawer must be gone before.
  await eventually(() => dialog(page).count()).toBe(0)
  await button(page, 'Book receipt').click()
  await eventually(() => field(page, 'Amount').inputValue()).toBe('9,500')
  await heldBack(page, `**/security-deposit/${emd.id}`, async () => {
    await save(page)
    await eventually(() => dialog(page).count()).toBe(0)
    await focusIsOn(page, button(page, 'Book receipt'))
  })
  await bar(page, 'Of ₹50,000.00: Received ₹49,500.00, Lost ₹500.00')
  await eventually(() => head.innerText()).toContain('Refunded')
  // The button that opened the drawer disappears, and the keyboard focus continues from its place.
  expect(await button(page, 'Book receipt').count()).toBe(0)
  await page.keyboard.press('Tab')
  await focusIsOn(page, button(page, 'Cancel Received ₹9,500.00'))
  await button(page, 'Cancel Received ₹9,500.00').click()
  await dialog(page).getByRole('textbox', { name: 'Why' }).fill('Typed twice')
  await expectAccessible(page)
  await button(page, 'Cancel receipt').click()
  await alert(page, 'Receipt cancelled')
  await eventually(() => head.innerText()).toContain('Submitted')
  await rows(page)
    .filter({ hasText: /Cancelled .*: Typed twice/ })
    .waitFor()
  await button(page, 'Book receipt').waitFor()
  const params = { contractId: emd.contractId, depositId: emd.id }
  expect(await owner.ok(getDeposit, { params })).toMatchObject({ status: 'SUBMITTED', openAmount: 9500 })
  // The contract and the register show the open amount.
  await page.goto(`/contracts/${emd.contractId}`)
  await page.getByRole('row', { name: /EMD DD 41 ₹50,000\.00 ?₹9,500\.00 is open/ }).waitFor()
  await page.getByRole('row', { name: 'Held ₹9,500.00' }).waitFor()
  await page.goto('/contracts/deposit-register?instrumentNo=DD+41')
  await eventually(() => columnOf(page, 'Still open')).toEqual(['₹9,500.00'])
})

test('more than the open amount is refused at its field, and nothing typed is lost', async ({
  enter,
  deposit,
  company,
}) => {
  const page = await enter(company.administrator)
  await open(page, await deposit({ instrumentNo: 'DD 42' }))
  await button(page, 'Book receipt').click()
  const overrides = { Amount: '60,000', Reference: 'UTR 9' }
  await fill(page, overrides)
  await save(page)
  await faultAt(page, 'Amount', 'Only ₹50,000.00 of this deposit is open')
  expect(await typed(page, Object.keys(overrides))).toEqual(overrides)
  await fill(page, { Amount: '50000' })
  await save(page)
  await alert(page, 'Receipt booked')
})

test('an EMD is carried into a security deposit, and the settlement links to that', async ({
  enter,
  deposit,
  company,
}) => {
  const emd = await deposit({ instrumentNo: 'DD 43' })
  await deposit({ depositType: 'Security deposit', instrumentNo: 'BG 7', amount: 2_00_000 })
  const page = await enter(company.administrator)
  await open(page, emd)
  await button(page, 'Book receipt').click()
  await pick(page, 'What became of it', 'Carried into another deposit')
  await save(page)
  await faultAt(page, 'Carried into', 'Carried into is required')
  await pick(page, 'Carried into', 'Security deposit BG 7, room for ₹2,00,000.00')
  await save(page)
  await alert(page, 'Receipt booked')
  await bar(page, 'Of ₹50,000.00: Carried over ₹50,000.00')
  await rows(page).getByRole('link', { name: 'Security deposit BG 7' }).click()
  await title(page, 'Security deposit BG 7')
})

test('a write-off needs a reason and counts as lost', async ({ enter, deposit, company }) => {
  const page = await enter(company.administrator)
  await open(page, await deposit({ instrumentNo: 'DD 44' }))
  await button(page, 'Write off').click()
  await save(page)
  await faultAt(page, 'Reason', 'Reason is required')
  await fill(page, { Amount: '1000', Reason: 'Not worth the court' })
  await save(page)
  await alert(page, 'Written off')
  await bar(page, 'Of ₹50,000.00: Lost ₹1,000.00, Still open ₹49,000.00')
})

test('a user who may only view sees settlements without buttons, and one who may edit cannot write off', async ({
  enter,
  deposit,
  owner,
  company,
}) => {
  const { contractId, id: depositId } = await deposit({ instrumentNo: 'DD 45' })
  await owner.ok(addSettlement, {
    params: { contractId, depositId },
    body: { kind: 'RECEIVED', amount: 20_000, settledOn: dayFromToday(-1) },
  })
  const actions = ['Book receipt', 'Write off', 'Cancel Received ₹20,000.00']
  const offeredTo = async (page: Page) => {
    await page.goto(`/contracts/${contractId}/security-deposit/${depositId}`)
    await rows(page).first().waitFor()
    const counts = await Promise.all(actions.map((name) => button(page, name).count()))
    return actions.filter((_, at) => counts[at])
  }
  const reader = await enter(await company.joinWith('Reader', { Contracts: ['canView'] }))
  expect(await offeredTo(reader)).toEqual([])
  const editor = await enter(await company.joinWith('Editor', { Contracts: ['canView', 'canEdit'] }))
  expect(await offeredTo(editor)).toEqual(['Book receipt', 'Cancel Received ₹20,000.00'])
})

test('a settlement that follows the status says so and has no cancel button', async ({ enter, deposit, company }) => {
  const { contractId, id } = await deposit({ instrumentNo: 'DD 46', status: 'FORFEITED' })
  const page = await enter(company.administrator)
  await page.goto(`/contracts/${contractId}/security-deposit/${id}`)
  await bar(page, 'Of ₹50,000.00: Lost ₹50,000.00')
  await rows(page).getByText('Follows the status').waitFor()
  expect(await side(page).getByRole('button').count()).toBe(0)
})

test('on a phone a receipt is booked and listed without scrolling sideways', async ({ enter, deposit, company }) => {
  const page = await enter(company.administrator, 'phone')
  await open(page, await deposit({ instrumentNo: 'DD 47', amount: 1_23_45_678.9 }))
  await button(page, 'Book receipt').click()
  await fill(page, { Amount: '12345.60', Reference: 'UTR SBIN0012345678901234567890' })
  await expectNoSidewaysScroll(page)
  await save(page)
  await alert(page, 'Receipt booked')
  await bar(page, 'Of ₹1,23,45,678.90: Received ₹12,345.60, Still open ₹1,23,33,333.30')
  await rows(page).first().waitFor()
  await expectNoSidewaysScroll(page)
})
