import { readFile } from 'node:fs/promises'
import { createRoleMapping } from '@plinth/api/access/role-mappings'
import { listRoles } from '@plinth/api/access/roles'
import { updateTenant } from '@plinth/api/access/tenants'
import { updateUser } from '@plinth/api/access/users'
import { createDeposit } from '@plinth/api/deposits/deposits'
import { getAuditProof } from '@plinth/api/platform/audit-trail'
import { createContract, deleteContract, updateContract } from '@plinth/api/tenders/contracts'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible, expectContrast, expectNoSidewaysScroll, spend } from '../src/browser.ts'
import type { OwnCompany } from '../src/company.ts'
import { test as inSample, testIn } from '../src/desk.ts'
import { operator, person } from '../src/people.ts'
import {
  alert,
  apply,
  button,
  choose,
  columnOf,
  columns,
  eventually,
  failing,
  fill,
  focusIsOn,
  heldBack,
  link,
  openFilters,
  save,
  title,
} from '../src/screen.ts'

const test = testIn('Basalt Builders')

const trail = '/admin/audit-trail'
const entry = (page: Page) =>
  page.getByRole('navigation', { name: 'Modules' }).getByRole('link', { name: 'Audit Trail' })
const rowOf = (page: Page, ...texts: string[]) =>
  texts.reduce((rows, text) => rows.filter({ hasText: text }), page.getByRole('region').getByRole('row'))
const details = (page: Page) => page.getByRole('dialog')

/** The fields of the open entry: before and after, or the values the record was created with. */
const readChanges = (page: Page): Promise<string[][]> =>
  details(page)
    .getByRole('table')
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent ?? '')))

async function open(page: Page, ...texts: string[]): Promise<void> {
  await rowOf(page, ...texts)
    .getByRole('button', { name: /^Details of / })
    .first()
    .click()
  await details(page).waitFor()
}

/** Adds a user with one of the roles that every company starts with. */
async function joinWithRole(company: OwnCompany, username: string, role: string) {
  const administrator = await person(company.administrator)
  const roles = await administrator.ok(listRoles, { query: {} })
  return company.join(username, roles.find(({ name }) => name === role)?.id ?? '')
}

test('an auditor reads what an administrator did, finds it by user and exports it, and can change nothing', async ({
  company,
  enter,
}) => {
  const administrator = await person(company.administrator)
  const { id } = await administrator.ok(createContract, { body: { contractName: 'Ghat road' } })
  const office = await enter(company.administrator)
  await office.goto(`/contracts/${id}/edit`)
  await title(office, 'Edit contract')
  await choose(office, 'Status', 'Submitted')
  await save(office)
  await alert(office, 'Contract updated successfully!')
  const vera = await company.join('Vera')
  const roles = await administrator.ok(listRoles, { query: {} })
  const auditor = roles.find(({ name }) => name === 'Auditor')?.id ?? ''
  await administrator.ok(createRoleMapping, { body: { userId: vera.id, roleId: auditor } })

  const page = await enter(vera)
  await page.goto('/')
  await entry(page).click()
  await title(page, 'Audit Trail')
  await rowOf(page, 'Vera', 'Role: Auditor', 'Role of a user').waitFor()
  await eventually(() => columns(page)).toEqual([
    'When',
    'Who',
    'What',
    'Kind of record',
    'Record',
    'Changes',
    'Actions',
  ])
  await openFilters(page)
  await fill(page, { Who: 'adm' })
  await choose(page, 'What', 'Changed')
  await choose(page, 'Kind of record', 'Contract')
  await apply(page)
  await eventually(() => columnOf(page, 'Changes')).toEqual(['Status: Draft → Submitted'])
  await eventually(() => columnOf(page, 'Who')).toEqual(['Admin'])
  expect((await columnOf(page, 'When'))[0]).toMatch(/^\d\d \w{3} \d{4}, \d\d:\d\d:\d\d$/)

  await open(page, 'Ghat road')
  expect(await readChanges(page)).toEqual([['Status', 'Draft', 'Submitted']])
  // The rest of the page is inert meanwhile.
  await eventually(() => page.locator('dialog:modal').count()).toBe(1)
  const from = details(page).getByRole('region', { name: 'Where it came from' })
  await from.getByText('127.0.0.1', { exact: true }).waitFor()
  await eventually(() => from.getByText(/^[\da-f-]{36}$/).count()).toBe(2)
  await page.keyboard.press('Escape')
  await focusIsOn(page, button(page, 'Details of Ghat road'))

  await button(page, 'Export').click()
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'CSV').click()])
  const [head, ...lines] = (await readFile(await download.path(), 'utf8')).trim().split('\r\n')
  expect(head).toContain('When,Who,What,Kind of record,Record,Changes')
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(/Admin.*Ghat road.*DRAFT.*SUBMITTED/)

  await link(page, 'Ghat road').click()
  await title(page, 'Ghat road')
  expect(await link(page, 'Edit').count()).toBe(0)
  const caller = await person(vera)
  const refused = await caller.refused(updateContract, { params: { id }, body: { contractName: 'Mine' } })
  expect(refused.status).toBe(403)
})

