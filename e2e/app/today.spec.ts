import { createDeposit, type DepositStatus } from '@plinth/api/deposits/deposits'
import { createContract } from '@plinth/api/tenders/contracts'
import { createProject } from '@plinth/api/works/projects'
import { createTask } from '@plinth/api/works/tasks'
import { dayFromToday } from '@plinth/server/kernel/testing/days'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectNoSidewaysScroll, sizes } from '../src/browser.ts'
import { testIn } from '../src/desk.ts'
import { person } from '../src/people.ts'
import { columnOf, eventually, failing, hasSettled, title } from '../src/screen.ts'

/** The home screen shows what needs the signed-in person's attention, according to their permissions. */

const test = testIn('Morning Works').extend('staff', { scope: 'file' }, async ({ company }) => {
  const owner = await person(company.administrator)
  const engineer = await company.joinWith('Engineer', {
    Projects: ['canView'],
    'Project Tasks': ['canView', 'canCreate', 'canEdit'],
  })
  const idle = await company.joinWith('Idle', { Home: ['canView'] })
  const deposits: [status: DepositStatus, amount: number][] = [
    ['SUBMITTED', 1_00_000],
    ['PENDING_REFUND', 20_000.5],
    ['FORFEITED', 3_000],
  ]
  const { id: contractId } = await owner.ok(createContract, {
    body: { contractName: 'Lost tender', status: 'REJECTED', resultDate: dayFromToday(-120) },
  })
  for (const [status, amount] of deposits)
    await owner.ok(createDeposit, {
      params: { contractId },
      body: { depositType: 'EMD', instrumentNo: `DD ${amount}`, amount, status },
    })
  for (const days of [-3, 2, 11])
    await owner.ok(createContract, {
      body: { contractName: `Closes ${days}`, closingDate: dayFromToday(days), tenderBidValue: 5_00_000 },
    })
  const { id: projectId } = await owner.ok(createProject, {
    body: { projectName: 'Late bridge', status: 'IN_PROGRESS', givenEndDate: dayFromToday(-9) },
  })
  const assignedTo = engineer.id
  for (const [title, days] of Object.entries({ Piles: -4, Caps: 0, Deck: 40 }))
    await owner.ok(createTask, { body: { projectId, title, assignedTo, givenEndDate: dayFromToday(days) } })
  return { engineer, idle }
})

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const figures = (page: Page, name: string) =>
  eventually(() =>
    card(page, name)
      .getByRole('listitem')
      .filter({ has: page.locator('b') })
      .allInnerTexts(),
  )
const cardTexts = (...lines: string[][]) => lines.map((line) => line.join('\n'))

test('the owner sees tenders, deposits, projects and tasks, with figures that link to their records', async ({
  enter,
  company,
  staff,
}) => {
  void staff
  const page = await enter(company.administrator)
  await page.goto('/')
  await title(page, 'Today')
  await figures(page, 'Tenders').toEqual(
    cardTexts(
      ['Closing this week', '1'],
      ['Closing within 14 days', '2'],
      ['Closed without a bid', '1'],
      ['Awaiting result', '0'],
      ['Security to lodge', '0'],
    ),
  )
  await card(page, 'Deposits').getByRole('link', { name: 'Held now ₹1,20,000.50' }).waitFor()
  await figures(page, 'Deposits').toEqual(
    cardTexts(
      ['Running', '0', ''],
      ['Due back', '1', '₹1,00,000.00'],
      ['Asked for', '1', '₹20,000.50'],
      ['In dispute', '0', ''],
      ['Up to 30 days', '0', ''],
      ['31 to 90 days', '0', ''],
      ['Over 90 days', '1', '₹1,00,000.00'],
      ['Overdue', '2', '₹1,20,000.50'],
      ['Silent over 30 days', '0', ''],
      ['Forfeited', '1', '₹3,000.00'],
      ['Returned without a day', '0', ''],
      ['Without instrument', '2', '₹1,20,000.50'],
    ).map((line) => line.trimEnd()),
  )
  await card(page, 'Deposits').getByRole('link', { name: 'Over 90 days' }).click()
  await page.waitForURL('**/contracts/deposit-register?quickFilters=DUE_BACK_OVER_90_DAYS')
  await page.getByText('Deposits found: 1, in total ₹1,00,000.00').waitFor()
  await page.goBack()
  await card(page, 'Projects').getByRole('link', { name: 'Late 1' }).click()
  await eventually(() => columnOf(page, 'Project name')).toEqual(['Late bridge'])
  await page.goto('/')
  await card(page, 'Tenders')
    .getByRole('region', { name: 'Closing next' })
    .getByRole('link', { name: 'Closes 2' })
    .click()
  await title(page, 'Closes 2')
})

test('a site engineer first sees what is due and their own tasks, overdue ones first, on a phone too', async ({
  enter,
  staff,
}) => {
  const page = await enter(staff.engineer)
  await page.setViewportSize(sizes.phone)
  await page.goto('/')
  await figures(page, 'Tasks').toEqual(
    cardTexts(
      ['Overdue', '1'],
      ['Due today', '1'],
      ['This week', '1'],
      ['All open', '3'],
      ['To review', '0'],
      ['Overdue', '1'],
    ),
  )
  const first = page.getByRole('main').getByRole('region').first()
  await eventually(() => first.getAttribute('aria-label')).toBe('Due')
  const next = card(page, 'Tasks').getByRole('region', { name: 'Mine, what is due first' }).getByRole('listitem')
  await eventually(() => next.allInnerTexts()).toEqual([
    expect.stringMatching(/^Piles\s+4 days late$/),
    expect.stringMatching(/^Caps\s+due \d\d \w+ \d{4}$/),
    expect.stringMatching(/^Deck\s+due/),
  ])
  expect(await card(page, 'Deposits').count()).toBe(0)
  await expectNoSidewaysScroll(page)
  await card(page, 'Tasks').getByRole('link', { name: 'Overdue 1' }).first().click()
  await page.waitForURL('**/project-tasks/list?quickFilters=MINE&quickFilters=OVERDUE')
  await page.getByText('Piles').first().waitFor()
})

test('a person without permissions sees no cards, and a visitor sees no day', async ({ enter, staff }) => {
  const page = await enter(staff.idle)
  await page.goto('/')
  await title(page, 'Today')
  await hasSettled(page)
  expect(await card(page, 'Tasks').count()).toBe(0)
  await page.getByRole('heading', { level: 2, name: 'The back office of your contracting business' }).waitFor()
  const visitor = await enter(null)
  await visitor.goto('/')
  await title(visitor, 'The back office of your contracting business')
})

test('a card whose figures cannot be fetched says so and offers to fetch them again', async ({
  enter,
  company,
  staff,
}) => {
  void staff
  const page = await enter(company.administrator)
  await failing(page, '**/project/api/projects/counts', async () => {
    await page.goto('/')
    await card(page, 'Projects').getByRole('alert').waitFor()
    await card(page, 'Deposits')
      .getByRole('link', { name: /Held now/ })
      .waitFor()
  })
  await card(page, 'Projects').getByRole('button', { name: 'Try again' }).click()
  await card(page, 'Projects').getByRole('link', { name: 'Late 1' }).waitFor()
})
