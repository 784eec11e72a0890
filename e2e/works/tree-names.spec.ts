import { createProject } from '@plinth/api/works/projects'
import { createTask } from '@plinth/api/works/tasks'
import { expect } from 'vitest'
import { test } from '../src/desk.ts'
import { field, openFilters } from '../src/screen.ts'

test('a screen reader reads a row of the tree once, by its task, and each of its buttons', async ({ page, owner }) => {
  const { id: projectId } = await owner.ok(createProject, { body: { projectName: 'Aqueduct' } })
  const dates = { givenStartDate: '2026-03-05', givenEndDate: '2026-04-01' }
  const { id: parentId } = await owner.ok(createTask, { body: { projectId, title: 'Piers', ...dates } })
  await owner.ok(createTask, { body: { projectId, parentId, title: 'Caps' } })
  await page.goto(`/project-tasks/list?projectId=${projectId}`)
  const row = page.getByRole('row', { name: '1 Piers', exact: true })
  await row.waitFor()
  const lines = (await row.ariaSnapshot()).split('\n').map((line) => line.trim())
  expect(lines[0]).toBe('- row "1 Piers" [expanded] [level=1]:')
  const pressed = lines.flatMap((line) => /^- '?(?:button|link|checkbox) "(.*)"/.exec(line)?.[1] ?? [])
  expect(pressed).toEqual([
    'Select 1 Piers',
    'Collapse 1 Piers',
    'Piers',
    'Change status of Piers: Draft',
    'Change assignee of Piers: Assign',
    'Change given dates of Piers: 05 Mar 2026 to 01 Apr 2026',
    'Change progress of Piers: 0%',
    'Add sub-task to Piers',
    'Move Piers',
    'Edit Piers',
    'Delete Piers',
  ])
  expect(await page.getByRole('treegrid').ariaSnapshot()).not.toContain('Drag to another place')
  // The mouse still finds the handle for dragging.
  await row.getByTitle('Drag to another place').waitFor()
})

test('a date input states its format, in a form, in a filter and in the tree', async ({ page, owner }) => {
  const { id: projectId } = await owner.ok(createProject, { body: { projectName: 'Aqueduct' } })
  await owner.ok(createTask, { body: { projectId, title: 'Piers' } })
  const hint = { description: 'DD/MM/YYYY', exact: true }
  await page.goto(`/project-tasks/list?projectId=${projectId}`)
  await openFilters(page)
  await page.getByRole('textbox', { name: 'Starts on or after', ...hint }).waitFor()
  await page.getByRole('button', { name: /^Change given dates of Piers/ }).click()
  await page.getByRole('textbox', { name: 'Given start date', ...hint }).waitFor()
  await page.goto('/contracts/create')
  await page.getByRole('textbox', { name: 'Closing date', ...hint }).waitFor()
  await field(page, 'Closing date').fill('05/03/2026')
  await page.getByRole('textbox', { name: 'Closing date', ...hint }).waitFor()
})
