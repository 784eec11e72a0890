import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createProject } from '@plinth/api/works/projects'
import { createTask, getTask, type Task } from '@plinth/api/works/tasks'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { testIn } from '../src/desk.ts'
import { active, openAtFront, openKept, ownFront } from '../src/front.ts'
import { button, eventually, fill, hasSettled, title } from '../src/screen.ts'

/** What a browser keeps of the product so that it opens on site without a line, and what it must not keep. */

const test = testIn('Ridge Roads')
  .extend('engineer', { scope: 'file' }, ({ company }) =>
    company.joinWith('Engineer', { 'Project Tasks': ['canView', 'canCreate', 'canEdit'] }),
  )
  // Signing out ends the session that the other tests have.
  .extend('leaver', { scope: 'file' }, ({ company }) => company.joinWith('Mason', { 'Project Tasks': ['canView'] }))
  .extend('clerk', { scope: 'file' }, ({ company }) => company.joinWith('Clerk', { Contracts: ['canView'] }))
  .extend('task', { scope: 'file' }, async ({ owner, engineer }): Promise<Task> => {
    const { id: projectId } = await owner.ok(createProject, { body: { projectName: 'Ghat road' } })
    const body = { projectId, title: 'Cutting', estimatedQuantity: 400, units: 'm³', actualQuantity: 120 }
    return owner.ok(createTask, { body: { ...body, status: 'IN_PROGRESS', assignedTo: engineer.id } })
  })
  .extend('front', ownFront)
  .extend('open', openAtFront)

const listOf = ({ projectId }: Task) => `/project-tasks/list?projectId=${projectId}`
const news = (page: Page, text: string) => page.getByRole('status').getByText(text, { exact: true }).waitFor()

/** The names of what the shell is kept under. */
const kept = (page: Page) => page.evaluate<string[]>('caches.keys()')

/** The addresses of all that is kept. */
const addresses = (page: Page) =>
  page.evaluate<string[]>(`caches.keys().then((names) => Promise.all(names.map(async (name) =>
    (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)))).then((all) => all.flat())`)

async function reloadWithoutALine(page: Page): Promise<void> {
  await page.context().setOffline(true)
  await page.reload()
}

test('a reload without a line opens the screen, says what could not be fetched, and shows what waits', async ({
  open,
  owner,
  engineer,
  task,
}) => {
  const page = await open(engineer)
  await openKept(page, listOf(task))
  // The worker does not serve the page that brought it: until this has all that it may need, its dialogs come from the server.
  await hasSettled(page)
  await page.context().setOffline(true)
  await button(page, 'Today’s work on Cutting').click()
  await fill(page, { 'Today’s quantity in m³': '30' })
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
  await news(page, 'Offline · 1 change waiting')
  await page.reload()
  await title(page, 'Project tasks')
  await news(page, 'Offline · 1 change waiting')
  await page.getByText('Failed to fetch task data.').first().waitFor()
  await button(page, 'Show').click()
  await page.getByRole('dialog').getByText('Cutting').first().waitFor()
  await page.keyboard.press('Escape')
  await page.goto(`/project-tasks/${task.id}`)
  await news(page, 'Offline · 1 change waiting')
  await page.goto('/')
  await title(page, 'Today')
  await page.context().setOffline(false)
  await page.goto(listOf(task))
  await button(page, 'Today’s work on Cutting').waitFor()
  await eventually(async () => (await owner.ok(getTask, { params: { id: task.id } })).actualQuantity).toBe(150)
})

