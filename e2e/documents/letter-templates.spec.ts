import { listLetterTemplates } from '@plinth/api/documents/letter-templates'
import { getLetterhead } from '@plinth/api/documents/letterheads'
import { letterTypes } from '@plinth/api/kernel/letter'
import { letterheadFile } from '@plinth/server/kernel/testing/word-file'
import { expect } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll } from '../src/browser.ts'
import { testIn } from '../src/desk.ts'
import { person } from '../src/people.ts'
import { alert, choose, eventually, faultAt, field, fill, focusIsOn, save, title } from '../src/screen.ts'

const test = testIn('Ghagra Works').extend('calls', { scope: 'file' }, ({ company }) => person(company.administrator))

const list = '/contracts/letter-templates'

test('a template is entered with fields from a menu, and becomes the standard letter on a phone', async ({
  enter,
  company,
  calls,
}) => {
  const page = await enter(company.administrator, 'phone')
  await page.goto(list)
  await title(page, 'Letter templates')
  await page.getByRole('link', { name: 'New letter template' }).click()
  await title(page, 'New letter template')
  await fill(page, { Name: 'Ours', Subject: 'Refund of {amont}', Letter: 'Please refund: ' })
  await save(page)
  await faultAt(page, 'Subject', '{amont} is not a field of a letter')
  await fill(page, { Subject: 'Refund of {amount}' })
  await field(page, 'Letter').press('End')
  await page.getByRole('button', { name: 'Insert a field into Letter' }).click()
  await page.getByRole('menuitem', { name: /The table of what is asked for/ }).click()
  await eventually(() => field(page, 'Letter').inputValue()).toBe('Please refund:\n\n{deposits}')
  await choose(page, 'Letter for', 'Reminding of a refund')
  await page.getByRole('checkbox', { name: 'Standard letter' }).check()
  await expectNoSidewaysScroll(page)
  await save(page)
  await alert(page, 'Letter template created successfully!')
  await title(page, 'Letter templates')
  const reminders = (await calls.ok(listLetterTemplates, {})).filter(
    ({ kind, language }) => kind === 'FOLLOW_UP' && language === 'en',
  )
  expect(reminders.filter(({ isDefault }) => isDefault).map(({ name }) => name)).toEqual(['Ours'])
})

test('a letterhead is uploaded, refused with a sentence, replaced and removed on a phone', async ({
  enter,
  company,
  calls,
}) => {
  const page = await enter(company.administrator, 'phone')
  await page.goto(list)
  const part = page.getByRole('region', { name: 'Letterhead' })
  await part.getByText('There is none: letters in Word are on our plain page.').waitFor()
  const put = (name: string, buffer: Buffer) =>
    part.locator('input[type=file]').setInputFiles({ name, mimeType: letterTypes.docx, buffer })
  await put('Ours.docx', Buffer.from('no Word file'))
  await part.getByRole('alert').filter({ hasText: 'This is no Word document (.docx).' }).waitFor()
  await put('Ours.docx', letterheadFile())
  await alert(page, 'Letters in Word are on Ours.docx from now on')
  await part.getByText(/uploaded on .* by /).waitFor()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  const download = page.waitForEvent('download')
  await part.getByRole('button', { name: 'Ours.docx' }).click()
  expect((await download).suggestedFilename()).toBe('Ours.docx')
  await part.getByRole('button', { name: 'Replace the letterhead' }).waitFor()
  await put('New.docx', letterheadFile())
  await part.getByRole('button', { name: 'New.docx' }).waitFor()
  await part.getByRole('button', { name: 'Remove the letterhead' }).click()
  await part.getByText('There is none: letters in Word are on our plain page.').waitFor()
  await focusIsOn(page, part.getByRole('button', { name: 'Upload a letterhead' }))
  expect((await calls.ok(getLetterhead, {})).fileName).toBeNull()
})
