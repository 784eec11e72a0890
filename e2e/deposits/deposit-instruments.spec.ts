import { createDeposit, type Deposit, filterDeposits, getDeposit } from '@plinth/api/deposits/deposits'
import { createInstrument, filterInstruments, type Instrument } from '@plinth/api/guarantees/instruments'
import { createContract } from '@plinth/api/tenders/contracts'
import { dayFromToday } from '@plinth/server/kernel/testing/days'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll } from '../src/browser.ts'
import { testIn } from '../src/desk.ts'
import {
  alert,
  apply,
  button,
  choose,
  columnOf,
  eventually,
  faultAt,
  field,
  fill,
  focusIsOn,
  link,
  openFilters,
  save,
  showing,
  title,
  typed,
} from '../src/screen.ts'

let count = 0

const test = testIn('Kaveri Works')
  .extend('contract', { scope: 'file' }, ({ owner }) =>
    owner.ok(createContract, { body: { contractName: 'Kaveri canal', bidId: 'KNNL/7', status: 'AWARDED' } }),
  )
  .extend(
    'deposit',
    ({ owner, contract: { id: contractId } }) =>
      (overrides: Partial<Deposit> = {}): Promise<Deposit> => {
        count += 1
        const body = { depositType: 'EMD', instrumentNo: `DD ${count}`, amount: 50_000, ...overrides }
        return owner.ok(createDeposit, { params: { contractId }, body })
      },
  )
  .extend('guarantee', ({ owner }) => (overrides: Partial<Instrument> = {}): Promise<Instrument> => {
    count += 1
    const days = { issuedOn: dayFromToday(-30), expiresOn: dayFromToday(60), claimUntil: dayFromToday(90) }
    const { kind = 'BG', number = `BG ${count}`, amount = 1_00_000, ...others } = overrides
    const body = { kind, number, issuer: 'Canara Bank', branch: 'Hassan', amount, ...days, state: 'LODGED' as const }
    return owner.ok(createInstrument, { body: { ...body, ...(others as Record<never, never>) } })
  })

const card = (page: Page) => page.getByRole('region', { name: 'Instrument', exact: true })
const pathOf = ({ contractId, id }: Deposit) => `/contracts/${contractId}/security-deposit/${id}`
const isReadOnly = (page: Page, label: string) => field(page, label).getAttribute('readonly')

/** Searches for an instrument by a part of its number, and chooses it. */
async function chooseInstrument(page: Page, part: string, option: RegExp): Promise<void> {
  await page.getByRole('combobox', { name: 'Instrument', exact: true }).fill(part)
  await page.getByRole('option', { name: option }).click()
}

test('a deposit with a chosen instrument takes its number, bank and branch', async ({
  enter,
  company,
  contract,
  guarantee,
  owner,
}) => {
  const { id, number } = await guarantee({ number: 'BG 4711/26' })
  await guarantee({ number: 'BG 4712/26' })
  const page = await enter(company.administrator)
  await page.goto(`/contracts/${contract.id}/security-deposit/new`)
  // The form has no field for the instrument until it is asked for.
  await fill(page, { 'Deposit type': 'Performance security', 'Instrument no.': 'typed', 'Bank name': 'typed too' })
  await eventually(() => page.getByRole('combobox', { name: 'Instrument', exact: true }).count()).toBe(0)
  await button(page, 'Choose from the register').click()
  await focusIsOn(page, page.getByRole('combobox', { name: 'Instrument', exact: true }))
  await chooseInstrument(
    page,
    '4711',
    /^BG 4711\/26, Bank guarantee.*Canara Bank · ₹1,00,000\.00 of ₹1,00,000\.00 free · 60 days left/,
  )
  const fromInstrument = { 'Instrument no.': number ?? '', 'Bank name': 'Canara Bank', 'Bank address': 'Hassan' }
  const labels = ['Instrument no.', 'Bank name', 'Bank address'] as const
  await eventually(() => typed(page, [...labels])).toEqual(fromInstrument)
  for (const label of labels) expect(await isReadOnly(page, label)).not.toBeNull()
  // An empty amount is filled with that of the instrument.
  await eventually(() => field(page, 'Amount').inputValue()).toBe('1,00,000')
  // Removing the instrument restores what was typed.
  await button(page, 'Take it off').click()
  await eventually(() => typed(page, [...labels])).toEqual({
    'Instrument no.': 'typed',
    'Bank name': 'typed too',
    'Bank address': '',
  })
  for (const label of labels) expect(await isReadOnly(page, label)).toBeNull()
  await chooseInstrument(page, 'canara', /^BG 4711\/26/)
  await save(page)
  await alert(page, 'Deposit created successfully!')
  const { content } = await owner.ok(filterDeposits, { body: { instrumentNo: '4711' } })
  expect(content).toMatchObject([
    { instrumentId: id, instrumentNo: number, bankName: 'Canara Bank', bankAddress: 'Hassan', amount: 1_00_000 },
  ])
})

