import { createDeposit } from '@plinth/api/deposits/deposits'
import { addNote, listNotes } from '@plinth/api/documents/notes'
import { createInstrument } from '@plinth/api/guarantees/instruments'
import { createContract } from '@plinth/api/tenders/contracts'
import { createProject } from '@plinth/api/works/projects'
import { createTask } from '@plinth/api/works/tasks'
import { dayFromToday } from '@plinth/server/kernel/testing/days'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll, type Size } from '../src/browser.ts'
import { dayTyped } from '../src/day-forms.ts'
import { testIn } from '../src/desk.ts'
import { person, type Who } from '../src/people.ts'
import { alert, answerDialog, eventually, failing, focusIsOn, undo } from '../src/screen.ts'

/** Notes of calls, visits and letters: written and shown on the page of their record, and deleted by their author. */

const test = testIn('Tapti Works')
  .extend('deposit', async ({ owner }) => {
    const { id: contractId } = await owner.ok(createContract, { body: { contractName: 'Tapti canal' } })
    const body = { depositType: 'EMD', instrumentNo: 'DD 81', amount: 50_000 }
    const { id } = await owner.ok(createDeposit, { params: { contractId }, body })
    return {
      path: `/contracts/${contractId}/security-deposit/${id}`,
      of: { recordType: 'DEPOSIT' as const, recordId: id },
    }
  })
  .extend('open', ({ enter }) => async (who: Who, path: string, size?: Size) => {
    const page = await enter(who, size)
    await page.goto(`${path}#notes`)
    await side(page).waitFor()
    return page
  })

const side = (page: Page) => page.getByRole('region', { name: 'Notes' })
const box = (page: Page) => side(page).getByRole('textbox', { name: 'Note', exact: true })
const day = (page: Page) => side(page).getByRole('textbox', { name: 'Happened on' })
const kind = (page: Page, name: string) => side(page).getByRole('radio', { name, exact: true })
const add = (page: Page) => side(page).getByRole('button', { name: 'Add note' }).click()
const rows = (page: Page) => side(page).getByRole('listitem')
const lines = async (page: Page) => (await rows(page).allInnerTexts()).map((text) => text.split('\n').filter(Boolean))

test('a call is noted by the keyboard, shown with its lines as typed, and undone', async ({
  open,
  deposit,
  owner,
  company,
}) => {
  const page = await open(company.administrator, deposit.path)
  await side(page).getByText('There are no notes yet.').waitFor()
  // A note on a deposit is a call unless another kind is chosen.
  await eventually(() => kind(page, 'Call').isChecked()).toBe(true)
  await add(page)
  await side(page).getByText('Write first what is to be noted').waitFor()
  await expectAccessible(page)
  await box(page).fill('Mr. Rao: with the treasury.\nSee https://example.org/42')
  await box(page).press('Control+Enter')
  await alert(page, 'Note added')
  await eventually(() => lines(page)).toMatchObject([
    [
      'Call',
      expect.any(String),
      'Mr. Rao: with the treasury.',
      'See https://example.org/42',
      expect.stringMatching(/^Admin · /),
    ],
  ])
  expect(await rows(page).getByRole('link').count()).toBe(0)
  // The form for the next note takes the focus.
  await focusIsOn(page, box(page))
  await eventually(() => box(page).inputValue()).toBe('')
  await kind(page, 'Visit').check()
  await day(page).fill('02/01/2026')
  await box(page).fill('Met the clerk.')
  await add(page)
  await eventually(() => rows(page).count()).toBe(2)
  expect((await lines(page)).at(-1)?.join(' ')).toMatch(/Visit 02 Jan 2026 Met the clerk\./)
  expect(await owner.ok(listNotes, { params: deposit.of, query: {} })).toMatchObject([
    { kind: 'CALL', happenedOn: dayFromToday(0) },
    { kind: 'VISIT', happenedOn: '2026-01-02' },
  ])
  await undo(page, 'Note added')
  await eventually(() => rows(page).count()).toBe(1)
})

