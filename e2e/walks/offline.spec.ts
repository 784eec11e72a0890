import { createContract } from '@plinth/api/tenders/contracts'
import { createProject } from '@plinth/api/works/projects'
import { createTask } from '@plinth/api/works/tasks'
import type { Client } from '@plinth/server/testing/test-server'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { launchBrowser, signedIn, spend, visit } from '../src/browser.ts'
import { scriptOf } from '../src/built.ts'
import { test as inDesk } from '../src/desk.ts'
import { operator } from '../src/people.ts'
import { alert, button, eventually, field, fill, intercept, save } from '../src/screen.ts'

/** The browser has no script but what the page of the test itself has fetched: it is not shared, and no page is found again. */
const test = inDesk
  // oxlint-disable-next-line no-empty-pattern -- what a fixture needs is told by a pattern, and this one needs nothing
  .extend('browser', { scope: 'file' }, async ({}, { onCleanup }) => {
    const browser = await launchBrowser()
    onCleanup(() => browser.close())
    return browser
  })
  .extend('page', async ({ page }) => {
    spend(page)
    const session = await page.context().newCDPSession(page)
    await session.send('Network.clearBrowserCache')
    await session.detach()
    return page
  })

/** Until the page has fetched what it may need later. */
const settled = (page: Page) =>
  eventually(() => page.evaluate<number>(`performance.getEntriesByName('loaded ahead').length`)).toBeGreaterThan(0)

async function leaveTheLine(page: Page): Promise<void> {
  await settled(page)
  await page.context().setOffline(true)
}

/** A screen, what is typed there, and what a save without a line says. */
type Form = [
  path: string | ((owner: Client) => Promise<string>),
  typed: Record<string, string>,
  notice: string | RegExp,
]

const forms: Record<string, Form> = {
  'a new contract': [
    '/contracts/create',
    { 'Contract name': 'Ghat road', 'Closing date': '05/03/2026' },
    'Failed to save contract. Please try again.',
  ],
  'a changed contract': [
    async (owner) => `/contracts/${(await owner.ok(createContract, { body: { contractName: 'Weir' } })).id}/edit`,
    { 'Contract name': 'Weir and canal' },
    'Failed to save contract. Please try again.',
  ],
  'a new deposit': [
    async (owner) =>
      `/contracts/${(await owner.ok(createContract, { body: { contractName: 'Weir' } })).id}/security-deposit/new`,
    { 'Instrument no.': 'DD-1', Amount: '5000', 'Deposit type': 'EMD' },
    'Failed to save deposit. Please try again.',
  ],
  'a new project': ['/projects/create', { 'Project name': 'Ghat road' }, 'Failed to save project. Please try again.'],
  'a changed task': [
    async (owner) => {
      const { id: projectId } = await owner.ok(createProject, { body: { projectName: 'Weir' } })
      return `/project-tasks/${(await owner.ok(createTask, { body: { projectId, title: 'Sill' } })).id}/edit`
    },
    { Title: 'Sill and apron' },
    'Failed to save task. Please try again.',
  ],
  'a new user': [
    '/admin/users/create',
    { Name: 'Ravi Kamath', 'E-mail': 'ravi@demo.example', Password: 'a ford in the river' },
    'Failed to save user',
  ],
  'a new role': ['/admin/roles/create', { Name: 'Storekeeper' }, /Failed to save/],
}

async function saveWithoutALine(page: Page, typed: Record<string, string>, notice: string | RegExp) {
  const heading = await page.getByRole('heading', { level: 1 }).textContent()
  await fill(page, typed)
  await leaveTheLine(page)
  await save(page)
  await alert(page, notice)
  await page.getByText('The server cannot be reached. Check the connection and try again.').first().waitFor()
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(heading)
  const [label = '', value] = Object.entries(typed)[0] ?? []
  expect(await field(page, label).inputValue()).toBe(value)
  // Nor is it lost by going away: the question is there without a line, too.
  await page.getByRole('link', { name: 'Home', exact: true }).first().click()
  await button(page, 'Stay').click()
  expect(await field(page, label).inputValue()).toBe(value)
}

test.for(Object.entries(forms))(
  '%s that is saved without a line stays on its screen, with all that was typed',
  async ([, [path, typed, notice]], { page, owner }) => {
    await page.goto(typeof path === 'string' ? path : await path(owner))
    await button(page, 'Save').waitFor()
    await saveWithoutALine(page, typed, notice)
  },
)

test.for([
  ['/admin/tenants/create', 'Failed to save tenant'],
  ['/admin/modules/create', /Failed to save/],
] as const)('%s, of an operator, stays too', async ([path, notice], { browser }) => {
  const { page, faults } = await signedIn(browser, operator())
  await page.goto(path)
  await button(page, 'Save').waitFor()
  await saveWithoutALine(page, { Name: 'Konkan Roads' }, notice)
  expect(faults).toEqual([])
  await page.context().close()
})

