import { login } from '@plinth/api/access/auth'
import { listDocuments } from '@plinth/api/documents/documents'
import { filterContracts } from '@plinth/api/tenders/contracts'
import { plain as picture } from '@plinth/server/access/users/images.factory'
import { newDocument } from '@plinth/server/documents/documents/documents.factory'
import { good } from '@plinth/server/documents/documents/files.factory'
import { startS3Server } from '@plinth/server/kernel/testing/s3-server'
import { type Client, client } from '@plinth/server/testing/test-server'
import { writeXlsx } from 'hucre/xlsx'
import type { Page, Request } from 'playwright-core'
import { expect, test as plain } from 'vitest'
import { expectAccessible, expectContrast, launchBrowser, timeoutMs } from '../src/browser.ts'
import { testIn } from '../src/desk.ts'
import {
  chooseFiles,
  downloaded,
  inkOn,
  newContract,
  onDisk,
  openPapersOf,
  pdfOf,
  rowOf,
  sha256,
  widthOf,
} from '../src/papers.ts'
import { person } from '../src/people.ts'
import { type Product, startProduct } from '../src/product.ts'
import { alert, eventually, focusIsOn } from '../src/screen.ts'

const testOnDisk = testIn('Looking Works')
  .extend('people', { scope: 'file' }, ({ company }) => person(company.administrator))
  .extend('page', async ({ company, enter }): Promise<Page> => enter(company.administrator))

// oxlint-disable-next-line no-empty-pattern -- Vitest reads the needs of a fixture from its pattern, and this one needs nothing
const withStore = plain.extend('store', { scope: 'file' }, async ({}, { onCleanup }) => {
  const store = await startS3Server()
  onCleanup(() => store.stop())
  return store
})

/** A product that stores documents in S3; `page` is its owner's, and `contract` has no documents. */
const test = withStore
  .extend('product', { scope: 'file' }, async ({ store }, { onCleanup }) => {
    const { endpoint, region, bucket, accessKeyId, secretAccessKey } = store.config
    const product = await startProduct({
      S3_ENDPOINT: endpoint,
      S3_REGION: region,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    })
    onCleanup(() => product.stop())
    return product
  })
  .extend('session', { scope: 'file' }, ({ product: { url, password } }) =>
    client(url).ok(login, { body: { emailOrMobile: 'owner@demo.example', password, tenantName: 'Demo Infra' } }),
  )
  .extend('owner', ({ product, session }) => client(product.url, session.accessToken))
  .extend('contract', { scope: 'file' }, async ({ product, session }) => {
    const { content } = await client(product.url, session.accessToken).ok(filterContracts, {
      body: { status: 'DRAFT' },
    })
    return content[0]?.id ?? ''
  })
  .extend('page', async ({ product: { url: origin }, session }, { onCleanup }): Promise<Page> => {
    const { accessToken, refreshToken, user } = session
    const localStorage = Object.entries({ accessToken, refreshToken, user: JSON.stringify(user) }).map(
      ([name, value]) => ({ name, value }),
    )
    const browser = await launchBrowser()
    const context = await browser.newContext({
      baseURL: origin,
      reducedMotion: 'reduce',
      storageState: { cookies: [], origins: [{ origin, localStorage }] },
    })
    const page = await context.newPage()
    page.setDefaultTimeout(timeoutMs)
    const faults: string[] = []
    page.on('pageerror', (error) => faults.push(error.message))
    // Violations of the page's security policy and of CORS are errors in the console.
    page.on('console', (line) => {
      if (line.type() === 'error' && /Content Security Policy|CORS/.test(line.text())) faults.push(line.text())
    })
    onCleanup(async () => {
      await browser.close()
      expect(faults).toEqual([])
    })
    return page
  })

