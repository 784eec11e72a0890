import { updateUser } from '@plinth/api/access/users'
import { createDeposit } from '@plinth/api/deposits/deposits'
import { createInstrument } from '@plinth/api/guarantees/instruments'
import { daysBetween } from '@plinth/api/kernel/later-days'
import { updateCompanySettings } from '@plinth/api/platform/company-settings'
import { filterDeadlines, setDeadlineMark } from '@plinth/api/reminders/deadlines'
import { createHoliday } from '@plinth/api/reminders/holidays'
import { createContract } from '@plinth/api/tenders/contracts'
import { createProject, updateProject } from '@plinth/api/works/projects'
import { createTask } from '@plinth/api/works/tasks'
import { bankDayFromToday, dayFromToday as day } from '@plinth/server/kernel/testing/days'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll } from '../src/browser.ts'
import { shownDay } from '../src/day-forms.ts'
import { testIn } from '../src/desk.ts'
import { person } from '../src/people.ts'
import { alert, button, eventually, failing, focusIsOn, hasSettled, title, undo } from '../src/screen.ts'

/** Days until the last bank day before the end of the guarantee, which is a holiday. */
const actIn = daysBetween(day(0), bankDayFromToday(39))

const test = testIn('Agenda Works').extend('staff', { scope: 'file' }, async ({ company }) => {
  const owner = await person(company.administrator)
  const engineer = await company.joinWith('Engineer', { Projects: ['canView'], 'Project Tasks': ['canView'] })
  const leaver = await company.joinWith('Leaver', { Contracts: ['canView', 'canCreate'] })
  const idle = await company.joinWith('Idle', { Home: ['canView'] })
  // Every day is a working day except the holiday.
  await owner.ok(updateCompanySettings, { body: { weeklyOff: [], saturdaysOff: [] } })
  await owner.ok(createHoliday, { body: { onDay: day(actIn + 1), name: 'Founders Day' } })
  const tender = (contractName: string, days: number) =>
    owner.ok(createContract, {
      body: { contractName, bidId: `B${days}`, closingDate: day(days), tenderBidValue: 5_00_000 },
    })
  await tender('Late bridge', -3)
  await tender('Kaveri bridge', 0)
  const guarantee = { kind: 'BG', number: '0034/26', amount: 5_00_000, issuedOn: day(-100), state: 'LODGED' } as const
  const paper = await owner.ok(createInstrument, {
    body: { ...guarantee, issuer: 'Canara Bank', happenedOn: day(-90), expiresOn: day(actIn + 1), claimUntil: day(90) },
  })
  const { id: projectId } = await owner.ok(createProject, { body: { projectName: 'River road' } })
  const piles = { projectId, title: 'Piles', assignedTo: engineer.id, givenEndDate: day(4) }
  const task = await owner.ok(createTask, { body: piles })
  const author = await person(leaver)
  await author.ok(createContract, { body: { contractName: 'Orphan dam', closingDate: day(5) } })
  await owner.ok(updateUser, { params: { id: leaver.id }, body: { isActive: false } })
  return { owner, engineer, idle, paper, task }
})

const group = (page: Page, name: string) => page.getByRole('main').getByRole('region', { name, exact: true })
const deadline = (page: Page, text: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: text })
const groups = (page: Page) =>
  eventually(() => page.getByRole('main').getByRole('region').getByRole('heading').allInnerTexts())
const chip = (page: Page, name: string) => button(page, new RegExp(`^${name} \\d+$`))
const records = (page: Page) => eventually(() => page.getByRole('main').locator('[data-deadline] a').allTextContents())

const mondayBefore = (days: number) => {
  const weekday = new Date(day(days)).getUTCDay() || 7
  return shownDay(days + 1 - weekday)
}

