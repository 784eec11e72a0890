import { getUpload, listDocuments } from '@plinth/api/documents/documents'
import type { Flag } from '@plinth/api/kernel/permissions'
import { getContract } from '@plinth/api/tenders/contracts'
import { createProject } from '@plinth/api/works/projects'
import { createTask } from '@plinth/api/works/tasks'
import { hugePng, plain } from '@plinth/server/access/users/images.factory'
import { newDocument } from '@plinth/server/documents/documents/documents.factory'
import type { Client } from '@plinth/server/testing/test-server'
import type { Page, Request } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible, expectContrast, expectNoSidewaysScroll, spend } from '../src/browser.ts'
import { testIn } from '../src/desk.ts'
import { openDrawing } from '../src/drawing.ts'
import {
  chooseFiles,
  downloaded,
  dragged,
  lineOf,
  newContract,
  onDisk,
  openPapersOf,
  type Paper,
  pdfOf,
  rowOf,
  sha256,
  text,
  widthOf,
} from '../src/papers.ts'
import { operator, person } from '../src/people.ts'
import { alert, answerDialog, button, eventually, fill, focusIsOn, intercept, title } from '../src/screen.ts'

const test = testIn('Paper Works')
  .extend('people', { scope: 'file' }, ({ company }) => person(company.administrator))
  .extend('page', async ({ company, enter }): Promise<Page> => enter(company.administrator))

const status = (page: Page, text: string) =>
  page.getByRole('status').getByText(text, { exact: true }).waitFor({ timeout: 60_000 })

async function storedNames(by: Client, { id: entityId }: { id: string }): Promise<string[]> {
  const documents = await by.ok(listDocuments, { query: { entityType: 'CONTRACT', entityId } })
  return documents.map(({ fileName }) => fileName).toSorted()
}

/** Collects the upload requests of the page from now on. */
function collectUploads(page: Page, method = 'POST'): Request[] {
  const sent: Request[] = []
  page.on('request', (request) => {
    if (request.method() === method && request.url().includes('/upload')) sent.push(request)
  })
  return sent
}

const photo = async (): Promise<Paper> => ({
  name: 'Site photo.png',
  mimeType: 'image/png',
  buffer: await plain(400, 300).png().toBuffer(),
})
const paper = (name: string, buffer: Buffer): Paper => ({ name, mimeType: '', buffer })
/** The content of a program, sent under the name of a document. */
const program = `MZ${'\0'.repeat(600)}`
const refusal = '“Bill.pdf” is a program or a script: these are not kept.'
/** A text of this many bytes that are not all the same. */
const long = (name: string, bytes: number) => text(name, Buffer.from(`${name} `.repeat(bytes / name.length)))

test('documents of a contract are chosen, listed before sending, uploaded, and listed with their details [2.44 2.73 5.24 7.48]', async ({
  people,
  page,
}) => {
  const contract = await newContract(people, 'Weir at Ravi')
  await openPapersOf(page, contract.id)
  await page.getByRole('link', { name: 'Weir at Ravi', exact: true }).waitFor()
  await page.getByText('There are no documents yet. Choose files above to add the first.').waitFor()
  const sent = collectUploads(page)
  await button(page, 'Upload').click()
  await alert(page, 'Please select at least one file to upload.')
  const plan = paper('Plan.pdf', pdfOf(2))
  const picture = await photo()
  const notes = text('Notes.txt')
  await chooseFiles(page, [plan, picture, notes])
  await status(page, '3 files ready to upload')
  expect(await page.getByText('Please select at least one file to upload.').count()).toBe(0)
  expect(sent).toEqual([])
  await page.getByLabel('Document type').selectOption({ label: 'Drawing' })
  await fill(page, { Purpose: 'Tender drawings' })
  await button(page, 'Upload').click()
  await status(page, '3 files uploaded')
  expect(sent).toHaveLength(3)
  for (const { name, buffer } of [plan, picture, notes]) {
    const row = rowOf(page, name)
    await row.getByText(`${(buffer.length / 1024).toFixed(2)} KB`, { exact: true }).waitFor()
    await row.getByText(/ · Drawing · Tender drawings$/).waitFor()
    await row.getByText('Admin', { exact: true }).waitFor()
    await row.getByText(`${sha256(buffer).slice(0, 8)}…`, { exact: true }).click()
    await row.getByText(sha256(buffer), { exact: true }).waitFor()
  }
  const thumbnail = rowOf(page, picture.name).locator('img')
  await eventually(() => thumbnail.evaluate(widthOf)).toBeGreaterThan(0)
  await page.reload()
  await rowOf(page, 'Plan.pdf').waitFor()
  expect(await storedNames(people, contract)).toEqual(['Notes.txt', 'Plan.pdf', 'Site photo.png'])
})

