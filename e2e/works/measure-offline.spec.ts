import { listRecordDocuments } from '@plinth/api/documents/documents'
import {
  filterMeasurementSheets,
  getMeasurementSheet,
  recordMeasurementSheet,
} from '@plinth/api/works/measurement-sheets'
import { deleteScheduleItem } from '@plinth/api/works/schedule-items'
import { plain } from '@plinth/server/access/users/images.factory'
import { dayFromToday as day } from '@plinth/server/kernel/testing/days'
import { lineOf, newMeasurable, send } from '@plinth/server/works/measurement-sheets/measurement-sheets.factory'
import { newItem } from '@plinth/server/works/schedule-items/schedule-items.factory'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll, signIn, spend, spendContext } from '../src/browser.ts'
import { dayTyped } from '../src/day-forms.ts'
import { testIn } from '../src/desk.ts'
import { openAtFront, openKept, ownFront } from '../src/front.ts'
import { person } from '../src/people.ts'
import { alert, answerDialog, button, eventually, fill, hasSettled, intercept, save, title } from '../src/screen.ts'

/** Measuring without a connection: what is entered waits on the phone, and is sent once. */

const test = testIn('Tunnel Roads')
  .extend('engineer', { scope: 'file' }, ({ company }) =>
    company.joinWith('Site engineer', { 'Measurement Book': ['canView', 'canCreate', 'canEdit'] }),
  )
  // Signing out ends the session that other tests have.
  .extend('leaver', { scope: 'file' }, ({ company }) =>
    company.joinWith('Second engineer', { 'Measurement Book': ['canView', 'canCreate', 'canEdit'] }),
  )
  .extend('work', async ({ owner }) => {
    const agreement = await newMeasurable(owner, { name: 'Lining of the tunnel' })
    const concrete = { itemNo: '5.1', description: 'Concrete of grade M25', unit: 'cum', quantity: 50 }
    return { agreement, concrete: await newItem(owner, agreement.id, concrete) }
  })
  .extend('front', ownFront)
  .extend('open', openAtFront)

const news = (page: Page, text: string | RegExp) => page.getByRole('status').getByText(text, { exact: true }).waitFor()

async function chooseItem(page: Page, word: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Item, by number or word' }).fill(word)
  await page.getByRole('option', { name: new RegExp(word, 'i') }).click()
}

async function saveLine(page: Page, values: Record<string, string>): Promise<void> {
  await fill(page, values)
  await button(page, 'Save line').click()
  await eventually(() => page.getByRole('textbox', { name: 'Particulars' }).inputValue()).toBe('')
}

/** Whether an answer with this text is kept on the device: it is written shortly after it is shown. */
const isKept = (text: string) => `(async () => {
  const found = (await indexedDB.databases()).filter(({ name }) => name.startsWith('plinth answers '))
  const answers = await Promise.all(found.map(({ name }) => new Promise((resolve, reject) => {
    const opening = indexedDB.open(name)
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const reading = opening.result.transaction('answers').objectStore('answers').getAll()
      reading.onerror = () => reject(reading.error)
      reading.onsuccess = () => resolve(reading.result)
      reading.transaction.oncomplete = () => opening.result.close()
    }
  })))
  return JSON.stringify(answers).includes(${JSON.stringify(text)})
})()`

/** Opens an address, and once more without a connection when answers with these texts are kept on the device. */
async function openOffline(page: Page, path: string, texts: string[]): Promise<void> {
  await openKept(page, path)
  for (const text of texts) await eventually(() => page.evaluate<boolean>(isKept(text))).toBe(true)
  await page.context().setOffline(true)
  await page.reload()
}

const photo = async () => ({
  name: 'image.png',
  mimeType: 'image/png',
  buffer: await plain(400, 300).png().toBuffer(),
})

