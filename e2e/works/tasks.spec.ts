import { randomUUID } from 'node:crypto'
import { deleteTask, getTask, updateTask } from '@plinth/api/works/tasks'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectNoSidewaysScroll, signedIn } from '../src/browser.ts'
import { test } from '../src/desk.ts'
import { person } from '../src/people.ts'
import {
  alert,
  answerDialog,
  button,
  choose,
  eventually,
  faultAt,
  field,
  fill,
  focusIsOn,
  offline,
  openFilters,
  pathname,
  save,
  title,
  treeRows,
  typed,
  undo,
  valueOf,
} from '../src/screen.ts'
import { newTree, numbers, openTree, rowOf, stored, type Title, tree } from '../src/task-trees.ts'

test('every row has its level and its place among its siblings [2.71]', async ({ page, owner }) => {
  await openTree(page, owner, 'Treadle')
  const places: Record<Title, [string, string, string]> = {
    Footing: ['1', '1', '2'],
    Trench: ['2', '1', '2'],
    Shoring: ['3', '1', '1'],
    Planks: ['4', '1', '1'],
    Nails: ['5', '1', '1'],
    Pump: ['2', '2', '2'],
    Hose: ['3', '1', '1'],
    Frame: ['1', '2', '2'],
  }
  for (const [name, place] of Object.entries(places)) {
    const row = rowOf(page, name)
    const values = ['aria-level', 'aria-posinset', 'aria-setsize'].map((attribute) => row.getAttribute(attribute))
    expect(await Promise.all(values), name).toEqual(place)
  }
  await eventually(() => rowOf(page, 'Footing').getAttribute('aria-expanded')).toBe('true')
  await eventually(() => rowOf(page, 'Frame').getAttribute('aria-expanded')).toBeNull()
  await page.getByRole('status').getByText('8 tasks in 1 project').waitFor()
})

test('the tree is walked, folded and opened by keyboard alone', async ({ page, owner }) => {
  const { ids } = await openTree(page, owner, 'Trellis')
  const press = async (key: string, name: Title) => {
    await page.keyboard.press(key)
    await focusIsOn(page, rowOf(page, name))
  }
  await page.getByRole('checkbox', { name: 'Select all shown' }).focus()
  await press('Tab', 'Footing')
  await press('ArrowDown', 'Trench')
  await press('ArrowUp', 'Footing')
  await press('ArrowRight', 'Trench')
  await press('ArrowLeft', 'Trench')
  await eventually(() => treeRows(page)).toEqual(numbers.filter((text) => !text.startsWith('1.1.1')))
  await eventually(() => rowOf(page, 'Trench').getAttribute('aria-expanded')).toBe('false')
  await press('ArrowLeft', 'Footing')
  await press('End', 'Frame')
  await press('ArrowUp', 'Hose')
  await press('ArrowLeft', 'Pump')
  await press('Home', 'Footing')
  await press('ArrowDown', 'Trench')
  await press('ArrowRight', 'Trench')
  await eventually(() => treeRows(page)).toEqual(numbers)
  await press('ArrowRight', 'Shoring')
  await page.keyboard.press('Enter')
  await title(page, '1.1.1 Shoring')
  expect(pathname(page)).toBe(`/project-tasks/${ids.Shoring}`)
})

test('all tasks are folded and unfolded at once', async ({ page, owner }) => {
  await openTree(page, owner, 'Trestle')
  await button(page, 'Collapse all').click()
  await eventually(() => treeRows(page)).toEqual(['1 Footing', '2 Frame'])
  await button(page, 'Expand 1 Footing').click()
  await eventually(() => treeRows(page)).toEqual(['1 Footing', '1.1 Trench', '1.2 Pump', '2 Frame'])
  await button(page, 'Expand all').click()
  await eventually(() => treeRows(page)).toEqual(numbers)
})

