import { addNote, listNotes } from '@plinth/api/documents/notes'
import { filterNotifications } from '@plinth/api/reminders/notifications'
import { listWatchers } from '@plinth/api/reminders/watchers'
import { createContract, getContract } from '@plinth/api/tenders/contracts'
import { createProject } from '@plinth/api/works/projects'
import { createTask } from '@plinth/api/works/tasks'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll, type Size } from '../src/browser.ts'
import { testIn } from '../src/desk.ts'
import { person, type Who } from '../src/people.ts'
import { alert, eventually, failing, focusIsOn } from '../src/screen.ts'

const test = testIn('Wainganga Works')
  .extend('colleague', { scope: 'file' }, ({ company }) =>
    company.joinWith('Meera Iyer', { Contracts: ['canView', 'canEdit'], 'Project Tasks': ['canView'] }),
  )
  .extend('contract', async ({ owner }) => {
    const { id } = await owner.ok(createContract, { body: { contractName: 'Wainganga canal' } })
    return { path: `/contracts/${id}`, of: { recordType: 'CONTRACT' as const, recordId: id } }
  })
  .extend('open', ({ enter }) => async (who: Who, path: string, size?: Size) => {
    const page = await enter(who, size)
    await page.goto(path)
    await head(page).waitFor()
    return page
  })

const head = (page: Page) => page.getByRole('region', { name: 'At a glance' })
const button = (page: Page, name: string) => head(page).getByRole('button', { name, exact: true })
const notes = (page: Page) => page.getByRole('region', { name: 'Notes' })
const box = (page: Page) => notes(page).getByRole('textbox', { name: 'Note', exact: true })
const offered = (page: Page) => notes(page).getByRole('option')
const names = (page: Page) => offered(page).locator(':scope').allInnerTexts()

test('a record is watched and unwatched on its page, which shows the number of watchers', async ({
  open,
  contract,
  owner,
  company,
  colleague,
}) => {
  const page = await open(company.administrator, contract.path)
  await button(page, 'Watch').click()
  await head(page).getByText('Watched by 1').waitFor()
  const other = await open(colleague, contract.path)
  await head(other).getByText('Watched by 1').waitFor()
  await button(other, 'Watch').press('Enter')
  await head(other).getByText('Watched by 2').waitFor()
  await focusIsOn(other, button(other, 'Unwatch'))
  await eventually(() => head(other).getByText('Watched by 2').getAttribute('title')).toBe('Admin, Meera Iyer')
  await expectAccessible(other)
  await failing(other, /\/watchers\//, async () => {
    await button(other, 'Unwatch').click()
    await alert(other, 'You still watch it.')
  })
  await button(other, 'Unwatch').click()
  await head(other).getByText('Watched by 1').waitFor()
  await button(page, 'Unwatch').click()
  await button(page, 'Watch').waitFor()
  expect(await owner.ok(listWatchers, { params: contract.of })).toEqual({ isWatching: false, people: [] })
  expect(await owner.ok(getContract, { params: { id: contract.of.recordId } })).toMatchObject({
    createdBy: expect.any(String),
  })
})

test('a note mentions a user by the keyboard, who is notified within seconds', async ({
  open,
  contract,
  owner,
  company,
  colleague,
}) => {
  await company.joinWith('Mohan of the store', { Projects: ['canView'] })
  const page = await open(company.administrator, `${contract.path}#notes`)
  await box(page).pressSequentially('See page 4, @m')
  // Users who may not view the record are not offered.
  await eventually(() => names(page)).toHaveLength(1)
  await expectAccessible(page)
  await box(page).press('Escape')
  await eventually(() => names(page)).toEqual([])
  await box(page).pressSequentially('ee')
  await eventually(() => names(page)).toHaveLength(1)
  await box(page).press('Enter')
  await eventually(() => box(page).inputValue()).toBe('See page 4, @Meera Iyer ')
  await focusIsOn(page, box(page))
  await box(page).pressSequentially('please.')
  await box(page).press('Control+Enter')
  await alert(page, 'Note added')
  await notes(page).getByRole('listitem').getByText('@Meera Iyer', { exact: true }).waitFor()
  expect(await owner.ok(listNotes, { params: contract.of, query: {} })).toMatchObject([
    { text: 'See page 4, @Meera Iyer please.', mentionNames: ['Meera Iyer'] },
  ])
  const inbox = await person(colleague)
  const notifications = async () =>
    (await inbox.ok(filterNotifications, { body: {} })).content.map(({ kind, title }) => [kind, title])
  await eventually(notifications).toEqual([['MENTIONED', 'Wainganga canal']])
})

test('a name that is deleted again is no mention, and one that is typed in full is', async ({
  open,
  contract,
  owner,
  company,
  colleague,
}) => {
  expect(colleague).toBeDefined()
  const page = await open(company.administrator, `${contract.path}#notes`)
  await box(page).pressSequentially('@mee')
  await offered(page).first().click()
  await box(page).fill('Never mind.')
  await box(page).press('Control+Enter')
  await alert(page, 'Note added')
  await eventually(() => box(page).inputValue()).toBe('')
  await box(page).pressSequentially('Ask @Meera Iyer first')
  await box(page).press('Control+Enter')
  const mentions = async () =>
    (await owner.ok(listNotes, { params: contract.of, query: {} })).map((note) => note.mentionNames)
  await eventually(mentions).toEqual([['Meera Iyer'], []])
})

test('on a phone names are picked by touch, and the page does not scroll sideways', async ({
  open,
  owner,
  company,
  colleague,
}) => {
  expect(colleague).toBeDefined()
  const { id: projectId } = await owner.ok(createProject, { body: { projectName: 'Wainganga canal' } })
  const { id } = await owner.ok(createTask, { body: { projectId, title: 'Lining' } })
  await owner.ok(addNote, { params: { recordType: 'TASK', recordId: id }, body: { kind: 'NOTE', text: 'Begun.' } })
  const page = await open(company.administrator, `/project-tasks/${id}`, 'phone')
  await button(page, 'Watch').click()
  await head(page).getByText('Watched by 1').waitFor()
  await notes(page).scrollIntoViewIfNeeded()
  await box(page).pressSequentially('@m')
  await offered(page).getByText('Meera Iyer').click()
  await eventually(() => box(page).inputValue()).toBe('@Meera Iyer ')
  await expectNoSidewaysScroll(page)
})
