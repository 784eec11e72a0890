import { listLetterTemplates } from '@plinth/api/letter-templates'
import { expect } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll } from './src/browser.ts'
import { testIn } from './src/desk.ts'
import { person } from './src/people.ts'
import { alert, choose, eventually, faultAt, field, fill, save, title } from './src/screen.ts'

const test = testIn('Ghagra Works').extend('calls', { scope: 'file' }, ({ company }) => person(company.administrator))

const list = '/contracts/letter-templates'

test.for(['desktop', 'phone'] as const)(
  'a template is entered with fields from a menu, and becomes the standard letter on a %s',
  async (size, { enter, company, calls }) => {
    const page = await enter(company.administrator, size)
    await page.goto(list)
    await title(page, 'Letter templates')
    await page.getByRole('link', { name: 'New letter template' }).click()
    await title(page, 'New letter template')
    await fill(page, { Name: `Ours ${size}`, Subject: 'Refund of {amont}', Letter: 'Please refund: ' })
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
    await expectAccessible(page)
    await save(page)
    await alert(page, 'Letter template created successfully!')
    await title(page, 'Letter templates')
    const reminders = (await calls.ok(listLetterTemplates, {})).filter(
      ({ kind, language }) => kind === 'FOLLOW_UP' && language === 'en',
    )
    expect(reminders.filter(({ isDefault }) => isDefault).map(({ name }) => name)).toEqual([`Ours ${size}`])
  },
)
