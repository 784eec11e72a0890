import { createDeposit, getDeposit, listDeposits } from '@plinth/api/deposits/deposits'
import { createContract, filterContracts, getContract, updateContract } from '@plinth/api/tenders/contracts'
import { createProject, filterProjects } from '@plinth/api/works/projects'
import { createTask, getTask } from '@plinth/api/works/tasks'
import { dayFromToday } from '@plinth/server/kernel/testing/days'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll } from '../src/browser.ts'
import { all } from '../src/company.ts'
import { testIn } from '../src/desk.ts'
import { person } from '../src/people.ts'
import { alert, button, eventually, faultAt, field, fill, focusIsOn, save, title, undo } from '../src/screen.ts'

/** How a record opens, what its next step is, and what is offered once it is saved. */

const test = testIn('Open Records').extend('owner', { scope: 'file' }, ({ company }) => person(company.administrator))

const head = (page: Page) => page.getByRole('region', { name: 'At a glance', exact: true })
const step = (page: Page, text: string | RegExp) =>
  page.getByRole('navigation', { name: 'Its story' }).getByRole('link', { name: text })
const side = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
async function choose(page: Page, label: string, status: string): Promise<void> {
  const choice = page.getByRole('combobox', { name: label })
  // The options exist once the field has the focus.
  await choice.focus()
  await choice.selectOption({ label: status })
}

const focused = (page: Page) => page.evaluate<string>('document.activeElement.id')
const offer = (page: Page, done: string, label: string) =>
  page.getByRole('alert').filter({ hasText: done }).getByRole('link', { name: label, exact: true })

test('a tender is taken from its draft to its project without leaving its page', async ({ enter, owner, company }) => {
  const body = { contractName: 'Tank at Hoskote', bidId: 'MI/114', tenderBidValue: 4_058_750, paperCost: 1500 }
  const { id } = await owner.ok(createContract, { body: { ...body, closingDate: dayFromToday(5) } })
  const page = await enter(company.administrator)
  await page.goto(`/contracts/${id}`)
  await head(page).getByText('closes in 5 days').waitFor()
  await head(page).getByText('₹40,58,750.00').waitFor()
  await step(page, /^EMD \(still to come\)/).waitFor()
  await button(page, 'Submit the bid').click()
  await alert(page, 'Tank at Hoskote: status Submitted')
  await undo(page, 'Tank at Hoskote: status Submitted')
  await alert(page, 'Undone: Tank at Hoskote: status Draft')
  await button(page, 'Submit the bid').click()
  await step(page, /^EMD \(missing\) not recorded$/).waitFor()

  await button(page, 'Record EMD').click()
  const panel = page.getByRole('dialog', { name: 'New deposit' })
  await focusIsOn(page, field(page, 'Amount'))
  await eventually(() => field(page, 'Deposit type').inputValue()).toBe('EMD')
  // A letter in an amount is reported while typing, and the text is kept.
  await page.keyboard.type('81o')
  await panel.getByText('Amount must be an amount such as 12,34,567.50').waitFor()
  await eventually(() => field(page, 'Amount').inputValue()).toBe('81o')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor()
  await button(page, 'Stay').click()
  await fill(page, { 'Submitted on': '01/11/2026', Amount: '81175', 'Instrument no.': 'DD 204' })
  await expectAccessible(page)
  await save(page)
  await alert(page, 'Deposit created successfully!')
  await panel.waitFor({ state: 'detached' })
  await side(page, 'Deposits').getByRole('link', { name: 'EMD DD 204' }).waitFor()
  await head(page).getByText('₹81,175.00').waitFor()
  await step(page, /^EMD \(done\) ₹81,175.00$/).waitFor()
  expect(await owner.ok(listDeposits, { params: { contractId: id }, query: {} })).toHaveLength(1)

  await choose(page, 'Status of Tank at Hoskote', 'Awarded')
  await button(page, 'Record the security').waitFor()
  await step(page, /^Project \(now\) not created$/).waitFor()
  await side(page, 'Project').getByRole('button', { name: 'Create Project from Tank at Hoskote' }).click()
  await alert(page, 'Project created successfully!')
  await step(page, /^Project \(done\)/).waitFor()
  expect(await page.getByRole('button', { name: /^Create Project/ }).count()).toBe(0)
  await offer(page, 'Project created successfully!', 'Plan its tasks').click()
  await title(page, 'New task')
  const [project] = await owner.ok(filterProjects, { body: { contractId: id } })
  expect(new URL(page.url()).searchParams.get('projectId')).toBe(project?.id)
})

