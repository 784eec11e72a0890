import { type BankFacility, createBankFacility } from '@plinth/api/guarantees/bank-facilities'
import { createBgPlan, filterBgPlans } from '@plinth/api/guarantees/bg-plans'
import { createInstrument } from '@plinth/api/guarantees/instruments'
import { updateContractTerms } from '@plinth/api/tenders/contract-terms'
import { type Contract, createContract } from '@plinth/api/tenders/contracts'
import { dayFromToday } from '@plinth/server/kernel/testing/days'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible, expectContrast, expectNoSidewaysScroll } from '../src/browser.ts'
import { all } from '../src/company.ts'
import { shownDay } from '../src/day-forms.ts'
import { testIn } from '../src/desk.ts'
import { expectRoomAtEveryWidth } from '../src/layout.ts'
import { person } from '../src/people.ts'
import { alert, button, eventually, focusIsOn, hasSettled, title, undo } from '../src/screen.ts'
import type { Caller } from '../src/slice-screens.ts'

/** The bid check of a tender: the verdict, what would make the limits enough, and planning the guarantees. */

/** Each in a company of its own, because the plans of one would use the limits of another. */
const yes = testIn('Yes Works').extend('calls', { scope: 'file' }, ({ company }) => person(company.administrator))
const short = testIn('Short Works').extend('calls', { scope: 'file' }, ({ company }) => person(company.administrator))
const bare = testIn('Bare Works').extend('calls', { scope: 'file' }, ({ company }) => person(company.administrator))

const limit = (calls: Caller, bank: string, limitAmount: number, fields: Partial<BankFacility> = {}) =>
  calls.ok(createBankFacility, { body: { bank, limitAmount, ...fields } })

const papers = { emdAmount: 1_00_000, bidValidUntil: dayFromToday(100), psPercent: 5, psDays: 15, dlpMonths: 12 }

/** A tender of a crore with an EMD of a lakh and a performance security of five lakh. */
async function tender(calls: Caller, contractName: string, fields: Partial<Contract> = {}): Promise<Contract> {
  const contract = await calls.ok(createContract, {
    body: {
      contractName,
      closingDate: dayFromToday(10),
      resultDate: dayFromToday(40),
      givenEndDate: dayFromToday(400),
      tenderBidValue: 1_00_00_000,
      ...fields,
    },
  })
  await calls.ok(updateContractTerms, { params: { id: contract.id }, body: papers })
  return contract
}

const card = (page: Page) => page.getByRole('region', { name: 'Can we bid?', exact: true })
const part = (page: Page, name: string) => card(page).getByRole('region', { name, exact: true })
const plans = (page: Page) => part(page, 'Guarantees of this tender').getByRole('listitem')
const banks = (page: Page) => part(page, 'Banks')