test('the agenda lists deadlines by day, each with its record, its owner and the time left [deposits 11.9]', async ({
  enter,
  company,
  staff: { paper, task },
}) => {
  const page = await enter(company.administrator)
  await page.goto('/reminders?owner=ALL')
  await title(page, 'Agenda')
  await groups(page).toEqual([
    'Overdue',
    expect.stringContaining('Today'),
    expect.stringContaining('This week'),
    `Week of ${mondayBefore(actIn)}`,
    `Week of ${mondayBefore(91)}`,
  ])
  await group(page, 'Overdue').getByText('3 days late').waitFor()
  await eventually(() => group(page, 'Overdue').getByRole('link', { name: 'Late bridge' }).count()).toBe(1)
  await eventually(() => group(page, 'Today').getByRole('listitem').innerText()).toMatch(
    /today[\s\S]*Hand in the bid[\s\S]*Kaveri bridge[\s\S]*Admin/,
  )
  const soon = group(page, 'This week').getByRole('listitem')
  await eventually(() => soon.allInnerTexts()).toEqual([
    expect.stringMatching(/4 days left[\s\S]*Task is due[\s\S]*Piles[\s\S]*River road[\s\S]*Engineer/),
    expect.stringMatching(/5 days left[\s\S]*Hand in the bid[\s\S]*Orphan dam[\s\S]*Nobody/),
  ])
  // The due day is a holiday, so both days are shown.
  const expires = deadline(page, 'Guarantee expires')
  await eventually(() => expires.innerText()).toMatch(
    new RegExp(
      `${shownDay(actIn + 1)}[\\s\\S]*act by .*${shownDay(actIn)}[\\s\\S]*${actIn} days left[\\s\\S]*Critical[\\s\\S]*0034/26[\\s\\S]*Canara Bank[\\s\\S]*₹5,00,000\\.00`,
    ),
  )
  await eventually(() => expires.getByRole('link').getAttribute('href')).toBe(`/contracts/instruments/${paper.id}`)
  await eventually(() => deadline(page, 'Task is due').getByRole('link').getAttribute('href')).toBe(
    `/project-tasks/${task.id}`,
  )
  await group(page, 'Today').getByRole('link', { name: 'Kaveri bridge' }).click()
  await title(page, 'Kaveri bridge')
})

test('the filters of the agenda are in the address, and Back keeps them', async ({ enter, company, staff }) => {
  void staff
  const page = await enter(company.administrator)
  await page.goto('/reminders')
  await records(page).toEqual(['Late bridge', 'Kaveri bridge', '0034/26', '0034/26'])
  await chip(page, 'Later').filter({ hasText: '2' }).waitFor()
  await button(page, 'Nobody’s').click()
  await records(page).toEqual(['Orphan dam'])
  await button(page, 'Everybody’s').click()
  await chip(page, 'Overdue').filter({ hasText: '1' }).click()
  await page.waitForURL('**/reminders?owner=ALL&time=OVERDUE')
  await records(page).toEqual(['Late bridge'])
  await chip(page, 'Overdue').click()
  await button(page, 'Kinds').click()
  await page.getByRole('checkbox', { name: 'Hand in the bid' }).check()
  await page.getByRole('checkbox', { name: 'Task is due', exact: true }).check()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.waitForURL('**/reminders?owner=ALL&kind=TENDER_CLOSES&kind=TASK_DUE')
  await records(page).toEqual(['Late bridge', 'Kaveri bridge', 'Piles', 'Orphan dam'])
  await page.getByRole('main').getByRole('link', { name: 'Piles' }).click()
  await title(page, '1 Piles')
  await page.goBack()
  await records(page).toEqual(['Late bridge', 'Kaveri bridge', 'Piles', 'Orphan dam'])
  await button(page, 'Kinds (2 set)').click()
  await page.getByRole('checkbox', { name: 'Hand in the bid' }).uncheck()
  await page.keyboard.press('Escape')
  await records(page).toEqual(['Piles'])
  await button(page, 'Take off the filter Kind').click()
  await page.waitForURL('**/reminders?owner=ALL')
  await chip(page, 'This week').click()
  await records(page).toEqual(['Piles', 'Orphan dam'])
  await button(page, 'Clear').click()
  await page.waitForURL('**/reminders?owner=ALL')
  await page.goto('/reminders?owner=SOMEBODYS&time=TODAY')
  await page.getByText('The address says what this list does not know.').waitFor()
  await records(page).toEqual(['Kaveri bridge'])
})

