import { createDeposit } from '@plinth/api/deposits/deposits'
import { createContract, deleteContract, updateContract } from '@plinth/api/tenders/contracts'
import { createOffice } from '@plinth/api/tenders/offices'
import { createProject } from '@plinth/api/works/projects'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible, expectContrast, expectNoSidewaysScroll, sizes } from '../src/browser.ts'
import { testIn } from '../src/desk.ts'
import { person } from '../src/people.ts'
import { alert, eventually, focusIsOn, heldBack, openFilters, showing, title } from '../src/screen.ts'

/**
 * The panel that shows a record beside its list: opened by a press or a key, part of the address, with steps to the next
 * record.
 */

const test = testIn('Panel Works').extend('records', { scope: 'file' }, async ({ company }) => {
  const owner = await person(company.administrator)
  const contract = (contractName: string) =>
    owner.ok(createContract, { body: { contractName, bidId: `KNNL/${contractName}`, status: 'SUBMITTED' } })
  // The list shows the newest first.
  const [third, second, first] = [await contract('Weir 3'), await contract('Weir 2'), await contract('Weir 1')]
  return { owner, first, second, third }
})

const list = '/contracts/list'
const panel = (page: Page, name: string) => page.getByRole('main').getByRole('region', { name, exact: true })
/** The state of the record and its next step, as at the top of its page. */
const head = (page: Page, name: string) => panel(page, name).getByRole('region', { name: 'At a glance' })
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
/** A cell of the row without a function of its own. */
const plain = (page: Page, name: string) => page.getByRole('cell', { name: `KNNL/${name}`, exact: true })
const opened = (page: Page) => new URL(page.url()).searchParams.get('open')

