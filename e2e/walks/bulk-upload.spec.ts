import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listContractImports } from '@plinth/api/platform/contract-imports'
import { createContract, filterContracts, updateContract } from '@plinth/api/tenders/contracts'
import { type CellValue, readXlsx, writeXlsx } from 'hucre/xlsx'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll } from '../src/browser.ts'
import { testIn } from '../src/desk.ts'
import { person } from '../src/people.ts'
import { alert, answerDialog, button, columnOf, eventually, focusIsOn, intercept, title } from '../src/screen.ts'

const test = testIn('Bulk Works')

const address = '/contracts/bulk-upload'
const field = (page: Page) => page.getByLabel('File of contracts')
const onlySheets = 'Only CSV or Excel files are allowed.'

async function open(page: Page): Promise<void> {
  await page.goto(address)
  await title(page, 'Bulk upload')
}

const csv = (name: string, rows: string[]) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(rows.join('\r\n')) })

const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
type Cells = (string | number)[]
const excel = async (name: string, rows: Cells[]) => ({
  name,
  mimeType: xlsxType,
  buffer: Buffer.from(await writeXlsx({ sheets: [{ name: 'Contracts', rows }] })),
})

/** Chooses the file and sends it. */
async function send(page: Page, file: { name: string; mimeType: string; buffer: Buffer }, by = 'Upload') {
  await field(page).setInputFiles(file)
  await button(page, by).click()
}

const outcome = (page: Page) => page.getByRole('region', { name: /^(?:Upload|Check) of / })
/** The figure with this label in the outcome. */
const figure = (page: Page, label: string) =>
  outcome(page).getByText(label, { exact: true }).locator('xpath=following-sibling::dd').textContent()

/** Downloads by this button; returns the file's name and the rows of its first sheet, as text. */
async function downloaded(page: Page, by: string): Promise<{ name: string; rows: string[][] }> {
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, by).click()])
  const bytes = await readFile(await download.path())
  const { sheets } = await readXlsx(bytes)
  const rows = sheets[0]?.rows ?? []
  return { name: download.suggestedFilename(), rows: rows.map((row) => row.map((cell) => String(cell ?? ''))) }
}

test('a template is filled in, checked and uploaded, and its contracts are in the list [2.43 8.40]', async ({
  company,
  enter,
}) => {
  const page = await enter(company.administrator)
  await open(page)
  await page.getByText('Nothing has been uploaded yet. Choose a file above, or start from the template.').waitFor()
  const template = await downloaded(page, 'Download the template as Excel')
  expect(template.name).toMatch(/\.xlsx$/)
  const [headings = []] = template.rows
  const values: Record<string, string | number> = {
    'Contract name': 'Tarn bridge',
    'Bid ID': 'TARN-1',
    'Paper cost': 500,
  }
  const filled = await excel('filled.xlsx', [headings, headings.map((heading) => values[heading] ?? '')])
  await send(page, filled, 'Check first')
  await alert(page, '1 row can be stored.')
  expect([await figure(page, 'In order'), await figure(page, 'To mend')]).toEqual(['1', '0'])
  const people = await person(company.administrator)
  const before = await people.ok(filterContracts, { body: { bidId: 'TARN' } })
  expect(before.totalElements).toBe(0)
  await button(page, 'Upload the 1 good row').click()
  await alert(page, '1 contract was stored.')
  await page.getByRole('link', { name: 'See the contracts' }).click()
  await page.getByRole('cell', { name: 'Tarn bridge', exact: true }).waitFor()
})

const mixed = [
  'Bid ID,Contract name,Status,Closing date,Our remark',
  'MIX-1,Mixed one,Draft,05/03/2026,x',
  'MIX-2,,Nearly won,31/02/2026,x',
  ',Mixed three,Awarded,not a day,x',
  'MIX-4,Mixed four,Submitted,,x',
]

