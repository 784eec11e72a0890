import { readFile } from 'node:fs/promises'
import { createProject } from '@plinth/api/works/projects'
import { uploadTasks } from '@plinth/api/works/task-sheets'
import { filterTasks, getTask } from '@plinth/api/works/tasks'
import type { Client } from '@plinth/server/testing/test-server'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectNoSidewaysScroll, spend, typeSignIn } from '../src/browser.ts'
import { all, type Colleague, type OwnCompany } from '../src/company.ts'
import { testIn } from '../src/desk.ts'
import { expectNothingMoved } from '../src/layout.ts'
import { person } from '../src/people.ts'
import { alert, button, eventually, fill, focusIsOn, openFilters, title, treeRows, undo } from '../src/screen.ts'

interface Staff {
  planner: Colleague
  onlooker: Colleague
  calls: Client
}

/** A user with every permission on projects and tasks, and a user who may only view them. */
async function createStaff(company: OwnCompany): Promise<Staff> {
  const planner = await company.joinWith('Planner', all('Projects', 'Project Tasks'))
  const onlooker = await company.joinWith('Onlooker', { Projects: ['canView'], 'Project Tasks': ['canView'] })
  return { planner, onlooker, calls: await person(planner) }
}

const test = testIn('Scaffold Works').extend('staff', { scope: 'file' }, ({ company }) => createStaff(company))

/** Creates a project with the tasks of these sheet rows; returns its id. */
async function newPlan(calls: Client, projectName: string, rows: string[]): Promise<string> {
  const { id: projectId } = await calls.ok(createProject, { body: { projectName } })
  const body = new File([rows.join('\r\n')], 'plan.csv', { type: 'text/csv' })
  await calls.ok(uploadTasks, { query: { projectId }, body })
  return projectId
}

const culvert = ['Number,Title,Status', '1,Bed,DRAFT', '1.1,Gravel,DRAFT', '1.2,Sand,PLANNED', '2,Walls,DRAFT']
const culvertRows = ['1 Bed', '1.1 Gravel', '1.2 Sand', '2 Walls']

const addressOf = (projectId: string, more = '') => `/project-tasks/list?projectId=${projectId}${more}`
const viewLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'View' }).getByRole('link', { name, exact: true })
const search = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams)

test('tree, Gantt chart and board keep the filters in their addresses', async ({ enter, staff }) => {
  const page = await enter(staff.planner)
  const projectId = await newPlan(staff.calls, 'Aqueduct', culvert)
  await page.goto(addressOf(projectId))
  await openFilters(page)
  await fill(page, { Title: 'sand' })
  await button(page, 'Apply Filters').click()
  await eventually(() => treeRows(page)).toEqual(['1 Bed', '1.2 Sand'])
  await viewLink(page, 'Board').click()
  // The tasks above a match are not shown as cards.
  await eventually(() => cardsIn(page, 'Planned')).toEqual(['1.2 Sand'])
  expect(await cardsIn(page, 'Draft')).toEqual([])
  expect(search(page)).toEqual({ projectId, title: 'sand', view: 'board' })
  await viewLink(page, 'Gantt').click()
  await eventually(() => rowTexts(page)).toEqual(['1 Bed, no dates, 0%, sub-tasks 0%', '1.2 Sand, no dates, 0%'])
  await page.reload()
  await eventually(() => rowTexts(page)).toHaveLength(2)
  expect(search(page)).toEqual({ projectId, title: 'sand', view: 'gantt' })
  await viewLink(page, 'Tree').click()
  await eventually(() => treeRows(page)).toEqual(['1 Bed', '1.2 Sand'])
  expect(search(page)).toEqual({ projectId, title: 'sand' })
})

test('tasks appear in their final order, however late the names of their projects arrive', async ({ enter, staff }) => {
  const page = await enter(staff.planner)
  await newPlan(staff.calls, 'Zonal road', ['Number,Title,Status', '1,Kerbs,PLANNED'])
  await newPlan(staff.calls, 'Anicut', ['Number,Title,Status', '1,Apron,PLANNED'])
  let openGate = () => {}
  const gate = new Promise<void>((resolve) => {
    openGate = resolve
  })
  await page.route('**/project/api/tasks/projects', async (route) => {
    await gate
    await route.continue()
  })
  const tasks = page.waitForResponse(/project\/api\/tasks\/filter/)
  await page.goto('/project-tasks/list?view=board')
  await tasks
  // Tasks rendered now would have to change their order later.
  expect(await page.getByRole('button', { name: 'Kerbs' }).count()).toBe(0)
  openGate()
  await eventually(async () => (await cardsIn(page, 'Planned')).filter((card) => /Kerbs|Apron/.test(card))).toEqual([
    '1 Apron',
    '1 Kerbs',
  ])
  await expectNothingMoved(page)
})

