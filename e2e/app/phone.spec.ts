import { listRecordDocuments } from '@plinth/api/documents/documents'
import { createContract } from '@plinth/api/tenders/contracts'
import { createProject } from '@plinth/api/works/projects'
import { createTask, deleteTask, getTask, type Task, updateTask } from '@plinth/api/works/tasks'
import { plain } from '@plinth/server/access/users/images.factory'
import { dayFromToday } from '@plinth/server/kernel/testing/days'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll, signIn, spend } from '../src/browser.ts'
import { testIn } from '../src/desk.ts'
import { alert, eventually, fill, focusIsOn, hasSettled, heldBack, intercept, title } from '../src/screen.ts'

/** Work on site: the layout of a phone, a task in a few taps, and the queue while offline. */

const test = testIn('Hillside Roads')
  .extend('engineer', { scope: 'file' }, ({ company }) =>
    company.joinWith('Engineer', { 'Project Tasks': ['canView', 'canCreate', 'canEdit'] }),
  )
  .extend('phone', async ({ enter, engineer }) => {
    const page = await enter(engineer, 'phone')
    // The page stays offline, so no other test may reuse it.
    spend(page)
    return page
  })
  .extend('task', async ({ owner, engineer }): Promise<Task> => {
    const { id: projectId } = await owner.ok(createProject, { body: { projectName: 'Ghat road' } })
    const body = { projectId, title: 'Cutting', estimatedQuantity: 400, units: 'm³', actualQuantity: 120, progress: 30 }
    return owner.ok(createTask, {
      body: { ...body, status: 'IN_PROGRESS', assignedTo: engineer.id, givenEndDate: dayFromToday(5) },
    })
  })

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' })
const bar = (page: Page) => page.getByRole('navigation', { name: 'Mostly used' })
const sheet = (page: Page) => page.getByRole('dialog', { name: '1 Cutting' })
const quantity = 'Today’s quantity in m³'
const work = 'Today’s work on Cutting'
const expectStatus = (page: Page, text: string | RegExp) =>
  page.getByRole('status').getByText(text, { exact: true }).waitFor()
/** While requests are held up the app counts as offline, until another request succeeds. */
const waiting = (count: string) => new RegExp(`^(Offline · )?${count} waiting$`)

async function openTask(page: Page, { projectId }: Task): Promise<void> {
  await page.goto(`/project-tasks/list?projectId=${projectId}`)
  await button(page, work).waitFor()
}

async function enterWork(page: Page, values: Record<string, string>): Promise<void> {
  await button(page, work).click()
  await fill(page, values)
  await sheet(page).getByRole('button', { name: 'Save', exact: true }).click()
  await eventually(() => sheet(page).count()).toBe(0)
}

/** Controls that are smaller than a thumb. */
const tooSmall = (page: Page, within: string) =>
  page.locator(within).evaluateAll((places) =>
    places
      .flatMap((place) => [...place.querySelectorAll('a, button, input, select, textarea, label:has(input)')])
      .filter((element) => !element.closest('label')?.matches(':has([type=file])') || element.matches('label'))
      .flatMap((element) => {
        const { width, height } = element.getBoundingClientRect()
        const isShown = width > 1 && height > 1 && !element.matches('[type=checkbox]')
        return isShown && (width < 44 || height < 44) ? [`${element.outerHTML.slice(0, 80)} ${width} by ${height}`] : []
      }),
  )

