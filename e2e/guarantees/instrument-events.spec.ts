import { createDeposit, getDeposit } from '@plinth/api/deposits/deposits'
import { listSettlements } from '@plinth/api/deposits/settlements'
import { createInstrument, getInstrument, type Instrument } from '@plinth/api/guarantees/instruments'
import { createContract } from '@plinth/api/tenders/contracts'
import { dayFromToday } from '@plinth/server/kernel/testing/days'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll } from '../src/browser.ts'
import { dayTyped } from '../src/day-forms.ts'
import { testIn } from '../src/desk.ts'
import { person } from '../src/people.ts'
import { alert, button, dialog, eventually, field, fill, focusIsOn, title, typed } from '../src/screen.ts'

/** Events of an instrument: extended, claimed, paid out, returned, corrected; and its liens. */

const test = testIn('Lien Works')
  .extend('calls', { scope: 'file' }, ({ company }) => person(company.administrator))
  .extend('create', async ({ calls }) => {
    const { id: contractId } = await calls.ok(createContract, { body: { contractName: 'Tunga weir' } })
    /** Creates a submitted deposit. */
    const deposit = async (amount: number) => {
      const body = {
        depositType: 'Performance security',
        instrumentNo: 'x',
        isRepeatConfirmed: true,
        amount,
        depositSubmitedDate: day(-80),
      }
      const { id: depositId } = await calls.ok(createDeposit, { params: { contractId }, body })
      return { contractId, depositId }
    }
    /** Creates a lodged guarantee of ₹5,00,000. */
    const guarantee = (number: string, overrides: Partial<Instrument> & { depositIds?: string[] } = {}) =>
      calls.ok(createInstrument, { body: { ...lodged, number, ...overrides, state: 'LODGED' } })
    return { deposit, guarantee }
  })

const day = dayFromToday
const lodged = {
  kind: 'BG',
  amount: 5_00_000,
  issuer: 'State Bank of India',
  issuedOn: day(-100),
  expiresOn: day(30),
  claimUntil: day(60),
  happenedOn: day(-90),
} as const

const list = '/contracts/instruments'
const save = (page: Page) => dialog(page).getByRole('button', { name: 'Save', exact: true }).click()
const head = (page: Page) => page.getByRole('region', { name: 'At a glance' })
const events = (page: Page) => page.getByRole('region', { name: 'What happened', exact: true })

async function open(page: Page, { id, number }: Instrument, kind = 'Bank guarantee'): Promise<void> {
  await page.goto(`${list}/${id}`)
  await title(page, `${kind} ${number}`)
  await events(page).waitFor()
}

/** Opens the form of an event that is not among the likely ones. */
async function enterOther(page: Page, name: string): Promise<void> {
  await button(page, 'Something else').click()
  await page.getByRole('menuitem', { name, exact: true }).click()
  await dialog(page).waitFor()
}

/** Waits until the fault is the description of its field. */
async function faultAt(page: Page, label: string, fault: string): Promise<void> {
  const described = { name: label, exact: true, description: new RegExp(RegExp.escape(fault)) }
  await page.getByRole('textbox', described).or(page.getByRole('combobox', described)).waitFor()
}

