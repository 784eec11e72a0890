import { createDeposit, type Deposit } from '@plinth/api/deposits/deposits'
import { addSettlement } from '@plinth/api/deposits/settlements'
import { createContract } from '@plinth/api/tenders/contracts'
import { createOffice } from '@plinth/api/tenders/offices'
import { dayFromToday } from '@plinth/server/kernel/testing/days'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectNoSidewaysScroll } from '../src/browser.ts'
import { testIn } from '../src/desk.ts'
import { expectRoomAtEveryWidth } from '../src/layout.ts'
import { person } from '../src/people.ts'
import { apply, choose, columnOf, eventually, openFilters, showing, title } from '../src/screen.ts'

const test = testIn('Refund Works')
  .extend('calls', { scope: 'file' }, ({ company }) => person(company.administrator))
  .extend('chaser', { scope: 'file' }, ({ company }) => company.joinWith('Chaser', { Contracts: ['canView'] }))
  .extend('money', { scope: 'file' }, async ({ calls, chaser }) => {
    const officeOf = async (department: string, name: string) =>
      (await calls.ok(createOffice, { body: { department, name } })).id
    const hassan = await officeOf('PWD', 'Hassan')
    const mysuru = await officeOf('KRIDL', 'Mysuru')
    const contractOf = async (contractName: string, officeId?: string) =>
      (await calls.ok(createContract, { body: { contractName, officeId } })).id
    const [canal, bridge, school] = [
      await contractOf('Hemavathi canal', hassan),
      await contractOf('Cauvery bridge', mysuru),
      await contractOf('Village school'),
    ]
    const depositOf = (contractId: string, fixedDueOn: string, overrides: Partial<Deposit>) =>
      calls.ok(createDeposit, {
        params: { contractId },
        body: {
          depositType: 'EMD',
          instrumentNo: 'x',
          isRepeatConfirmed: true,
          amount: 1,
          releaseBasis: 'FIXED',
          fixedDueOn,
          ...overrides,
        },
      })
    await depositOf(canal, dayFromToday(-10), { amount: 1000 })
    const security = { depositType: 'Security deposit', amount: 5000, ownerId: chaser.id }
    const { id: depositId } = await depositOf(canal, dayFromToday(20), security)
    await calls.ok(addSettlement, {
      params: { contractId: canal, depositId },
      body: { kind: 'DEDUCTED', amount: 50, settledOn: dayFromToday(0), reason: 'Damaged kerbs' },
    })
    await depositOf(canal, dayFromToday(-30), {
      amount: 700,
      status: 'REFUNDED',
      depositeReturnedDate: dayFromToday(-20),
    })
    await depositOf(bridge, dayFromToday(-2), {
      depositType: 'Retention',
      amount: 300,
      ownerId: chaser.id,
      ownNextStep: 'Call the division',
      ownNextOn: dayFromToday(1),
    })
    await depositOf(school, dayFromToday(60), { amount: 20 })
    return { canal, depositId }
  })

const screen = '/contracts/money'
const part = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Parts of what is open' }).getByRole('button', { name, exact: true })
const figures = (page: Page) => page.getByRole('region', { name: 'In all' })
const offices = (page: Page) => page.getByRole('region', { name: 'By office' })
/** The list of open deposits. */
const open = (page: Page) => page.getByRole('region', { name: 'Open deposits', exact: true })
const countIs = (page: Page, text: string) => page.getByText(`Deposits found: ${text}`).waitFor()

test('a company without deposits sees a text and zero figures', async ({ enter, company }) => {
  const page = await enter(company.administrator)
  await page.goto(screen)
  await page.getByText('No money lies with any department.').waitFor()
  await figures(page).getByText('₹0.00 deposited = ₹0.00 received + ₹0.00 lost + ₹0.00 open').waitFor()
})

