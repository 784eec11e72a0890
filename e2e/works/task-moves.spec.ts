import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { test } from '../src/desk.ts'
import { alert, button, eventually, focusIsOn, heldBack, offered, treeRows, undo } from '../src/screen.ts'
import { numbers, openTree, rowOf, stored, type Title } from '../src/task-trees.ts'

test('a moved task takes its sub-tasks along, and its former siblings are renumbered', async ({ page, owner }) => {
  const { projectId } = await openTree(page, owner, 'Tripod')
  await button(page, 'Move Trench').click()
  await page.getByRole('dialog', { name: 'Move 1.1 Trench' }).waitFor()
  expect(await offered(page, 'Under')).toEqual(['Top level', '1 Footing', '2 Frame'])
  await page.getByRole('option', { name: '2 Frame' }).click()
  await button(page, 'Move').click()
  await alert(page, '1.1 Trench moved')
  const moved = ['1 Footing', '1.1 Pump', '1.1.1 Hose', '2 Frame', '2.1 Trench', '2.1.1 Shoring', '2.1.1.1 Planks']
  await eventually(() => treeRows(page)).toEqual([...moved, '2.1.1.1.1 Nails'])
  expect(await stored(owner, projectId)).toEqual([...moved, '2.1.1.1.1 Nails'])
  await eventually(() => page.getByRole('dialog').count()).toBe(0)
  await focusIsOn(page, button(page, 'Move Trench'))
})

test('no place is offered for a move before all tasks are loaded', async ({ page, owner }) => {
  await openTree(page, owner, 'Tollgate')
  await heldBack(page, '**/project/api/tasks/filter', async () => {
    await button(page, 'Move Trench').click()
    await page.getByRole('combobox', { name: 'Under', exact: true }).click()
    await page.getByRole('listbox').getByText('Loading…').waitFor()
    expect(await page.getByRole('listbox').getByRole('option').count()).toBe(0)
  })
  await page.getByRole('option', { name: '2 Frame' }).waitFor()
})

/** Drags a row by its handle to the upper edge of another, or to its middle. */
async function drag(page: Page, name: Title, onto: Title, part: 'before' | 'under'): Promise<void> {
  const target = rowOf(page, onto)
  // Otherwise the window scrolls while the handle is held, and another row gets under the pointer.
  await page.evaluate('window.scrollTo(0, document.body.scrollHeight)')
  const { height } = (await target.boundingBox()) ?? { height: 0 }
  const targetPosition = { x: 300, y: part === 'before' ? 4 : height / 2 }
  await rowOf(page, name).getByTitle('Drag to another place').dragTo(target, { targetPosition })
}

test('a task can be dragged before or below another, but not below itself or past level 4', async ({ page, owner }) => {
  const { projectId } = await openTree(page, owner, 'Tavern')
  await drag(page, 'Trench', 'Hose', 'under')
  await drag(page, 'Footing', 'Hose', 'under')
  await drag(page, 'Pump', 'Trench', 'before')
  await alert(page, '1.2 Pump moved')
  const below = ['1.2 Trench', '1.2.1 Shoring', '1.2.1.1 Planks', '1.2.1.1.1 Nails']
  const before = ['1 Footing', '1.1 Pump', '1.1.1 Hose', ...below, '2 Frame']
  await eventually(() => treeRows(page)).toEqual(before)
  expect(await stored(owner, projectId)).toEqual(before)
  await undo(page, '1.2 Pump moved')
  await alert(page, 'Undone: 1.2 Pump moved')
  await eventually(() => treeRows(page)).toEqual(numbers)
  await drag(page, 'Hose', 'Frame', 'under')
  const under = [...numbers.filter((text) => !text.includes('Hose')), '2.1 Hose']
  await eventually(() => treeRows(page)).toEqual(under)
  await alert(page, '1.2.1 Hose moved')
  await page.reload()
  await eventually(() => treeRows(page)).toEqual(under)
})

test('Alt with an arrow key moves a task, Ctrl+Z undoes it, and a move past level 4 is rejected with the reason', async ({
  page,
  owner,
}) => {
  const { projectId } = await openTree(page, owner, 'Tempest')
  const pump = rowOf(page, 'Pump')
  const press = async (key: string, number: string) => {
    await page.keyboard.press(key)
    await eventually(() => treeRows(page)).toContain(`${number} Pump`)
    await focusIsOn(page, pump)
  }
  await pump.focus()
  await press('Alt+ArrowUp', '1.1')
  await press('Alt+ArrowDown', '1.2')
  await press('Alt+ArrowLeft', '2')
  await press('Alt+ArrowUp', '1')
  await press('Alt+ArrowDown', '2')
  await press('Alt+ArrowRight', '1.2')
  await press('Alt+ArrowRight', '1.1.2')
  await press('Alt+ArrowRight', '1.1.1.2')
  await page.getByRole('status').getByText('1.1.2 Pump moved to 1.1.1.2').waitFor()
  await press('Alt+ArrowRight', '1.1.1.2')
  await page.getByText('1.1.1.2 Pump stays where it is: Maximum level reached (Level 4)').waitFor()
  await alert(page, '1.1.2 Pump moved')
  expect(await stored(owner, projectId)).toContain('1.1.1.2.1 Hose')
  await press('Control+z', '1.1.2')
  await alert(page, 'Undone: 1.1.2 Pump moved')
  expect(await stored(owner, projectId)).toContain('1.1.2.1 Hose')
})
