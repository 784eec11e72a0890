import { createContract } from '@plinth/api/tenders/contracts'
import {
  createGeneralTask,
  filterGeneralTasks,
  getGeneralTask,
  setGeneralTaskLine,
} from '@plinth/api/works/general-tasks'
import { dayFromToday } from '@plinth/server/kernel/testing/days'
import type { Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { expectAccessible, expectContrast, expectNoSidewaysScroll } from '../src/browser.ts'
import { dayTyped } from '../src/day-forms.ts'
import { testIn } from '../src/desk.ts'
import {
  alert,
  answerDialog,
  choose,
  columnOf,
  eventually,
  faultAt,
  fill,
  focusIsOn,
  save,
  title,
  undo,
} from '../src/screen.ts'

/** General tasks: each user's day, the list of all tasks, and a task with its checklist and series. */

const test = testIn('Checklist Works').extend('clerk', { scope: 'file' }, async ({ company, owner }) => {
  const clerk = await company.joinWith('Clerk', { 'General Tasks': ['canView', 'canCreate', 'canEdit'] })
  const days = { 'Ring the bank': -2, 'Pay the water bill': 0 }
  for (const [name, day] of Object.entries(days))
    await owner.ok(createGeneralTask, {
      body: { title: name, assigneeId: clerk.id, dueOn: dayFromToday(day) },
    })
  return clerk
})

const section = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(`^${name} \\d`) })
const tasksIn = (page: Page, name: string) =>
  section(page, name).getByRole('listitem').getByRole('link').allInnerTexts()
const newTitle = (page: Page) => page.getByRole('textbox', { name: 'What is to be done' })
const tick = (page: Page, name: string) => page.getByRole('button', { name: `Finish ${name}`, exact: true })
const line = (page: Page, name: string) => page.getByRole('checkbox', { name: new RegExp(`^${name}`) })

test('a task is added to the day by Enter alone, finished with one click, and brought back by Undo', async ({
  enter,
  clerk,
}) => {
  const page = await enter(clerk)
  await page.goto('/general-tasks')
  await title(page, 'My day')
  await eventually(() => tasksIn(page, 'Overdue')).toEqual(['Ring the bank'])
  await eventually(() => tasksIn(page, 'Today')).toEqual(['Pay the water bill'])
  await newTitle(page).press('Enter')
  await page.getByText('Write first what is to be done').waitFor()
  await newTitle(page).fill('Buy toner')
  await newTitle(page).press('Enter')
  await alert(page, 'Buy toner added')
  await focusIsOn(page, newTitle(page))
  await eventually(() => newTitle(page).inputValue()).toBe('')
  await eventually(() => tasksIn(page, 'Without a day')).toEqual(['Buy toner'])
  await page.getByRole('textbox', { name: 'Due by' }).fill(dayTyped(dayFromToday(0)))
  await newTitle(page).fill('Sign the muster roll')
  await newTitle(page).press('Enter')
  await eventually(() => tasksIn(page, 'Today')).toEqual(['Pay the water bill', 'Sign the muster roll'])
  await tick(page, 'Ring the bank').click()
  await eventually(() => section(page, 'Overdue').count()).toBe(0)
  await undo(page, 'Ring the bank is done.')
  await eventually(() => tasksIn(page, 'Overdue')).toEqual(['Ring the bank'])
  await tick(page, 'Buy toner').press('Enter')
  await eventually(() => section(page, 'Without a day').count()).toBe(0)
  // The focus stays near the finished task.
  expect(await page.evaluate('document.activeElement !== document.body')).toBe(true)
})

test('the day fits a phone, in dark mode and in Hindi, with targets for a thumb', async ({ enter, clerk }) => {
  const page = await enter(clerk, 'phone')
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/general-tasks')
  await tick(page, 'Ring the bank').waitFor()
  for (const pressed of [tick(page, 'Ring the bank'), newTitle(page), page.getByRole('button', { name: 'Add' })]) {
    const box = await pressed.boundingBox()
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
  }
  await expectNoSidewaysScroll(page)
  await expectContrast(page)
  await page.context().addCookies([{ name: 'language', value: 'hi', url: inject('url') }])
  await page.reload()
  await page.getByRole('textbox', { name: 'क्या करना है' }).waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})

test('a task about a record has a checklist to tick, and finishing it creates the next one', async ({
  enter,
  company,
  owner,
}) => {
  const { id: recordId } = await owner.ok(createContract, { body: { contractName: 'Narmada weir' } })
  const page = await enter(company.administrator)
  await page.goto(`/contracts/${recordId}#notes`)
  await page.getByRole('link', { name: 'New general task about it' }).click()
  await title(page, 'New general task')
  await eventually(() => page.getByRole('combobox', { name: 'Concerns' }).inputValue()).toBe('Contract you came from')
  await save(page)
  await faultAt(page, 'Title', 'Title is required')
  await fill(page, { Title: 'File the return', 'Due by': '31/01/2026', 'Another line': 'Reconcile' })
  await page.getByRole('textbox', { name: 'Another line' }).press('Enter')
  await fill(page, { 'Another line': 'Pay the challan' })
  await page.getByRole('textbox', { name: 'Another line' }).press('Enter')
  await page.getByRole('checkbox', { name: 'Required' }).last().check()
  await choose(page, 'Unit', 'Months')
  await page
    .getByText(
      'Once it is done, the next one is made: every month. Due 28 Feb 2026, 31 Mar 2026, 30 Apr 2026 and so on.',
    )
    .waitFor()
  await save(page)
  await alert(page, 'General task created')
  await title(page, 'My day')
  await page.getByRole('link', { name: 'File the return' }).click()
  await title(page, 'File the return')
  await page.getByRole('link', { name: 'Narmada weir' }).waitFor()
  // Only a required line prevents the task from being done.
  expect(await page.getByRole('button', { name: 'Mark as done' }).count()).toBe(0)
  await line(page, 'Pay the challan').check()
  await page.getByRole('button', { name: 'Mark as done' }).click()
  await alert(page, 'File the return is done. The next one is due 28 Feb 2026.')
  await eventually(() => page.getByRole('button', { name: 'Open it again' }).count()).toBe(1)
  await eventually(() => line(page, 'Reconcile').isDisabled()).toBe(true)
  const { content } = await owner.ok(filterGeneralTasks, { body: { title: 'File the return', state: ['OPEN'] } })
  expect(content).toMatchObject([{ dueOn: '2026-02-28', recordId, lineCount: 2, doneLines: 0, requiredOpenLines: 1 }])
})