test('an extension moves expiry and last day of claims by as many days, and an impossible day is a fault at its field', async ({
  enter,
  company,
  calls,
  create,
}) => {
  const paper = await create.guarantee('EXT 1')
  const page = await enter(company.administrator)
  await open(page, paper)
  await head(page).getByText('30 days left').waitFor()
  await page.getByRole('img', { name: /^in force 131 days, time for claims 30 days; today is / }).waitFor()
  await button(page, 'It was extended').click()
  await save(page)
  await faultAt(page, 'Expires on', 'Expires on is required')
  await fill(page, { 'Expires on': dayTyped(day(29)), Charges: '8850', Reference: 'SBI/117' })
  await save(page)
  await faultAt(page, 'Expires on', 'Expires on must not be before the present one: correct it')
  await expectAccessible(page)
  await fill(page, { 'Expires on': dayTyped(day(120)), 'Happened on': dayTyped(day(1)) })
  await save(page)
  await faultAt(page, 'Happened on', 'Happened on must not be after today')
  await fill(page, { 'Happened on': dayTyped(day(-91)) })
  await save(page)
  await faultAt(page, 'Happened on', 'Happened on must not be before the last event')
  expect(await typed(page, ['Charges', 'Reference'])).toEqual({ Charges: '8,850', Reference: 'SBI/117' })
  await fill(page, { 'Happened on': dayTyped(day(-2)) })
  await save(page)
  await alert(page, 'Entered: It was extended')
  await head(page).getByText('120 days left').waitFor()
  await eventually(() => dialog(page).count()).toBe(0)
  await focusIsOn(page, button(page, 'It was extended'))
  await events(page).getByText('Extended').first().waitFor()
  const eventsText = await events(page).innerText()
  for (const text of ['Extended', 'Expires on', '→', '₹8,850.00', 'SBI/117']) expect(eventsText).toContain(text)
  // Newest first.
  expect(eventsText.indexOf('Extended')).toBeLessThan(eventsText.indexOf('Lodged'))
  expect(await calls.ok(getInstrument, { params: { id: paper.id } })).toMatchObject({
    expiresOn: day(120),
    claimUntil: day(150),
  })
})

test('a guarantee is claimed and paid out in part, then in full, and its deposit is forfeited by the amounts paid', async ({
  enter,
  company,
  calls,
  create,
}) => {
  const deposit = await create.deposit(5_00_000)
  const paper = await create.guarantee('PAY 1', { depositIds: [deposit.depositId] })
  const page = await enter(company.administrator)
  await open(page, paper)
  await enterOther(page, '“Extend or pay” was demanded')
  await save(page)
  await alert(page, 'Entered: “Extend or pay” was demanded')
  await head(page).getByText('Claimed').waitFor()
  await button(page, 'The bank paid out').click()
  await eventually(() => field(page, 'Amount').inputValue()).toBe('5,00,000')
  await dialog(page).getByText('All of it is paid out.').waitFor()
  await fill(page, { Amount: '600000' })
  await save(page)
  await faultAt(page, 'Amount', 'Amount is more than the guarantee comes to')
  await fill(page, { Amount: '200000', Remark: 'Slow progress' })
  await dialog(page).getByText('₹3,00,000.00 of it stays in force: it is lodged as before.').waitFor()
  await save(page)
  await alert(page, 'Entered: The bank paid out')
  await eventually(() => head(page).innerText()).toMatch(/Lodged[^]*Amount\s+₹3,00,000\.00/)
  expect(await calls.ok(listSettlements, { params: deposit })).toMatchObject([
    { kind: 'FORFEITED', amount: 2_00_000, reason: 'Slow progress' },
  ])
  await enterOther(page, 'A claim was lodged')
  await save(page)
  await head(page).getByText('Claimed').waitFor()
  await button(page, 'The bank paid out').click()
  await save(page)
  await head(page).getByText('Paid out').waitFor()
  await button(page, 'The bank discharged it').click()
  await save(page)
  await head(page).getByText('Closed').waitFor()
  // No event is likely any more, so the menu has another name.
  await eventually(() => dialog(page).count()).toBe(0)
  await button(page, 'What happened').click()
  await eventually(() => page.getByRole('menuitem').allInnerTexts()).toEqual(['Correct what is entered'])
  expect(await calls.ok(getDeposit, { params: deposit })).toMatchObject({ status: 'FORFEITED', openAmount: 0 })
})