test('a picture that is not drawn yet is marked in the list and the preview, and appears by itself', async ({
  people,
  page,
  company,
}) => {
  const contract = await newContract(people, 'Many photos')
  const drawing = await openDrawing(company.tenantId)
  // The server draws one picture after the other: these come first, so that the photo is not drawn yet when its drawing
  // is held.
  const huge = new File([new Uint8Array(hugePng(9_950))], 'Panorama.png')
  for (let at = 0; at < 2; at += 1) await newDocument(people, contract.id, huge)
  const { name, buffer } = await photo()
  const { id } = await newDocument(people, contract.id, new File([new Uint8Array(buffer)], name))
  await drawing.hold(id)
  await openPapersOf(page, contract.id)
  await rowOf(page, name).getByRole('img', { name: 'Being drawn' }).waitFor()
  await button(page, `Preview ${name}`).click()
  await page.getByText('The preview is still being drawn. It will appear here by itself.').waitFor()
  await expectAccessible(page)
  await drawing.release(id)
  // Another upload makes the server look for due pictures at once.
  await newDocument(people, contract.id, new File([new Uint8Array(buffer)], 'Next.png'))
  const image = page.getByRole('dialog').getByRole('img', { name })
  await eventually(() => image.evaluate(widthOf)).toBeGreaterThan(0)
  await page.keyboard.press('Escape')
  await eventually(() => rowOf(page, name).locator('img').evaluate(widthOf)).toBeGreaterThan(0)
})

test('of several dropped files a refused one shows the reason and cannot be retried, and the others are stored [8.41]', async ({
  people,
  page,
}) => {
  const contract = await newContract(people, 'Drop bridge')
  await openPapersOf(page, contract.id)
  const files = { 'One.txt': 'Dropped\n', 'Bill.pdf': program, 'Two.csv': 'a,b\n1,2\n', 'Nothing.txt': '' }
  const dropped = await dragged(page, files)
  const zone = page.getByText('Or drag files here. At most 100 MB each.')
  await zone.dispatchEvent('dragover', { dataTransfer: dropped })
  const over = page.getByText('Drop the files to add them.')
  await over.dispatchEvent('drop', { dataTransfer: dropped })
  const list = page.getByRole('list', { name: 'Files' })
  await list.getByText('The file is empty.').waitFor()
  const sent = collectUploads(page)
  await button(page, 'Upload').click()
  await list.getByText(refusal).waitFor()
  await alert(page, 'Upload failed. Please try again.')
  await status(page, '2 files uploaded, 2 failed')
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectContrast(page)
  expect(await storedNames(people, contract)).toEqual(['One.txt', 'Two.csv'])
  expect(sent).toHaveLength(3)
  expect(await button(page, 'Retry failed').count()).toBe(0)
  await button(page, 'Clear').click()
  expect(await list.getByRole('listitem').count()).toBe(0)
  await rowOf(page, 'One.txt').waitFor()
})

test('uploads show their progress, and cancelled ones, one or all, leave nothing', async ({ people, page }) => {
  const contract = await newContract(people, 'Slow canal')
  await openPapersOf(page, contract.id)
  const large = await onDisk('Large.pdf', pdfOf(1, 17_000_000))
  await chooseFiles(page, large)
  await chooseFiles(
    page,
    ['One.txt', 'Two.txt', 'Three.txt'].map((name) => long(name, 400_000)),
  )
  const line = await lineOf(page)
  await line.slow(40_000)
  const begun = page.waitForResponse((response) => response.url().endsWith('/documents/uploads'))
  await button(page, 'Upload').click()
  const { id } = (await (await begun).json()) as { id: string }
  await page.getByText(/^0 of 4 files, \d+%$/).waitFor()
  await page
    .getByText(/^Sending, [1-9]\d?%$/)
    .first()
    .waitFor()
  const bars = page.getByRole('progressbar')
  await eventually(() => bars.count()).toBe(4)
  await expectAccessible(page)
  await eventually(() => button(page, 'Upload').isDisabled()).toBe(true)
  await button(page, 'Cancel One.txt').click()
  await status(page, 'Uploading 3 files')
  await page.getByRole('link', { name: 'Slow canal', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'Leave while uploading?' })
  await question.getByRole('button', { name: 'Stay' }).click()
  await button(page, 'Cancel all').click()
  await status(page, '4 cancelled')
  await line.open()
  await eventually(async () => (await people.refused(getUpload, { params: { id } })).status).toBe(404)
  expect(await storedNames(people, contract)).toEqual([])
  await button(page, 'Retry Two.txt').click()
  await status(page, '1 file uploaded, 3 cancelled')
  expect(await storedNames(people, contract)).toEqual(['Two.txt'])
})