test('the figures show open, overdue and lost money, and each links to its deposits', async ({
  enter,
  company,
  money: _,
}) => {
  const page = await enter(company.administrator)
  await page.goto('/contracts')
  await page.getByRole('link', { name: 'Money with departments' }).click()
  await title(page, 'Money with departments')
  const tiles = figures(page).getByRole('listitem')
  await eventually(() => tiles.allInnerTexts()).toEqual([
    expect.stringMatching(/^Still open\s+₹6,270\.00\s+4 deposits$/),
    expect.stringMatching(/^Overdue\s+₹1,300\.00\s+2 deposits$/),
    expect.stringMatching(/^Cost of waiting a month\s+₹12\.82/),
    expect.stringMatching(/^Lost this year\s+₹50\.00\s+since 1 April; in all ₹50\.00$/),
  ])
  await figures(page).getByText('₹7,020.00 deposited = ₹700.00 received + ₹50.00 lost + ₹6,270.00 open').waitFor()
  const leadsTo = async (tile: string, sum: string) => {
    await figures(page).getByRole('link', { name: tile }).click()
    await title(page, 'Deposit register')
    await countIs(page, sum)
    await page.goBack()
    await title(page, 'Money with departments')
  }
  await leadsTo('Still open', '4, in total ₹6,270.00')
  await leadsTo('Overdue', '2, in total ₹1,300.00')
  await leadsTo('Lost this year', '1, in total ₹50.00')
})

test('each office has its open and overdue amounts and its median delay, and filters the list', async ({
  enter,
  company,
  money: _,
}) => {
  const page = await enter(company.administrator)
  await page.goto(screen)
  const rows = offices(page).getByRole('row')
  await eventually(() => rows.allInnerTexts()).toEqual([
    expect.stringMatching(/^Office\s+Still open\s+Overdue\s+Deposits\s+Came back\s*$/),
    expect.stringMatching(
      /^Hassan\s*PWD\s+₹5,950\.00\s+₹1,000\.00\s+2 1 overdue\s+10 days late 1 deposit\s+Write a letter$/,
    ),
    expect.stringMatching(/^Mysuru\s*KRIDL\s+₹300\.00\s+₹300\.00\s+1 1 overdue\s+–\s+Write a letter$/),
    expect.stringMatching(/^No office\s+₹20\.00\s+–\s+1\s+–\s*$/),
  ])
  const mysuru = offices(page).getByRole('link', { name: 'Mysuru' })
  await mysuru.click()
  await countIs(page, '1, open ₹300.00')
  await eventually(() => columnOf(open(page), 'Contract name')).toEqual(['Cauvery bridge'])
  await eventually(() => mysuru.getAttribute('aria-current')).toBe('true')
  await page.getByRole('list', { name: 'Filters that are set' }).getByText('KRIDL — Mysuru').waitFor()
  await offices(page).getByRole('link', { name: 'No office' }).click()
  await countIs(page, '1, open ₹20.00')
  await page.reload()
  await countIs(page, '1, open ₹20.00')
  await offices(page).getByRole('link', { name: 'No office' }).click()
  await countIs(page, '4, open ₹6,270.00')
})

test('each owner has open and overdue amounts and filters the list, and an office links to its letter', async ({
  enter,
  company,
  chaser,
  money: _,
}) => {
  const page = await enter(company.administrator)
  await page.goto(screen)
  const people = page.getByRole('region', { name: 'Who is after it' })
  await eventually(() => people.getByRole('listitem').allInnerTexts()).toEqual([
    expect.stringMatching(/₹1,020\.00\s+₹1,000\.00 overdue$/),
    expect.stringMatching(new RegExp(`^${RegExp.escape(chaser.username)}\\s+₹5,250\\.00\\s+₹300\\.00 overdue$`)),
  ])
  const ownerLink = people.getByRole('link', { name: chaser.username })
  await ownerLink.click()
  await countIs(page, '2, open ₹5,250.00')
  await eventually(() => ownerLink.getAttribute('aria-current')).toBe('true')
  await ownerLink.click()
  await countIs(page, '4, open ₹6,270.00')
  await offices(page)
    .getByRole('row', { name: /Mysuru/ })
    .getByRole('link', { name: 'Write a letter' })
    .click()
  await title(page, 'New refund request')
  await page.getByRole('checkbox', { name: /Retention/, checked: true }).waitFor()
})

