import { createDeposit, type Deposit, getDeposit, listDeposits } from '@plinth/api/deposits/deposits'
import { addSettlement } from '@plinth/api/deposits/settlements'
import { type Contract, createContract } from '@plinth/api/tenders/contracts'
import { createOffice } from '@plinth/api/tenders/offices'
import { dayFromToday } from '@plinth/server/kernel/testing/days'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll } from '../src/browser.ts'
import { shownDay } from '../src/day-forms.ts'
import { testIn } from '../src/desk.ts'
import {
  alert,
  apply,
  button,
  choose,
  columnOf,
  columns,
  eventually,
  faultAt,
  field,
  fill,
  focusIsOn,
  openFilters,
  save,
  title,
  valueOf,
} from '../src/screen.ts'

const test = testIn('Tungabhadra Works').extend('deposit', async ({ owner }) => {
  const make = async (contract: Partial<Contract>, overrides: Partial<Deposit> = {}): Promise<Deposit> => {
    const { id: contractId } = await owner.ok(createContract, { body: { contractName: 'Canal', ...contract } })
    const body = { depositType: 'EMD', instrumentNo: 'DD 41', amount: 50_000, ...overrides }
    return owner.ok(createDeposit, { params: { contractId }, body })
  }
  return make
})

const head = (page: Page) => page.getByRole('region', { name: 'At a glance' })
const release = (page: Page) => page.getByRole('region', { name: 'When it comes back' })
const params = ({ contractId, id: depositId }: Deposit) => ({ contractId, depositId })

async function open(page: Page, { contractId, id, depositType, instrumentNo }: Deposit): Promise<void> {
  await page.goto(`/contracts/${contractId}/security-deposit/${id}`)
  await title(page, `${depositType} ${instrumentNo}`)
}