test('a short break of the connection is waited out, and after a long one the files can be sent again', async ({
  people,
  page,
}) => {
  const contract = await newContract(people, 'Far culvert')
  await openPapersOf(page, contract.id)
  const line = await lineOf(page)
  await line.slow(60_000)
  const names = ['1.txt', '2.txt', '3.txt', '4.txt', '5.txt']
  await chooseFiles(
    page,
    names.map((name) => long(name, 60_000)),
  )
  await button(page, 'Upload').click()
  await page
    .getByText(/^Sending, [1-9]\d?%$/)
    .first()
    .waitFor()
  await line.cut()
  await page
    .getByText(/^The connection broke\. Trying again/)
    .first()
    .waitFor()
  await line.open()
  await status(page, '5 files uploaded')
  expect(await storedNames(people, contract)).toEqual(names)

  await line.cut()
  await chooseFiles(page, [text('Away.txt'), text('Also away.txt')])
  await button(page, 'Upload').click()
  await alert(page, 'Upload failed. Please try again.')
  await page.getByText('The server cannot be reached. Check the connection and try again.').first().waitFor()
  await line.open()
  await button(page, 'Retry failed').click()
  await status(page, '2 files uploaded')
  expect(await page.getByText('Upload failed. Please try again.').count()).toBe(0)
  expect(await storedNames(people, contract)).toEqual([...names, 'Also away.txt', 'Away.txt'])
})

test('a file of 20 MB is sent in parts, resumes after a reload, and arrives complete', async ({ people, page }) => {
  const contract = await newContract(people, 'Wide dam')
  const drawings = pdfOf(3, 20 * 1024 * 1024)
  const path = await onDisk('Drawings.pdf', drawings)
  const numbersOf = (sent: Request[]) => sent.map((request) => Number(/number=(\d)/.exec(request.url())?.[1]))
  await openPapersOf(page, contract.id)
  const parts = collectUploads(page, 'PUT')
  const last = /\/part\?number=3$/
  const gate = Promise.withResolvers<void>()
  const stopIntercepting = await intercept(page, last, async (route) => {
    await gate.promise
    await route.abort().catch(() => undefined)
  })
  const arrived = [1, 2].map((number) =>
    page.waitForResponse((response) => response.url().endsWith(`number=${number}`)),
  )
  await chooseFiles(page, path)
  await button(page, 'Upload').click()
  await Promise.all(arrived)
  await eventually(() => parts.length).toBe(3)
  await page.reload()
  gate.resolve()
  stopIntercepting()
  expect(numbersOf(parts).toSorted()).toEqual([1, 2, 3])
  expect(await storedNames(people, contract)).toEqual([])

  await title(page, 'Supporting documents')
  spend(page)
  await page.route(last, async (route) => {
    await page.getByText('Going on at 79%').waitFor()
    await route.continue()
  })
  await chooseFiles(page, path)
  await button(page, 'Upload').click()
  await status(page, '1 file uploaded')
  expect(numbersOf(parts).slice(3)).toEqual([3])
  const { name, bytes } = await downloaded(page, 'Drawings.pdf')
  expect([name, sha256(bytes)]).toEqual(['Drawings.pdf', sha256(drawings)])
  await rowOf(page, 'Drawings.pdf')
    .getByText(`${sha256(drawings).slice(0, 8)}…`, { exact: true })
    .waitFor()
})

test('without route data a page reports what is missing, and without a tenant the user is signed out [8.42]', async ({
  people,
  page,
}) => {
  for (const path of ['/contracts/no-contract/supporting-docs', '/contracts/supporting-docs']) {
    await page.goto(path)
    await alert(page, /^Missing required parameters$/)
    expect(await button(page, 'Upload').count()).toBe(0)
    expect(await page.locator('input[type=file]').count()).toBe(0)
  }
  const { id } = await newContract(people, 'Whole address')
  await openPapersOf(page, id)
  await button(page, 'Upload').waitFor()
  expect(await page.getByText('Missing required parameters').count()).toBe(0)
  await page.evaluate(`{
    const { tenantId, ...user } = JSON.parse(localStorage.getItem('user'))
    localStorage.setItem('user', JSON.stringify(user))
  }`)
  await page.goto(`/contracts/${id}/supporting-docs`)
  await page.waitForURL((url) => url.pathname === '/')
})