test('a guarantee smaller than its deposits is refused at its field, and nothing typed is lost', async ({
  enter,
  company,
  deposit,
  guarantee,
  owner,
}) => {
  const { id } = await guarantee({ number: 'BG short' })
  await deposit({ instrumentId: id, amount: 80_000 })
  const count = await deposit({ amount: 20_000.01 })
  const page = await enter(company.administrator)
  await page.goto(`${pathOf(count)}/edit`)
  await button(page, 'Choose from the register').click()
  await chooseInstrument(page, 'short', /₹20,000\.00 of ₹1,00,000\.00 free/)
  await fill(page, { Comment: 'Of the same bank' })
  await save(page)
  await faultAt(page, 'Instrument', 'The guarantee is for less than its deposits')
  await eventually(() => field(page, 'Comment').inputValue()).toBe('Of the same bank')
  await expectAccessible(page)
  await fill(page, { Amount: '20000' })
  await save(page)
  await alert(page, 'Deposit updated successfully!')
  const params = { contractId: count.contractId, depositId: count.id }
  expect(await owner.ok(getDeposit, { params })).toMatchObject({ instrumentId: id, comment: 'Of the same bank' })
  // The instrument can be removed again.
  await page.goto(`${pathOf(count)}/edit`)
  await eventually(() => field(page, 'Instrument').inputValue()).toBe('BG short, Bank guarantee')
  await button(page, 'Take it off').click()
  await fill(page, { 'Instrument no.': 'DD 9' })
  await save(page)
  await alert(page, 'Deposit updated successfully!')
  expect(await owner.ok(getDeposit, { params })).toMatchObject({ instrumentId: null, instrumentNo: 'DD 9' })
})

test('the page of a deposit shows its instrument and the other deposits of that instrument', async ({
  enter,
  company,
  deposit,
  guarantee,
}) => {
  const { id } = await guarantee({ number: 'BG card' })
  const first = await deposit({ instrumentId: id })
  const second = await deposit({ instrumentId: id, depositType: 'Retention', amount: 30_000 })
  const page = await enter(company.administrator)
  await page.goto(pathOf(first))
  await card(page).getByText('Bank guarantee').waitFor()
  await card(page).getByText('It stands behind these too').waitFor()
  const told = await card(page).innerText()
  for (const text of ['BG card', 'Canara Bank', 'Hassan', 'Lodged', '60 days left', '₹80,000.00 open behind it'])
    expect(told).toContain(text)
  await eventually(() => card(page).getByRole('listitem').allInnerTexts()).toEqual([
    expect.stringMatching(/Retention\s+KNNL\/7\s+₹30,000\.00 is open/),
  ])
  await eventually(() => link(page, 'BG card').getAttribute('href')).toBe(`/contracts/instruments/${id}`)
  await card(page).getByRole('link', { name: 'Retention' }).click()
  await title(page, 'Retention BG card')
  expect(new URL(page.url()).pathname).toBe(pathOf(second))
})

test('the page of a held deposit without an instrument links to entering one, and that of a returned deposit does not', async ({
  enter,
  company,
  deposit,
}) => {
  const bank = { bankName: 'Axis', bankAddress: 'Mysuru', depositCreatedDate: '2026-01-05' }
  const held = await deposit({ ...bank, instrumentNo: 'FDR 77', amount: 1234.5 })
  const page = await enter(company.administrator)
  await page.goto(pathOf(held))
  const entered = new URL((await link(page, 'Enter its instrument').getAttribute('href')) ?? '', page.url())
  expect([entered.pathname, Object.fromEntries(entered.searchParams)]).toEqual([
    '/contracts/instruments/create',
    {
      depositIds: held.id,
      kind: 'FDR',
      number: 'FDR 77',
      issuer: 'Axis',
      branch: 'Mysuru',
      amount: '1234.5',
      issuedOn: '2026-01-05',
    },
  ])
  await link(page, 'Choose one').click()
  await title(page, 'Edit deposit')
  await focusIsOn(page, page.getByRole('combobox', { name: 'Instrument', exact: true }))
  const returned = await deposit({ status: 'REFUNDED' })
  await page.goto(pathOf(returned))
  await page.getByRole('region', { name: 'What became of it' }).waitFor()
  await eventually(() => card(page).count()).toBe(0)
  // A user who may only view has no links.
  const viewer = await enter(await company.joinWith('Viewer', { Contracts: ['canView'] }))
  await viewer.goto(pathOf(held))
  await card(viewer).getByText('It stands in no register of instruments yet').waitFor()
  for (const name of ['Enter its instrument', 'Choose one']) await eventually(() => link(viewer, name).count()).toBe(0)
})