test('a press opens the panel, and keys step through the rows, open the page, close the panel and focus its row', async ({
  enter,
  company,
  records: { first, second },
}) => {
  const page = await enter(company.administrator)
  await page.goto(list)
  await plain(page, 'Weir 1').click()
  await panel(page, 'Weir 1').getByText('KNNL/Weir 1').waitFor()
  expect(opened(page)).toBe(first.id)
  await eventually(() => row(page, 'Weir 1').getAttribute('aria-current')).toBe('true')
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectContrast(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await head(page, 'Weir 1').getByText('result awaited').waitFor()
  await page.keyboard.press('j')
  await head(page, 'Weir 2').getByText('KNNL/Weir 2').waitFor()
  await focusIsOn(page, row(page, 'Weir 2'))
  await page.keyboard.press('ArrowDown')
  await panel(page, 'Weir 3').waitFor()
  // There is no row below.
  await page.keyboard.press('j')
  await page.keyboard.press('k')
  await panel(page, 'Weir 2').waitFor()
  await page.keyboard.press('ArrowRight')
  await focusIsOn(page, panel(page, 'Weir 2'))
  await page.keyboard.press('Escape')
  await panel(page, 'Weir 2').waitFor({ state: 'detached' })
  await focusIsOn(page, row(page, 'Weir 2'))
  expect(opened(page)).toBeNull()
  await page.keyboard.press('Enter')
  await panel(page, 'Weir 2').waitFor()
  await page.keyboard.press('Enter')
  await title(page, 'Weir 2')
  expect(new URL(page.url()).pathname).toBe(`/contracts/${second.id}`)
})

test('pressing a control or selecting text opens no panel, and single-key shortcuts can be switched off', async ({
  enter,
  company,
  records,
}) => {
  void records
  const page = await enter(company.administrator)
  await page.goto(list)
  await page.getByRole('checkbox', { name: 'Select Weir 1' }).check()
  await row(page, 'Weir 1')
    .getByRole('button', { name: /^Closing date/ })
    .click()
  await page.keyboard.press('Escape')
  const cell = await plain(page, 'Weir 1').boundingBox()
  if (!cell) throw new Error('no cell')
  await page.mouse.move(cell.x + 4, cell.y + cell.height / 2)
  await page.mouse.down()
  await page.mouse.move(cell.x + cell.width - 4, cell.y + cell.height / 2, { steps: 4 })
  await page.mouse.up()
  expect(await page.evaluate<string>('getSelection().toString()')).not.toBe('')
  expect(opened(page)).toBeNull()
  await page.evaluate(`getSelection().removeAllRanges(); localStorage.setItem('singleKeys', 'false')`)
  await plain(page, 'Weir 2').click()
  await panel(page, 'Weir 2').waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('ArrowUp')
  await panel(page, 'Weir 1').waitFor()
})

test('a shared address opens the panel, Back closes it, and an invalid id is reported and removed', async ({
  enter,
  company,
  records: { owner, third },
}) => {
  const page = await enter(company.administrator)
  await page.goto(`${list}?bidId=KNNL&open=${third.id}`)
  await panel(page, 'Weir 3').waitFor()
  await page.keyboard.press('Escape')
  await page.waitForURL((url) => url.search === '?bidId=KNNL')
  await plain(page, 'Weir 1').click()
  await page.keyboard.press('j')
  await panel(page, 'Weir 2').waitFor()
  await page.goBack()
  await panel(page, 'Weir 2').waitFor({ state: 'detached' })
  expect(new URL(page.url()).search).toBe('?bidId=KNNL')
  // The panel also shows a record that the filters exclude.
  await page.goto(`${list}?contractName=Weir+1&open=${third.id}`)
  await panel(page, 'Weir 3').getByText('KNNL/Weir 3').waitFor()
  const { id: gone } = await owner.ok(createContract, { body: { contractName: 'Gone' } })
  await owner.ok(deleteContract, { params: { id: gone } })
  await heldBack(page, `**/contracts/${gone}`, async () => {
    await page.goto(`${list}?contractName=Weir+1&open=${gone}`)
    await showing(page, 'Showing page 1 of 1 — 1 total records')
    await panel(page, 'Record').waitFor()
    await eventually(() => panel(page, 'Record').innerText()).not.toMatch(/not (among|found)/i)
  })
  await panel(page, 'Record')
    .getByText(/^Not found/i)
    .waitFor()
  await page.goto(`${list}?open=nonsense`)
  await page.getByText('The address says what this list does not know. Left out:').waitFor()
  await page.waitForURL((url) => url.search === '')
})

test('a record that leaves the list through a changed status stays in the panel with its new values', async ({
  enter,
  company,
  records: { owner, second },
}) => {
  const page = await enter(company.administrator)
  await page.goto(`${list}?quickFilters=AWAITING_RESULT`)
  await plain(page, 'Weir 2').click()
  const status = panel(page, 'Weir 2').getByRole('combobox', { name: 'Status of Weir 2' })
  await status.focus()
  await status.selectOption({ label: 'Rejected' })
  await alert(page, 'Weir 2: status Rejected')
  await eventually(() => row(page, 'Weir 2').count()).toBe(0)
  // A further change starts from the current record, not from the one in the list.
  await panel(page, 'Weir 2')
    .getByRole('button', { name: /^Result date/ })
    .click()
  await focusIsOn(page, panel(page, 'Weir 2').getByRole('textbox', { name: /^Result date/ }))
  await page.keyboard.type('03/02/2026')
  await page.keyboard.press('Enter')
  await alert(page, 'Weir 2: Result date 03 Feb 2026')
  await owner.ok(updateContract, { params: { id: second.id }, body: { status: 'SUBMITTED' } })
})

test('deposits, projects and offices open in the panel, and a shared address fills the screen of a phone', async ({
  enter,
  company,
  records: { owner, first },
}) => {
  const deposit = { depositType: 'EMD', instrumentNo: 'DD 77', amount: 500, bankName: 'Canara Bank' }
  await owner.ok(createDeposit, { params: { contractId: first.id }, body: deposit })
  await owner.ok(createProject, { body: { projectName: 'Weir 1', projectType: 'Item rate' } })
  await owner.ok(createOffice, { body: { department: 'KNNL', name: 'Canal Division', phone: '080 22' } })
  const page = await enter(company.administrator)
  const lists = [
    ['/contracts/deposit-register', 'EMD DD 77', 'Canara Bank', 'Lodged since'],
    [`/contracts/${first.id}/security-deposit`, 'EMD DD 77', 'Canara Bank', 'Lodged since'],
    ['/contracts/contract-deposit', 'Weir 1', 'KNNL/Weir 1', 'Locked up now'],
    ['/projects', 'Weir 1', 'Item rate', 'Spent, with tax'],
    ['/contracts/offices', 'Canal Division', '080 22', undefined],
  ] as const
  for (const [path, name, detail, figure] of lists) {
    await page.goto(path)
    const one = page.getByRole('row').filter({ hasText: name.replace('EMD ', '') })
    await one.focus()
    await page.keyboard.press('Enter')
    await panel(page, name).getByText(detail).waitFor()
    if (figure) await head(page, name).getByText(figure, { exact: true }).waitFor()
    const address = page.url()
    await panel(page, name).getByRole('link', { name: 'Open', exact: true }).click()
    await title(page, name)
    await page.goto(address)
    await panel(page, name).getByText(detail).waitFor()
  }
  await page.setViewportSize(sizes.phone)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Close the panel' }).click()
  await page.getByRole('listitem').getByText('Canal Division').click()
  await title(page, 'Canal Division')
})

test('the icons of a row show on hover or focus with a mouse, and always without one', async ({
  enter,
  company,
  records,
}) => {
  void records
  const page = await enter(company.administrator)
  await page.goto(list)
  const icon = page.getByRole('link', { name: 'View Weir 1' })
  const seen = () => icon.evaluate((element) => element.ownerDocument.defaultView?.getComputedStyle(element).opacity)
  await eventually(seen).toBe('0')
  await plain(page, 'Weir 1').hover()
  await eventually(seen).toBe('1')
  await plain(page, 'Weir 2').hover()
  await eventually(seen).toBe('0')
  await icon.focus()
  await eventually(seen).toBe('1')
  await openFilters(page)
  await eventually(seen).toBe('0')
  await page.setViewportSize(sizes.phone)
  await eventually(seen).toBe('1')
})