test('the bar of a phone has the entries that its person may see', async ({ phone, task, company, owner, enter }) => {
  await phone.goto('/')
  await title(phone, 'Today')
  await eventually(() => bar(phone).locator('a, button, label').allInnerTexts()).toEqual([
    'Today',
    'Tasks',
    'Camera',
    'Search',
    'More',
  ])
  await bar(phone).getByRole('link', { name: 'Tasks' }).click()
  await title(phone, 'Project tasks')
  await openTask(phone, task)
  await expectNoSidewaysScroll(phone)
  expect(await tooSmall(phone, 'nav[aria-label="Mostly used"], [role=treegrid] [role=row][data-level]')).toEqual([])
  await button(phone, 'More').press('Enter')
  await phone.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Project tasks' }).waitFor()
  await phone.keyboard.press('Escape')
  await bar(phone).getByRole('button', { name: 'Search' }).click()
  await phone.getByRole('dialog').getByRole('combobox').waitFor()
  await phone.keyboard.press('Escape')
  await phone.emulateMedia({ media: 'print' })
  await eventually(() => bar(phone).isVisible()).toBe(false)

  const clerk = await enter(await company.joinWith('Clerk', { Contracts: ['canView', 'canEdit'] }), 'phone')
  const { id } = await owner.ok(createContract, { body: { contractName: 'Weir' } })
  await clerk.goto(`/contracts/${id}/edit`)
  const save = button(clerk, 'Save')
  await save.waitFor()
  await eventually(() => bar(clerk).locator('a, button, label').allInnerTexts()).toEqual(['Today', 'Search', 'More'])
  // The element at the middle of the button is the button or inside it, so nothing covers it.
  expect(
    await save.evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      return element.contains(element.ownerDocument.elementFromPoint(x + width / 2, y + height / 2))
    }),
  ).toBe(true)
  await clerk.getByRole('button', { name: /^More fields/ }).click()
  const last = clerk.getByRole('textbox', { name: 'Comments' })
  await last.focus()
  expect((await last.boundingBox())?.y).toBeLessThan((await save.boundingBox())?.y ?? 0)
})

test('today’s quantity takes two taps from the card, and is added to what others have entered meanwhile', async ({
  phone,
  task,
  owner,
}) => {
  await openTask(phone, task)
  const row = phone.getByRole('row', { name: '1 Cutting' })
  await row.getByText('120 of 400 m³').waitFor()
  await button(phone, work).click()
  await sheet(phone).getByText('done 120 of 400 m³, left 280').waitFor()
  expect(await tooSmall(phone, '[role=dialog]')).toEqual([])
  await expectAccessible(phone)
  await focusIsOn(phone, phone.getByRole('textbox', { name: quantity }))
  await owner.ok(updateTask, { params: { id: task.id }, body: { actualQuantity: 130 } })
  await phone.keyboard.type('12.5')
  await sheet(phone).getByRole('button', { name: 'Save', exact: true }).click()
  await alert(phone, '1 Cutting: saved')
  await row.getByText('142.5 of 400 m³').waitFor()
  await focusIsOn(phone, button(phone, work))
  expect((await owner.ok(getTask, { params: { id: task.id } })).actualQuantity).toBe(142.5)

  // More than the remaining quantity asks for confirmation but is allowed; the typed value is restored after a reload.
  await button(phone, work).click()
  await fill(phone, { [quantity]: '297.5' })
  await button(phone, 'One more').click()
  await sheet(phone).getByText('That makes 110.3% of the estimate. Is it right?').waitFor()
  await button(phone, 'One less').click()
  await eventually(() =>
    sheet(phone)
      .getByText(/^That makes/)
      .count(),
  ).toBe(0)
  await fill(phone, { [quantity]: '400', Note: 'Widened at the bend' })
  await phone.reload()
  await button(phone, work).click()
  await sheet(phone).getByText('That makes 135.6% of the estimate. Is it right?').waitFor()
  await sheet(phone).getByRole('button', { name: 'Save', exact: true }).click()
  await row.getByText('542.5 of 400 m³').waitFor()
  await eventually(async () => (await owner.ok(getTask, { params: { id: task.id } })).comment).toMatch(
    /^\d\d \w{3} \d{4}, Engineer: Widened at the bend$/,
  )
})

const photo = async () => ({
  name: 'image.png',
  mimeType: 'image/png',
  buffer: await plain(400, 300).png().toBuffer(),
})