test('a deadline is waived with a reason, until the waiver is deleted', async ({ enter, company, staff }) => {
  const { owner } = staff
  const page = await enter(company.administrator)
  await page.goto('/reminders')
  const act = button(page, 'Nothing to do: Hand in the bid, Late bridge')
  await act.click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Nothing to do' }).click()
  await dialog.getByText('Say why nothing is to be done').waitFor()
  await expectAccessible(page)
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Too far away')
  await dialog.getByRole('button', { name: 'Nothing to do' }).click()
  await alert(page, 'Hand in the bid, Late bridge: nothing to do')
  await records(page).toEqual(['Kaveri bridge', '0034/26', '0034/26'])
  await chip(page, 'Overdue').filter({ hasText: '0' }).waitFor()
  await undo(page, 'Hand in the bid, Late bridge: nothing to do')
  await alert(page, 'Hand in the bid, Late bridge: to be done again')
  await act.waitFor()
  await undo(page, 'Hand in the bid, Late bridge: to be done again')
  await chip(page, 'Waived').filter({ hasText: '1' }).click()
  await deadline(page, 'Late bridge').getByText('Nothing to do: Too far away').waitFor()
  await button(page, 'Take back: Hand in the bid, Late bridge').click()
  await alert(page, 'Hand in the bid, Late bridge: to be done again')
  await page.getByText('Nothing matches these filters. Change or clear them.').waitFor()
  const { content } = await owner.ok(filterDeadlines, { body: { time: ['OVERDUE'] } })
  expect(content).toMatchObject([{ title: 'Late bridge', markId: null }])
})

test('a user without the permission to edit reminders can waive only own deadlines and sees only own modules', async ({
  enter,
  staff,
}) => {
  const { engineer, idle, task, owner } = staff
  const page = await enter(engineer, 'phone')
  await page.goto('/reminders')
  await records(page).toEqual(['Piles'])
  await button(page, 'Nothing to do: Task is due, Piles').waitFor()
  await expectNoSidewaysScroll(page)
  const which = { kind: 'PROJECT_ENDS', recordType: 'PROJECT', recordId: task.projectId, dueOn: day(1) } as const
  expect((await owner.refused(setDeadlineMark, { body: { ...which, reason: 'x' } })).status).toBe(404)
  await button(page, 'Everybody’s').click()
  await records(page).toEqual(['Piles'])
  await button(page, 'Nobody’s').click()
  await page.getByText('Everything that is due is somebody’s.').waitFor()
  // Kinds of modules that the user may not view are not offered.
  await button(page, 'Kinds').click()
  await page.getByRole('checkbox', { name: 'Task is due' }).waitFor()
  expect(await page.getByRole('checkbox', { name: 'Hand in the bid' }).count()).toBe(0)
  const blind = await enter(idle)
  await blind.goto('/reminders')
  await blind.getByText('Nothing of what is due is yours.').waitFor()
  await blind.getByRole('link', { name: 'Look at everybody’s' }).click()
  await blind.getByText(/^Nothing is due\. New days come from tenders/).waitFor()
  await blind.keyboard.press('Control+k')
  await blind.getByRole('combobox', { name: 'Search screens, records and actions' }).fill('agenda')
  await blind.getByRole('option', { name: 'Agenda' }).waitFor()
  expect(
    await blind.getByRole('navigation', { name: 'Modules' }).getByRole('link', { name: 'Reminders' }).count(),
  ).toBe(0)
})