test('a document is deleted after confirmation, and its earlier links stop working', async ({ people, page }) => {
  const contract = await newContract(people, 'Struck out')
  await newDocument(people, contract.id, new File(['Kept\n'], 'Kept.txt'))
  const { s3Url } = await newDocument(people, contract.id, new File(['Gone\n'], 'Gone.txt'))
  const follow = () => people.send('GET', s3Url)
  const { status: found, headers } = await follow()
  expect([found, headers.get('content-disposition')]).toEqual([200, expect.stringMatching(/^attachment;/)])
  await openPapersOf(page, contract.id)
  const remove = () => button(page, 'Delete Gone.txt').click()
  expect(await answerDialog(page, 'dismiss', remove)).toBe('Are you sure you want to delete this document?')
  expect((await follow()).status).toBe(200)
  await answerDialog(page, 'accept', remove)
  await eventually(() => rowOf(page, 'Gone.txt').count()).toBe(0)
  await focusIsOn(page, page.getByRole('table', { name: 'Documents' }))
  expect(await storedNames(people, contract)).toEqual(['Kept.txt'])
  expect((await follow()).status).toBe(404)

  await page.goto(`/contracts/list?contractName=Struck+out`)
  await answerDialog(page, 'accept', () => button(page, 'Delete Struck out').click())
  await alert(page, 'It cannot be deleted: it still has 1 document')
  expect((await people.ok(getContract, { params: { id: contract.id } })).contractName).toBe('Struck out')
})