test('the tabs of a record are part of its address, and work by keys and on a phone', async ({
  enter,
  owner,
  company,
}) => {
  const { id } = await owner.ok(createContract, { body: { contractName: 'Weir at Sira', status: 'AWARDED' } })
  const page = await enter(company.administrator, 'phone')
  await page.goto(`/contracts/${id}#deposits`)
  await eventually(() => focused(page)).toBe('deposits')
  const sides = page.getByRole('navigation', { name: 'Sides of this record' })
  await sides.getByRole('link', { name: 'History' }).press('Enter')
  await eventually(() => focused(page)).toBe('history')
  expect(new URL(page.url()).hash).toBe('#history')
  await expectNoSidewaysScroll(page)
  await step(page, /^Agreement \(missing\) No agreement date$/).click()
  await title(page, 'Edit contract')
  await focusIsOn(page, field(page, 'Agreement date'))
  await page.goto(`/contracts/${id}`)
  await step(page, /^Agreement/).waitFor()
})

test('a refund is requested for a deposit that is due, and its return needs a day', async ({
  enter,
  owner,
  company,
}) => {
  const lost = { status: 'REJECTED', resultDate: dayFromToday(-40) } as const
  const { id: contractId } = await owner.ok(createContract, { body: { contractName: 'Canal at Maddur', ...lost } })
  const emd = { depositType: 'EMD', instrumentNo: 'DD 9', amount: 50_000, depositSubmitedDate: dayFromToday(-70) }
  const { id: depositId } = await owner.ok(createDeposit, { params: { contractId }, body: emd })
  const page = await enter(company.administrator)
  await page.goto(`/contracts/${contractId}`)
  await step(page, /^Refund \(missing\) ₹50,000.00 due back$/).waitFor()
  await button(page, 'Ask for the EMD back').click()
  await alert(page, 'EMD DD 9: status Pending refund')
  await step(page, /^Refund \(now\) ₹50,000.00 asked for$/).waitFor()
  await undo(page, 'EMD DD 9: status Pending refund')
  await side(page, 'Deposits').getByRole('link', { name: 'EMD DD 9' }).click()
  await head(page).getByText('10 days overdue').waitFor()
  await head(page).getByText('70 days').waitFor()
  await button(page, 'Ask for it back').click()
  await button(page, 'It has come back').click()
  await page.getByRole('dialog', { name: 'On which day did it come back?' }).waitFor()
  await button(page, 'Cancel').click()
  const stored = () => owner.ok(getDeposit, { params: { contractId, depositId } })
  expect((await stored()).status).toBe('PENDING_REFUND')
  await button(page, 'It has come back').click()
  await fill(page, { 'Returned on': '02/11/2026' })
  await button(page, 'Save').click()
  await alert(page, 'EMD DD 9: status Refunded')
  expect(await stored()).toMatchObject({ status: 'REFUNDED', depositeReturnedDate: '2026-11-02' })
  await step(page, /^Back \(done\) 02 Nov 2026$/).waitFor()
  // Undo restores the day together with the status.
  await undo(page, 'EMD DD 9: status Refunded')
  await alert(page, 'Undone: EMD DD 9: status Pending refund')
  expect(await stored()).toMatchObject({ status: 'PENDING_REFUND', depositeReturnedDate: null })
})