test('a returned guarantee books its deposit as returned, unless that is unticked', async ({
  enter,
  company,
  calls,
  create,
}) => {
  const [first, second] = [await create.deposit(1_00_000), await create.deposit(2_00_000)]
  const page = await enter(company.administrator)
  await open(page, await create.guarantee('BACK 1', { depositIds: [first.depositId] }))
  await button(page, 'It came back').click()
  await dialog(page).getByText('₹1,00,000.00 of 1 deposit is open').waitFor()
  await eventually(() =>
    dialog(page).getByRole('checkbox', { name: 'Book its deposits as returned' }).isChecked(),
  ).toBe(true)
  await expectAccessible(page)
  await save(page)
  await alert(page, 'Entered: It came back')
  await head(page).getByText('Returned').waitFor()
  expect(await calls.ok(getDeposit, { params: first })).toMatchObject({ status: 'RELEASED', openAmount: 0 })
  await open(page, await create.guarantee('BACK 2', { depositIds: [second.depositId] }))
  await button(page, 'It came back').click()
  await dialog(page).getByRole('checkbox').uncheck()
  await save(page)
  await head(page).getByText('Returned').waitFor()
  expect(await calls.ok(getDeposit, { params: second })).toMatchObject({ status: 'SUBMITTED', openAmount: 2_00_000 })
})

test('a guarantee is issued with the fields it must have, and its discharge is offered only after the time for claims', async ({
  enter,
  company,
  calls,
}) => {
  const { id } = await calls.ok(createInstrument, {
    body: { kind: 'BG', amount: 90_000, issuer: 'Canara Bank', state: 'REQUESTED' },
  })
  const page = await enter(company.administrator)
  await page.goto(`${list}/${id}`)
  await button(page, 'It was issued').click()
  await save(page)
  for (const label of ['Number', 'Issued on', 'Expires on']) await faultAt(page, label, `${label} is required`)
  await fill(page, { Number: 'CB/9', 'Issued on': dayTyped(day(-1)), 'Expires on': dayTyped(day(200)) })
  await save(page)
  await alert(page, 'Entered: It was issued')
  await title(page, 'Bank guarantee CB/9')
  await button(page, 'It was handed in').click()
  // The issue has already filled it in.
  await eventually(() => field(page, 'Expires on').count()).toBe(0)
  await save(page)
  await head(page).getByText('Lodged').waitFor()
  await button(page, 'Something else').click()
  await page.getByRole('menuitem', { name: 'A claim was lodged' }).waitFor()
  await eventually(() => page.getByRole('menuitem', { name: 'The bank discharged it' }).count()).toBe(0)
})

test('a correction needs a reason, and shows the value before and after', async ({ enter, company, create }) => {
  const page = await enter(company.administrator)
  await open(page, await create.guarantee('FIX 1'))
  await enterOther(page, 'Correct what is entered')
  await save(page)
  await faultAt(page, 'Remark', 'Remark is required')
  await fill(page, { Remark: 'Amount mistyped' })
  await save(page)
  await dialog(page).getByRole('alert').getByText('Say what is corrected').waitFor()
  await dialog(page).getByText('Now ₹5,00,000.00').waitFor()
  await fill(page, { Amount: '550000' })
  await save(page)
  await alert(page, 'Entered: Correct what is entered')
  await events(page).getByText('₹5,00,000.00 → ₹5,50,000.00').waitFor()
  await events(page).getByText('Amount mistyped').waitFor()
})