/** Chooses an option in the drawer with the mouse, because Escape would close the drawer. */
async function pick(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** Waits until the region has all of these texts. */
async function expectTexts(region: ReturnType<typeof head>, ...texts: string[]): Promise<void> {
  for (const text of texts) await region.getByText(text, { exact: true }).waitFor()
}

test('the EMD of a lost tender has its due day, rule, owner and cost of waiting, and a link to its letter', async ({
  enter,
  deposit,
  owner,
  company,
}) => {
  const { id: officeId } = await owner.ok(createOffice, {
    body: { department: 'Water Resources', name: 'Division 3', designation: 'Executive Engineer' },
  })
  const emd = await deposit({ status: 'REJECTED', resultDate: dayFromToday(-40), officeId }, { amount: 3_65_000 })
  const page = await enter(company.administrator)
  await open(page, emd)
  await expectTexts(head(page), '10 days overdue', shownDay(-10), 'Write the refund request', `by ${shownDay(-10)}`)
  await expectTexts(release(page), `30 days after the result of ${shownDay(-40)}`, 'Admin', 'ask your lawyer')
  const text = await release(page).innerText()
  expect(text).toContain('Rule EMD, not won: GFR 2017, rule 170')
  expect(text).toContain('Water Resources — Executive Engineer, Division 3')
  // 3,65,000 at 12 % a year are 120 a day.
  expect(text).toMatch(/₹1,200\.00\s+at 12 % a year since it was due/)
  expect(text).not.toContain('To be confirmed')
  await expectAccessible(page)
  // The letter is to that office and has this deposit ticked.
  await head(page).getByRole('link', { name: 'Write the letter' }).click()
  await page.getByRole('heading', { level: 1, name: 'New refund request' }).waitFor()
  await page.getByRole('checkbox', { name: /DD 41/, checked: true }).waitFor()
})

test('a performance security waits for the planned completion by an unconfirmed rule', async ({
  enter,
  deposit,
  company,
}) => {
  const overrides = { status: 'WORK_IN_PROGRESS', givenEndDate: dayFromToday(90) } as const
  const security = await deposit(overrides, { depositType: 'Performance security', instrumentNo: 'BG 7' })
  const page = await enter(company.administrator, 'phone')
  await open(page, security)
  await expectTexts(head(page), 'Wait for completion', `planned for ${shownDay(150)}`, 'as planned')
  await expectTexts(release(page), `About ${shownDay(150)}`, `60 days after completion, planned for ${shownDay(90)}`)
  await release(page).getByText('To be confirmed', { exact: true }).waitFor()
  // The step only waits, so that it has no button.
  expect(
    await head(page)
      .getByRole('button', { name: /back|lodged/ })
      .count(),
  ).toBe(0)
  await expectNoSidewaysScroll(page)
})

test('the next step of a deposit without a due day links to that field, and an entered day takes precedence over the rule', async ({
  enter,
  deposit,
  owner,
  company,
}) => {
  const sd = await deposit({ status: 'COMPLETED' }, { depositType: 'Security deposit', instrumentNo: 'FDR 5' })
  const page = await enter(company.administrator)
  await open(page, sd)
  await expectTexts(
    release(page),
    'Nobody has said when it comes back',
    'With the end of defect liability, which has no day yet',
  )
  await head(page).getByRole('link', { name: 'Enter the day' }).click()
  await title(page, 'Edit deposit')
  await focusIsOn(page, field(page, 'Comes back on'))
  await eventually(() => valueOf(page, 'Purpose')).toBe('Security deposit')
  await fill(page, { 'Comes back on': '31/03/2027' })
  await page.keyboard.press('Tab')
  await eventually(() => valueOf(page, 'Waits for')).toBe('A day that is entered')
  await save(page)
  await alert(page, 'Deposit updated successfully!')
  expect(await owner.ok(getDeposit, { params: params(sd) })).toMatchObject({
    releaseBasis: 'FIXED',
    fixedDueOn: '2027-03-31',
  })
  await open(page, sd)
  await expectTexts(release(page), 'On the day that is entered', 'As this deposit says itself')
  await head(page)
    .getByText(/^31 Mar 2027/)
    .waitFor()
  // Another basis clears the day and shows the field for the days after it.
  await page.goto(`/contracts/${sd.contractId}/security-deposit/${sd.id}/edit`)
  await choose(page, 'Waits for', 'Final bill')
  await eventually(() => valueOf(page, 'Comes back on')).toBe('')
  await fill(page, { 'Days after': '45' })
  await save(page)
  await alert(page, 'Deposit updated successfully!')
  const waits = { releaseBasis: 'FINAL_BILL', releaseDays: 45, fixedDueOn: null }
  expect(await owner.ok(getDeposit, { params: params(sd) })).toMatchObject(waits)
})

test('an own next step needs a day and its day needs the step, and both are shown as the next step', async ({
  enter,
  deposit,
  company,
}) => {
  const emd = await deposit({ status: 'REJECTED', resultDate: dayFromToday(-40) }, { disputedOn: dayFromToday(-3) })
  const page = await enter(company.administrator)
  await open(page, emd)
  await expectTexts(head(page), `Take up the dispute of ${shownDay(-3)}`)
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  const refused: string[] = []
  page.on('request', (request) => request.method() === 'PUT' && refused.push(request.url()))
  await fill(page, { 'To be done': 'Meet the divisional accountant' })
  await save(page)
  await faultAt(page, 'To be done on', 'To be done on is required with what is to be done')
  await fill(page, { 'To be done': '', 'To be done on': '05/12/2027' })
  await page.keyboard.press('Tab')
  await save(page)
  await faultAt(page, 'To be done', 'To be done is required')
  expect(refused).toEqual([])
  await fill(page, { 'To be done': 'Meet the divisional accountant' })
  await save(page)
  await alert(page, 'Deposit updated successfully!')
  await open(page, emd)
  await expectTexts(head(page), 'Meet the divisional accountant', 'by 05 Dec 2027')
  await head(page).getByRole('link', { name: 'Change what is to be done' }).click()
  await focusIsOn(page, field(page, 'To be done'))
})

test('the rest of a partly refunded deposit is booked from its next step', async ({
  enter,
  deposit,
  owner,
  company,
}) => {
  const emd = await deposit({ status: 'REJECTED', resultDate: dayFromToday(-40) })
  const body = { kind: 'RECEIVED', amount: 49_000, settledOn: dayFromToday(-1) } as const
  await owner.ok(addSettlement, { params: params(emd), body })
  const page = await enter(company.administrator)
  await open(page, emd)
  await expectTexts(head(page), 'Accept the deduction or ask for the rest', `by ${shownDay(2)}`)
  await button(page, 'Book the rest').click()
  const panel = page.getByRole('dialog', { name: 'Book receipt' })
  await panel.getByRole('textbox', { name: 'Amount' }).waitFor()
  await panel.getByRole('button', { name: 'Save', exact: true }).click()
  await alert(page, 'Receipt booked')
  await eventually(() => head(page).innerText()).toContain('Refunded')
})

test('the deposit form on the page of a contract stores the release fields too', async ({ enter, owner, company }) => {
  const { id: contractId } = await owner.ok(createContract, { body: { contractName: 'Weir', status: 'SUBMITTED' } })
  const page = await enter(company.administrator)
  await page.goto(`/contracts/${contractId}`)
  await page.getByRole('region', { name: 'Deposits' }).getByRole('button', { name: 'Record the EMD' }).click()
  const panel = page.getByRole('dialog', { name: 'New deposit' })
  await eventually(() => panel.getByRole('combobox', { name: 'Purpose' }).getAttribute('placeholder')).toBe(
    'As the type says',
  )
  await fill(page, { 'Deposit type': 'Bid bond of lot 2', 'Instrument no.': 'BG 12', Amount: '5000' })
  await pick(page, 'Purpose', 'Other')
  await panel.getByRole('button', { name: /^More fields/ }).click()
  for (const [label, rest] of Object.entries({ Owner: 'As its contract', 'Waits for': 'By its rule' }))
    await eventually(() => panel.getByRole('combobox', { name: label, exact: true }).getAttribute('placeholder')).toBe(
      rest,
    )
  await pick(page, 'Owner', 'Admin')
  await pick(page, 'Waits for', 'Award')
  await fill(page, { 'Days after': '15' })
  await expectAccessible(page)
  await panel.getByRole('button', { name: 'Save', exact: true }).click()
  await alert(page, 'Deposit created successfully!')
  expect(await owner.ok(listDeposits, { params: { contractId }, query: {} })).toMatchObject([
    { purpose: 'OTHER', ownerId: company.administrator.id, releaseBasis: 'AWARD', releaseDays: 15 },
  ])
})

test('the register sorts by due day and filters by due day, purpose, next step and owner', async ({
  enter,
  deposit,
  company,
}) => {
  const late = { status: 'REJECTED', resultDate: dayFromToday(-50) } as const
  await deposit({ ...late, contractName: 'Late' }, { instrumentNo: 'REG late', amount: 1000 })
  await deposit(
    { contractName: 'Soon', status: 'REJECTED', resultDate: dayFromToday(-10) },
    { instrumentNo: 'REG soon', amount: 2000 },
  )
  await deposit(
    { contractName: 'Unsaid', status: 'COMPLETED' },
    { depositType: 'Retention money', instrumentNo: 'REG unsaid', amount: 4000 },
  )
  const page = await enter(company.administrator)
  const shownNumbers = () => eventually(() => columnOf(page, 'Instrument no.'))
  const register = '/contracts/deposit-register?instrumentNo=REG'
  await page.goto(`${register}&sort=dueOn`)
  await shownNumbers().toEqual(['REG late', 'REG soon', 'REG unsaid'])
  await eventually(() => columns(page)).toEqual(expect.arrayContaining(['Still open', 'Due on']))
  await eventually(() => columnOf(page, 'Due on')).toEqual([`${shownDay(-20)}20 days overdue`, shownDay(20), '–'])
  // No column is cut off on a desktop.
  const table = page.getByRole('region').filter({ has: page.getByRole('table') })
  expect(await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0)
  await page.getByRole('button', { name: /^Overdue \d/ }).click()
  await shownNumbers().toEqual(['REG late'])
  await page.goto(register)
  await openFilters(page)
  await choose(page, 'Purpose', 'Retention')
  await page.keyboard.press('Escape')
  await apply(page)
  await shownNumbers().toEqual(['REG unsaid'])
  await page.goto(register)
  await openFilters(page)
  await choose(page, 'Next step', 'Ask for it')
  await page.keyboard.press('Escape')
  await field(page, 'Due before').fill('01/01/2020')
  await page.keyboard.press('Tab')
  await apply(page)
  await page.getByText('Deposits found: 0').waitFor()
  await page.goto(`${register}&dueBefore=${dayFromToday(0)}&ownerId=${company.administrator.id}`)
  await shownNumbers().toEqual(['REG late'])
  await page.getByRole('listitem').filter({ hasText: 'Owner: Admin' }).waitFor()
})

test('on a phone a card has the open amount and the days overdue, and nothing is cut off', async ({
  enter,
  deposit,
  company,
}) => {
  await deposit({ status: 'REJECTED', resultDate: dayFromToday(-50) }, { instrumentNo: 'CARD 1', amount: 1_23_45_678 })
  const page = await enter(company.administrator, 'phone')
  await page.goto('/contracts/deposit-register?instrumentNo=CARD')
  const card = page.getByRole('listitem').filter({ hasText: 'CARD 1' })
  await card.getByText('20 days overdue').waitFor()
  await eventually(() => card.innerText()).toContain('₹1,23,45,678.00')
  await expectNoSidewaysScroll(page)
})

test('a user who may only view sees the next step without its button', async ({ enter, deposit, company }) => {
  const emd = await deposit({ status: 'REJECTED', resultDate: dayFromToday(-40) })
  const sd = await deposit({ status: 'COMPLETED' }, { depositType: 'Security deposit' })
  const page = await enter(await company.joinWith('Reader', { Contracts: ['canView'] }))
  await open(page, emd)
  await expectTexts(head(page), 'Write the refund request')
  expect(await head(page).getByRole('link').count()).toBe(0)
  await open(page, sd)
  await expectTexts(head(page), 'Say when it comes back')
  expect(await head(page).getByRole('link').count()).toBe(0)
})