test('a message that cannot be sent stays in its form', async ({ browser }) => {
  const { page, faults } = await visit(browser)
  await page.goto('/contact')
  await field(page, 'Message').waitFor()
  const typed = {
    Name: 'Ravi',
    Email: 'ravi@konkan.example',
    'Mobile Number': '9876543210',
    Message: 'Please call us back.',
  }
  await fill(page, typed)
  await leaveTheLine(page)
  await page.getByRole('button', { name: /Send/ }).click()
  await page.getByText('Failed to send message. Please try again.').waitFor()
  expect(await field(page, 'Message').inputValue()).toBe(typed.Message)
  expect(faults).toEqual([])
  await page.context().close()
})

/** A project with one task, seen as its tree. */
async function openTree(page: Page, owner: Client): Promise<void> {
  const { id: projectId } = await owner.ok(createProject, { body: { projectName: 'Culvert' } })
  await owner.ok(createTask, { body: { projectId, title: 'Head wall' } })
  await page.goto(`/project-tasks/list?projectId=${projectId}`)
  await page.getByRole('treegrid').getByRole('link', { name: 'Head wall', exact: true }).waitFor()
}
const status = (page: Page) => page.getByRole('treegrid').getByRole('button', { name: /Change status/ })

test('an edit in the tree without a line is taken back, told, and the tree stays', async ({ page, owner }) => {
  await openTree(page, owner)
  await leaveTheLine(page)
  await status(page).click()
  await page.getByRole('option', { name: 'In progress', exact: true }).click()
  await alert(page, 'Failed to save task. Please try again.')
  await eventually(() => status(page).textContent()).toContain('Draft')
  await page.getByRole('treegrid').getByRole('link', { name: 'Head wall', exact: true }).waitFor()
  await page.context().setOffline(false)
  await status(page).click()
  await page.getByRole('option', { name: 'In progress', exact: true }).click()
  await eventually(() => status(page).textContent()).toContain('In progress')
})

test('a part that breaks says so, leaves the rest of the screen, and can be closed', async ({ page, owner }) => {
  const body = `export const TaskEditor = () => { throw new Error('broken') }`
  await page.route(scriptOf('works/tasks/TaskCells.tsx'), (route) =>
    route.fulfill({ body, contentType: 'text/javascript' }),
  )
  await openTree(page, owner)
  await status(page).click()
  const notice = page.getByRole('alert').filter({ hasText: 'This part could not be shown' })
  await notice.getByRole('button', { name: 'Close' }).click()
  await notice.waitFor({ state: 'detached' })
  await page.getByRole('treegrid').getByRole('link', { name: 'Head wall', exact: true }).waitFor()
})

test('a dialog that cannot be loaded can be closed, and is loaded when it is opened again', async ({ page }) => {
  const letGo = await intercept(page, scriptOf('app/Palette.tsx'), (route) => route.abort())
  await page.goto('/projects/create')
  await field(page, 'Project name').fill('Ghat road')
  await page.keyboard.press('Control+K')
  const notice = page.getByRole('alert').filter({ hasText: 'This part could not be loaded' })
  await notice.getByRole('button', { name: 'Close' }).click()
  await notice.waitFor({ state: 'detached' })
  letGo()
  await page.keyboard.press('Control+K')
  await page.getByRole('dialog').getByRole('combobox').waitFor()
  expect(await page.getByLabel('Project name').inputValue()).toBe('Ghat road')
})

test('a part that cannot be loaded says so in its place and loads when it is tried again', async ({ page, owner }) => {
  const letGo = await intercept(page, scriptOf('works/tasks/TaskCells.tsx'), (route) => route.abort())
  await openTree(page, owner)
  await status(page).click()
  const notice = page.getByRole('alert').filter({ hasText: 'This part could not be loaded' })
  await notice.getByText('the connection may be away').waitFor()
  await page.getByRole('treegrid').getByRole('link', { name: 'Head wall', exact: true }).waitFor()
  await page.context().setOffline(true)
  await notice.getByRole('button', { name: 'Try again' }).click()
  await notice.getByRole('button', { name: 'Try again' }).waitFor()
  await page.context().setOffline(false)
  letGo()
  await notice.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('option', { name: 'In progress', exact: true }).click()
  await eventually(() => status(page).textContent()).toContain('In progress')
})

test('a part of a replaced build says so, and what was typed is offered after the reload', async ({ page }) => {
  await page.route(scriptOf('ui/shell/LeaveDialog.tsx'), (route) => route.fulfill({ status: 404 }), { times: 1 })
  await page.goto('/projects/create')
  await field(page, 'Project name').fill('Ghat road')
  const letGo = await intercept(page, '/', (route) =>
    route.request().isNavigationRequest() ? route.continue() : route.fulfill({ body: '<html></html>' }),
  )
  await page.getByRole('link', { name: 'Home', exact: true }).first().click()
  const notice = page.getByRole('alert').filter({ hasText: 'This part could not be loaded' })
  await notice.getByText('A new version of Plinth has been installed.').waitFor()
  letGo()
  await notice.getByRole('button', { name: 'Reload' }).click()
  await button(page, 'Restore what you had typed').click()
  expect(await field(page, 'Project name').inputValue()).toBe('Ghat road')
})