test('a task at level 4 takes no sub-task, and the reason is shown [5.25 5.26]', async ({ page, owner }) => {
  const { ids } = await openTree(page, owner, 'Tribune')
  const add = button(page, 'Add sub-task to Nails')
  await eventually(() => add.isDisabled()).toBe(true)
  await eventually(() => add.getAttribute('title')).toBe('Maximum level reached (Level 4)')
  await eventually(() => page.getByRole('link', { name: 'Add sub-task to Planks' }).count()).toBe(1)
  await page.goto(`/project-tasks/${ids.Nails}`)
  await title(page, '1.1.1.1.1 Nails')
  expect(await page.getByRole('link', { name: 'Add sub-task' }).count()).toBe(0)
  await page.goto(`/project-tasks/${ids.Planks}`)
  await page.getByRole('link', { name: 'Add sub-task' }).waitFor()
})

test('a task with sub-tasks cannot be deleted, and the reason is shown; a leaf can be deleted [5.31 5.36 8.48]', async ({
  page,
  owner,
}) => {
  const { projectId, ids } = await openTree(page, owner, 'Trowel')
  const remove = (name: Title) => () => button(page, `Delete ${name}`).click()
  await answerDialog(page, 'accept', remove('Footing'))
  await alert(page, 'It cannot be deleted: it still has 2 sub-tasks')
  expect(await answerDialog(page, 'dismiss', remove('Nails'))).toBe('Are you sure you want to delete this task?')
  expect(await stored(owner, projectId)).toEqual(numbers)
  await answerDialog(page, 'accept', remove('Nails'))
  await eventually(() => treeRows(page)).toEqual(numbers.filter((text) => text !== '1.1.1.1.1 Nails'))
  expect(await owner.refused(getTask, { params: { id: ids.Nails } })).toMatchObject({ status: 404 })
})

test('a filter shows its matches below their parents [2.50]', async ({ page, owner }) => {
  const { projectId } = await openTree(page, owner, 'Truss')
  await openFilters(page)
  await fill(page, { Title: 'hos' })
  await button(page, 'Apply Filters').click()
  await eventually(() => treeRows(page)).toEqual(['1 Footing', '1.2 Pump', '1.2.1 Hose'])
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ projectId, title: 'hos' })
  await fill(page, { Title: 'no such task' })
  await button(page, 'Apply Filters').click()
  await page.getByText('Nothing matches these filters. Change or clear them.').waitFor()
  await page.goBack()
  await eventually(() => treeRows(page)).toEqual(['1 Footing', '1.2 Pump', '1.2.1 Hose'])
})

test('a sub-task is entered below its parent, with the usual tax [2.51 4.13 8.33 9.8]', async ({ page, owner }) => {
  const { projectId } = await openTree(page, owner, 'Tundra')
  await page.getByRole('link', { name: 'Add sub-task to Pump' }).click()
  await title(page, 'New task')
  await eventually(() => typed(page, ['Project', 'Parent task', 'Status', 'Tax'])).toEqual({
    Project: 'Tundra',
    'Parent task': '1.2 Pump',
    Status: 'Draft',
    Tax: '14',
  })
  await fill(page, { 'Estimated quantity': '10', 'Estimated rate': '1000' })
  await page.getByText('₹11,400.00').waitFor()
  await save(page)
  await faultAt(page, 'Title', 'Title is required')
  await eventually(() => valueOf(page, 'Estimated rate')).toBe('1,000')
  await fill(page, { Title: 'Valve' })
  await choose(page, 'Priority', 'Urgent')
  await save(page)
  await alert(page, 'Task created successfully!')
  await eventually(() => treeRows(page)).toContain('1.2.2 Valve')
  expect(await stored(owner, projectId)).toContain('1.2.2 Valve')
  await eventually(() => rowOf(page, 'Valve').textContent()).toContain('Urgent')
})

