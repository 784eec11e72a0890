import { filterMeasurementSheets, getMeasurementSheet } from '@plinth/api/works/measurement-sheets'
import {
  lineOf,
  newDraft,
  newMeasurable,
  newRecorded,
} from '@plinth/server/works/measurement-sheets/measurement-sheets.factory'
import { newItem } from '@plinth/server/works/schedule-items/schedule-items.factory'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible, expectContrast, expectNoSidewaysScroll } from '../src/browser.ts'
import { testIn } from '../src/desk.ts'
import { alert, answerDialog, button, eventually, fill, focusIsOn, save, title } from '../src/screen.ts'

/** The measurement book: sheets measured on site, recorded, and corrected by a further sheet. */

const test = testIn('Measured Roads')
  .extend('engineer', { scope: 'file' }, ({ company }) =>
    company.joinWith('Site engineer of roads', { 'Measurement Book': ['canView', 'canCreate', 'canEdit'] }),
  )
  .extend('work', async ({ owner }) => {
    const agreement = await newMeasurable(owner, { name: 'Lining of the minor' })
    const section = await newItem(owner, agreement.id, { kind: 'SECTION', itemNo: '5', description: 'Concrete' })
    const concrete = { parentId: section.id, itemNo: '5.1', description: 'Concrete of grade M25', quantity: 5 }
    return { agreement, concrete: await newItem(owner, agreement.id, concrete) }
  })

const box = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

/** Whether the notice covers neither the focused field nor the buttons of its form. */
const noticeCoversNothing = `(() => {
  const boxOf = (element) => element.getBoundingClientRect()
  const notice = boxOf(document.querySelector('[data-place]'))
  const needed = [document.activeElement, ...document.querySelectorAll('[data-foot]')].map(boxOf)
  return notice.height > 0 && needed.every(({ top, bottom }) => bottom <= notice.top || top >= notice.bottom)
})()`

/** Types a line by keyboard alone: Enter moves to the next field, and saves from the last one. */
async function typeLine(page: Page, dimensions: readonly string[]): Promise<void> {
  await focusIsOn(page, box(page, 'Nos'))
  for (const text of dimensions) {
    await page.keyboard.type(text)
    await page.keyboard.press('Enter')
  }
}

test('on a phone a sheet is created, its lines are typed with arithmetic, changed and deleted, and it is recorded', async ({
  enter,
  owner,
  engineer,
  work: { agreement, concrete },
}) => {
  const page = await enter(engineer, 'phone')
  await page.goto(`/measure/new?agreement=${agreement.id}`)
  await fill(page, { Location: 'Km 3.2, left bank', Present: 'Ravi Kumar\n\nAnita Rao, JE\n' })
  await expectAccessible(page)
  await save(page)
  await title(page, 'Draft sheet')
  await page.getByRole('combobox', { name: 'Item, by number or word' }).fill('m25')
  await page.getByRole('option', { name: /M25/ }).click()
  await box(page, 'Nos').focus()
  await typeLine(page, ['2', '', '(3.20+4.10)/2', '1.5', '.1', '', 'Panel 1'])
  await page.getByText('1.10 cum').first().waitFor()
  // The item stays selected for the next line.
  await typeLine(page, ['3', '', '4', '1.5', 'x', '', ''])
  await page.getByText('cannot be worked out').waitFor()
  await focusIsOn(page, box(page, 'Depth'))
  await fill(page, { Depth: '.25', Particulars: 'Panel 2' })
  await page.getByText('0.60 cum more than agreed').waitFor()
  await expectNoSidewaysScroll(page)
  await button(page, 'Record sheet').click()
  await alert(page, 'A line is typed and not saved: save or clear it first.')
  for (const name of ['Nos', 'Depth', 'Particulars']) {
    await box(page, name).focus()
    await eventually(() => page.evaluate<boolean>(noticeCoversNothing)).toBe(true)
  }
  await button(page, 'Save line').click()
  await button(page, 'Change line 2').click()
  await fill(page, { Depth: '.1' })
  await button(page, 'Save change').click()
  await page.getByRole('heading', { name: 'New line' }).waitFor()
  await page.getByText('1.80 cum').first().waitFor()
  // Only one button takes photos, and it works without a connection too.
  await page.getByRole('region', { name: 'Documents' }).scrollIntoViewIfNeeded()
  await button(page, 'Choose files').waitFor()
  expect(await page.locator('input[capture]').count()).toBe(1)
  await box(page, 'Nos').focus()
  await typeLine(page, ['1', '', '', '', '', '', 'Twice'])
  await button(page, 'Delete line 3').waitFor()
  await answerDialog(page, 'accept', () => button(page, 'Delete line 3').click())
  await alert(page, 'Line 3 deleted')
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectContrast(page)

  const question = await answerDialog(page, 'accept', () => button(page, 'Record sheet').click())
  expect(question).toContain('Nothing on it can be changed after that')
  await title(page, 'Sheet 1')
  const [sheet] = (await owner.ok(filterMeasurementSheets, { body: { agreementId: agreement.id } })).content
  const present = ['Ravi Kumar', 'Anita Rao, JE']
  expect(sheet).toMatchObject({ number: 1, location: 'Km 3.2, left bank', present, status: 'RECORDED' })
  const { lines } = await owner.ok(getMeasurementSheet, { params: { id: sheet?.id ?? '' } })
  expect(lines.map(({ itemId, description, contents, typed }) => [itemId, description, contents, typed])).toEqual([
    [concrete.id, 'Panel 1', 1.1, { length: '(3.20+4.10)/2' }],
    [concrete.id, 'Panel 2', 1.8, null],
  ])
})