yes(
  'a tender shows its verdict, and its guarantees can be planned at a bank with one button, dropped, and restored with Undo [deposits 11.10]',
  async ({ enter, company, calls }) => {
    await limit(calls, 'State Bank of India', 10_00_000, {
      marginPercent: 10,
      commissionPercent: 2,
      freeCash: 50_000,
      freeCashOn: dayFromToday(-3),
    })
    const { id } = await tender(calls, 'Tunga bridge')
    const page = await enter(company.administrator)
    await page.goto(`/contracts/${id}`)
    await page
      .getByRole('navigation', { name: 'Sides of this record' })
      .getByRole('link', { name: 'Can we bid?' })
      .click()
    await card(page).getByText('Yes: State Bank of India can give them').waitFor()
    await eventually(() => plans(page).allInnerTexts()).toEqual([
      expect.stringMatching(
        new RegExp(`^EMD\\s+₹1,00,000\\.00\\s+${shownDay(10)} – ${shownDay(145)} · proposed by its papers`),
      ),
      expect.stringMatching(new RegExp(`^Performance security\\s+₹5,00,000\\.00\\s+${shownDay(55)} – .* · proposed`)),
    ])
    for (const text of [
      '₹60,000.00',
      `₹10,000.00 too little, as of ${shownDay(-3)}`,
      'Enough, with all that is planned',
    ])
      await banks(page).getByText(text).waitFor()
    expect(await part(page, 'Ways round').count()).toBe(0)
    await banks(page)
      .getByText(/^Day by day/)
      .click()
    await banks(page)
      .getByRole('row', { name: new RegExp(`^${shownDay(55)}`) })
      .getByText('₹4,00,000.00')
      .waitFor()
    await expectAccessible(page)
    await button(page, 'Plan them at State Bank of India').click()
    await alert(page, '2 guarantees planned at State Bank of India')
    await undo(page, '2 guarantees planned at State Bank of India')
    await alert(page, 'Undone: 2 guarantees planned at State Bank of India')
    expect((await calls.ok(filterBgPlans, { body: {} })).totalElements).toBe(0)
    await button(page, 'Plan them at State Bank of India').click()
    await eventually(() => plans(page).allInnerTexts()).toEqual([
      expect.stringContaining('planned at State Bank of India'),
      expect.stringContaining('planned at State Bank of India'),
    ])
    expect((await calls.ok(filterBgPlans, { body: { contractId: [id] } })).totalElements).toBe(2)
    expect(await page.getByRole('button', { name: /^Plan them/ }).count()).toBe(0)
    await button(page, 'Drop EMD, ₹1,00,000.00').click()
    await alert(page, 'EMD, ₹1,00,000.00: dropped')
    await eventually(() => plans(page).count()).toBe(1)
    await undo(page, 'EMD, ₹1,00,000.00: dropped')
    await eventually(() => plans(page).count()).toBe(2)
    await page.getByRole('link', { name: 'EMD', exact: true }).click()
    await title(page, 'EMD, ₹1,00,000.00')
  },
)