test('a saved form offers to open the record, its next step, another one and the way back', async ({
  enter,
  owner,
  company,
}) => {
  const page = await enter(company.administrator)
  await page.goto('/contracts/create')
  await focusIsOn(page, field(page, 'Contract name'))
  await fill(page, { 'Contract name': 'First of two', 'Bid ID': 'TWO/1' })
  await button(page, 'Save and new').click()
  await alert(page, 'Contract created successfully!')
  await focusIsOn(page, field(page, 'Contract name'))
  await eventually(() => field(page, 'Bid ID').inputValue()).toBe('')
  await fill(page, { 'Contract name': 'Second of two', 'Bid ID': 'TWO/1' })
  await save(page)
  await faultAt(page, 'Bid ID', 'Bid ID is already used by another contract')
  const [first] = (await owner.ok(filterContracts, { body: { bidId: 'TWO/1' } })).content
  const holder = page.getByRole('main').getByRole('link', { name: 'First of two' })
  await eventually(() => holder.getAttribute('href')).toBe(`/contracts/${first?.id}`)
  await fill(page, { 'Bid ID': 'TWO/2' })
  await save(page)
  await title(page, 'Contracts')
  await eventually(() => offer(page, 'Contract created successfully!', 'New another').getAttribute('href')).toBe(
    '/contracts/create',
  )
  await offer(page, 'Contract created successfully!', 'Record EMD').click()
  await title(page, 'New deposit')
  await eventually(() => field(page, 'Deposit type').inputValue()).toBe('EMD')
  await page.goBack()
  await title(page, 'Contracts')

  await page.goto(`/contracts/${first?.id}/edit`)
  await fill(page, { 'Contract name': 'First, renamed', Comments: 'Seen' })
  await page.keyboard.press('Control+s')
  await alert(page, 'Contract updated successfully!')
  await undo(page, 'Contract updated successfully!')
  await alert(page, 'Undone: Contract updated successfully!')
  const known = { params: { id: first?.id ?? '' } }
  expect(await owner.ok(getContract, known)).toMatchObject({ contractName: 'First of two', comments: null })

  await page.goto('/contracts/create')
  await fill(page, { 'Contract name': 'Never mind' })
  await save(page)
  await undo(page, 'Contract created successfully!')
  await alert(page, 'Undone: Contract created successfully!')
  expect((await owner.ok(filterContracts, { body: { contractName: 'Never mind' } })).totalElements).toBe(0)
})

test('undoing an edit keeps what somebody saved after it', async ({ enter, owner, company }) => {
  const { id } = await owner.ok(createContract, { body: { contractName: 'Bund at Kolar' } })
  const page = await enter(company.administrator)
  await page.goto(`/contracts/${id}/edit`)
  await fill(page, { 'Contract name': 'Bund at Kolar, lot 2' })
  await save(page)
  await alert(page, 'Contract updated successfully!')
  await owner.ok(updateContract, { params: { id }, body: { bidId: 'KLR/2' } })
  await undo(page, 'Contract updated successfully!')
  await alert(page, 'Not undone: Contract updated successfully!')
  expect(await owner.ok(getContract, { params: { id } })).toMatchObject({ contractName: 'Bund at Kolar, lot 2' })
})

test('a long form folds the rarely used fields, and unfolds them for an error or a value', async ({
  enter,
  owner,
  company,
}) => {
  const page = await enter(company.administrator)
  await page.goto('/contracts/create')
  const fold = page.getByRole('button', { name: 'More fields (17)' })
  await fold.waitFor()
  expect(await field(page, 'License no.').count()).toBe(0)
  await fill(page, {
    'Contract name': 'Drain at Hunsur',
    'Given start date': '10/03/2027',
    'Given end date': '09/03/2027',
  })
  await fold.click()
  expect(await field(page, 'Given end date').count()).toBe(0)
  await save(page)
  await faultAt(page, 'Given end date', 'Given end date must not be before Given start date')
  await eventually(() => fold.getAttribute('aria-expanded')).toBe('true')
  const name = 'Drain and culverts along the road from Hunsur to Periyapatna, '.repeat(4)
  const low = await field(page, 'Contract name').boundingBox()
  await fill(page, { 'Contract name': `${name}\nwith lights`, 'Given end date': '11/03/2027' })
  const high = await field(page, 'Contract name').boundingBox()
  expect(high?.height).toBeGreaterThan((low?.height ?? 0) * 1.5)
  await field(page, 'Contract name').press('Enter')
  await alert(page, 'Contract created successfully!')
  const [created] = (await owner.ok(filterContracts, { body: { contractName: 'Drain and culverts' } })).content
  expect(created?.contractName).toBe(`${name.trim()} with lights`)
  await page.goto(`/contracts/${created?.id}/edit`)
  await field(page, 'Given end date').waitFor()
})