test('the list of open deposits has their next steps, and its chips and filters narrow it', async ({
  enter,
  company,
  chaser,
  money: { canal, depositId },
}) => {
  const page = await enter(company.administrator)
  await page.goto(screen)
  await showing(page, 'Showing page 1 of 1 — 4 total records')
  await eventually(() => columnOf(open(page), 'Next step')).toEqual([
    'Ask for it',
    'Call the division',
    'Settle the shortfall',
    'Ask for it',
  ])
  await eventually(() => columnOf(open(page), 'Still open')).toEqual(['₹1,000.00', '₹300.00', '₹4,950.00', '₹20.00'])
  await eventually(() => columnOf(open(page), 'Days overdue')).toEqual(['10', '2', '–', '–'])
  await eventually(() => columnOf(open(page), 'Next on')).toEqual([
    expect.stringMatching(/10 days late$/),
    expect.stringMatching(/1 day left$/),
    expect.stringMatching(/3 days left$/),
    expect.stringMatching(/60 days left$/),
  ])
  await part(page, 'To do by today').click()
  await countIs(page, '1, open ₹1,000.00')
  await part(page, 'Overdue').click()
  await countIs(page, '2, open ₹1,300.00')
  await part(page, 'Mine').click()
  await countIs(page, '1, open ₹1,000.00')
  // The chips are not repeated as filters.
  await eventually(() => page.getByRole('button', { name: 'Filters', exact: true }).count()).toBe(1)
  await page.reload()
  await countIs(page, '1, open ₹1,000.00')
  await part(page, 'Mine').click()
  await part(page, 'All').click()
  await countIs(page, '4, open ₹6,270.00')
  await openFilters(page)
  await choose(page, 'Owner', chaser.username)
  await choose(page, 'Next step', 'Settle the shortfall')
  await apply(page)
  await countIs(page, '1, open ₹4,950.00')
  await page.getByRole('list', { name: 'Filters that are set' }).getByText(chaser.username).waitFor()
  await page.getByRole('link', { name: 'Settle the shortfall' }).click()
  await eventually(() => new URL(page.url()).pathname).toBe(`/contracts/${canal}/security-deposit/${depositId}`)
})

test('Today, the register, the contract dashboard and the palette link to the money with departments', async ({
  enter,
  company,
  money: _,
}) => {
  const page = await enter(company.administrator)
  for (const from of ['/', '/contracts/deposit-register']) {
    await page.goto(from)
    await page.getByRole('link', { name: 'Money with departments' }).click()
    await title(page, 'Money with departments')
  }
  await page.goto('/contracts')
  await page.getByRole('link', { name: 'What is overdue, and who is after it' }).click()
  await title(page, 'Money with departments')
  await page.goto('/projects')
  await title(page, 'Projects')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search screens, records and actions' }).fill('money with')
  await page.getByRole('option', { name: 'Money with departments' }).click()
  await title(page, 'Money with departments')
})

test('on a phone offices and deposits are cards, and buttons are high enough for a thumb', async ({
  enter,
  company,
  money: _,
}) => {
  const page = await enter(company.administrator, 'phone')
  await page.goto(screen)
  await offices(page).getByRole('link', { name: 'Hassan' }).waitFor()
  await page.getByText('10 days late').last().waitFor()
  await expectNoSidewaysScroll(page)
  const box = await part(page, 'To do by today').boundingBox()
  expect(box?.height).toBeGreaterThanOrEqual(44)
  await offices(page).getByRole('link', { name: 'Mysuru' }).click()
  await countIs(page, '1, open ₹300.00')
  // The link scrolls to the list, which was far below.
  const heading = page.getByRole('heading', { name: 'Open deposits' })
  await eventually(async () => (await heading.boundingBox())?.y).toBeLessThan(200)
  await page.goto(screen)
  await countIs(page, '4, open ₹6,270.00')
  await expectRoomAtEveryWidth(page)
})
