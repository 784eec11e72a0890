import { randomUUID } from 'node:crypto'
import { createDeposit, type Deposit, filterDeposits, listDeposits, updateDeposit } from '@plinth/api/deposits/deposits'
import { type ContractStatus, createContract } from '@plinth/api/tenders/contracts'
import { filterProjects } from '@plinth/api/works/projects'
import type { Client } from '@plinth/server/testing/test-server'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { signedIn } from '../src/browser.ts'
import { test } from '../src/desk.ts'
import {
  alert,
  answerDialog,
  apply,
  button,
  choose,
  columnOf,
  eventually,
  failureInForm,
  faultAt,
  field,
  fill,
  historyShown,
  offered,
  offline,
  openFilters,
  pathname,
  save,
  showing,
  title,
  typed,
} from '../src/screen.ts'

const search = '/contracts/contract-deposit'
const depositsOf = (id: string) => `/contracts/${id}/security-deposit`

const newContract = (owner: Client, contractName: string, status: ContractStatus = 'SUBMITTED') =>
  owner.ok(createContract, { body: { contractName, bidId: `BID ${contractName}`, status } })

const newDeposit = (owner: Client, contractId: string, overrides: Partial<Deposit> = {}) =>
  owner.ok(createDeposit, {
    params: { contractId },
    body: { depositType: 'EMD', instrumentNo: 'DD1', amount: 5000, isRepeatConfirmed: true, ...overrides },
  })

test('Add opens the form of a new deposit, and the list shows the saved deposit [2.45 2.72 7.53]', async ({
  page,
  owner,
}) => {
  const { id } = await newContract(owner, 'Onyx')
  await page.goto(depositsOf(id))
  await page.getByText('This contract has no deposits yet.').waitFor()
  await page.getByRole('link', { name: 'Add deposit' }).click()
  await title(page, 'New deposit')
  expect(pathname(page)).toBe(`${depositsOf(id)}/new`)
  await fill(page, { 'Deposit type': 'EMD', 'Instrument no.': 'DD-ONYX', Amount: '250000', 'Bank name': 'Canara Bank' })
  await save(page)
  await alert(page, 'Deposit created successfully!')
  await showing(page, 'Showing page 1 of 1 — 1 total records')
  const row = await page.getByRole('row', { name: /DD-ONYX/ }).textContent()
  expect(row).toContain('₹2,50,000.00')
  expect(row).toContain('Submitted')
  expect(await owner.ok(listDeposits, { params: { contractId: id } })).toMatchObject([{ bankName: 'Canara Bank' }])
})

test('type, instrument and amount are required, and nothing typed is lost [5.19]', async ({ page, owner }) => {
  const { id } = await newContract(owner, 'Opal')
  const overrides = { 'Bank name': 'Union Bank', Comment: 'Kept' }
  await page.goto(`${depositsOf(id)}/new`)
  await fill(page, overrides)
  await save(page)
  await faultAt(page, 'Deposit type', 'Deposit type is required')
  await faultAt(page, 'Instrument no.', 'Instrument no. is required')
  await faultAt(page, 'Amount', 'Amount is required')
  await fill(page, { Amount: '0' })
  await save(page)
  await faultAt(page, 'Amount', 'Amount must be more than 0')
  expect(await typed(page, Object.keys(overrides))).toEqual(overrides)
  expect(await owner.ok(listDeposits, { params: { contractId: id } })).toEqual([])
})

test('the statuses of the form start with Submitted, Returned and Pending [4.8]', async ({ page, owner }) => {
  const { id } = await newContract(owner, 'Obsidian')
  await page.goto(`${depositsOf(id)}/new`)
  const statuses = await offered(page, 'Status')
  expect(statuses.slice(0, 3)).toEqual(['Submitted', 'Returned', 'Pending'])
  // The other statuses are those of the search.
  expect(statuses.slice(3).toSorted()).toEqual([
    'Cancelled',
    'Draft',
    'Forfeited',
    'Pending refund',
    'Pending release',
    'Refunded',
    'Rejected',
    'Released',
  ])
})

const wireNames = /submited|deposite\b|depositeReturned|transfered|own ?ac\b|[a-z][A-Z][a-z]+Date/i