test('only files of the build are kept, and one document that is nobody’s', async ({ open, engineer, task }) => {
  const page = await open(engineer)
  await openKept(page, listOf(task))
  await page.reload()
  await button(page, 'Today’s work on Cutting').waitFor()
  const all = await addresses(page)
  expect(all.filter((path) => !path.startsWith('/static/'))).toEqual(['/project-tasks/list'])
  const built: Record<string, { file: string }> = JSON.parse(
    readFileSync(join(import.meta.dirname, '../../web/dist/.vite/manifest.json'), 'utf8'),
  )
  const fileOf = (screen: string) => `/${built[screen]?.file}`
  expect(all).toEqual(
    expect.arrayContaining([fileOf('src/works/tasks/TaskForm.tsx'), fileOf('src/works/measure/SheetPage.tsx')]),
  )
  expect(all).not.toContain(fileOf('src/money/parties/PartyList.tsx'))
  const document = await page.evaluate<string>(`caches.match('/project-tasks/list').then((found) => found.text())`)
  expect(document).toContain('<div id="root">')
  expect(document).not.toContain('Cutting')
  expect(document).not.toContain(engineer.email)
  // What is no screen of the site is the server's alone.
  await page.context().setOffline(true)
  await expect(page.goto('/contracts/list')).rejects.toThrow(/ERR_INTERNET_DISCONNECTED/)
})

test('the language of the last page with a line is that of the next without one', async ({ open, engineer, front }) => {
  const page = await open(engineer)
  await openKept(page, '/project-tasks/list')
  await page.context().addCookies([{ name: 'language', value: 'hi', url: front.url }])
  await page.reload()
  await eventually(() => addresses(page)).toContainEqual(expect.stringMatching(/^\/static\/hi-.*\.json$/))
  await reloadWithoutALine(page)
  await page
    .getByRole('heading', { level: 1 })
    .getByText(/\p{Script=Devanagari}/u)
    .waitFor()
  expect(await page.evaluate('document.documentElement.lang')).toBe('hi-IN')
})

test('who has signed out finds nothing of theirs, with a line and without', async ({ open, leaver, task }) => {
  const page = await open(leaver)
  await openKept(page, listOf(task))
  await button(page, 'Logout').click()
  await page.getByRole('link', { name: 'Login', exact: true }).waitFor()
  await page.context().setOffline(true)
  await page.goto(listOf(task))
  await page.getByText('Guest', { exact: true }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/')
  expect(await page.getByText('Cutting').count()).toBe(0)
  expect(await page.evaluate('Object.keys(localStorage)')).toEqual([])
})

test('nothing is kept for who does not work on the tasks', async ({ open, clerk }) => {
  const page = await open(clerk)
  await page.goto('/contracts/list')
  await eventually(() => page.evaluate<number>(`performance.getEntriesByName('loaded ahead').length`)).toBeGreaterThan(
    0,
  )
  expect(await page.evaluate<number>('navigator.serviceWorker.getRegistrations().then(({ length }) => length)')).toBe(0)
  expect(await kept(page)).toEqual([])
})

test('a new build takes the place of the one before, and one that takes itself away leaves nothing', async ({
  open,
  front,
  engineer,
  task,
}) => {
  const page = await open(engineer)
  await openKept(page, listOf(task))
  const before = await kept(page)
  expect(before).toHaveLength(1)
  front.worker = (built) => built.replace(/^const release = .*/, `const release = 'next'`)
  await page.reload()
  await eventually(() => kept(page)).toEqual(['shell next'])
  await reloadWithoutALine(page)
  await title(page, 'Project tasks')
  await page.context().setOffline(false)
  front.worker = () => `
    self.addEventListener('install', () => self.skipWaiting())
    self.addEventListener('activate', (event) => event.waitUntil((async () => {
      for (const name of await caches.keys()) await caches.delete(name)
      await self.registration.unregister()
    })()))`
  await page.reload()
  await eventually(() => kept(page)).toEqual([])
  await expect(reloadWithoutALine(page)).rejects.toThrow(/ERR_INTERNET_DISCONNECTED/)
})

test('a worker that meets the pages of another build keeps none of them', async ({ open, front, engineer, task }) => {
  const page = await open(engineer)
  front.worker = (built) => built.replace(/\/static\/js\/index-/g, '/static/js/other-')
  await page.goto(listOf(task))
  await eventually(() => page.evaluate<number>(`performance.getEntriesByName('loaded ahead').length`)).toBeGreaterThan(
    0,
  )
  expect(await active(page)).toBeUndefined()
  front.worker = (built) => built
  await openKept(page, listOf(task))
})