test('a phone without a connection measures a sheet with a photo, is closed and opened, and all of it arrives once [money 13.11]', async ({
  open,
  owner,
  engineer,
  company,
  work: { agreement, concrete },
}) => {
  const page = await open(engineer)
  await openOffline(page, `/measure/new?agreement=${agreement.id}`, [agreement.name, concrete.description])
  await fill(page, { Location: 'Ring 14' })
  await save(page)
  await title(page, 'Draft sheet')
  await chooseItem(page, 'M25')
  // The notice goes by itself.
  await Promise.all([
    alert(page, 'The line is kept, and sent once there is a connection'),
    saveLine(page, { Nos: '2', Length: '(3.20+4.10)/2', Breadth: '1.5', Depth: '.1', Particulars: 'Panel 1' }),
  ])
  await saveLine(page, { Length: '4', Breadth: '1.5', Depth: '.1', Particulars: 'Panel 2' })
  await page.getByLabel('Photo of this sheet').setInputFiles(await photo())
  await news(page, '1 photo waiting')
  // As the server rounds each of them: 1.095 to 1.10, and 0.60.
  await page.getByText('1.70 cum', { exact: true }).waitFor()
  await page.getByText('Recording and deleting a sheet need a connection').waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  const context = page.context()
  await page.close()
  const again = await context.newPage()
  await again.goto('/measure')
  await title(again, 'Measurement sheets')
  await expectAccessible(again)
  await again.getByRole('link', { name: /^Draft sheet/ }).click()
  await again.getByText('Panel 2').waitFor()
  await again.getByText('1.70 cum', { exact: true }).waitFor()
  await news(again, 'Offline · 4 changes waiting')
  const sheets = async () =>
    (await owner.ok(filterMeasurementSheets, { body: { agreementId: agreement.id } })).content.map(({ id }) => id)
  expect(await sheets()).toEqual([])

  await context.setOffline(false)
  await eventually(() => again.getByText(/waiting$/i).count()).toBe(0)
  const [id = '', ...more] = await sheets()
  expect(more).toEqual([])
  const { lines, location } = await owner.ok(getMeasurementSheet, { params: { id } })
  expect([location, ...lines.map(({ itemId, description, contents }) => [itemId, description, contents])]).toEqual([
    'Ring 14',
    [concrete.id, 'Panel 1', 1.1],
    [concrete.id, 'Panel 2', 0.6],
  ])
  const params = { tenantId: company.tenantId, entityType: 'MEASUREMENT' as const, entityId: id }
  const photos = () => owner.ok(listRecordDocuments, { params, query: {} })
  await eventually(async () => (await photos()).map(({ docType }) => docType)).toEqual(['PHOTO'])
  await button(again, 'Change line 2').waitFor()
  await answerDialog(again, 'accept', () => button(again, 'Record sheet').click())
  await title(again, 'Sheet 1')
})

test('a draft opened today opens without a connection with its lines, and for nobody else', async ({
  open,
  engineer,
  leaver,
  work: { agreement, concrete },
}) => {
  const by = await person(leaver)
  const { sheetId } = await send(by, agreement.id, [lineOf(concrete.id, { length: 3, description: 'Invert' })])
  const page = await open(leaver)
  await openOffline(page, `/measure/sheets/${sheetId}`, ['Invert', concrete.description])
  await page.getByText('Invert').waitFor()
  await saveLine(page, { Length: '2', Particulars: 'Arch' })
  await page.getByText('5.00 cum', { exact: true }).waitFor()
  await page.context().setOffline(false)
  await button(page, 'Change line 2').waitFor()
  await eventually(() => page.getByText(/waiting$/i).count()).toBe(0)
  await eventually(() => page.evaluate<boolean>(isKept('Arch'))).toBe(true)
  // What was sent is not lost from sight with the connection.
  await page.context().setOffline(true)
  await page.reload()
  await button(page, 'Change line 2').waitFor()
  expect(await page.getByText('Waiting', { exact: true }).count()).toBe(0)
  // Tomorrow it may be another: nothing of it is shown.
  await page.clock.setFixedTime((await page.evaluate<number>('Date.now()')) + 24 * 3_600_000)
  await page.reload()
  await page.getByText('Failed to fetch measurement sheet').waitFor()
  await page.context().setOffline(false)
  await button(page, 'Record sheet').waitFor()
  // Signing out deletes what was kept, while a photo is still being sent.
  let isHeld = false
  const letGo = await intercept(page, /documents/, async (route) => {
    isHeld ||= route.request().method() === 'POST'
    if (!isHeld) await route.continue()
  })
  await page.getByLabel('Photo of this sheet').setInputFiles(await photo())
  await eventually(() => isHeld).toBe(true)
  await button(page, 'Logout').click()
  await button(page, 'Sign out all the same').click()
  await page.getByRole('link', { name: 'Login' }).first().waitFor()
  const names = () => page.evaluate<string[]>('indexedDB.databases().then((all) => all.map(({ name }) => name))')
  await eventually(async () => (await names()).filter((name) => name.startsWith('plinth answers'))).toEqual([])
  letGo()

  await signIn(page, engineer)
  await openKept(page, '/measure')
  await page.context().setOffline(true)
  await page.goto(`/measure/sheets/${sheetId}`)
  await page.getByText('Failed to fetch measurement sheet').waitFor()
  expect(await page.getByText('Invert').count()).toBe(0)
})