test('each spelling of an address opens its form, and no form shows a wire name [2.46 2.47 2.59]', async ({
  page,
  owner,
}) => {
  const { id } = await newContract(owner, 'Ochre')
  const { id: depositId } = await newDeposit(owner, id, { depositSubmitedDate: '2031-03-05' })
  const base = depositsOf(id)
  const forms = {
    [`${base}/new`]: 'New deposit',
    [`${base}/create`]: 'New deposit',
    [`${base}/${depositId}/create`]: 'New deposit',
    [`${base}/${depositId}/edit`]: 'Edit deposit',
    [`${base}/${depositId}`]: 'EMD DD1',
    [`${base}/${depositId}/view`]: 'EMD DD1',
  }
  for (const [path, heading] of Object.entries(forms)) {
    await page.goto(path)
    await title(page, heading)
    await page.getByText('Submitted on', { exact: true }).waitFor()
    // The form hides rarely used fields in a fold; the read page shows all fields.
    const isRead = heading === 'EMD DD1'
    if (!isRead) await button(page, 'More fields (15)').click()
    const text = await page.getByRole('main').innerText()
    for (const label of ['Returned on', 'Transferred to own account on']) expect(text).toContain(label)
    expect(text).not.toMatch(wireNames)
    const fields = await page.getByRole('textbox').count()
    expect(fields > 0).toBe(!isRead)
  }
  await page.getByRole('definition').getByText('05 Mar 2031', { exact: true }).last().waitFor()
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await title(page, 'Edit deposit')
  expect(pathname(page)).toBe(`${base}/${depositId}/edit`)
})

test('a deposit can be edited, and is deleted after a confirmation [5.32 5.36]', async ({ page, owner }) => {
  const { id } = await newContract(owner, 'Olive')
  await newDeposit(owner, id)
  await page.goto(depositsOf(id))
  await page.getByRole('link', { name: 'Edit EMD DD1' }).click()
  await title(page, 'Edit deposit')
  await fill(page, { 'Instrument no.': 'DD2', Amount: '7500.50' })
  await choose(page, 'Status', 'Returned')
  await save(page)
  await alert(page, 'Deposit updated successfully!')
  await eventually(() => columnOf(page, 'Amount')).toEqual(['₹7,500.50'])
  await eventually(() => columnOf(page, 'Status')).toEqual(['Returned'])
  const remove = () => button(page, 'Delete EMD DD2').click()
  expect(await answerDialog(page, 'dismiss', remove)).toBe('Are you sure you want to delete this deposit?')
  expect(await owner.ok(listDeposits, { params: { contractId: id } })).toHaveLength(1)
  await answerDialog(page, 'accept', remove)
  await page.getByText('This contract has no deposits yet.').waitFor()
  expect(await owner.ok(listDeposits, { params: { contractId: id } })).toEqual([])
})

test('failed loading and saving of deposits show their messages [8.11 8.12 8.13]', async ({ page, owner }) => {
  const { id } = await newContract(owner, 'Orchid')
  await page.goto(`${depositsOf(id)}/${randomUUID()}`)
  await alert(page, 'Failed to load security deposit.')
  await offline(page, '**/api/contracts/*/security-deposit', async () => {
    await page.goto(depositsOf(id))
    await alert(page, 'Failed to load security deposits')
  })
  await button(page, 'Retry').click()
  await page.getByRole('link', { name: 'Add deposit' }).click()
  await title(page, 'New deposit')
  const overrides = { 'Deposit type': 'EMD', 'Instrument no.': 'DD9', Amount: '10' }
  await fill(page, overrides)
  await offline(page, '**/api/contracts/*/security-deposit', async () => {
    await save(page)
    await failureInForm(page, 'Failed to save deposit. Please try again.')
  })
  expect(await typed(page, Object.keys(overrides))).toEqual(overrides)
  await save(page)
  await alert(page, 'Deposit created successfully!')
  await offline(page, '**/contracts-deposit/search', async () => {
    await page.goto(search)
    await alert(page, 'Failed to fetch contract deposit data.')
  })
})