test('further deadlines are loaded by a button, and a failed load can be retried', async ({
  enter,
  company,
  staff: { owner },
}) => {
  const many = await company.joinWith('Busy', { 'Project Tasks': ['canView'] })
  const { id: projectId } = await owner.ok(createProject, { body: { projectName: 'Long road' } })
  for (let at = 10; at < 62; at += 1)
    await owner.ok(createTask, { body: { projectId, title: `Mile ${at}`, assignedTo: many.id, givenEndDate: day(9) } })
  const page = await enter(many)
  await failing(page, '**/common/api/deadlines/filter', async () => {
    await page.goto('/reminders')
    await page.getByText('Failed to fetch what is to be done').waitFor()
  })
  await button(page, 'Retry').click()
  await eventually(() => page.locator('[data-deadline]').count()).toBe(50)
  await button(page, 'Show 2 more').click()
  await eventually(() => page.locator('[data-deadline]').count()).toBe(52)
  expect(await button(page, /^Show/).count()).toBe(0)
  await focusIsOn(page, page.locator('[data-deadline] a').nth(50))
})

test('the start page shows what is due, and each figure links to its deadlines', async ({ enter, company, staff }) => {
  const page = await enter(company.administrator)
  await page.goto('/')
  const card = page.getByRole('region', { name: 'Due', exact: true })
  const next = card.getByRole('region', { name: 'To be done next' }).getByRole('listitem')
  await eventually(() => next.allInnerTexts()).toEqual([
    expect.stringMatching(/^Hand in the bid, Late bridge\s+3 days late$/),
    expect.stringMatching(/^Hand in the bid, Kaveri bridge\s+today$/),
    expect.stringMatching(new RegExp(`^Guarantee expires, 0034/26\\s+${actIn} days left$`)),
  ])
  await eventually(() => page.getByRole('main').getByRole('region').first().getAttribute('aria-label')).toBe('Due')
  await card.getByRole('link', { name: 'Overdue 1' }).click()
  await page.waitForURL('**/reminders?time=OVERDUE')
  await records(page).toEqual(['Late bridge'])
  const blind = await enter(staff.idle)
  await blind.goto('/')
  await hasSettled(blind)
  expect(await blind.getByRole('region', { name: 'Due', exact: true }).count()).toBe(0)
})

test('an extension of time creates the deadline to extend the guarantee, with the day to extend to', async ({
  enter,
  company,
  staff,
}) => {
  const { owner } = staff
  const work = { contractName: 'Barrage', status: 'AWARDED', givenEndDate: day(200) } as const
  const { id: contractId } = await owner.ok(createContract, { body: work })
  const security = {
    depositType: 'Performance security',
    instrumentNo: 'PS 1',
    amount: 7_00_000,
    status: 'SUBMITTED',
  } as const
  const { id: depositId } = await owner.ok(createDeposit, { params: { contractId }, body: security })
  const days = { issuedOn: day(-30), happenedOn: day(-20), expiresOn: day(260) }
  const guarantee = { kind: 'BG', number: '0901/26', issuer: 'Indian Bank', amount: 7_00_000, state: 'LODGED' } as const
  const { id } = await owner.ok(createInstrument, { body: { ...guarantee, ...days, depositIds: [depositId] } })
  const { id: projectId } = await owner.ok(createProject, { body: { projectName: 'Barrage', contractId } })
  const page = await enter(company.administrator)
  await page.goto(`/contracts/instruments/${id}`)
  await title(page, 'Bank guarantee 0901/26')
  expect(await page.getByRole('note').count()).toBe(0)
  await owner.ok(updateProject, { params: { id: projectId }, body: { extensionDate: day(245) } })
  await page.goto('/reminders?kind=GUARANTEE_TOO_SHORT')
  const short = page.getByRole('main').locator('[data-deadline]').filter({ hasText: 'Have the guarantee extended' })
  await eventually(() => short.innerText()).toMatch(
    new RegExp(`${shownDay(230)}[\\s\\S]*Critical[\\s\\S]*0901/26[\\s\\S]*Indian Bank`),
  )
  await short.getByRole('link').click()
  await page
    .getByRole('note')
    .getByText(
      `Ends 45 days before what the contract asks for (completion ${shownDay(245)} + 60 days): have it extended to ${shownDay(305)}`,
    )
    .waitFor()
  await button(page, 'It was extended').click()
  await page.getByText(`Now ${shownDay(260)}; the contract asks for ${shownDay(305)}`).waitFor()
})