/** A contract with documents of every kind that has a preview; they are listed newest first. */
async function allKinds(by: Client, contractName: string) {
  const contract = await newContract(by, contractName)
  const sheet = await writeXlsx({
    sheets: [
      {
        name: 'Rates',
        rows: [
          ['Item', 'Rate'],
          ['Cement', 410.5],
        ],
      },
      { name: 'More', rows: [['x']] },
    ],
  })
  const letter = (await good()).find(([name]) => name === 'Letter.docx')?.[2] ?? Buffer.alloc(0)
  const papers: [string, Uint8Array<ArrayBuffer>][] = [
    ['Letter.docx', Uint8Array.from(letter)],
    ['Notes.txt', Uint8Array.from(Buffer.from('Measured <b>twice</b>\nनमस्ते\n'))],
    ['Rates.xlsx', Uint8Array.from(sheet)],
    ['Rates.csv', Uint8Array.from(Buffer.from('Item,Rate\nSteel,"1,200"\n=1+1,<i>x</i>\n'))],
    ['Plan.pdf', Uint8Array.from(pdfOf(3))],
    ['Photo.png', Uint8Array.from(await picture(900, 700).png().toBuffer())],
  ]
  for (const [name, bytes] of papers) await newDocument(by, contract.id, new File([bytes], name))
  return contract
}