test('the page of a deposit shows its status history and who updated it', async ({ page, owner }) => {
  const { id: contractId } = await newContract(owner, 'Osmund')
  const { id: depositId } = await newDeposit(owner, contractId)
  await owner.ok(updateDeposit, { params: { contractId, depositId }, body: { status: 'RETURNED' } })
  await page.goto(`${depositsOf(contractId)}/${depositId}/view`)
  await page.getByText('Submitted → Returned', { exact: true }).waitFor()
  await historyShown(page)
  await eventually(() => page.getByRole('region', { name: 'Record' }).innerText()).toMatch(/Updated by\s+Asha Rao/)
})

const register = '/contracts/deposit-register'
const totalIs = (page: Page, count: number, sum: string) =>
  page.getByText(`Deposits found: ${count}, in total ${sum}`, { exact: true }).waitFor()

test('the register shows the deposits of all contracts, and its total follows the filters', async ({ page, owner }) => {
  const { id: first } = await newContract(owner, 'Osier first', 'CLOSED')
  const { id: second } = await newContract(owner, 'Osier second', 'DISPUTE')
  await newDeposit(owner, first, { instrumentNo: 'OSI-1', amount: 1000.1, bankName: 'Osier Bank' })
  await newDeposit(owner, first, { instrumentNo: 'OSI-2', amount: 2000.2, status: 'RETURNED' })
  await newDeposit(owner, second, { instrumentNo: 'OSI-3', amount: 123_456, depositType: 'Retention money' })
  await page.goto(`${register}?bidId=BID+Osier`)
  await totalIs(page, 3, '₹1,26,456.30')
  await eventually(() => columnOf(page, 'Instrument no.')).toEqual(['OSI-3', 'OSI-2', 'OSI-1'])
  // The column has each contract with its status.
  const contracts = ['Osier secondDispute', 'Osier firstClosed', 'Osier firstClosed']
  await eventually(() => columnOf(page, 'Contract name')).toEqual(contracts)
  const filters = {
    'Contract name': ['osier f', 2, '₹3,000.30'],
    'Deposit type': ['retention', 1, '₹1,23,456.00'],
    'Instrument no.': ['osi-2', 1, '₹2,000.20'],
    'Bank name': ['osier b', 1, '₹1,000.10'],
  } as const
  await openFilters(page)
  for (const [label, [text, count, sum]] of Object.entries(filters)) {
    await field(page, label).fill(text)
    await apply(page)
    await totalIs(page, count, sum)
    await field(page, label).fill('')
    await apply(page)
    await totalIs(page, 3, '₹1,26,456.30')
  }
  await choose(page, 'Contract status', 'Closed')
  await choose(page, 'Status', 'Submitted')
  await apply(page)
  await totalIs(page, 1, '₹1,000.10')
  await page.getByRole('link', { name: 'Osier first' }).click()
  await title(page, 'Osier first')
})

test('saving a deposit opened from the register leads back to the register', async ({ page, owner }) => {
  const { id } = await newContract(owner, 'Oriel')
  await newDeposit(owner, id, { instrumentNo: 'ORL-1' })
  await page.goto(`${register}?contractName=Oriel`)
  await page.getByRole('link', { name: 'Edit EMD ORL-1' }).click()
  await title(page, 'Edit deposit')
  await fill(page, { Amount: '7,500' })
  await save(page)
  await totalIs(page, 1, '₹7,500.00')
  expect(page.url()).toContain(`${register}?contractName=Oriel`)
})

test('the register names the dashboard figure that led to it, and says when it finds nothing', async ({
  page,
  owner,
}) => {
  const { content, total } = await owner.ok(filterDeposits, { body: { figure: 'average_refund_days' } })
  await page.goto(`${register}?figure=average_refund_days`)
  await page
    .getByText(`Adds up to: Average refund days = ${Math.round((total ?? 0) * 10) / 10} days`)
    // A second copy of the text is for print and not visible.
    .first()
    .waitFor()
  expect(content.length).toBeGreaterThan(0)
  await page.goto(`${register}?instrumentNo=no+such`)
  await page.getByText('Nothing matches these filters. Change or clear them.').waitFor()
})