const board = (page: Page) => page.getByRole('region', { name: 'Board of tasks by status' })
const cards = (page: Page, status: string) =>
  board(page)
    .getByRole('list', { name: new RegExp(`^${status}`) })
    .getByRole('listitem')

/** The cards of a column, by the tasks that their buttons move. */
const cardsIn = (page: Page, status: string) =>
  cards(page, status)
    .getByRole('button')
    .evaluateAll((buttons) => buttons.map((one) => one.getAttribute('aria-label')?.replace('Move to… ', '')))

async function moveBy(page: Page, task: string, status: string): Promise<void> {
  await button(page, `Move to… ${task}`).click()
  await page.getByRole('menuitem', { name: status, exact: true }).click()
}

test('a card is moved by its menu and by dragging, and returns when the move is rejected', async ({ enter, staff }) => {
  const page = await enter(staff.planner)
  const projectId = await newPlan(staff.calls, 'Bridge', culvert)
  await page.goto(addressOf(projectId, '&view=board'))
  await eventually(() => cardsIn(page, 'Draft')).toEqual(['1 Bed', '1.1 Gravel', '2 Walls'])
  await button(page, 'Move to… 2 Walls').focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await focusIsOn(page, page.getByRole('menuitem', { name: 'Rejected…' }))
  await page.keyboard.press('Escape')
  await focusIsOn(page, button(page, 'Move to… 2 Walls'))
  await moveBy(page, '2 Walls', 'In progress')
  await eventually(() => cardsIn(page, 'In progress')).toEqual(['2 Walls'])
  await focusIsOn(page, button(page, 'Move to… 2 Walls'))
  await cards(page, 'Draft').filter({ hasText: 'Gravel' }).dragTo(cards(page, 'In progress').first())
  await eventually(() => cardsIn(page, 'In progress')).toEqual(['1.1 Gravel', '2 Walls'])
  await alert(page, '1.1 Gravel: status In progress')
  await undo(page, '1.1 Gravel: status In progress')
  await eventually(() => cardsIn(page, 'Draft')).toEqual(['1 Bed', '1.1 Gravel'])
  await alert(page, 'Undone: 1.1 Gravel: status In progress')
  await moveBy(page, '1 Bed', 'Approved')
  await alert(page, /2 of its sub-tasks are not approved yet/)
  await eventually(() => cardsIn(page, 'Draft')).toEqual(['1 Bed', '1.1 Gravel'])
  const tree = await staff.calls.ok(filterTasks, { body: { projectId } })
  expect(tree.map(({ status }) => status)).toEqual(['DRAFT', 'IN_PROGRESS'])
})

test('unsent edits end with the session, and the next user to sign in does not send them', async ({
  enter,
  staff,
  company,
}) => {
  const leaver = await company.joinWith('Leaver', all('Projects', 'Project Tasks'))
  const relief = await company.joinWith('Relief', all('Projects', 'Project Tasks'))
  const page = await enter(leaver)
  spend(page)
  const projectId = await newPlan(staff.calls, 'Sluice', culvert)
  const address = addressOf(projectId, '&view=board')
  await page.goto(address)
  await eventually(() => cardsIn(page, 'Draft')).toEqual(['1 Bed', '1.1 Gravel', '2 Walls'])
  const statuses = async () => (await staff.calls.ok(filterTasks, { body: { projectId } })).map(({ status }) => status)
  // The first change is stored but its answer is held back, and the second waits for it.
  const gate = Promise.withResolvers<void>()
  const isEdit = ({ pathname }: URL) => /tasks\/[-0-9a-f]{36}$/.test(pathname)
  await page.route(isEdit, async (route) => {
    const response = await route.fetch()
    await gate.promise
    await route.fulfill({ response })
  })
  await moveBy(page, '1 Bed', 'On hold')
  await moveBy(page, '2 Walls', 'On hold')
  await eventually(() => cardsIn(page, 'On hold')).toEqual(['1 Bed', '2 Walls'])
  await eventually(statuses).toEqual(['ON_HOLD', 'DRAFT'])
  await button(page, 'Logout').click()
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click()
  await typeSignIn(page, relief)
  await page.getByRole('banner').getByText('Relief').waitFor()
  // Without reloading the page, which would discard the state of its scripts.
  await page.evaluate(`history.pushState({}, '', ${JSON.stringify(address)})`)
  await eventually(() => cardsIn(page, 'Draft')).toEqual(['1.1 Gravel', '2 Walls'])
  const answered = page.waitForResponse((one) => isEdit(new URL(one.url())))
  gate.resolve()
  await answered
  // If the next user's session sent it, it would be stored by now, as that user's own change is.
  await moveBy(page, '1.2 Sand', 'In progress')
  await alert(page, '1.2 Sand: status In progress')
  expect(await page.getByText(/Bed: status|Walls: status/).count()).toBe(0)
  expect(await statuses()).toEqual(['ON_HOLD', 'DRAFT'])
})