testOnDisk('documents of every kind are previewed on their page, one after the other', async ({ people, page }) => {
  const contract = await allKinds(people, 'Looked at')
  await openPapersOf(page, contract.id)
  const address = page.url()
  const open = page.getByRole('button', { name: 'Preview Photo.png' })
  await open.click()
  const dialog = page.getByRole('dialog')
  const shown = (name: string) => page.getByRole('dialog', { name, exact: true }).waitFor()
  async function seen(): Promise<void> {
    await page.emulateMedia({ colorScheme: 'light' })
    await expectAccessible(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectContrast(page)
  }
  await shown('Photo.png')
  const image = dialog.getByRole('img', { name: 'Photo.png' })
  await eventually(() => image.evaluate(widthOf)).toBeGreaterThan(0)
  const before = await image.boundingBox()
  await dialog.getByRole('button', { name: 'Zoom in' }).click()
  await dialog.getByText('125%', { exact: true }).waitFor()
  await eventually(async () => (await image.boundingBox())?.width).toBeCloseTo((before?.width ?? 0) * 1.25, -1)
  await page.keyboard.press('-')
  await dialog.getByText('100%', { exact: true }).waitFor()
  await seen()

  await page.keyboard.press('ArrowRight')
  await shown('Plan.pdf')
  await dialog.getByText('2 of 6', { exact: false }).waitFor()
  const first = dialog.getByRole('group', { name: 'Page 1', exact: true })
  // The bar on the page covers about a twentieth of it.
  await eventually(async () =>
    (await first.locator('canvas').count()) ? inkOn(first.locator('canvas')) : 0,
  ).toBeGreaterThan(0.02)
  await dialog.getByText('Sheet 1 of the drawings').waitFor()
  await dialog.getByText(/^Page\s*of 3$/).waitFor()
  const number = dialog.getByRole('textbox', { name: 'Page', exact: true })
  expect(await number.inputValue()).toBe('1')
  await number.fill('2')
  await number.press('Enter')
  await dialog.getByText('Sheet 2 of the drawings').waitFor()
  await eventually(() => number.inputValue()).toBe('2')
  await seen()

  await dialog.getByRole('button', { name: 'Next document' }).click()
  await shown('Rates.csv')
  await eventually(() => dialog.getByRole('table').getByRole('cell').allTextContents()).toEqual(
    expect.arrayContaining(['Item', 'Rate', 'Steel', '1,200', '=1+1', '<i>x</i>']),
  )
  await seen()
  await page.keyboard.press('ArrowRight')
  await shown('Rates.xlsx')
  await dialog.getByText('Sheet: Rates', { exact: true }).waitFor()
  await dialog.getByRole('cell', { name: '410.5', exact: true }).waitFor()
  await page.keyboard.press('ArrowRight')
  await shown('Notes.txt')
  await dialog.getByText('Measured <b>twice</b> नमस्ते').waitFor()
  await seen()
  await page.keyboard.press('ArrowRight')
  await shown('Letter.docx')
  await dialog.getByText(/^Word document \(\.docx\), [\d.]+ KB\. It cannot be shown here\.$/).waitFor()
  await page.keyboard.press('ArrowRight')
  await dialog.getByText('6 of 6', { exact: false }).waitFor()
  await seen()
  await page.keyboard.press('ArrowLeft')
  await shown('Notes.txt')
  expect(page.url()).toBe(address)
  await page.keyboard.press('Escape')
  await eventually(() => dialog.count()).toBe(0)
  await focusIsOn(page, open)
  expect(page.url()).toBe(address)
})

/** Signs in as the owner of another installation's sample company. */
async function signInAt(page: Page, { url, password }: Product): Promise<void> {
  await page.goto(`${url}/login`)
  await page.getByLabel('Email or mobile number').fill('owner@demo.example')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('combobox', { name: 'Tenant name' }).fill('Demo Infra')
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL(`${url}/`)
}

const upload = (page: Page) => page.getByRole('button', { name: 'Upload', exact: true }).click()
const status = (page: Page, text: string) =>
  page.getByRole('status').getByText(text, { exact: true }).waitFor({ timeout: 60_000 })

test('a file of 20 MB is uploaded to the store and downloaded from it directly, and its pages are shown', async ({
  page,
  product,
  store,
  contract,
}) => {
  const drawings = pdfOf(3, 20 * 1024 * 1024)
  const sent: Request[] = []
  page.on('request', (request) => {
    if (['PUT', 'POST'].includes(request.method())) sent.push(request)
  })
  await openPapersOf(page, contract)
  await chooseFiles(page, await onDisk('Drawings.pdf', drawings))
  await upload(page)
  await status(page, '1 file uploaded')
  const { origin } = new URL(store.config.endpoint)
  const [toStore, toServer] = [origin, product.url].map((to) => sent.filter((request) => request.url().startsWith(to)))
  expect(toStore?.map((request) => request.method())).toEqual(['PUT', 'PUT', 'PUT'])
  const asked = toServer?.map(
    (request) => `${request.method()} ${new URL(request.url()).pathname.replace(/[\da-f-]{36}/, 'id')}`,
  )
  expect(asked).toEqual(['POST /common/api/documents/uploads', 'POST /common/api/documents/uploads/id/finish'])
  const [object] = store.objects().filter(({ size }) => size === drawings.length)
  expect([object?.size, store.uploads()]).toEqual([drawings.length, []])

  const answers: [status: number, origin: string][] = []
  page.on('response', (response) => answers.push([response.status(), new URL(response.url()).origin]))
  const { name, url, bytes } = await downloaded(page, 'Drawings.pdf')
  expect([name, sha256(bytes), new URL(url).origin]).toEqual(['Drawings.pdf', sha256(drawings), origin])

  await page.getByRole('button', { name: 'Preview Drawings.pdf' }).click()
  const dialog = page.getByRole('dialog', { name: 'Drawings.pdf' })
  await dialog.getByText('Sheet 1 of the drawings').waitFor()
  const first = dialog.getByRole('group', { name: 'Page 1', exact: true })
  await eventually(() => inkOn(first.locator('canvas'))).toBeGreaterThan(0.02)
  expect(answers.filter(([, from]) => from === origin).map(([code]) => code)).toContain(206)
})

test('a bucket without a CORS rule is reported at the start, and large files pass through the server', async ({
  page,
  store,
}) => {
  store.setCors(null)
  const { endpoint, region, bucket, accessKeyId, secretAccessKey } = store.config
  const product = await startProduct({
    S3_ENDPOINT: endpoint,
    S3_REGION: region,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  })
  try {
    expect(product.output).toContain(`The bucket ${bucket} lets no page of ${product.url} send files to it`)
    await signInAt(page, product)
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    const drawings = pdfOf(3, 20 * 1024 * 1024)
    await page.goto(`${product.url}/vehicle-insurance`)
    await chooseFiles(page, await onDisk('Policy.pdf', drawings))
    await upload(page)
    await status(page, '1 file uploaded')
    const { name, bytes } = await downloaded(page, 'Policy.pdf')
    expect([name, sha256(bytes)]).toEqual(['Policy.pdf', sha256(drawings)])
    await page.getByRole('button', { name: 'Preview Policy.pdf' }).click()
    await page.getByRole('dialog', { name: 'Policy.pdf' }).getByText('Sheet 1 of the drawings').waitFor()
    expect(asked.filter((url) => url.startsWith(endpoint))).toEqual([])
  } finally {
    store.setCors('*')
    await product.stop()
  }
})

test('an upload continues through the server when the browser cannot reach the store', async ({
  page,
  store,
  contract,
}) => {
  const drawings = pdfOf(3, 20 * 1024 * 1024)
  await openPapersOf(page, contract)
  await page.route(`${store.config.endpoint}/**`, (route) => route.abort())
  await chooseFiles(page, await onDisk('Out of reach.pdf', drawings))
  await upload(page)
  await status(page, '1 file uploaded')
  expect(store.objects().map(({ size }) => size)).toContain(drawings.length)
  expect(store.uploads()).toEqual([])
})

test('pictures and small files pass through the server, and a deletion removes them from the store', async ({
  page,
  owner,
  store,
  contract,
}) => {
  const before = store.objects().length
  await openPapersOf(page, contract)
  const buffer = await picture(300, 200).png().toBuffer()
  await chooseFiles(page, [{ name: 'Photo.png', mimeType: 'image/png', buffer }])
  await upload(page)
  await status(page, '1 file uploaded')
  await eventually(() => rowOf(page, 'Photo.png').locator('img').evaluate(widthOf)).toBeGreaterThan(0)
  expect(store.objects().length).toBeGreaterThan(before)
  expect((await downloaded(page, 'Photo.png')).bytes.equals(buffer)).toBe(true)
  page.once('dialog', (dialog) => void dialog.accept())
  await page.getByRole('button', { name: 'Delete Photo.png' }).click()
  await eventually(() => rowOf(page, 'Photo.png').count()).toBe(0)
  await eventually(() => store.objects().length).toBe(before)
  const left = await owner.ok(listDocuments, { query: { entityType: 'CONTRACT', entityId: contract } })
  expect(left.map(({ fileName }) => fileName)).not.toContain('Photo.png')
})

test('an upload waits for a store that fails midway, and a cancelled file leaves nothing in it', async ({
  page,
  store,
  contract,
}) => {
  await openPapersOf(page, contract)
  const third = /partNumber=3/
  let isCut = false
  await page.route(third, async (route) => {
    if (!isCut) store.setDown(true)
    isCut = true
    await route.continue()
  })
  await chooseFiles(page, await onDisk('Long way.pdf', pdfOf(1, 20_000_000)))
  await upload(page)
  await page.getByText(/^The server is busy\. Trying again/).waitFor()
  store.setDown(false)
  await status(page, '1 file uploaded')

  const objects = store.objects()
  const gate = Promise.withResolvers<void>()
  await page.route(third, async (route) => {
    await gate.promise
    await route.continue().catch(() => undefined)
  })
  await chooseFiles(page, await onDisk('Never.pdf', pdfOf(1, 20_000_000)))
  await upload(page)
  await page.getByText(/^Sending, [78]\d%$/).waitFor()
  expect(store.uploads()).toHaveLength(1)
  await page.getByRole('button', { name: 'Cancel all' }).click()
  await status(page, '1 cancelled')
  gate.resolve()
  await eventually(() => store.uploads()).toEqual([])
  expect(store.objects()).toEqual(objects)
})

test('an upload is refused with a message while the store is down, and can be sent again', async ({
  page,
  store,
  contract,
}) => {
  await openPapersOf(page, contract)
  store.setDown(true)
  await chooseFiles(page, [{ name: 'Later.txt', mimeType: '', buffer: Buffer.from('Later\n') }])
  await upload(page)
  await page.getByText(/^The server is busy\. Trying again/).waitFor()
  await alert(page, 'Upload failed. Please try again.')
  store.setDown(false)
  await page.getByRole('button', { name: 'Retry failed' }).click()
  await status(page, '1 file uploaded')
})