test('an edited task stays in its project; a lost save keeps what was typed [2.51 8.24 8.34]', async ({
  page,
  owner,
}) => {
  const { ids } = await openTree(page, owner, 'Turret')
  await page.getByRole('link', { name: 'Edit Frame' }).click()
  await title(page, 'Edit task')
  await eventually(() => field(page, 'Project').getAttribute('readonly')).not.toBeNull()
  await fill(page, { Title: 'Frame of steel', Progress: '40' })
  await offline(page, `**/tasks/${ids.Frame}`, async () => {
    await save(page)
    await alert(page, 'Failed to save task. Please try again.')
  })
  expect(await typed(page, ['Title', 'Progress'])).toEqual({ Title: 'Frame of steel', Progress: '40' })
  await save(page)
  await alert(page, 'Task updated successfully!')
  await eventually(() => treeRows(page)).toContain('2 Frame of steel')
  await eventually(() => rowOf(page, 'Frame of steel').textContent()).toContain('40%')
})

/** The button of a value that can be edited in place. */
const value = (page: Page, name: string, does: string) =>
  rowOf(page, name).getByRole('button', { name: new RegExp(`^${does}`) })

const textOf = (page: Page, name: string) => async () => (await rowOf(page, name).textContent()) ?? ''

async function pick(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).fill(option)
  await page.getByRole('listbox').getByRole('option', { name: option }).click()
}

test('an edit in the tree updates the totals above it and on the page of the project, and Undo reverts it', async ({
  page,
  owner,
}) => {
  const { projectId, ids } = await newTree(owner, 'Tamarind')
  await page.goto(`/projects/${projectId}`)
  await page.getByText('0% done · 2 tasks at the top').waitFor()
  await page.getByRole('link', { name: 'Tree', exact: true }).click()
  await eventually(() => treeRows(page)).toEqual(numbers)
  const setProgress = async (typing: string) => {
    await value(page, 'Hose', 'Change progress').click()
    const panel = page.getByRole('dialog', { name: 'Progress of Hose' })
    await panel.getByRole('textbox', { name: 'Progress', exact: true }).fill(typing)
    await page.keyboard.press('Enter')
    return panel
  }
  const isAt = async (own: string, pump: string, footing: string) => {
    await eventually(textOf(page, 'Hose')).toContain(`Change progress of Hose: ${own}`)
    await eventually(textOf(page, 'Pump')).toContain(`Sub-tasks: ${pump}`)
    await eventually(textOf(page, 'Footing')).toContain(`Sub-tasks: ${footing}`)
  }
  const panel = await setProgress('120')
  const fault = { name: 'Progress', exact: true, description: /Progress must be from 0 to 100/ }
  await panel.getByRole('textbox', fault).waitFor()
  await eventually(() => panel.getByRole('textbox', fault).inputValue()).toBe('120')
  await panel.getByRole('textbox', fault).fill('40')
  await page.keyboard.press('Enter')
  await isAt('40%', '40%', '20%')
  await undo(page, '1.2.1 Hose: progress 40%')
  await alert(page, 'Undone: 1.2.1 Hose: progress 40%')
  await isAt('0%', '0%', '0%')
  await setProgress('60')
  await alert(page, /^1\.2\.1 Hose: progress 60%/)
  await isAt('60%', '60%', '30%')
  await page.keyboard.press('Control+z')
  await isAt('0%', '0%', '0%')
  await setProgress('80')
  await isAt('80%', '80%', '40%')
  await page.goBack()
  await page.getByText('20% done · 2 tasks at the top').waitFor()
  expect((await owner.ok(getTask, { params: { id: ids.Hose } })).progress).toBe(80)
})