test('a check reports every invalid cell and stores nothing, valid rows are stored, and corrected rows follow [4.24 4.25 8.39]', async ({
  company,
  enter,
}) => {
  const page = await enter(company.administrator)
  await open(page)
  await send(page, csv('mixed.csv', mixed), 'Check first')
  await alert(page, '2 rows can be stored. 2 rows cannot.')
  await page.getByText('Our remark. Their headings are no field of a contract.').waitFor()
  const table = page.getByRole('region', { name: 'Rows that were not stored' })
  await expectAccessible(page)
  const texts = await table.getByRole('row').allTextContents()
  expect(texts).toHaveLength(5)
  expect(texts[1]).toMatch(/^3MIX-2Contract name.*empty.*is required/)
  expect(texts[2]).toMatch(/Status.*Nearly won.*must be one of Draft/)
  expect(texts[3]).toMatch(/Closing date.*31\/02\/2026/)
  expect(texts[4]).toMatch(/^4Row 4Closing date.*not a day/)
  const people = await person(company.administrator)
  const found = () => people.ok(filterContracts, { body: { contractName: 'Mixed' } })
  expect((await found()).totalElements).toBe(0)

  await button(page, 'Upload the 2 good rows').click()
  await alert(page, '2 contracts were stored. 2 rows were not.')
  expect((await found()).totalElements).toBe(2)
  expect(await field(page).count()).toBe(0)
  expect(await button(page, 'Upload').count()).toBe(0)
  expect(await page.getByRole('progressbar').count()).toBe(0)
  await page.getByRole('region', { name: 'Upload of mixed.csv', exact: true }).waitFor()

  const failed = await downloaded(page, 'Download the failed rows as Excel')
  const [headings = [], ...rows] = failed.rows
  expect(rows).toHaveLength(2)
  const good: Record<string, string> = {
    'Contract name': 'Mixed mended',
    Status: 'Draft',
    'Closing date': '05/03/2026',
  }
  const mended = rows.map((row) => row.map((cell, at) => good[headings[at] ?? ''] ?? cell))
  await button(page, 'Reset').click()
  expect(await field(page).inputValue()).toBe('')
  await send(page, await excel('mended.xlsx', [headings, ...mended]))
  await alert(page, '2 contracts were stored.')
  expect((await found()).totalElements).toBe(4)
})

test('an exported list is imported again in every column it can show, and values in their shown form are reported', async ({
  company,
  enter,
}) => {
  const people = await person(company.administrator)
  const quoted = { contractName: 'Listed weir', bidId: 'LIST-1', tenderActualValue: 1000, tenderBidPercentage: -4.25 }
  await people.ok(createContract, { body: { ...quoted, closingDate: '2026-03-05' } })
  const page = await enter(company.administrator)
  await page.goto('/contracts/list?bidId=LIST-1')
  await button(page, 'Columns').click()
  const hidden = page.getByRole('dialog').getByRole('checkbox', { checked: false })
  await hidden.first().waitFor()
  while ((await hidden.count()) > 0) await hidden.first().check()
  await page.keyboard.press('Escape')
  await page.getByRole('columnheader', { name: 'Further details' }).waitFor()
  await button(page, 'Export').click()
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Excel (XLSX)').click()])
  const { sheets } = await readXlsx(await readFile(await download.path()))
  const [headings = [], row = []] = sheets[0]?.rows ?? []
  const asTyped = (cell: CellValue) =>
    cell instanceof Date ? cell.toISOString().slice(0, 10) : (cell?.toString() ?? '')
  expect(headings).toEqual(expect.arrayContaining(['Bid ID', 'Bid %', 'Further details', 'Created by']))
  await open(page)
  await send(
    page,
    await excel(
      'listed.xlsx',
      [headings, row].map((cells) => cells.map(asTyped)),
    ),
    'Check first',
  )
  await alert(page, 'No rows can be stored. 1 row cannot.')
  expect(await page.getByText('These columns were not read').count()).toBe(0)

  await button(page, 'Reset').click()
  const closing = headings.map((heading) => (heading === 'Closing date' ? 46_086 : ''))
  const named = closing.map((cell, at) => (headings[at] === 'Contract name' ? 'Counted weir' : cell))
  await send(page, await excel('counted.xlsx', [headings.map(String), named]), 'Check first')
  await alert(page, '1 row can be stored.')
  await outcome(page)
    .getByText(
      /^Closing date \(\w+\): 1 cell read as the day that the number counts; row 2 holds 46086, read as 05 Mar 2026\.$/,
    )
    .waitFor()
  await expectAccessible(page)
})

test('uploading the same file twice adds nothing and says so', async ({ company, enter }) => {
  const page = await enter(company.administrator)
  const file = csv('twice.csv', ['Bid ID,Contract name', 'TWICE-1,Twice one', ',Twice two'])
  await open(page)
  await send(page, file)
  await alert(page, '2 contracts were stored.')
  await button(page, 'Reset').click()
  await send(page, file)
  await alert(page, 'No contracts were stored. 2 rows were not.')
  await outcome(page).getByText('is already used by another contract').waitFor()
  await outcome(page).getByText('The same row was uploaded before').waitFor()
  const people = await person(company.administrator)
  expect((await people.ok(filterContracts, { body: { contractName: 'Twice' } })).totalElements).toBe(2)
})