const chart = (page: Page) => page.getByRole('treegrid', { name: 'Schedule of tasks' })
/** The text of each row of the chart. */
const rowTexts = (page: Page) =>
  chart(page)
    .getByRole('row')
    .evaluateAll((rows) => rows.flatMap((row) => row.getAttribute('aria-label') ?? []))

/** Whether the middle of an element is within another on the screen. */
async function isWithin(inner: Locator, outer: Locator): Promise<boolean> {
  const [box, frame] = [await inner.boundingBox(), await outer.boundingBox()]
  const middle = box ? box.x + box.width / 2 : Number.NaN
  return frame !== null && middle > frame.x && middle < frame.x + frame.width
}

const day = (fromToday: number) => new Date(Date.now() + fromToday * 86_400_000).toISOString().slice(0, 10)

test('the Gantt chart describes its bars in words, scrolls back to today, and is operated by keyboard', async ({
  enter,
  staff,
}) => {
  const page = await enter(staff.planner)
  const projectId = await newPlan(staff.calls, 'Canal', [
    'Number,Title,Status,Given start date,Given end date,Actual start date,Actual end date,Progress',
    '1,Dam,DRAFT,2031-01-01,2031-02-28,,,0',
    '1.1,Gates,COMPLETED,2031-01-05,2031-01-31,2031-01-06,2031-02-03,100',
    '1.2,Sluice,DRAFT,2031-02-01,2031-03-10,,,25',
    `2,Now,DRAFT,${day(-10)},${day(400)},,,0`,
  ])
  await page.goto(addressOf(projectId, '&view=gantt'))
  await eventually(() => rowTexts(page)).toEqual([
    '1 Dam, planned 01 Jan 2031 to 28 Feb 2031, 0%, sub-tasks planned 05 Jan 2031 to 10 Mar 2031, sub-tasks 62.5%, sub-tasks end 10 days after it',
    '1.1 Gates, planned 05 Jan 2031 to 31 Jan 2031, actual 06 Jan 2031 to 03 Feb 2031, 100%, 3 days late',
    '1.2 Sluice, planned 01 Feb 2031 to 10 Mar 2031, 25%',
    expect.stringMatching(/^2 Now, planned /),
  ])
  const frame = page.getByRole('region', { name: 'Gantt chart' })
  const flag = chart(page).getByText('Today', { exact: true })
  const overflow = () => frame.evaluate((element) => element.scrollWidth - element.clientWidth)
  await expectNoSidewaysScroll(page)
  expect(await overflow()).toBeLessThanOrEqual(0)
  await button(page, 'Day').click()
  await eventually(overflow).toBeGreaterThan(1000)
  await frame.focus()
  await button(page, 'Scroll to the bar of 1 Dam').click()
  await eventually(() => isWithin(flag, frame)).toBe(false)
  await button(page, 'Today').click()
  await eventually(() => isWithin(flag, frame)).toBe(true)
  await button(page, 'Fit').click()
  await eventually(overflow).toBeLessThanOrEqual(0)
  const row = (name: string) => chart(page).getByRole('row', { name: new RegExp(`^${RegExp.escape(name)},`) })
  await row('1 Dam').focus()
  await page.keyboard.press('ArrowLeft')
  await eventually(() => rowTexts(page)).toHaveLength(2)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await focusIsOn(page, row('1.1 Gates'))
  await page.keyboard.press('Enter')
  await title(page, '1.1 Gates')
})

const rowOf = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) })

test('a task that exceeds its estimate or its given time says so in words', async ({ enter, staff }) => {
  const page = await enter(staff.planner)
  const projectId = await newPlan(staff.calls, 'Dock', [
    'Number,Title,Tax,Estimated quantity,Estimated rate,Actual quantity,Actual rate,Estimated effort (hours),Actual effort (hours),Given start date,Given end date,Actual end date',
    '1,Quay,0,,,,,,,2031-01-01,2031-03-31,',
    '1.1,Piles,0,100,1000,130,1000,40,61.5,2030-12-30,2031-04-20,2031-04-25',
    '1.2,Deck,0,10,1000,9,1000,8,8,2031-01-01,2031-01-31,',
  ])
  await page.goto(addressOf(projectId))
  await eventually(() => treeRows(page)).toEqual(['1 Quay', '1.1 Piles', '1.2 Deck'])
  const piles = await rowOf(page, 'Piles').textContent()
  for (const text of ['₹30,000.00 over the estimate', '21.5 hours over the estimate', '5 days late'])
    expect(piles).toContain(text)
  const quay = await rowOf(page, 'Quay').textContent()
  expect(quay).toContain('₹29,000.00 over the estimate')
  expect(quay).toContain('start 2 days before the task and end 20 days after the task')
  await eventually(() => rowOf(page, 'Deck').textContent()).not.toMatch(/over|late|after/)
  await page.getByRole('link', { name: 'Quay', exact: true }).click()
  const subTasks = page.getByRole('region', { name: 'Sub-tasks', exact: true }).last()
  await subTasks.getByText('₹30,000.00 over', { exact: true }).waitFor()
})