test('status, assignee and dates are edited in place; an invalid value shows the reason and keeps what was typed', async ({
  page,
  owner,
}) => {
  const { ids } = await openTree(page, owner, 'Tarmac')
  await value(page, 'Hose', 'Change assignee').click()
  await pick(page, 'Assignee of Hose', 'Asha Rao')
  await eventually(textOf(page, 'Hose')).toContain('Change assignee of Hose: Asha Rao')
  await value(page, 'Hose', 'Change given dates').click()
  const panel = page.getByRole('dialog', { name: 'Given dates of Hose' })
  const [start, end] = ['Given start date', 'Given end date'].map((name) => panel.getByRole('textbox', { name }))
  await start?.fill('10/03/2031')
  await end?.fill('09/03/2031')
  await panel.getByRole('button', { name: 'Save' }).click()
  const order = /Given end date must not be before Given start date/
  await panel.getByRole('textbox', { name: 'Given end date', description: order }).waitFor()
  await eventually(() => start?.inputValue()).toBe('10 Mar 2031')
  await end?.fill('20/03/2031')
  await panel.getByRole('button', { name: 'Save' }).click()
  await eventually(textOf(page, 'Hose')).toContain('10 Mar 2031 to 20 Mar 2031')
  await eventually(textOf(page, 'Footing')).toContain('Sub-tasks: 10 Mar 2031 to 20 Mar 2031')
  await value(page, 'Pump', 'Change status').click()
  await pick(page, 'Status of Pump', 'Approved')
  await alert(page, /1 of its sub-tasks is not approved yet/)
  await eventually(textOf(page, 'Pump')).toContain('Change status of Pump: Draft')
  await value(page, 'Hose', 'Change status').click()
  await pick(page, 'Status of Hose', 'Rejected')
  const dialog = page.getByRole('dialog', { name: 'Reject 1.2.1 Hose' })
  await dialog.getByRole('button', { name: 'Reject' }).click()
  const reason = { name: 'Rejection reason', description: /Rejection reason is required/ }
  await dialog.getByRole('textbox', reason).fill('It leaks')
  await dialog.getByRole('button', { name: 'Reject' }).click()
  await eventually(textOf(page, 'Hose')).toContain('Change status of Hose: Rejected')
  const values = { status: 'REJECTED', rejectionReason: 'It leaks', givenEndDate: '2031-03-20' }
  await eventually(() => owner.ok(getTask, { params: { id: ids.Hose } })).toMatchObject(values)
})

test('a change by somebody else in between is not overwritten, and is shown', async ({ page, owner }) => {
  const { ids } = await openTree(page, owner, 'Tattoo')
  await owner.ok(updateTask, { params: { id: ids.Hose }, body: { progress: 70 } })
  await value(page, 'Hose', 'Change status').click()
  await pick(page, 'Status of Hose', 'Planned')
  await alert(page, 'Somebody changed the task in the meantime, so that nothing was saved.')
  await eventually(textOf(page, 'Hose')).toContain('Change progress of Hose: 70%')
  expect(await textOf(page, 'Hose')()).toContain('Change status of Hose: Draft')
  expect(await owner.ok(getTask, { params: { id: ids.Hose } })).toMatchObject({ status: 'DRAFT', progress: 70 })
})

test('several tasks are changed at once, failed ones show the reason, and Undo reverts the change', async ({
  page,
  owner,
}) => {
  await openTree(page, owner, 'Terrace')
  for (const name of ['1.1 Trench', '1.2 Pump']) await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  await rowOf(page, 'Pump').focus()
  await page.keyboard.press('Shift+ArrowDown')
  const selected = (name: Title) => rowOf(page, name).getAttribute('aria-selected')
  await eventually(() => Promise.all((['Footing', 'Trench', 'Pump', 'Hose'] as const).map(selected))).toEqual([
    'false',
    'true',
    'true',
    'true',
  ])
  await page.getByRole('status').getByText('3 selected').waitFor()
  await page.getByRole('combobox', { name: 'New status' }).selectOption('Approved')
  await button(page, 'Change status').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('2 of 3 done.').waitFor()
  const outcomes = await dialog.getByRole('listitem').allTextContents()
  expect(outcomes).toEqual([expect.stringMatching(/^1\.1 Trench.*1 of its sub-tasks is not approved yet/)])
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await eventually(textOf(page, 'Pump')).toContain('Change status of Pump: Approved')
  await page.getByRole('status').getByText('1 selected').waitFor()
  const people = page.getByRole('combobox', { name: 'Assign to' })
  const asha = await people.getByRole('option', { name: /^Asha Rao/ }).textContent()
  await people.selectOption(asha)
  await button(page, 'Assign').click()
  await alert(page, '1 task: assigned to Asha Rao')
  await eventually(textOf(page, 'Trench')).toContain('Change assignee of Trench: Asha Rao')
  await page.keyboard.press('Control+z')
  await alert(page, 'Undone: 1 task: assigned to Asha Rao')
  await eventually(textOf(page, 'Trench')).not.toContain('Asha Rao')
})