test('a user with the trail only reads who changed what, but no value', async ({ company, enter }) => {
  const administrator = await person(company.administrator)
  const { id } = await administrator.ok(createContract, { body: { contractName: 'Hidden weir', bidId: 'NIT 44' } })
  await administrator.ok(updateContract, { params: { id }, body: { contractName: 'Hidden barrage' } })
  const page = await enter(await company.joinWith('Kala', { 'Audit Trail': ['canView'] }))
  await page.goto(`${trail}?recordId=${id}`)
  await eventually(() => columnOf(page, 'Changes')).toEqual([
    'Contract name: not shown: you may not view such records',
    expect.stringContaining('Contract name'),
  ])
  await eventually(() => columnOf(page, 'Record')).toEqual(['–', '–'])
  await open(page, 'Admin', 'Changed')
  expect(await readChanges(page)).toEqual([['Contract name', 'not shown: you may not view such records']])
  await expectAccessible(page)
  expect(await page.content()).not.toMatch(/Hidden weir|Hidden barrage|NIT 44/)
  // Nor the digest, with which values could be guessed.
  await eventually(async () => (await administrator.ok(getAuditProof, {})).newest).not.toBeNull()
  await page.goto(trail)
  await page.getByText('People who may read every kind of record can copy it.').waitFor()
  expect(await button(page, 'Copy seal').count()).toBe(0)
})

test('a user without the permission finds no link to the trail and is not let in', async ({ company, enter }) => {
  const page = await enter(await joinWithRole(company, 'Sunil', 'Site engineer'))
  await page.goto('/projects')
  await title(page, 'Projects')
  expect(await entry(page).count()).toBe(0)
  await page.goto(trail)
  await page.waitForURL((url) => url.pathname === '/unauthorized')
})

test('a record leads to its audit entries, and from there to the whole trail', async ({ company, enter }) => {
  const administrator = await person(company.administrator)
  const { id } = await administrator.ok(createContract, { body: { contractName: 'Culvert', paperCost: 10 } })
  await administrator.ok(updateContract, { params: { id }, body: { contractName: 'Box culvert' } })
  const page = await enter(company.administrator)
  await page.goto(`/contracts/${id}`)
  await link(page, 'Audit trail').click()
  await page.getByText('Only of this record: Box culvert').waitFor()
  await eventually(() => columnOf(page, 'What')).toEqual(['Changed', 'Created'])
  expect((await columnOf(page, 'Changes'))[0]).toBe('Contract name: Culvert → Box culvert')
  await administrator.ok(deleteContract, { params: { id } })
  await page.reload()
  await eventually(() => columnOf(page, 'What')).toEqual(['Deleted', 'Changed', 'Created'])
  expect(await link(page, 'Box culvert').count()).toBe(0)
  await button(page, 'Show all').click()
  await rowOf(page, 'Admin', 'Signed in').first().waitFor()
  expect(new URL(page.url()).search).toBe('')
  await page.getByRole('link', { name: 'Everything about Box culvert' }).first().click()
  await page.getByText('Only of this record: Box culvert').waitFor()
})

test('fields are shown in words: money, days, names for ids, and for a secret that it changed', async ({
  company,
  enter,
}) => {
  const administrator = await person(company.administrator)
  const contract = { contractName: 'Weir', paperCost: 10, extensionCoun: 0, aggreementDate: '2026-03-05' }
  const { id } = await administrator.ok(createContract, { body: contract })
  const changed = { ...contract, paperCost: 1_234_567, extensionCoun: 2, aggreementDate: '2026-04-06' }
  await administrator.ok(updateContract, {
    params: { id },
    body: { ...changed, givenEndDate: '2027-03-05', contractMetadata: { division: 'North' } },
  })
  const deposit = { depositType: 'EMD', instrumentNo: 'BG-7', amount: 50_000, depositSubmitedDate: '2026-03-05' }
  await administrator.ok(createDeposit, { params: { contractId: id }, body: { ...deposit, status: 'SUBMITTED' } })
  const teja = await company.join('Teja')
  await administrator.ok(updateUser, { params: { id: teja.id }, body: { password: 'mortar and granite 77' } })

  const page = await enter(company.administrator)
  await page.goto(`${trail}?recordId=${id}`)
  await rowOf(page, 'Changed', 'and 2 more').waitFor()
  await open(page, 'Changed')
  expect(await readChanges(page)).toEqual([
    ['Paper cost', '₹10.00', '₹12,34,567.00'],
    ['Extension count', '0', '2'],
    ['Agreement date', '05 Mar 2026', '06 Apr 2026'],
    ['Given end date', '–', '05 Mar 2027'],
    ['Further details', '–', 'division: North'],
  ])
  await button(page, 'Close').click()
  await details(page).waitFor({ state: 'detached' })

  await page.goto(`${trail}?recordType=security_deposits`)
  await open(page, 'EMD BG-7')
  expect(await readChanges(page)).toEqual(
    expect.arrayContaining([
      ['Amount', '₹50,000.00'],
      ['Submitted on', '05 Mar 2026'],
      ['Contract', 'Weir'],
    ]),
  )
  await page.keyboard.press('Escape')
  await link(page, 'EMD BG-7').click()
  await title(page, 'EMD BG-7')
  await page.goto(`${trail}?recordId=${teja.id}&recordType=user_passwords&action=CHANGED`)
  await rowOf(page, 'Password: changed; it is secret').waitFor()
})