test('a future day is reported at its field, and the typed text survives a failed request and leaving the page', async ({
  open,
  deposit,
  company,
}) => {
  const page = await open(company.administrator, deposit.path)
  await kind(page, 'Letter').check()
  await day(page).fill(dayTyped(dayFromToday(2)))
  await box(page).fill('Reminder by post.')
  await side(page).getByText('It must not be after today').waitFor()
  await add(page)
  expect(await rows(page).count()).toBe(0)
  await day(page).fill('03/01/2026')
  await failing(page, /\/notes\//, async () => {
    await add(page)
    await alert(page, 'The note was not added.')
  })
  await page.goto('/contracts/list')
  await page.goto(`${deposit.path}#notes`)
  await eventually(() => box(page).inputValue()).toBe('Reminder by post.')
  await eventually(() => kind(page, 'Letter').isChecked()).toBe(true)
  await eventually(() => day(page).inputValue()).toBe('03 Jan 2026')
  await add(page)
  await eventually(() => rows(page).count()).toBe(1)
  await page.reload()
  await rows(page).getByText('Reminder by post.').waitFor()
  await eventually(() => box(page).inputValue()).toBe('')
})

test('an author deletes their own note after confirmation but no other, and a reader cannot write one', async ({
  open,
  deposit,
  owner,
  company,
}) => {
  const params = deposit.of
  await owner.ok(addNote, { params, body: { kind: 'CALL', text: 'Of the owner.' } })
  const editor = await company.joinWith('Editor of notes', { Contracts: ['canView', 'canEdit'] })
  await (await person(editor)).ok(addNote, { params, body: { kind: 'NOTE', text: 'Of the editor.' } })
  const page = await open(editor, deposit.path)
  await eventually(() => rows(page).count()).toBe(2)
  const remove = side(page).getByRole('button', { name: /^Delete / })
  await eventually(() => remove.count()).toBe(1)
  expect(await answerDialog(page, 'dismiss', () => remove.click())).toBe('Are you sure you want to delete this note?')
  await answerDialog(page, 'accept', () => remove.click())
  await eventually(() => rows(page).count()).toBe(1)
  await rows(page).getByText('Of the owner.').waitFor()
  const reader = await open(await company.joinWith('Reader of notes', { Contracts: ['canView'] }), deposit.path)
  await rows(reader).getByText('Of the owner.').waitFor()
  expect(await side(reader).getByRole('button').count()).toBe(0)
  expect(await box(reader).count()).toBe(0)
})

test('older notes are shown on request', async ({ open, deposit, owner, company }) => {
  for (let at = 0; at < 51; at += 1)
    await owner.ok(addNote, {
      params: deposit.of,
      body: { kind: 'NOTE', text: `No. ${at}`, happenedOn: dayFromToday(-at) },
    })
  const page = await open(company.administrator, deposit.path)
  await eventually(() => rows(page).count()).toBe(50)
  await side(page).getByRole('button', { name: 'Show older' }).click()
  await rows(page).getByText('No. 50', { exact: true }).waitFor()
})

test('every kind of record has notes', async ({ open, owner, company }) => {
  const { id: contractId } = await owner.ok(createContract, { body: { contractName: 'Girna weir' } })
  const { id: projectId } = await owner.ok(createProject, { body: { projectName: 'Girna weir' } })
  const { id: taskId } = await owner.ok(createTask, { body: { title: 'Piers', projectId } })
  const body = { kind: 'BG', number: 'BG 81', amount: 100, issuedOn: '2026-01-01', expiresOn: '2030-01-01' } as const
  const { id: instrumentId } = await owner.ok(createInstrument, { body })
  const pages = {
    CONTRACT: [`/contracts/${contractId}`, contractId],
    PROJECT: [`/projects/${projectId}`, projectId],
    TASK: [`/project-tasks/${taskId}`, taskId],
    INSTRUMENT: [`/contracts/instruments/${instrumentId}`, instrumentId],
  } as const
  for (const recordType of ['CONTRACT', 'PROJECT', 'TASK', 'INSTRUMENT'] as const) {
    const [path, recordId] = pages[recordType]
    const page = await open(company.administrator, path)
    await page.getByRole('navigation', { name: 'Sides of this record' }).getByRole('link', { name: 'Notes' }).click()
    await eventually(() => kind(page, 'Note').isChecked()).toBe(true)
    await box(page).fill(`Of ${recordType}`)
    await add(page)
    await rows(page).getByText(`Of ${recordType}`).waitFor()
    expect(await owner.ok(listNotes, { params: { recordType, recordId }, query: {} })).toHaveLength(1)
  }
})

test('on a phone notes are written and read without scrolling sideways', async ({ open, deposit, company }) => {
  const page = await open(company.administrator, deposit.path, 'phone')
  await kind(page, 'Visit').check()
  await box(page).fill(`Averylongwordthatnobodywouldtypebutsomebodypastes${'x'.repeat(80)}`)
  await expectNoSidewaysScroll(page)
  await add(page)
  await eventually(() => rows(page).count()).toBe(1)
  await expectNoSidewaysScroll(page)
})