test('a photo takes one tap from its row and two from anywhere, and is queued while offline', async ({
  phone,
  task,
  owner,
  company,
}) => {
  const params = { tenantId: company.tenantId, entityType: 'TASK' as const, entityId: task.id }
  const photos = () => owner.ok(listRecordDocuments, { params, query: {} })
  await openTask(phone, task)
  await hasSettled(phone)
  const chooser = phone.waitForEvent('filechooser')
  await phone.getByLabel('Photo of Cutting').click()
  const camera = await chooser
  await eventually(() => camera.element().getAttribute('capture')).toBe('environment')
  await camera.setFiles(await photo())
  await alert(phone, 'Photo of 1 Cutting taken')
  await eventually(async () => (await photos()).length).toBe(1)

  await phone.context().setOffline(true)
  await expectStatus(phone, 'Offline')
  await bar(phone)
    .getByLabel('Camera')
    .setInputFiles(await photo())
  await phone
    .getByRole('dialog', { name: 'Which task is it of?' })
    .getByRole('button', { name: /1 Cutting/ })
    .click()
  await expectStatus(phone, 'Offline · 1 change waiting')
  await phone.context().setOffline(false)
  await eventually(async () => (await photos()).length).toBe(2)
  expect(new Set((await photos()).map(({ fileName }) => fileName)).size).toBe(2)
  await eventually(() => phone.getByText(/waiting$/).count()).toBe(0)
})