test.for(['before', 'after'] as const)(
  'a sent line stays on the screen and on the device when an older answer arrives %s it',
  async (when, { open, engineer, work: { agreement, concrete } }) => {
    const { sheetId } = await send(await person(engineer), agreement.id, [
      lineOf(concrete.id, { length: 3, description: 'Invert' }),
    ])
    const page = await open(engineer)
    await openOffline(page, `/measure/sheets/${sheetId}`, ['Invert', concrete.description])
    await page.getByText('Invert').waitFor()
    await saveLine(page, { Length: '2', Particulars: 'Arch' })
    await page.getByText('5.00 cum', { exact: true }).waitFor()
    const fetched = Promise.withResolvers<void>()
    const shown = Promise.withResolvers<void>()
    const arrived = Promise.withResolvers<void>()
    let isSent = false
    await intercept(page, /measurements\/lines$/, async (route) => {
      await (when === 'before' ? arrived : fetched).promise
      isSent = true
      await route.continue()
    })
    await intercept(page, RegExp(`/measurements/sheets/${sheetId}$`), async (route) => {
      if (isSent) return route.continue()
      const response = await route.fetch()
      fetched.resolve()
      if (when === 'after') await shown.promise
      // The page may have given up what it asked for.
      await route.fulfill({ response }).catch(() => undefined)
      arrived.resolve()
    })
    await page.context().setOffline(false)
    await button(page, 'Change line 2').waitFor()
    await eventually(() => page.getByText(/waiting$/i).count()).toBe(0)
    shown.resolve()
    await arrived.promise
    await hasSettled(page)
    expect(await page.evaluate<boolean>(isKept('Arch'))).toBe(true)
    expect(await button(page, 'Change line 2').count()).toBe(1)
  },
)

test('a line whose answer was lost is sent again and stored once', async ({ enter, engineer, owner, work }) => {
  const { agreement, concrete } = work
  const { sheetId } = await send(await person(engineer), agreement.id, [])
  const page = await enter(engineer, 'phone')
  spend(page)
  await page.goto(`/measure/sheets/${sheetId}`)
  await chooseItem(page, 'M25')
  const lost: number[] = []
  const letGo = await intercept(page, /measurements\/lines$/, async (route) => {
    lost.push((await route.fetch()).status())
    // The connection is lost with the answer: over another call the page would see that the line is stored.
    await page.context().setOffline(true)
    await route.abort()
  })
  await saveLine(page, { Length: '3', Particulars: 'Invert' })
  await news(page, 'Offline · 1 change waiting')
  expect(lost).toEqual([200])
  // What the server may have is neither changed nor given up here.
  await page.getByText('Waiting', { exact: true }).waitFor()
  expect(await button(page, 'Give up line of 3').count()).toBe(0)
  letGo()
  await page.context().setOffline(false)
  await button(page, 'Change line 1').waitFor()
  const { lines } = await owner.ok(getMeasurementSheet, { params: { id: sheetId } })
  expect(lines.map(({ itemId, description }) => [itemId, description])).toEqual([[concrete.id, 'Invert']])
})

test('a line whose answers are lost is sent again after growing pauses, though other calls are answered', async ({
  enter,
  engineer,
  work: { agreement },
}) => {
  const { sheetId } = await send(await person(engineer), agreement.id, [])
  const page = await enter(engineer, 'phone')
  spendContext(page)
  await page.clock.install()
  await page.goto(`/measure/sheets/${sheetId}`)
  await chooseItem(page, 'M25')
  const now = () => page.evaluate<number>('Date.now()')
  await page.clock.pauseAt((await now()) + 1_000)
  const start = await now()
  const sent: number[] = []
  const letGo = await intercept(page, /measurements\/lines$/, async (route) => {
    sent.push((await now()) - start)
    await route.abort()
  })
  await saveLine(page, { Length: '3', Particulars: 'Invert' })
  await news(page, 'Offline · 1 change waiting')
  await page.clock.runFor(2_000)
  await eventually(() => sent).toEqual([0, 2_000])
  await page.clock.runFor(5_000)
  await eventually(() => sent).toEqual([0, 2_000, 7_000])
  await button(page, 'Show').click()
  await page.getByRole('dialog').getByText('5.1 Invert: 3', { exact: true }).waitFor()
  expect(sent).toEqual([0, 2_000, 7_000])
  letGo()
  await button(page, 'Send now').click()
  await page.getByRole('dialog').getByText('Everything has been sent.').waitFor()
})