test('a receipt secures a guarantee up to its free amount, and is freed again', async ({
  enter,
  company,
  calls,
  create,
}) => {
  const receipt = await calls.ok(createInstrument, {
    body: {
      kind: 'FDR',
      number: 'FD 881',
      amount: 1_00_000,
      issuer: 'Canara Bank',
      issuedOn: day(-300),
      maturesOn: day(10),
      state: 'ISSUED',
    },
  })
  const page = await enter(company.administrator)
  await open(page, await create.guarantee('LIEN 1', { marginPercent: 15 }))
  const liens = page.getByRole('region', { name: 'Receipts that secure it' })
  await liens.getByText('No deposit receipt secures it.').waitFor()
  await button(page, 'Add lien').click()
  await save(page)
  await faultAt(page, 'Deposit receipt', 'Deposit receipt is required')
  await page.getByRole('combobox', { name: 'Deposit receipt' }).fill('881')
  await page.getByRole('option', { name: 'FD 881, Canara Bank: ₹1,00,000.00 free' }).click()
  // The proposed amount is the margin of the guarantee.
  await eventually(() => field(page, 'Amount').inputValue()).toBe('75,000')
  await expectAccessible(page)
  await fill(page, { Amount: '150000' })
  await save(page)
  await faultAt(page, 'Amount', 'This receipt has only ₹1,00,000.00 free')
  await fill(page, { Amount: '60000' })
  await save(page)
  await alert(page, 'Lien entered')
  await liens.getByText('before the guarantee is over: renew it').waitFor()
  await eventually(() => head(page).innerText()).toMatch(/Secured by receipts\s+₹60,000\.00/)
  await liens.getByRole('link', { name: 'FD 881' }).click()
  await title(page, 'Fixed deposit receipt FD 881')
  await eventually(() => head(page).innerText()).toMatch(/₹60,000\.00\s*₹40,000\.00 is free/)
  // A receipt cannot be cancelled while it secures a guarantee.
  await enterOther(page, 'It was cancelled')
  await save(page)
  await dialog(page).getByText('This receipt secures a guarantee: free its liens first').first().waitFor()
  await dialog(page).getByRole('button', { name: 'Cancel', exact: true }).click()
  await eventually(() => dialog(page).count()).toBe(0)
  await button(page, 'Free LIEN 1 ₹60,000.00').click()
  await dialog(page)
    .getByRole('textbox')
    .fill(dayTyped(day(-400)))
  await button(page, 'Free the receipt').click()
  await faultAt(page, 'Freed on', 'Freed on must not be before Marked on')
  await dialog(page)
    .getByRole('textbox')
    .fill(dayTyped(day(0)))
  await button(page, 'Free the receipt').click()
  await alert(page, 'The receipt is free of it')
  await page
    .getByRole('region', { name: 'Guarantees that it secures' })
    .getByText(/Freed on/)
    .waitFor()
  expect(await calls.ok(getInstrument, { params: { id: receipt.id } })).toMatchObject({ lienAmount: 0 })
})

test('a user who may only read sees the events and no way to enter any', async ({ enter, company, create }) => {
  const paper = await create.guarantee('LOOK 1')
  const reader = await enter(await company.joinWith('Reader', { Contracts: ['canView'] }))
  await open(reader, paper)
  await events(reader).getByText('Draft → Lodged').waitFor()
  for (const name of ['It was extended', 'It came back', 'Something else', 'Add lien'])
    await eventually(() => button(reader, name).count()).toBe(0)
  await eventually(() => reader.getByRole('link', { name: 'Edit', exact: true }).count()).toBe(0)
  await reader.goto(list)
  await title(reader, 'Instruments')
  await eventually(() => reader.getByRole('link', { name: 'New instrument' }).count()).toBe(0)
})

test('the page of an instrument and the form of an event do not scroll sideways on a phone', async ({
  enter,
  company,
  create,
}) => {
  const deposit = await create.deposit(5_00_000)
  const number = '0034IBG26001187/EXT/2026-27/00045'
  const paper = await create.guarantee(number, { amount: 12_34_56_789.5, depositIds: [deposit.depositId] })
  const page = await enter(company.administrator, 'phone')
  await open(page, paper)
  await expectNoSidewaysScroll(page)
  await button(page, 'It was extended').click()
  await fill(page, { 'Expires on': dayTyped(day(90)) })
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await save(page)
  await alert(page, 'Entered: It was extended')
  await expectNoSidewaysScroll(page)
})