test('a folded task stays folded after a reload', async ({ page, owner }) => {
  await openTree(page, owner, 'Thicket')
  await button(page, 'Collapse 1.1 Trench').click()
  const folded = numbers.filter((text) => !text.startsWith('1.1.1'))
  await eventually(() => treeRows(page)).toEqual(folded)
  await page.reload()
  await eventually(() => treeRows(page)).toEqual(folded)
  await page.getByRole('combobox', { name: 'Show to level' }).selectOption('To level 0')
  await eventually(() => treeRows(page)).toEqual(['1 Footing', '2 Frame'])
  await page.reload()
  await eventually(() => treeRows(page)).toEqual(['1 Footing', '2 Frame'])
})

test('a failed fetch of tasks is reported, and Retry fetches them [8.17 8.18]', async ({ page, owner }) => {
  const { projectId } = await newTree(owner, 'Tuscan')
  await page.goto(`/project-tasks/${randomUUID()}`)
  await alert(page, /^Failed to fetch task(?! data)/)
  await offline(page, '**/tasks/filter', async () => {
    await page.goto(tree(projectId))
    await alert(page, 'Failed to fetch task data.')
  })
  await button(page, 'Retry').click()
  await eventually(() => treeRows(page)).toEqual(numbers)
})

test('a site engineer can view and edit tasks but not delete them', async ({ owner, browser }) => {
  const { projectId, ids } = await newTree(owner, 'Tandem')
  const { page, faults } = await signedIn(browser, 'site@demo.example')
  await page.goto(tree(projectId))
  await eventually(() => treeRows(page)).toEqual(numbers)
  await eventually(() => page.getByRole('link', { name: /^Edit / }).count()).toBe(8)
  expect(await page.getByRole('button', { name: /^Delete / }).count()).toBe(0)
  const engineer = await person('site@demo.example')
  expect(await engineer.refused(deleteTask, { params: { id: ids.Nails } })).toMatchObject({ status: 403 })
  expect(await stored(owner, projectId)).toEqual(numbers)
  expect(faults).toEqual([])
  await page.context().close()
})

test('the tree works on a phone', async ({ owner, browser }) => {
  const { projectId } = await newTree(owner, 'Tangent')
  const { page, faults } = await signedIn(browser, 'owner@demo.example', 'phone')
  await page.goto(tree(projectId))
  await button(page, 'Collapse all').click()
  await eventually(() => treeRows(page)).toEqual(['1 Footing', '2 Frame'])
  await expectNoSidewaysScroll(page)
  await button(page, 'Expand 1 Footing').click()
  await eventually(() => treeRows(page)).toEqual(['1 Footing', '1.1 Trench', '1.2 Pump', '2 Frame'])
  await expectNoSidewaysScroll(page)
  await button(page, 'More of Pump').click()
  await page.getByRole('link', { name: 'Add sub-task to Pump' }).click()
  await title(page, 'New task')
  await fill(page, { Title: 'Filter' })
  await save(page)
  await alert(page, 'Task created successfully!')
  await page.getByRole('link', { name: 'Pump', exact: true }).click()
  await title(page, '1.2 Pump')
  expect(await stored(owner, projectId)).toContain('1.2.2 Filter')
  expect(faults).toEqual([])
  await page.context().close()
})