test('the audit trail of a deposit shows its instrument by number', async ({
  enter,
  company,
  deposit,
  guarantee,
  owner,
}) => {
  const { id } = await guarantee({ number: 'BG trail' })
  const count = await deposit({ instrumentId: id })
  expect(count.instrumentNo).toBe('BG trail')
  const page = await enter(company.administrator)
  await page.goto(`/admin/audit-trail?recordId=${count.id}`)
  await showing(page, 'Showing page 1 of 1 — 1 total records')
  await page.getByRole('button', { name: /^Details of / }).click()
  await page.getByRole('row', { name: 'Instrument BG trail', exact: true }).waitFor()
  await eventually(() => page.getByText(id).count()).toBe(0)
  expect((await owner.ok(filterInstruments, { body: { number: 'BG trail' } })).totalElements).toBe(1)
})

test('the register shows instruments, filters by their kind, and links to entering missing ones', async ({
  enter,
  company,
  deposit,
  guarantee,
}) => {
  const { id } = await guarantee({ number: 'BG register' })
  await deposit({ instrumentId: id, depositType: 'Registered' })
  await deposit({ depositType: 'Registered', instrumentNo: 'DD register' })
  const page = await enter(company.administrator)
  await page.goto('/contracts/deposit-register?depositType=Registered')
  await showing(page, 'Showing page 1 of 1 — 2 total records')
  await button(page, 'Columns').click()
  for (const name of ['Instrument kind', 'Instrument state', 'Instrument runs out on'])
    await page.getByRole('checkbox', { name, exact: true }).check()
  await page.keyboard.press('Escape')
  await openFilters(page)
  await choose(page, 'Instrument kind', 'Bank guarantee')
  await apply(page)
  await showing(page, 'Showing page 1 of 1 — 1 total records')
  await eventually(() => columnOf(page, 'Instrument kind')).toEqual(['Bank guarantee'])
  await eventually(() => columnOf(page, 'Instrument state')).toEqual(['Lodged'])
  expect((await columnOf(page, 'Instrument runs out on')).join()).toMatch(/60 days left$/)
  await page.goto('/contracts/deposit-register?depositType=Registered')
  await page.getByRole('button', { name: /^Without instrument 1$/ }).click()
  await eventually(() => columnOf(page, 'Instrument no.')).toEqual(['DD register'])
  await link(page, 'Complete the register').click()
  await title(page, 'Complete the register')
  await page.goto('/contracts/deposit-register')
  await eventually(() => link(page, 'Instruments').getAttribute('href')).toBe('/contracts/instruments')
})

test('on a phone the choice and the card of an instrument fit, and the keyboard alone can choose', async ({
  enter,
  company,
  deposit,
  guarantee,
  owner,
}) => {
  const { id } = await guarantee({ number: 'BG phone' })
  const count = await deposit({ depositType: 'EMD of a very long name of a very long work' })
  const page = await enter(company.administrator, 'phone')
  await page.goto(pathOf(count))
  await card(page).waitFor()
  await expectNoSidewaysScroll(page)
  await link(page, 'Choose one').click()
  await focusIsOn(page, page.getByRole('combobox', { name: 'Instrument', exact: true }))
  await page.keyboard.type('phone')
  await page.getByRole('option', { name: /^BG phone/ }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await eventually(() => field(page, 'Instrument no.').inputValue()).toBe('BG phone')
  await expectNoSidewaysScroll(page)
  await save(page)
  await alert(page, 'Deposit updated successfully!')
  const params = { contractId: count.contractId, depositId: count.id }
  expect((await owner.ok(getDeposit, { params })).instrumentId).toBe(id)
  await page.goto(pathOf(count))
  await card(page).getByText('60 days left').waitFor()
  await expectNoSidewaysScroll(page)
})