test('a name with markup is shown as text, and the download has the name', async ({ people, page }) => {
  const contract = await newContract(people, 'Names')
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  const hostile = '"><img src=x onerror=alert(1)>.txt'
  const hindi = 'करार पत्र — अंतिम.txt'
  await openPapersOf(page, contract.id)
  await chooseFiles(page, [text(hostile, 'hostile\n'), text(hindi, 'करार\n')])
  await page.getByRole('listitem').getByText(hostile).waitFor()
  await button(page, 'Upload').click()
  await status(page, '2 files uploaded')
  await button(page, `Preview ${hostile}`).click()
  await page.getByRole('dialog', { name: hostile, exact: true }).getByText('hostile', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  expect(await storedNames(people, contract)).toEqual([hostile, hindi].toSorted())
  expect(await page.getByRole('img', { name: 'x' }).count()).toBe(0)
  expect(await downloaded(page, hindi)).toMatchObject({ name: hindi, bytes: Buffer.from('करार\n') })
  const { name, bytes } = await downloaded(page, hostile)
  // A browser removes characters that a file system does not allow.
  expect([name, String(bytes)]).toEqual([expect.stringMatching(/img src=x onerror=alert\(1\).*\.txt$/), 'hostile\n'])
  expect(dialogs).toEqual([])
})

test('users may do what their roles allow, and are offered nothing else', async ({ company, people, enter }) => {
  const contract = await newContract(people, 'Shared')
  await newDocument(people, contract.id, new File(['Seen\n'], 'Seen.txt'))
  const offeredTo = async (name: string, grid: readonly Flag[]) => {
    const page = await enter(await company.joinWith(name, { Contracts: grid }))
    await openPapersOf(page, contract.id)
    await rowOf(page, 'Seen.txt').waitFor()
    const buttons = ['Choose files', 'Upload', 'Delete Seen.txt', 'Preview Seen.txt']
    const counts = await Promise.all(buttons.map((label) => button(page, label).count()))
    return buttons.filter((_, at) => counts[at] === 1)
  }
  expect(await offeredTo('Looker', ['canView'])).toEqual(['Preview Seen.txt'])
  expect(await offeredTo('Adder', ['canView', 'canCreate'])).toEqual(['Choose files', 'Upload', 'Preview Seen.txt'])
  expect(await offeredTo('Remover', ['canView', 'canDelete'])).toEqual(['Delete Seen.txt', 'Preview Seen.txt'])
  const blind = await company.joinWith('Blind', { Contracts: ['canCreate', 'canDelete'], Projects: ['canView'] })
  const papers = `/contracts/${contract.id}/supporting-docs`
  for (const [who, paths] of [
    [blind, [papers, '/vehicles', '/vehicle-insurance', '/payments']],
    [operator(), [papers, '/vehicles', '/payments']],
  ] as const) {
    const page = await enter(who)
    for (const path of paths) {
      await page.goto(path)
      await page.waitForURL('**/unauthorized')
    }
  }
})

test('the pages of the company for vehicles, insurance and payments have their own texts [2.53 2.54 2.55 8.28 8.43 8.44 8.45]', async ({
  page,
}) => {
  await page.goto('/vehicles')
  await title(page, 'Vehicles')
  await page.getByText('There are no documents yet. Choose files above to add the first.').waitFor()
  await chooseFiles(page, [text('Tipper.txt')])
  await status(page, '1 file uploaded')
  await rowOf(page, 'Tipper.txt').waitFor()

  await page.goto('/vehicle-insurance')
  await title(page, 'Vehicle insurance')
  await button(page, 'Upload').click()
  await alert(page, 'Please choose a file.')
  await chooseFiles(page, [paper('Policy.pdf', pdfOf(1))])
  await button(page, 'Upload').click()
  await status(page, '1 file uploaded')
  await rowOf(page, 'Policy.pdf').waitFor()

  const consoleErrors: string[] = []
  page.on('console', (line) => {
    if (line.type() === 'error') consoleErrors.push(line.text())
  })
  await page.goto('/payments')
  await title(page, 'Payments')
  await button(page, 'Upload').click()
  await alert(page, 'Please select one or more files.')
  await chooseFiles(page, [text('Bill 1.txt'), text('Bill 2.txt')])
  await button(page, 'Upload').click()
  await status(page, 'Uploaded 2 file(s) successfully.')
  await chooseFiles(page, [text('Bill.pdf', program)])
  await button(page, 'Upload').click()
  await alert(page, 'Upload failed. See console for details.')
  await eventually(() => consoleErrors.join('\n')).toContain(refusal)
  await eventually(() => rowOf(page, 'Bill').count()).toBe(2)
})

test('a project and a task have documents of their own, and everything works by the keyboard alone', async ({
  people,
  page,
}) => {
  const project = await people.ok(createProject, { body: { projectName: 'Penstock' } })
  const task = await people.ok(createTask, { body: { projectId: project.id, title: 'Survey' } })
  const panel = page.getByRole('region', { name: 'Documents', exact: true })
  for (const [path, name] of [
    [`/projects/${project.id}`, 'Levels.txt'],
    [`/project-tasks/${task.id}`, 'Readings.txt'],
  ] as const) {
    await page.goto(path)
    await panel.scrollIntoViewIfNeeded()
    const zone = panel.getByText(/^Or drag files here\./)
    await zone.dispatchEvent('drop', { dataTransfer: await dragged(page, { [name]: 'Read twice\n' }) })
    await status(page, '1 file uploaded')
    await page.reload()
    await panel.scrollIntoViewIfNeeded()
    await rowOf(page, name).waitFor()
  }
  await expectAccessible(page)
  const chooser = page.waitForEvent('filechooser')
  await button(page, 'Choose files').focus()
  await page.keyboard.press('Enter')
  await (await chooser).setFiles([text('By keys.txt', 'Typed\n')])
  await rowOf(page, 'By keys.txt').waitFor()
  await button(page, 'Choose files').focus()
  const open = button(page, 'Preview By keys.txt')
  for (let steps = 0; steps < 5 && !(await open.and(page.locator(':focus')).count()); steps += 1)
    await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'By keys.txt' }).getByText('Typed', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await focusIsOn(page, open)
  // Tab past the checksum, the validity and the download.
  for (let steps = 0; steps < 4; steps += 1) await page.keyboard.press('Tab')
  await focusIsOn(page, button(page, 'Delete By keys.txt'))
  await answerDialog(page, 'accept', () => page.keyboard.press('Enter'))
  await eventually(() => rowOf(page, 'By keys.txt').count()).toBe(0)
  await rowOf(page, 'Readings.txt').waitFor()
})

test('on a phone a photo is taken, stored and viewed, and nothing is wider than the screen', async ({
  company,
  people,
  enter,
}) => {
  const contract = await newContract(people, 'From the site')
  const page = await enter(company.administrator, 'phone')
  await openPapersOf(page, contract.id)
  const chooser = page.waitForEvent('filechooser')
  await button(page, 'Take photo').click()
  const camera = await chooser
  const input = camera.element()
  expect([await input.getAttribute('capture'), await input.getAttribute('accept'), camera.isMultiple()]).toEqual([
    'environment',
    'image/*',
    false,
  ])
  await camera.setFiles(await photo())
  await status(page, '1 file ready to upload')
  await expectNoSidewaysScroll(page)
  await button(page, 'Upload').click()
  await rowOf(page, 'Site photo.png').waitFor()
  await expectNoSidewaysScroll(page)
  await button(page, 'Preview Site photo.png').click()
  const image = page.getByRole('dialog').getByRole('img', { name: 'Site photo.png' })
  await eventually(() => image.evaluate(widthOf)).toBeGreaterThan(0)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
})