test('a full device whose browser wrongly says that it is offline sends what waits', async ({
  enter,
  engineer,
  owner,
  work: { agreement },
}) => {
  const { sheetId } = await send(await person(engineer), agreement.id, [])
  const page = await enter(engineer, 'phone')
  spend(page)
  await page.addInitScript(`Object.defineProperty(Navigator.prototype, 'onLine', { get: () => false })`)
  await page.goto(`/measure/sheets/${sheetId}`)
  await chooseItem(page, 'M25')
  await page.evaluate(`IDBObjectStore.prototype.put = () => { throw new DOMException('full', 'QuotaExceededError') }`)
  await saveLine(page, { Length: '3', Particulars: 'Invert' })
  await button(page, 'Change line 1').waitFor()
  expect((await owner.ok(getMeasurementSheet, { params: { id: sheetId } })).lines).toHaveLength(1)
  await eventually(() => page.getByText(/waiting$/i).count()).toBe(0)
})

test('a refused line stays with its sentence, and is changed and sent anew, or given up', async ({
  enter,
  engineer,
  owner,
  work: { agreement, concrete },
}) => {
  const doomed = await newItem(owner, agreement.id, { itemNo: '9.1', description: 'Doomed', unit: 'cum', quantity: 5 })
  const { sheetId } = await send(await person(engineer), agreement.id, [])
  const page = await enter(engineer, 'phone')
  spend(page)
  await page.goto(`/measure/sheets/${sheetId}`)
  await chooseItem(page, 'Doomed')
  await owner.ok(deleteScheduleItem, { params: { id: doomed.id } })
  await saveLine(page, { Length: '3', Particulars: 'Invert' })
  await page.getByText('Item must be an item of this agreement').waitFor()
  await news(page, '1 change not taken')
  await button(page, 'Change line of 3').click()
  await chooseItem(page, 'M25')
  await button(page, 'Save change').click()
  await button(page, 'Change line 1').waitFor()
  const sheet = () => owner.ok(getMeasurementSheet, { params: { id: sheetId } })
  expect((await sheet()).lines.map(({ itemId, contents }) => [itemId, contents])).toEqual([[concrete.id, 3]])

  await owner.ok(recordMeasurementSheet, { params: { id: sheetId } })
  // The form goes with the answer, perhaps before it could be seen empty.
  await fill(page, { Length: '7', Particulars: 'Too late' })
  await button(page, 'Save line').click()
  await news(page, '1 change not taken')
  await page.getByText('Sheet 1 is recorded: correct it by a further line').first().waitFor()
  await answerDialog(page, 'accept', () => button(page, 'Give up line of 7').click())
  await eventually(() => page.getByText(/not taken$/i).count()).toBe(0)
  expect((await sheet()).lines).toHaveLength(1)
})

test('a sheet that is refused for its day keeps its lines and photos, and arrives once its head is changed on the device', async ({
  open,
  owner,
  engineer,
  company,
  work: { agreement, concrete },
}) => {
  const page = await open(engineer)
  // The clock of this phone is a day ahead, until it is set right below.
  await page.addInitScript(
    'const right = Date.now; Date.now = () => right() + 24 * 3_600_000; globalThis.right = right',
  )
  await openOffline(page, `/measure/new?agreement=${agreement.id}`, [agreement.name, concrete.description])
  await fill(page, { Location: 'Ring 15' })
  await save(page)
  await title(page, 'Draft sheet')
  await chooseItem(page, 'M25')
  await saveLine(page, { Length: '4', Particulars: 'Panel 1' })
  await saveLine(page, { Length: '5', Particulars: 'Panel 2' })
  await page.getByLabel('Photo of this sheet').setInputFiles(await photo())
  await news(page, 'Offline · 4 changes waiting')
  await page.context().setOffline(false)
  await alert(page, 'This sheet was not taken: Measured on must not be after today')
  await news(page, '4 changes not taken')

  await page.evaluate('Date.now = right')
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await title(page, 'Edit measurement sheet')
  await fill(page, { Location: 'Ring 16' })
  await save(page)
  const shown = page.getByText(/^Measured on must not be after .*, which is today by the clock of this device$/)
  await shown.first().waitFor()
  await fill(page, { 'Measured on': dayTyped(day(0)) })
  await save(page)
  await button(page, 'Change line 2').waitFor()
  const sheets = await owner.ok(filterMeasurementSheets, { body: { agreementId: agreement.id } })
  expect(sheets.content.map(({ location, lineCount }) => [location, lineCount])).toEqual([['Ring 16', 2]])
  const entityId = sheets.content[0]?.id ?? ''
  const params = { tenantId: company.tenantId, entityType: 'MEASUREMENT' as const, entityId }
  await eventually(async () => (await owner.ok(listRecordDocuments, { params, query: {} })).length).toBe(1)
})