test('an upload is undone, and a contract changed since is kept and named', async ({ company, enter }) => {
  const people = await person(company.administrator)
  const page = await enter(company.administrator)
  await open(page)
  await send(
    page,
    csv('undone.csv', ['Bid ID,Contract name', 'UN-1,Undone one', 'UN-2,Undone two', 'UN-3,Undone three']),
  )
  await alert(page, '3 contracts were stored.')
  const { content } = await people.ok(filterContracts, { body: { bidId: 'UN-2' } })
  const { id = '', updatedAt } = content[0] ?? {}
  await people.ok(updateContract, { params: { id }, body: { comments: 'Looked at', ...(updatedAt && { updatedAt }) } })

  const undo = button(page, 'Undo the upload of undone.csv')
  const question = await answerDialog(page, 'dismiss', () => undo.click())
  expect(question).toBe('Delete the 3 contracts of this upload? Those that were edited or are in use since stay.')
  await answerDialog(page, 'accept', () => undo.click())
  await alert(page, '2 contracts deleted, 1 stays')
  await page.getByRole('link', { name: 'UN-2', exact: true }).waitFor()
  await page.getByText('It was changed since.').waitFor()
  expect((await people.ok(filterContracts, { body: { bidId: 'UN-' } })).totalElements).toBe(1)
  await page.getByRole('cell', { name: /^Undone by Admin, / }).waitFor()
  expect(await undo.count()).toBe(0)
})

test('a missing file or a file of another type is not sent [5.22 5.23]', async ({ company, enter }) => {
  const page = await enter(company.administrator)
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.url())
  })
  await open(page)
  await button(page, 'Upload').click()
  await alert(page, 'Please select a file to upload.')
  await focusIsOn(page, field(page))
  await send(page, { name: 'photo.png', mimeType: 'image/png', buffer: Buffer.from('x') })
  await alert(page, onlySheets)
  // The extension counts and not the browser's type, because systems report none or another one.
  await send(page, { name: 'tenders.txt', mimeType: 'text/csv', buffer: Buffer.from('Contract name') })
  await alert(page, onlySheets)
  const heavy = join(await mkdtemp(join(tmpdir(), 'plinth-sheet-')), 'heavy.csv')
  await writeFile(heavy, Buffer.alloc(20 * 1024 * 1024 + 1))
  await field(page).setInputFiles(heavy)
  await alert(page, 'The file must be at most 20 MB.')
  expect(sent).toEqual([])
  const types = ['text/csv', 'application/vnd.ms-excel', xlsxType]
  expect(await field(page).getAttribute('accept')).toBe(['.csv', '.xls', '.xlsx', ...types].join())
  const rows = ['Contract name', 'Any sheet']
  const sheets = [
    csv('any.csv', rows),
    csv('any.xls', rows),
    await excel(
      'any.xlsx',
      rows.map((cell) => [cell]),
    ),
  ]
  for (const [at, sheet] of sheets.entries()) {
    await send(page, { ...sheet, mimeType: types[at] ?? '' }, 'Check first')
    await alert(page, '1 row can be stored.')
    await button(page, 'Reset').click()
  }
})

test('a picture named like a sheet is refused by the server with the same message [5.22]', async ({
  company,
  enter,
}) => {
  const page = await enter(company.administrator)
  const head = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d, 0x49, 0x48, 0x44, 0x52]
  const picture = { name: 'picture.csv', mimeType: 'text/csv', buffer: Buffer.from([...head, ...Array(200).fill(0)]) }
  await open(page)
  const answer = page.waitForResponse((response) => response.url().includes('/bulk-upload'))
  await send(page, picture)
  expect((await answer).status()).toBe(415)
  await alert(page, onlySheets)
  await focusIsOn(page, field(page))
  // The file is still chosen.
  expect(await field(page).inputValue()).toContain('picture.csv')
})

