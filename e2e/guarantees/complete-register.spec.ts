import { createDeposit, type Deposit, filterDeposits } from '@plinth/api/deposits/deposits'
import { createInstrument, filterInstruments } from '@plinth/api/guarantees/instruments'
import type { Flag } from '@plinth/api/kernel/permissions'
import { createContract } from '@plinth/api/tenders/contracts'
import { dayFromToday } from '@plinth/server/kernel/testing/days'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll } from '../src/browser.ts'
import { newCompany } from '../src/company.ts'
import { dayTyped } from '../src/day-forms.ts'
import { testIn } from '../src/desk.ts'
import { person } from '../src/people.ts'
import { alert, eventually, focusIsOn, offline, title } from '../src/screen.ts'

/** Held deposits without an instrument: one screen proposes their papers, and the user checks and enters them. */

let companyCount = 0

const test = testIn('Tunga Works')
  // Each test has its own company, because the screen shows all deposits of a company.
  .extend('ownCompany', () => {
    companyCount += 1
    return newCompany(`Tunga ${companyCount}`)
  })
  .extend('calls', ({ ownCompany }) => person(ownCompany.administrator))
  .extend('deposit', async ({ calls }) => {
    const { id: contractId } = await calls.ok(createContract, {
      body: { contractName: 'Tunga bridge', bidId: 'PWD/9', status: 'AWARDED' },
    })
    return (
      instrumentNo: string,
      overrides: Partial<Deposit> & { isRepeatConfirmed?: boolean } = {},
    ): Promise<Deposit> =>
      calls.ok(createDeposit, {
        params: { contractId },
        body: { depositType: 'EMD', instrumentNo, amount: 50_000, bankName: 'Canara Bank', ...overrides },
      })
  })

const path = '/contracts/instruments/complete'
const row = (page: Page, number: string) => page.getByRole('group', { name: number, exact: true })
const input = (at: Locator, name: string) => at.getByRole('textbox', { name, exact: true })
const tick = (page: Page, number: string) => row(page, number).getByRole('checkbox', { name: number, exact: true })
const enterAll = (page: Page, count: string) =>
  page.getByRole('button', { name: `Enter ${count}`, exact: true }).click()

async function open(page: Page): Promise<void> {
  await page.goto(path)
  await title(page, 'Complete the register')
}

async function fillDay(page: Page, number: string, name: string, text: string): Promise<void> {
  await input(row(page, number), name).fill(text)
  await input(row(page, number), name).press('Tab')
}

test('the instruments of deposits are proposed, completed and entered, and then secure their deposits', async ({
  enter,
  ownCompany,
  calls,
  deposit,
}) => {
  const submitted = dayFromToday(-20)
  await deposit('BG 11/26', { depositCreatedDate: dayFromToday(-25), depositSubmitedDate: submitted })
  await deposit('bg 11/26', { depositType: 'Retention', amount: 20_000.5, isRepeatConfirmed: true })
  await deposit('FDR 12', { bankName: null })
  await deposit('44-1')
  await deposit('DD back', { status: 'REFUNDED' })
  const page = await enter(ownCompany.administrator)
  await open(page)
  // Two deposits of one guarantee share a row; a refunded deposit has none.
  await row(page, 'BG 11/26').waitFor()
  await eventually(() => page.getByRole('group').getByRole('checkbox').count()).toBe(3)
  await page.getByRole('checkbox', { name: '2 of 3 ticked' }).waitFor()
  await eventually(() => tick(page, '44-1').isChecked()).toBe(false)
  const paper = row(page, 'BG 11/26')
  await eventually(() => input(paper, 'Amount').inputValue()).toBe('70,000.5')
  await eventually(() => paper.innerText()).toMatch(/EMD ₹50,000\.00[\s\S]*PWD\/9[\s\S]*Retention ₹20,000\.50/)
  await paper.getByText('Entered as a draft. Missing: Expires on').waitFor()
  await page.getByText('2 of them as drafts: something is missing').waitFor()
  await expectAccessible(page)
  await fillDay(page, 'BG 11/26', 'Expires on', dayTyped(dayFromToday(60)))
  await fillDay(page, 'BG 11/26', 'Claim until', dayTyped(dayFromToday(90)))
  await paper.getByText(/^Entered as lodged since/).waitFor()
  await enterAll(page, '2 instruments')
  await alert(page, '2 instruments entered in the register')
  // The paper without a kind is not entered, and no kind is guessed.
  await eventually(() => page.getByRole('group').getByRole('checkbox').count()).toBe(1)
  const { content } = await calls.ok(filterInstruments, { body: { sort: { field: 'number' } } })
  expect(content).toMatchObject([
    {
      kind: 'BG',
      number: 'BG 11/26',
      issuer: 'Canara Bank',
      amount: 70_000.5,
      expiresOn: dayFromToday(60),
      claimUntil: dayFromToday(90),
      state: 'LODGED',
      deposits: 2,
    },
    { kind: 'FDR', number: 'FDR 12', state: 'DRAFT', deposits: 1 },
  ])
  await row(page, '44-1').getByRole('combobox', { name: 'Kind' }).click()
  await page.getByRole('option', { name: 'Paid in cash' }).click()
  await page.getByRole('checkbox', { name: '1 of 1 ticked' }).waitFor()
  await enterAll(page, '1 instrument')
  await page.getByText('Every deposit that is held has its instrument in the register.').waitFor()
  const left = await calls.ok(filterDeposits, { body: { quickFilters: ['WITHOUT_INSTRUMENT'] } })
  expect(left.totalElements).toBe(0)
})