test('work entered offline is shown at once, survives a reload, and is sent once by one of two tabs', async ({
  phone,
  task,
  owner,
}) => {
  await openTask(phone, task)
  await hasSettled(phone)
  const other = await phone.context().newPage()
  await other.goto(`/project-tasks/list?projectId=${task.projectId}`)
  await hasSettled(other)
  const sent: string[] = []
  phone.context().on('request', (request) => {
    if (request.url().endsWith('/site-changes')) sent.push(...(request.postData()?.match(/"id":"[^"]+"/g) ?? []))
  })
  await phone.context().setOffline(true)
  await enterWork(phone, { [quantity]: '10', Note: 'Rain until noon' })
  await alert(phone, '1 Cutting: kept, and sent once there is a line')
  await phone.getByRole('row', { name: '1 Cutting' }).getByText('130 of 400 m³').waitFor()
  await expectStatus(phone, 'Offline · 2 changes waiting')
  expect(await tooSmall(phone, '[data-news]')).toEqual([])
  await button(phone, 'Show').click()
  const list = phone.getByRole('dialog', { name: 'What waits on this device' })
  await list.getByText('quantity +10 m³').waitFor()
  await list.getByText('note: Rain until noon').waitFor()
  await expectAccessible(phone)
  await button(phone, 'Close').last().click()

  const before = sent.length
  const letGo = await intercept(phone, /site-changes$/, (route) => route.abort())
  const letOtherGo = await intercept(other, /site-changes$/, (route) => route.abort())
  await phone.context().setOffline(false)
  await phone.reload()
  await expectStatus(phone, waiting('2 changes'))
  await phone.getByRole('row', { name: '1 Cutting' }).getByText('130 of 400 m³').waitFor()
  expect((await owner.ok(getTask, { params: { id: task.id } })).actualQuantity).toBe(120)
  // Pressed while still offline; afterwards the queue is sent by itself.
  await button(phone, 'Show').click()
  await button(phone, 'Send now').click()
  letGo()
  letOtherGo()
  await phone.evaluate(`window.dispatchEvent(new Event('online'))`)
  await phone.getByText('Everything has been sent.').waitFor()
  const stored = await owner.ok(getTask, { params: { id: task.id } })
  expect([stored.actualQuantity, stored.comment?.split('\n').length]).toEqual([130, 1])
  await eventually(() => other.getByText(/waiting$/).count()).toBe(0)
  expect(sent.length).toBeGreaterThan(before)
  await other.close()
})

test('sent work stays on the screen when an older answer arrives after it', async ({ phone, task }) => {
  await openTask(phone, task)
  const row = phone.getByRole('row', { name: '1 Cutting' })
  await row.getByText('120 of 400 m³').waitFor()
  const fetched = Promise.withResolvers<void>()
  const shown = Promise.withResolvers<void>()
  const arrived = Promise.withResolvers<void>()
  let isSent = false
  await intercept(phone, /site-changes$/, async (route) => {
    await fetched.promise
    isSent = true
    await route.continue()
  })
  await intercept(phone, /tasks\/filter$/, async (route) => {
    if (isSent) return route.continue()
    const response = await route.fetch()
    fetched.resolve()
    await shown.promise
    // The page may have aborted its request.
    await route.fulfill({ response }).catch(() => undefined)
    arrived.resolve()
  })
  const branch = phone.waitForResponse(/\/branch$/)
  await enterWork(phone, { [quantity]: '10' })
  await bar(phone).getByRole('link', { name: 'Today' }).click()
  await title(phone, 'Today')
  await phone.goBack()
  await branch
  shown.resolve()
  await arrived.promise
  await button(phone, work).click()
  await sheet(phone).getByText('done 130 of 400 m³, left 270').waitFor()
})

test('rejected work is reported with its reason, and can be sent anyway or discarded', async ({
  phone,
  task,
  owner,
}) => {
  await openTask(phone, task)
  await hasSettled(phone)
  await heldBack(phone, /site-changes$/, async () => {
    await button(phone, work).click()
    await phone.getByRole('slider', { name: 'Progress' }).fill('50')
    await fill(phone, { [quantity]: '5' })
    await sheet(phone).getByRole('button', { name: 'Save', exact: true }).click()
    await owner.ok(updateTask, { params: { id: task.id }, body: { progress: 80 } })
  })
  await expectStatus(phone, '1 change not taken')
  const now = () => owner.ok(getTask, { params: { id: task.id } })
  expect(await now()).toMatchObject({ progress: 80, actualQuantity: 125 })
  await button(phone, 'Show').click()
  await phone.getByText('Somebody has set the progress to 80% meanwhile.').waitFor()
  await button(phone, 'Set it all the same').click()
  await phone.getByText('Everything has been sent.').waitFor()
  expect((await now()).progress).toBe(50)
  await phone.keyboard.press('Escape')

  await owner.ok(deleteTask, { params: { id: task.id } })
  await enterWork(phone, { [quantity]: '7' })
  await expectStatus(phone, '1 change not taken')
  await button(phone, 'Show').click()
  await phone.getByText('Not found').waitFor()
  await button(phone, 'Give up').click()
  await phone.getByText('Everything has been sent.').waitFor()
})

test('signing out warns of queued work, which stays for that person only until they are back', async ({
  phone,
  task,
  owner,
  company,
  engineer,
}) => {
  await openTask(phone, task)
  await hasSettled(phone)
  const letGo = await intercept(phone, /site-changes$/, (route) => route.abort())
  await enterWork(phone, { [quantity]: '3' })
  await expectStatus(phone, waiting('1 change'))
  await button(phone, 'Logout').click()
  const warning = phone.getByRole('dialog', { name: '1 change not sent yet' })
  await expectAccessible(phone)
  await warning.getByRole('button', { name: 'Send first, then sign out' }).click()
  await warning.getByText('It could not be sent: there is no line.').waitFor()
  await warning.getByRole('button', { name: 'Stay' }).click()
  await button(phone, 'Logout').click()
  await warning.getByRole('button', { name: 'Sign out all the same' }).click()
  await phone.getByRole('link', { name: 'Login' }).first().waitFor()
  letGo()

  await signIn(phone, company.administrator)
  await openTask(phone, task)
  await hasSettled(phone)
  expect(await phone.getByText(/waiting$/).count()).toBe(0)
  await button(phone, 'Logout').click()
  await phone.getByRole('link', { name: 'Login' }).first().waitFor()
  expect((await owner.ok(getTask, { params: { id: task.id } })).actualQuantity).toBe(120)

  await signIn(phone, engineer)
  await eventually(async () => (await owner.ok(getTask, { params: { id: task.id } })).actualQuantity).toBe(123)
  await button(phone, 'Logout').click()
  await phone.getByRole('link', { name: 'Login' }).first().waitFor()
  // With an empty queue, signing out leaves nothing of the person in the browser.
  await eventually(() => phone.evaluate<number>('indexedDB.databases().then((all) => all.length)')).toBe(0)
})