test('an answer with only the fields of the specification is shown [8.39 8.40 8.49 8.50]', async ({
  company,
  enter,
}) => {
  const page = await enter(company.administrator)
  const answers = [
    {
      json: { message: '', failures: [{ refId: 'B-7', reason: 'No name' }, { refId: '', reason: '' }, {}] },
      message: 'Upload successful!',
      rows: [/B-7.*No name/, /Row 2.*Unknown error/, /Row 3.*Unknown error/],
    },
    { json: { message: 'One of one.', failures: [] }, message: 'One of one.', rows: [] },
    { json: {}, message: 'Upload successful!', rows: [] },
    { json: null, message: 'Upload successful!', rows: [] },
    { json: { message: 7, failures: 'none', import: 'none', notes: {} }, message: 'Upload successful!', rows: [] },
  ]
  await open(page)
  for (const { json, message, rows } of answers) {
    const letGo = await intercept(page, '**/v2/bulk-upload*', (route) => route.fulfill({ json }))
    await send(page, csv('specified.csv', ['Contract name', 'A']))
    await alert(page, message)
    const table = outcome(page).getByRole('region', { name: 'Rows that were not stored' })
    const texts = rows.length > 0 ? await table.getByRole('row').allTextContents() : ['']
    expect(texts.slice(1)).toEqual(rows.map((row) => expect.stringMatching(row)))
    expect(await table.count()).toBe(rows.length > 0 ? 1 : 0)
    await expectAccessible(page)
    letGo()
    await button(page, 'Reset').click()
  }
})

test('a file that was saved again after it was chosen must be chosen again', async ({ company, enter }) => {
  const page = await enter(company.administrator)
  const path = join(await mkdtemp(join(tmpdir(), 'plinth-sheet-')), 'sheet.csv')
  await writeFile(path, 'Contract name\r\nSaved once\r\n')
  await open(page)
  await field(page).setInputFiles(path)
  await writeFile(path, 'Contract name\r\nSaved twice, and longer\r\n')
  await button(page, 'Upload').click()
  await alert(page, 'The file was changed since it was chosen. Please choose it again.')
})

test('a file can be dropped instead of chosen', async ({ company, enter }) => {
  const page = await enter(company.administrator)
  await open(page)
  const dropped = await page.evaluateHandle(`(() => {
    const held = new DataTransfer()
    held.items.add(new File(['Contract name\\nDropped one\\n'], 'dropped.csv', { type: 'text/csv' }))
    return held
  })()`)
  await field(page).dispatchEvent('drop', { dataTransfer: dropped })
  await eventually(() => field(page).inputValue()).toContain('dropped.csv')
  await button(page, 'Upload').click()
  await alert(page, '1 contract was stored.')
})

const many = (name: string, count: number) =>
  csv(`${name}.csv`, [
    'Contract name,Bid ID',
    ...Array.from({ length: count }, (_, at) => `${name} ${at},${name}-${at}`),
  ])

/** Rows with so much text that reading them takes time. */
const heavy = (name: string, count: number) => {
  const days = '05/03/2026,06/03/2026,07/03/2026,08/03/2026,09/03/2026,10/03/2026,11/03/2026'
  return csv(`${name}.csv`, [
    'Contract name,Bid ID,Paper cost,Actual value,Bid value,Opening date,Closing date,Result date,Drafting date,' +
      'Awarded date,Given start date,Given end date,Extension count,Status,License holder,License no.,Comments',
    ...Array.from(
      { length: count },
      (_, at) => `${name} ${at},${name}-${at},1500.50,1000000,950000,${days},2,Work in progress,Asha Rao,KA/PWD/1,Fine`,
    ),
  ])
}

test('a long upload shows its progress, warns on leaving, and can be cancelled, and stored rows stay until it is undone [4.24]', async ({
  company,
  enter,
}) => {
  const people = await person(company.administrator)
  const page = await enter(company.administrator)
  await open(page)
  const choosing = () => Promise.all([field(page), button(page, 'Upload')].map((part) => part.count()))
  expect([await choosing(), await page.getByRole('progressbar').count()]).toEqual([[1, 1], 0])
  await send(page, heavy('Long', 30_000))
  await page.getByText('Step 2 of 2: reading the rows').waitFor()
  await page.getByRole('region', { name: 'Uploading Long.csv', exact: true }).waitFor()
  expect([await choosing(), await page.getByRole('progressbar').count()]).toEqual([[0, 0], 1])
  await page
    .getByText(/^[1-9][\d,]* of 30,000 rows read$/)
    .first()
    .waitFor()
  await eventually(async () =>
    Number(await page.getByRole('progressbar').getAttribute('aria-valuenow')),
  ).toBeGreaterThan(0)
  await page.getByRole('link', { name: 'Contracts', exact: true }).last().click()
  const question = page.getByRole('dialog', { name: 'Leave while uploading?' })
  await question.getByRole('button', { name: 'Stay' }).click()
  await button(page, 'Cancel').click()
  await alert(page, /^The upload was cancelled/)
  expect([await choosing(), await page.getByRole('progressbar').count()]).toEqual([[1, 1], 0])
  await page.getByText(/^[\d,]+ contracts had been stored by then and stay, until the upload is undone\.$/).waitFor()
  await eventually(async () => (await people.ok(listContractImports, {}))[0]?.state).toBe('FAILED')
  const stored = (await people.ok(listContractImports, {}))[0]?.created ?? 0
  expect(stored).toBeGreaterThan(0)
  expect(stored).toBeLessThan(30_000)
  const undo = button(page, 'Undo the upload of Long.csv').first()
  await answerDialog(page, 'accept', () => undo.click())
  await eventually(async () => (await people.ok(listContractImports, {}))[0]?.state).toBe('UNDONE')
  expect((await people.ok(filterContracts, { body: { bidId: 'Long-' } })).totalElements).toBe(0)
})