test('a recorded line is corrected by a line of another sheet, and its sheet can be cancelled only after that one', async ({
  enter,
  company,
  owner,
  work: { agreement, concrete },
}) => {
  const first = await newRecorded(owner, agreement.id, [lineOf(concrete.id, { length: 3, description: 'Panel 1' })])
  const page = await enter(company.administrator)
  await page.goto('/measure')
  await page.getByRole('link', { name: 'Sheet 1', exact: true }).first().waitFor()
  await page.goto(`/measure/sheets/${first.id}`)
  await title(page, 'Sheet 1')
  await expectAccessible(page)
  await button(page, 'Correct line 1').click()
  await title(page, 'Draft sheet')
  await page.getByText('corrects sheet 1, line 1').waitFor()
  await box(page, 'Nos').focus()
  await typeLine(page, ['', '', '2.75', '', '', '', 'Panel 1, taped again'])
  await eventually(() => page.getByText('−0.25').count()).toBeGreaterThan(0)
  await answerDialog(page, 'accept', () => button(page, 'Record sheet').click())
  await title(page, 'Sheet 2')

  await page.goto(`/measure/sheets/${first.id}`)
  await page.getByText('corrected by a further line').waitFor()
  expect(await page.locator('del').allInnerTexts()).toEqual(['Panel 1', '3.00'])
  await button(page, 'Cancel sheet').click()
  const dialog = page.getByRole('dialog', { name: 'Cancel Sheet 1' })
  await dialog.getByRole('button', { name: 'Cancel sheet' }).click()
  await dialog.getByText('Give the reason').waitFor()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Measured twice')
  await dialog.getByRole('button', { name: 'Cancel sheet' }).click()
  await alert(page, 'Sheet 2 corrects this one: cancel that one first')
})

test('a user who may only view reads a sheet, without rates and without buttons', async ({
  enter,
  company,
  owner,
  work,
}) => {
  const { agreement, concrete } = work
  const draft = await newDraft(owner, agreement.id, [lineOf(concrete.id, { length: 3 })])
  const reader = await company.joinWith('Reader of the book', { 'Measurement Book': ['canView'] })
  const page = await enter(reader)
  await page.goto(`/measure/sheets/${draft.id}`)
  await title(page, 'Draft sheet')
  await page.getByText('5.1 Concrete of grade M25').first().waitFor()
  expect(await page.getByText('4,815').count()).toBe(0)
  for (const name of ['Record sheet', 'Delete draft', 'Save line', 'Change line 1'])
    expect(await button(page, name).count()).toBe(0)
})