test('projects and tasks open with their state and their next step', async ({ enter, owner, company }) => {
  const { id } = await owner.ok(createProject, { body: { projectName: 'Culvert 7', status: 'INITIATED' } })
  const page = await enter(company.administrator)
  await page.goto(`/projects/${id}`)
  await head(page).getByRole('link', { name: 'Plan its tasks' }).waitFor()
  await step(page, /^Tasks \(now\) None yet$/).waitFor()
  const quantities = { estimatedQuantity: 12, actualQuantity: 4, units: 'cum', estimatedRate: 100, taxPercentage: 0 }
  const days = { givenEndDate: dayFromToday(-3), actualStartDate: dayFromToday(-9) }
  const body = { projectId: id, title: 'Bed concrete', ...quantities, ...days, actualRate: 400 }
  const task = await owner.ok(createTask, { body })
  await page.reload()
  await head(page).getByText('3 days late').waitFor()
  await head(page).getByText('₹400.00 over the estimate').waitFor()
  await button(page, 'Set it in progress').click()
  await alert(page, 'Culvert 7: status In progress')
  await head(page).getByRole('link', { name: 'See what is late' }).click()
  await page.getByRole('link', { name: 'Bed concrete', exact: true }).click()
  await head(page).getByText('3 days late').waitFor()
  await head(page).getByText('of 12 cum').waitFor()
  await head(page).getByRole('link', { name: 'Assign it' }).waitFor()
  await choose(page, 'Status of Bed concrete', 'Rejected')
  await page.getByRole('textbox', { name: 'Rejection reason' }).fill('Cubes failed')
  await page.getByRole('dialog').getByRole('button', { name: 'Reject', exact: true }).click()
  await alert(page, 'Bed concrete: status Rejected')
  const stored = await owner.ok(getTask, { params: { id: task.id } })
  expect(stored).toMatchObject({ status: 'REJECTED', rejectionReason: 'Cubes failed' })
  await button(page, 'Take it up again').waitFor()
})

test('a person who may only view is offered no actions, and sends no refused request', async ({
  enter,
  owner,
  company,
}) => {
  const { id } = await owner.ok(createContract, { body: { contractName: 'Road at Hassan', status: 'AWARDED' } })
  await owner.ok(createProject, { body: { contractId: id } })
  const reader = await company.joinWith('Looker', { Contracts: ['canView'] })
  const page = await enter(reader)
  const refused: string[] = []
  page.on('response', (response) => response.status() === 403 && refused.push(response.url()))
  await page.goto(`/contracts/${id}`)
  await step(page, /^Project \(done\) created$/).waitFor()
  await side(page, 'Project').getByText('A project has been created from this contract.').waitFor()
  // Watching a record does not change it, so a reader may watch.
  await eventually(() => head(page).getByRole('button').allTextContents()).toEqual(['Watch'])
  expect(await page.getByRole('combobox', { name: 'Status of Road at Hassan' }).count()).toBe(0)
  expect(await side(page, 'Deposits').getByRole('button').count()).toBe(0)
  expect(refused).toEqual([])
})

/** Counts the keys that are pressed and typed. */
function countKeys(page: Page) {
  let keys = 0
  return {
    press: async (key: string) => {
      keys += 1
      await page.keyboard.press(key)
    },
    type: async (text: string) => {
      keys += text.length
      await page.keyboard.type(text)
    },
    count: () => keys,
  }
}

test('a tender is registered by keyboard, from the list, in at most 85 keys', async ({ enter, owner, company }) => {
  const clerk = await company.joinWith('Clerk', all('Contracts'))
  const page = await enter(clerk)
  await page.goto('/contracts/list')
  await page.getByRole('heading', { level: 1, name: 'Contracts' }).focus()
  const { press, type, count } = countKeys(page)
  const link = page.getByRole('link', { name: 'New contract' })
  while (!(await link.and(page.locator(':focus')).count())) await press('Tab')
  await press('Enter')
  await focusIsOn(page, field(page, 'Contract name'))
  const goTo = async (label: string) => {
    while (!(await field(page, label).and(page.locator(':focus')).count())) await press('Tab')
  }
  for (const [label, text] of [
    ['Contract name', 'Tank bund repair at Hoskote'],
    ['Bid ID', 'MI/2026/114'],
    ['Closing date', '12/12/26'],
    ['Actual value', '4250000'],
    ['Bid percentage', '-4.5'],
    ['Paper cost', '1500'],
  ] as const) {
    await goTo(label)
    await type(text)
  }
  await press('Control+s')
  await alert(page, 'Contract created successfully!')
  const { content } = await owner.ok(filterContracts, { body: { bidId: 'MI/2026/114' } })
  expect(content).toMatchObject([{ closingDate: '2026-12-12', tenderBidValue: 4_058_750, paperCost: 1500 }])
  expect(count()).toBeLessThanOrEqual(85)
})