test('an export of the tree is imported back unchanged', async ({ enter, staff }) => {
  const page = await enter(staff.planner)
  const projectId = await newPlan(staff.calls, 'Embankment', culvert)
  await page.goto(addressOf(projectId))
  await button(page, 'Export').click()
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'CSV').click()])
  await page.getByRole('link', { name: 'Import', exact: true }).click()
  await title(page, 'Upload tasks')
  const buffer = await readFile(await download.path())
  await page.getByLabel('File of tasks').setInputFiles({ name: 'same.csv', mimeType: 'text/csv', buffer })
  await button(page, 'Upload').click()
  const outcome = page.getByRole('region', { name: 'Upload of same.csv' })
  await outcome.getByRole('link', { name: 'See the tree' }).waitFor()
  // Rows read, added, changed, unchanged and faulty.
  await eventually(() => outcome.getByRole('definition').allTextContents()).toEqual(['4', '0', '0', '4', '0'])
  await outcome.getByRole('link', { name: 'See the tree' }).click()
  await eventually(() => treeRows(page)).toEqual(culvertRows)
})

test('only the visible rows of a large tree are in the page, and the keyboard reaches the rest', async ({
  enter,
  staff,
}) => {
  const page = await enter(staff.planner)
  const rows = Array.from({ length: 30 }, (_, at) => [
    `${at + 1},Part ${at + 1}`,
    ...Array.from({ length: 9 }, (_unused, below) => `${at + 1}.${below + 1},Piece ${at + 1}.${below + 1}`),
  ])
  const projectId = await newPlan(staff.calls, 'Fortress', ['Number,Title', ...rows.flat()])
  await page.goto(addressOf(projectId))
  await page.getByRole('status').getByText('300 tasks in 1 project').waitFor()
  const grid = page.getByRole('treegrid', { name: 'Tasks' })
  await eventually(() => grid.getAttribute('aria-rowcount')).toBe('301')
  await rowOf(page, 'Part 1').focus()
  await page.keyboard.press('End')
  const last = rowOf(page, 'Piece 30.9')
  await focusIsOn(page, last)
  await eventually(() => last.getAttribute('aria-rowindex')).toBe('301')
  expect([await last.getAttribute('aria-posinset'), await last.getAttribute('aria-setsize')]).toEqual(['9', '9'])
  expect(await grid.getByRole('row').count()).toBeLessThan(60)
  await viewLink(page, 'Gantt').click()
  await eventually(() => rowTexts(page)).toContain('1 Part 1, no dates, 0%, sub-tasks 0%')
  expect(await chart(page).getByRole('row').count()).toBeLessThan(60)
})

test('a user who may only view finds no way to change a task', async ({ enter, staff }) => {
  const page = await enter(staff.onlooker)
  const projectId = await newPlan(staff.calls, 'Gatehouse', culvert)
  const tree = await staff.calls.ok(filterTasks, { body: { projectId } })
  await page.goto(addressOf(projectId))
  await eventually(() => treeRows(page)).toEqual(culvertRows)
  const main = page.getByRole('main')
  expect(await main.getByRole('checkbox').count()).toBe(0)
  expect(await main.getByTitle('Drag to another place').count()).toBe(0)
  expect(await main.getByRole('button', { name: /^(Change|Move|Delete|Export|Add)/ }).count()).toBe(0)
  expect(await main.getByRole('link', { name: /^(Edit|New task|Import|Add)/ }).count()).toBe(0)
  await page.getByRole('row', { name: /1\.1.*Gravel/ }).focus()
  await page.keyboard.press('Alt+ArrowDown')
  await page.keyboard.press('Enter')
  await title(page, '1.1 Gravel')
  await page.getByRole('region', { name: 'Review' }).waitFor()
  expect(await main.getByRole('button', { name: /^(Request review|Approve|Reject|Reopen)/ }).count()).toBe(0)
  await page.goto(addressOf(projectId, '&view=board'))
  await board(page).getByRole('link', { name: 'Gravel' }).waitFor()
  expect(await board(page).getByRole('button').count()).toBe(0)
  expect(await board(page).locator('[draggable=true]').count()).toBe(0)
  const gravel = tree[0]?.children[0]?.id ?? ''
  expect(await staff.calls.ok(getTask, { params: { id: gravel } })).toMatchObject({ hierarchyPath: '1.1' })
})