test('an action of an operator inside the company is marked as an operator’s', async ({ company, enter }) => {
  const founder = await person(operator())
  await founder.ok(updateTenant, { params: { id: company.tenantId }, body: { comment: 'Called about GST' } })
  const page = await enter(company.administrator)
  await page.goto(`${trail}?recordType=tenants&action=CHANGED`)
  await eventually(() => columnOf(page, 'Who')).toEqual(['An operator'])
  await eventually(() => columnOf(page, 'Changes')).toEqual(['Comment: – → Called about GST'])
})

test('a trail that cannot be fetched reports it, and on a phone an entry is read without scrolling sideways', async ({
  company,
  enter,
}) => {
  const page = await enter(company.administrator, 'phone')
  await failing(page, '**/audit-trail/filter', async () => {
    await page.goto(trail)
    await alert(page, 'Failed to fetch the audit trail')
  })
  await button(page, 'Retry').click()
  await button(page, 'Details of Admin').first().click()
  await details(page).waitFor()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.locator('html[data-mantine-color-scheme="dark"]').waitFor()
  await expectContrast(page)
  await page.goto(`${trail}?actorName=nobody+of+this+name`)
  await page.getByText('Nothing matches these filters. Change or clear them.').waitFor()
})

inSample('the newest seal is told and can be kept; the list never waits for it', async ({ page }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const owner = await person('owner@demo.example')
  // In a company that has just started nothing is sealed yet.
  await eventually(async () => (await owner.ok(getAuditProof, {})).newest).not.toBeNull()
  await heldBack(page, '**/audit-trail/proof', async () => {
    await page.goto(trail)
    await rowOf(page, 'Asha Rao').first().waitFor()
    expect(await page.getByText('The trail is as it was written').count()).toBe(0)
  })
  await page.getByText('The trail is as it was written').waitFor()
  await page.getByText(/^Seal \d+ of \d\d \w{3} \d{4}, /).waitFor()
  await button(page, 'Copy seal').click()
  await button(page, 'Copied').waitFor()
  // The format that npm run verify-audit reads.
  expect(await page.evaluate<string>('navigator.clipboard.readText()')).toMatch(/^[\da-f-]{36} \d+ [\da-f]{64}$/)
  await failing(page, '**/audit-trail/proof', async () => {
    await page.reload()
    await alert(page, 'The seals could not be compared')
  })
  await button(page, 'Retry').click()
  await page.getByText('The trail is as it was written').waitFor()
})

inSample('a trail that was tampered with is told in red, with what to do', async ({ page }) => {
  const faults = [2, 3, 4, 5, 6, 7].map((number) => ({ number, fault: 'Entries were added or removed.' }))
  const newest = { number: 9, digest: 'a'.repeat(64), madeAt: '2026-11-21T22:00:00Z' }
  spend(page)
  await page.route('**/audit-trail/proof', (route) =>
    route.fulfill({ json: { entries: 640, open: 2, newest, checkedFrom: 1, faults, unknown: [] } }),
  )
  await page.goto(trail)
  await alert(page, 'The trail is not as it was written')
  const fault = page.getByRole('alert').filter({ hasText: 'not as it was written' })
  await eventually(() => fault.getByRole('listitem').allTextContents()).toEqual([
    ...[2, 3, 4, 5, 6].map((number) => `Seal ${number}: Entries were added or removed.`),
    'and 1 more',
  ])
  await fault.getByText(/Tell whoever runs it at once/).waitFor()
  expect(await page.getByText('The trail is as it was written').count()).toBe(0)
})

inSample('a part that nobody can tell of is neither told good nor forged', async ({ page }) => {
  const newest = { number: 900, digest: 'a'.repeat(64), madeAt: '2026-11-21T22:00:00Z' }
  const unknown = [{ first: 1, last: 712 }]
  spend(page)
  await page.route('**/audit-trail/proof', (route) =>
    route.fulfill({ json: { entries: 6400, open: 2, newest, checkedFrom: 1, faults: [], unknown } }),
  )
  await page.goto(trail)
  await alert(page, 'Of a part of the trail it cannot be told whether it is as it was written')
  const fault = page.getByRole('alert').filter({ hasText: 'Of a part of the trail' })
  await eventually(() => fault.getByRole('listitem').allTextContents()).toEqual(['Seals 1 to 712'])
  await fault.getByText(/made under a key that this installation does not know/).waitFor()
  await fault.getByText(/^Seal 900 of /).waitFor()
  for (const verdict of ['The trail is as it was written', 'The trail is not as it was written'])
    expect(await page.getByText(verdict).count()).toBe(0)
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoSidewaysScroll(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.locator('html[data-mantine-color-scheme="dark"]').waitFor()
  await expectContrast(page)
})