short(
  'the verdict depends on what other tenders plan and is No when the limit is used; the days and the remedies are shown [deposits 11.10]',
  async ({ enter, company, calls }) => {
    const canara = await limit(calls, 'Canara Bank', 10_00_000, { freesOn: 'EXPIRY' })
    const { id } = await tender(calls, 'Varada barrage')
    const other = await tender(calls, 'Bhima canal')
    await calls.ok(createBgPlan, {
      body: {
        contractId: other.id,
        facilityId: canara.id,
        purpose: 'EMD',
        amount: 7_00_000,
        neededOn: dayFromToday(20),
        untilOn: dayFromToday(120),
      },
    })
    const page = await enter(company.administrator)
    await page.goto(`/contracts/${id}#bid`)
    await card(page).getByText('Only if no other tender takes its guarantees', { exact: true }).waitFor()
    await banks(page)
      .getByText(`With all that is planned: short from ${shownDay(55)}, by ₹3,00,000.00 at most`)
      .waitFor()
    await banks(page).getByText('For this tender alone: enough').waitFor()
    const paper = { kind: 'BG', issuer: 'Canara Bank', state: 'LODGED', facilityId: canara.id } as const
    const lodge = async (number: string, amount: number, expires: number) =>
      calls.ok(createInstrument, {
        body: { ...paper, number, amount, issuedOn: dayFromToday(-50), expiresOn: dayFromToday(expires) },
      })
    await lodge('CB/1', 6_00_000, 80)
    await lodge('CB/2', 1_00_000, 30)
    await page.reload()
    // In lakh: 7 used and 1 asked for; 7 planned by others from day 20, and 5 more for this tender from day 55.
    await card(page)
      .getByText(`No: short by ₹9,00,000.00 from ${shownDay(20)}`)
      .waitFor()
    await banks(page)
      .getByText(`For this tender alone: short from ${shownDay(55)}, by ₹2,00,000.00 at most`)
      .waitFor()
    await banks(page)
      .getByText(/^Day by day, and what would mend it/)
      .click()
    const row = banks(page).getByRole('row', { name: new RegExp(`^${shownDay(55)}`) })
    await row.getByText('-₹9,00,000.00').waitFor()
    await row.getByText('short').waitFor()
    await banks(page).getByText('Not even without all of these would it be enough:').waitFor()
    await banks(page)
      .getByRole('listitem')
      .filter({ hasText: 'CB/1' })
      .getByText(`free from ${shownDay(81)}, certain`)
      .last()
      .waitFor()
    for (const way of ['A surety bond of an insurer takes no limit of a bank.', /^A deposit receipt/])
      await part(page, 'Ways round').getByText(way).waitFor()
    await expectAccessible(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectContrast(page)
    await part(page, 'Ways round').getByRole('link', { name: 'Guarantees to fetch back' }).click()
    await title(page, 'Instruments')
    const phone = await enter(company.administrator, 'phone')
    await phone.goto(`/contracts/${id}#bid`)
    await banks(phone)
      .getByText(/^Day by day, and what would mend it/)
      .click()
    await banks(phone).getByText('-₹9,00,000.00').waitFor()
    const press = await button(phone, 'Plan them at Canara Bank').boundingBox()
    expect(press?.height).toBeGreaterThanOrEqual(44)
    await expectNoSidewaysScroll(phone)
    await expectRoomAtEveryWidth(phone)
  },
)

bare(
  'missing facts link to where they are entered, and without limits their entry is offered',
  async ({ enter, company, calls }) => {
    const { id } = await calls.ok(createContract, { body: { contractName: 'Hagari weir' } })
    const page = await enter(company.administrator)
    await page.goto(`/contracts/${id}`)
    await card(page).getByText('Not known yet: its papers say too little').waitFor()
    await part(page, 'What is missing').getByText('To propose the guarantee for EMD:').waitFor()
    await part(page, 'What is missing').getByRole('link', { name: 'Earnest money asked for' }).click()
    await focusIsOn(page, page.locator('[id=terms]'))
    await part(page, 'What is missing').getByRole('link', { name: 'Closing date' }).click()
    await title(page, 'Edit contract')
    await focusIsOn(page, page.getByRole('textbox', { name: 'Closing date' }))
    const whole = await tender(calls, 'Hagari canal')
    await page.goto(`/contracts/${whole.id}`)
    await card(page).getByText('Not known: no limit of a bank is in use').waitFor()
    await page.getByRole('link', { name: 'Enter the limits of your banks' }).click()
    await title(page, 'New bank limit')
  },
)

bare(
  'a won tender has the check under another title, and work in progress without plans has none',
  async ({ enter, company, calls }) => {
    const won = await tender(calls, 'Won weir', { status: 'AWARDED' })
    const begun = await tender(calls, 'Begun weir', { status: 'WORK_IN_PROGRESS' })
    const page = await enter(company.administrator)
    await page.goto(`/contracts/${begun.id}`)
    await page.getByRole('region', { name: 'Terms', exact: true }).getByText('5%, within 15 days').waitFor()
    const needs = page.getByRole('region', { name: 'Guarantees it needs', exact: true })
    expect(await needs.count()).toBe(0)
    await page.goto(`/contracts/${won.id}`)
    await needs.getByText('Not known: no limit of a bank is in use').waitFor()
  },
)

bare(
  'people without Payments see no check and send no request for it; people who may only view cannot plan [deposits 11.11]',
  async ({ enter, company, calls }) => {
    const { id } = await tender(calls, 'Secret weir')
    await limit(calls, 'State Bank of India', 10_00_000)
    const page = await enter(await company.joinWith('Tenderer', all('Contracts')))
    const requestedPaths: string[] = []
    page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname))
    await page.goto(`/contracts/${id}`)
    await page.getByRole('region', { name: 'Terms', exact: true }).getByText('5%, within 15 days').waitFor()
    await hasSettled(page)
    expect(await page.getByText('Can we bid?').count()).toBe(0)
    expect(requestedPaths.filter((path) => /bid-check|bank-facilities|bg-plans/.test(path))).toEqual([])
    const viewer = await enter(await company.joinWith('Viewer', { Contracts: ['canView'], Payments: ['canView'] }))
    await viewer.goto(`/contracts/${id}`)
    await card(viewer).getByText('Yes: State Bank of India can give them').waitFor()
    for (const name of [/^Plan them/, /^Plan another/]) expect(await viewer.getByText(name).count()).toBe(0)
  },
)