test('editing a checklist loses no tick that somebody sets meanwhile', async ({ enter, company, owner }) => {
  const created = await owner.ok(createGeneralTask, {
    body: { title: 'Renew', lines: [{ text: 'Form' }, { text: 'Fee' }] },
  })
  const page = await enter(company.administrator)
  await page.goto(`/general-tasks/${created.id}/edit`)
  const first = page.getByRole('textbox', { name: 'Line 1 of the checklist' })
  await first.fill('Form B')
  await owner.ok(setGeneralTaskLine, {
    params: { id: created.id, lineId: created.lines[1]?.id ?? '' },
    body: { isDone: true },
  })
  await first.press('Enter')
  await focusIsOn(page, page.getByRole('textbox', { name: 'Line 2 of the checklist' }))
  await save(page)
  await alert(page, 'General task saved')
  const { lines } = await owner.ok(getGeneralTask, { params: { id: created.id } })
  expect(lines).toMatchObject([
    { text: 'Form B', isDone: false },
    { text: 'Fee', isDone: true },
  ])
})

test('the record of a task is found by a part of its name', async ({ enter, company, owner }) => {
  await owner.ok(createContract, { body: { contractName: 'Tawa aqueduct' } })
  const page = await enter(company.administrator)
  await page.goto('/general-tasks/create')
  await fill(page, { Title: 'Look at the aqueduct' })
  await page.getByRole('combobox', { name: 'Concerns' }).fill('aqued')
  await page.getByRole('option', { name: 'Contract: Tawa aqueduct' }).click()
  await eventually(() => page.getByRole('combobox', { name: 'Concerns' }).inputValue()).toBe('Contract: Tawa aqueduct')
  await save(page)
  await page.getByRole('link', { name: 'Look at the aqueduct' }).waitFor()
  await page.getByRole('link', { name: 'Tawa aqueduct' }).click()
  await title(page, 'Tawa aqueduct')
})

test('quick filters narrow the list, and several tasks are finished or deleted at once', async ({
  enter,
  company,
  owner,
}) => {
  for (const name of ['Bulk one', 'Bulk two'])
    await owner.ok(createGeneralTask, { body: { title: name, dueOn: dayFromToday(-1) } })
  await owner.ok(createGeneralTask, { body: { title: 'Bulk three', lines: [{ text: 'Sign', isRequired: true }] } })
  const page = await enter(company.administrator)
  await page.goto('/general-tasks/list?search=bulk')
  await eventually(() => columnOf(page, 'Title')).toEqual(['Bulk three', 'Bulk two', 'Bulk one'])
  await page.getByRole('button', { name: /^Overdue 2$/ }).click()
  await eventually(() => columnOf(page, 'Title')).toEqual(['Bulk two', 'Bulk one'])
  await page.getByRole('button', { name: /^Overdue 2$/ }).click()
  await page.getByRole('checkbox', { name: /^Select all/ }).check()
  await page.getByRole('combobox', { name: 'New status' }).selectOption('DONE')
  await page.getByRole('button', { name: 'Change status' }).click()
  await page.getByText('Lines of its checklist must be ticked first.').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  const done = await owner.ok(filterGeneralTasks, { body: { search: 'bulk', state: ['DONE'] } })
  expect(done.totalElements).toBe(2)
  expect(
    await answerDialog(page, 'accept', () => page.getByRole('button', { name: 'Delete Bulk three' }).click()),
  ).toBe('Are you sure you want to delete this general task?')
  await eventually(() => columnOf(page, 'Title')).toEqual(['Bulk two', 'Bulk one'])
})

test('a user who may only view can neither tick, add nor change', async ({ enter, company, owner }) => {
  const viewer = await company.joinWith('Viewer', { 'General Tasks': ['canView'] })
  const { id } = await owner.ok(createGeneralTask, {
    body: { title: 'To be seen', assigneeId: viewer.id, lines: [{ text: 'One' }] },
  })
  const page = await enter(viewer)
  await page.goto('/general-tasks')
  await page.getByRole('link', { name: 'To be seen' }).waitFor()
  expect(await newTitle(page).count()).toBe(0)
  expect(await tick(page, 'To be seen').count()).toBe(0)
  await page.goto(`/general-tasks/${id}`)
  await eventually(() => line(page, 'One').isDisabled()).toBe(true)
  expect(await page.getByRole('button', { name: 'Mark as done' }).count()).toBe(0)
})