/** Three contracts with deposits; the second differs from the others in every filtered field. */
async function prepareSearch(owner: Client): Promise<void> {
  for (const name of ['Osprey A', 'Osprey C']) await newDeposit(owner, (await newContract(owner, name)).id)
  const different = {
    contractName: 'Osprey B',
    bidId: 'OSP-ODD',
    referenceNo: 'OSP-REF',
    description: 'Nesting boxes',
    status: 'CLOSED' as const,
    contractType: 'Osprey type',
    licenseHolderName: 'Omkar Osprey',
  }
  const { id } = await owner.ok(createContract, { body: different })
  const deposit = { depositType: 'Retention money', accountHolderName: 'Omkar & Sons', bankAccountNo: '0099887766' }
  await newDeposit(owner, id, { ...deposit, status: 'FORFEITED', amount: 1_000 })
  await newDeposit(owner, id, { instrumentNo: 'DD2', amount: 234.5 })
  await newDeposit(owner, id, { instrumentNo: 'DD3', amount: 9_999, status: 'CANCELLED' })
}

test('the search finds contracts by their own fields and by those of their deposits [2.40]', async ({
  page,
  owner,
}) => {
  await prepareSearch(owner)
  await page.goto(`${search}?contractName=Osprey`)
  const filters = {
    'Bid ID': 'osp-odd',
    'Reference no.': 'OSP-R',
    Description: 'nesting',
    'Contract type': 'osprey t',
    'License holder': 'omkar',
    'Deposit type': 'retention',
    'Account holder': '& sons',
    'Bank account no.': '99887',
  }
  for (const [label, text] of Object.entries(filters)) {
    await showing(page, 'Showing page 1 of 1 — 3 total records')
    await openFilters(page)
    await field(page, label).fill(text)
    await apply(page)
    await showing(page, 'Showing page 1 of 1 — 1 total records')
    expect(await columnOf(page, 'Contract name'), label).toEqual(['Osprey B'])
    await field(page, label).fill('')
    await apply(page)
  }
  await choose(page, 'Contract status', 'Closed')
  await choose(page, 'Deposit status', 'Forfeited')
  await apply(page)
  await showing(page, 'Showing page 1 of 1 — 1 total records')
  expect([await columnOf(page, 'Deposits'), await columnOf(page, 'Total amount')]).toEqual([['2'], ['₹1,234.50']])
  expect(new URL(page.url()).search).toBe('?contractName=Osprey&statuses=CLOSED&depositStatuses=FORFEITED')
})

test('the search offers the deposit statuses of the specification [4.7]', async ({ page }) => {
  await page.goto(search)
  const texts = ['Draft', 'Submitted', 'Rejected', 'Cancelled', 'Refunded', 'Forfeited', 'Released']
  await openFilters(page)
  expect(await offered(page, 'Deposit status')).toEqual([...texts, 'Pending release', 'Pending refund'])
})

test('a project can be created from an awarded contract only, and once [2.69 4.11 4.20 4.21 8.23 8.31 9.13]', async ({
  page,
  owner,
  browser,
}) => {
  const { id } = await newContract(owner, 'Orion awarded', 'AWARDED')
  await newContract(owner, 'Orion submitted')
  const create = (at: Page) => button(at, 'Create Project from Orion awarded')
  const { page: second } = await signedIn(browser, 'owner@demo.example')
  for (const at of [page, second]) {
    await at.goto(`${search}?contractName=Orion`)
    await showing(at, 'Showing page 1 of 1 — 2 total records')
    await eventually(() => at.getByRole('button', { name: /Create Project/ }).count()).toBe(1)
    await eventually(() => create(at).isEnabled()).toBe(true)
  }
  await create(page).click()
  await alert(page, 'Project created successfully!')
  await eventually(() => create(page).isDisabled()).toBe(true)
  await page.reload()
  await create(page).waitFor()
  await eventually(() => create(page).isDisabled()).toBe(true)

  await create(second).click()
  await alert(second, 'Failed to save project. Please try again. This contract already has a project')
  const projects = await owner.ok(filterProjects, { body: { projectName: 'Orion awarded' } })
  expect(projects).toMatchObject([
    {
      contractId: id,
      status: 'INITIATED',
      extensionCount: 0,
      comment: 'Project created from contract deposit screen',
    },
  ])
  await second.context().close()
})