test('a refused row stays with its reason and its input, and the others are entered', async ({
  enter,
  ownCompany,
  calls,
  deposit,
}) => {
  await calls.ok(createInstrument, { body: { kind: 'BG', number: 'BG 21', issuer: 'Canara Bank', amount: 1 } })
  await deposit('BG 21')
  await deposit('BG 22')
  await deposit('BG 23', { depositCreatedDate: '2026-01-05' })
  await deposit('FDR 24')
  const page = await enter(ownCompany.administrator)
  await open(page)
  await input(row(page, 'BG 21'), 'Amount').fill('60000')
  await input(row(page, 'BG 22'), 'Amount').fill('40000')
  await fillDay(page, 'BG 23', 'Expires on', '04/01/2026')
  await enterAll(page, '4 instruments')
  await alert(page, '1 instrument entered in the register')
  await page.getByText('3 instruments not entered: the reason stands beside it.').waitFor()
  // The server refuses the first two, the check in the browser the third.
  await row(page, 'BG 21').getByRole('alert').getByText('This instrument is in the register already').waitFor()
  await row(page, 'BG 22').getByText('The guarantee is for less than its deposits').waitFor()
  await row(page, 'BG 23').getByText('Expires on must not be before Issued on').waitFor()
  await eventually(() => input(row(page, 'BG 21'), 'Amount').inputValue()).toBe('60,000')
  await focusIsOn(page, tick(page, 'BG 21'))
  await expectAccessible(page)
  // Only corrected rows are sent again.
  await tick(page, 'BG 21').uncheck()
  await input(row(page, 'BG 22'), 'Amount').fill('50000')
  await fillDay(page, 'BG 23', 'Expires on', '04/01/2027')
  await enterAll(page, '2 instruments')
  await alert(page, '2 instruments entered in the register')
  await eventually(() => page.getByRole('group').getByRole('checkbox').count()).toBe(1)
  expect((await calls.ok(filterInstruments, { body: {} })).totalElements).toBe(4)
})

test('a lost connection loses no input, and leaving with unsaved input asks first', async ({
  enter,
  ownCompany,
  deposit,
}) => {
  await deposit('FDR 31', { depositCreatedDate: '2026-01-05' })
  await deposit('FDR 32')
  const page = await enter(ownCompany.administrator)
  await open(page)
  await fillDay(page, 'FDR 31', 'Matures on', '05/01/2027')
  await offline(page, '**/project/api/instruments', async () => {
    await enterAll(page, '2 instruments')
    await row(page, 'FDR 31')
      .getByRole('alert')
      .getByText(/The server cannot be reached/)
      .waitFor()
  })
  // The second would have failed for the same reason.
  await eventually(() => row(page, 'FDR 32').getByRole('alert').count()).toBe(0)
  await eventually(() => input(row(page, 'FDR 31'), 'Matures on').inputValue()).toBe('05 Jan 2027')
  await page.getByRole('link', { name: 'Deposit register' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click()
  await enterAll(page, '2 instruments')
  await alert(page, '2 instruments entered in the register')
})

test.for<{ may: string; flags: Flag[] }>([
  { may: 'enter and look', flags: ['canView', 'canCreate'] },
  { may: 'change and look', flags: ['canView', 'canEdit'] },
  { may: 'look', flags: ['canView'] },
])('a user who may only $may is not let in, and sees no link', async ({ flags }, { enter, ownCompany, deposit }) => {
  await deposit('FDR 41')
  const page = await enter(await ownCompany.joinWith('Clerk', { Contracts: flags }))
  await page.goto('/contracts/deposit-register?quickFilters=WITHOUT_INSTRUMENT')
  await page.getByText('Deposits found:').waitFor()
  await eventually(() => page.getByRole('link', { name: 'Complete the register' }).count()).toBe(0)
  await page.goto(path)
  await page.waitForURL('**/unauthorized')
})

test('the screen fits a phone and can be used without a mouse', async ({ enter, ownCompany, calls, deposit }) => {
  await deposit('FDR 51', { depositCreatedDate: '2026-01-05', depositSubmitedDate: '2026-01-09' })
  const page = await enter(ownCompany.administrator, 'phone')
  await open(page)
  await row(page, 'FDR 51').waitFor()
  await expectNoSidewaysScroll(page)
  await tick(page, 'FDR 51').focus()
  await page.keyboard.press('Space')
  await eventually(() => tick(page, 'FDR 51').isChecked()).toBe(false)
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: 'Enter 1 instrument' }).press('Enter')
  await page.getByText('Every deposit that is held has its instrument in the register.').waitFor()
  const { content } = await calls.ok(filterInstruments, { body: {} })
  expect(content).toMatchObject([{ number: 'FDR 51', state: 'LODGED', issuedOn: '2026-01-05' }])
})