test('an upload with an expired access token renews the token and is sent again', async ({ company, enter }) => {
  const page = await enter(await company.joinWith('Sleeper', { Contracts: ['canView', 'canCreate'] }))
  await open(page)
  await field(page).setInputFiles(many('Stale', 20_000))
  await page.evaluate(`localStorage.setItem('accessToken', 'ran.out.long-ago')`)
  await button(page, 'Check first').click()
  await alert(page, '20,000 rows can be stored.')
  expect(await page.evaluate(`localStorage.getItem('accessToken')`)).not.toBe('ran.out.long-ago')
})

test('a colleague’s running upload is shown, and a second one is refused with the server’s message [8.37]', async ({
  company,
  enter,
}) => {
  const colleague = await company.joinWith('Vikram', { Contracts: ['canView', 'canCreate'] })
  const [theirs, mine] = [await enter(colleague), await enter(company.administrator)]
  await open(theirs)
  await open(mine)
  // A large file on disk, so that the upload takes a while.
  const path = join(await mkdtemp(join(tmpdir(), 'plinth-sheet-')), 'theirs.csv')
  const line = (at: number) => `Theirs ${at},THEIRS-${at},${'laid along the river '.repeat(10)}`
  await writeFile(
    path,
    ['Contract name,Bid ID,Description', ...Array.from({ length: 50_000 }, (_, at) => line(at))].join('\n'),
  )
  await field(theirs).setInputFiles(path)
  await button(theirs, 'Upload').click()
  await theirs.getByText('Step 2 of 2: reading the rows').waitFor()
  await send(mine, many('Mine', 1))
  await alert(mine, 'Another upload is under way. Please try again when it is done.')
  await theirs
    .getByText(/of 50,000 rows read$/)
    .first()
    .waitFor()
  await button(mine, 'Upload').click()
  await mine.getByText('Vikram is uploading a file').waitFor()
  await button(theirs, 'Cancel').click()
  await alert(theirs, /^The upload was cancelled/)
  await eventually(() => mine.getByText('Vikram is uploading a file').count()).toBe(0)
})

test('a person without canCreate cannot open the upload, and one without canDelete sees no Undo', async ({
  company,
  enter,
}) => {
  const reader = await company.joinWith('Reader', { Contracts: ['canView'] })
  const page = await enter(reader)
  await page.goto(address)
  await title(page, 'Unauthorized Access')

  const clerk = await enter(await company.joinWith('Clerk', { Contracts: ['canView', 'canCreate'] }))
  await open(clerk)
  await send(clerk, csv('clerk.csv', ['Contract name', 'Entered by a clerk']))
  await alert(clerk, '1 contract was stored.')
  await eventually(async () => (await columnOf(clerk, 'File'))[0]).toBe('clerk.csv')
  expect(await clerk.getByRole('button', { name: /^Undo/ }).count()).toBe(0)
})

test('on a phone a file can be chosen, and rejected rows are cards', async ({ company, enter }) => {
  const page = await enter(company.administrator, 'phone')
  await open(page)
  await send(page, csv('phone.csv', mixed))
  const cards = page.getByRole('list', { name: 'Rows that were not stored' })
  await cards.getByText(/Nearly won/).waitFor()
  await cards.getByText('Row 4', { exact: true }).waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await button(page, 'Reset').click()
  await focusIsOn(page, field(page))
})

test('the list of contracts links to the upload for people who may enter contracts', async ({ company, enter }) => {
  const page = await enter(company.administrator)
  await page.goto('/contracts/list')
  await page.getByRole('link', { name: 'Bulk upload', exact: true }).click()
  await title(page, 'Bulk upload')
  const reader = await enter(await company.joinWith('Looker', { Contracts: ['canView'] }))
  await reader.goto('/contracts/list')
  await reader
    .getByRole('status')
    .getByText(/total records$/)
    .waitFor()
  expect(await reader.getByRole('link', { name: 'Bulk upload', exact: true }).count()).toBe(0)
})
