import { randomUUID } from 'node:crypto'
import { createDeposit } from '@plinth/api/deposits/deposits'
import {
  createContract,
  deleteContract,
  filterContracts,
  getContract,
  updateContract,
} from '@plinth/api/tenders/contracts'
import type { Client } from '@plinth/server/testing/test-server'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { counterpartsBecomeZero } from '../src/bid.ts'
import { expectAccessible } from '../src/browser.ts'
import { test } from '../src/desk.ts'
import {
  alert,
  answerDialog,
  button,
  choose,
  eventually,
  faultAt,
  field,
  fill,
  historyShown,
  offline,
  pathname,
  save,
  showing,
  title,
  typed,
  valueOf,
} from '../src/screen.ts'

const create = '/contracts/create'
const edit = (id: string) => `/contracts/${id}/edit`
const listOf = (name: string) => `/contracts/list?contractName=${name}`

const newContract = (owner: Client, contractName: string, bidId: string) =>
  owner.ok(createContract, { body: { contractName, bidId } })

test('typing the percentage or the value of a bid computes the other [5.15 5.16]', async ({ page }) => {
  await page.goto(create)
  await fill(page, { 'Actual value': '1000000', 'Bid percentage': '-5.5' })
  await eventually(() => valueOf(page, 'Bid value')).toBe('9,45,000')
  await fill(page, { 'Bid value': '1100000' })
  await eventually(() => valueOf(page, 'Bid percentage')).toBe('10')
})

test('a changed actual value keeps the bid value and changes the percentage, unless the percentage was typed last [5.15 5.16]', async ({
  page,
  owner,
}) => {
  const { id } = await owner.ok(createContract, { body: { contractName: 'Quoted', tenderBidValue: 6000 } })
  await page.goto(edit(id))
  await title(page, 'Edit contract')
  await page.getByLabel('Actual value').pressSequentially('4000')
  await eventually(() => valueOf(page, 'Bid percentage')).toBe('50')
  await eventually(() => valueOf(page, 'Bid value')).toBe('6,000')
  await fill(page, { 'Actual value': '' })
  await page.getByLabel('Actual value').pressSequentially('5000')
  await eventually(() => valueOf(page, 'Bid percentage')).toBe('20')
  await fill(page, { 'Bid percentage': '10' })
  await eventually(() => valueOf(page, 'Bid value')).toBe('5,500')
  await fill(page, { 'Actual value': '' })
  await page.getByLabel('Actual value').pressSequentially('2000')
  await eventually(() => valueOf(page, 'Bid value')).toBe('2,200')
  await fill(page, { 'Bid value': '3000', 'Actual value': '6000' })
  await eventually(() => valueOf(page, 'Bid percentage')).toBe('-50')
  await save(page)
  await alert(page, 'Contract updated successfully!')
  expect(await owner.ok(getContract, { params: { id } })).toMatchObject({
    tenderActualValue: 6000,
    tenderBidValue: 3000,
    tenderBidPercentage: -50,
  })
})

test('a text that is no number stays as typed with an error, and a pasted amount is understood', async ({
  page,
  owner,
}) => {
  await page.goto(create)
  await fill(page, { 'Contract name': 'Typed amounts', 'Bid ID': 'AMT-1' })
  const cost = page.getByLabel('Paper cost')
  const amountFault = () => page.getByText('Paper cost must be an amount such as 12,34,567.50', { exact: true })
  for (const [typed, shown] of [
    ['FDR-778812', 'FDR-778812'],
    // The number before the last comma was already grouped.
    ['1234,56', '1,234,56'],
    ['7,78,81', '7,78,81'],
    ['5 lakh', '5 lakh'],
    ['-', '-'],
  ] as const) {
    await fill(page, { 'Paper cost': '' })
    await cost.pressSequentially(typed)
    await cost.blur()
    await amountFault().first().waitFor()
    await eventually(() => cost.inputValue()).toBe(shown)
  }
  await fill(page, { 'Extension count': 'two' })
  await save(page)
  const summary = page.getByRole('alert').filter({ hasText: 'Please correct these fields' })
  await summary.getByText('Paper cost must be an amount such as 12,34,567.50').waitFor()
  await summary.getByText('Extension count must be a number such as 1,250.125').waitFor()
  expect([await valueOf(page, 'Paper cost'), await valueOf(page, 'Extension count')]).toEqual(['-', 'two'])
  await expectAccessible(page)
  for (const [typed, shown] of [
    ['₹ 7,78,812.50', '7,78,812.5'],
    ['Rs. 7,78,812/-', '7,78,812'],
    ['७,७८,८१२', '7,78,812'],
    ['1,000,000', '10,00,000'],
    ['778812.05', '7,78,812.05'],
  ] as const) {
    await cost.fill(typed)
    await cost.blur()
    await eventually(() => cost.inputValue()).toBe(shown)
    await amountFault().first().waitFor({ state: 'detached' })
  }
  // Deleting inside an amount keeps the caret in its place.
  await cost.press('Home')
  for (const key of ['ArrowRight', 'ArrowRight', 'Delete', '9']) await cost.press(key)
  await eventually(() => cost.inputValue()).toBe('7,98,812.05')
  await fill(page, { 'Extension count': '2' })
  await save(page)
  await alert(page, 'Contract created successfully!')
  const { content } = await owner.ok(filterContracts, { body: { bidId: 'AMT-1' } })
  expect(content).toMatchObject([{ paperCost: 798_812.05, extensionCoun: 2 }])
})

test('an amount or percentage of a bid that is no number makes its counterpart 0 [5.17]', async ({ page }) => {
  await page.goto(create)
  await counterpartsBecomeZero(page)
})

test('without a name nothing is saved: the field shows the error and the typed values stay', async ({ page }) => {
  const values = {
    'Bid ID': 'VRN-0',
    'Actual value': '12,34,567',
    Description: 'As per the notice',
    'License no.': 'KA/1',
  }
  await page.goto(create)
  await fill(page, values)
  await save(page)
  await alert(page, 'Please correct these fields')
  await faultAt(page, 'Contract name', 'Contract name is required')
  expect(await typed(page, Object.keys(values))).toEqual(values)
  expect(pathname(page)).toBe(create)
  await page.getByRole('alert').getByRole('link', { name: 'Contract name is required' }).click()
  await page.keyboard.type('Vernal')
  await eventually(() => valueOf(page, 'Contract name')).toBe('Vernal')
})

test('a bid ID that is already used is reported at its field, and the corrected form is saved [7.53 8.22 8.29]', async ({
  page,
  owner,
}) => {
  const { id } = await newContract(owner, 'Vesper first', 'VSP-1')
  const values = { 'Contract name': 'Vesper second', 'Bid ID': 'VSP-1', 'Paper cost': '1,500', Comments: 'Kept' }
  await page.goto(create)
  await fill(page, values)
  await save(page)
  await faultAt(page, 'Bid ID', 'Bid ID is already used by another contract')
  await alert(page, 'Failed to save contract. Please try again.')
  expect(await typed(page, Object.keys(values))).toEqual(values)
  await fill(page, { 'Bid ID': 'VSP-2' })
  await save(page)
  await alert(page, 'Contract created successfully!')
  expect(pathname(page)).toBe('/contracts/list')
  expect((await owner.ok(getContract, { params: { id } })).contractName).toBe('Vesper first')
})

test('saving a new contract returns to the list as it was, with a confirmation [2.42 2.72 4.4 7.53 8.29]', async ({
  page,
}) => {
  await page.goto(listOf('Viridian'))
  await page.getByText('Nothing matches these filters. Change or clear them.').waitFor()
  await page.getByRole('link', { name: 'New contract' }).click()
  await title(page, 'New contract')
  await eventually(() => valueOf(page, 'Status')).toBe('Draft')
  await fill(page, { 'Contract name': 'Viridian road', 'Actual value': '5000000', 'Bid percentage': '-10' })
  await save(page)
  await alert(page, 'Contract created successfully!')
  await showing(page, 'Showing page 1 of 1 — 1 total records')
  const row = page.getByRole('row', { name: /Viridian road/ })
  await eventually(() => row.textContent()).toContain('Draft')
  await eventually(() => row.textContent()).toContain('₹45,00,000.00')
  expect(page.url()).toContain('contractName=Viridian')
})

test('a changed contract shows its new values and its status history [2.42 2.59 8.30]', async ({ page, owner }) => {
  await newContract(owner, 'Vermeer', 'VRM-1')
  await page.goto(listOf('Vermeer'))
  await page.getByRole('link', { name: 'Edit Vermeer' }).click()
  await title(page, 'Edit contract')
  await fill(page, { 'Contract name': 'Vermeer bridge' })
  await choose(page, 'Status', 'Work order issued')
  await save(page)
  await alert(page, 'Contract updated successfully!')
  await page.getByRole('link', { name: 'View Vermeer bridge' }).click()
  await title(page, 'Vermeer bridge')
  await page.getByText('Draft → Work order issued').waitFor()
  await historyShown(page)
  const record = await page.getByRole('region', { name: 'Record' }).innerText()
  expect(record).toMatch(/Created by\s+Asha Rao/)
  expect(record).toMatch(/Updated by\s+Asha Rao/)
})

test('deleting asks for confirmation: dismissing keeps the contract, accepting deletes it [5.29 5.36]', async ({
  page,
  owner,
}) => {
  const { id } = await newContract(owner, 'Vulcan', 'VLC-1')
  await page.goto(listOf('Vulcan'))
  const remove = () => button(page, 'Delete Vulcan').click()
  expect(await answerDialog(page, 'dismiss', remove)).toBe('Are you sure you want to delete this contract?')
  expect((await owner.ok(getContract, { params: { id } })).contractName).toBe('Vulcan')
  await showing(page, 'Showing page 1 of 1 — 1 total records')
  await answerDialog(page, 'accept', remove)
  await page.getByText('Nothing matches these filters. Change or clear them.').waitFor()
  expect(await owner.refused(getContract, { params: { id } })).toMatchObject({ status: 404 })
})

test('a contract with deposits cannot be deleted, and the reason is shown [8.48]', async ({ page, owner }) => {
  const { id } = await newContract(owner, 'Vault', 'VLT-1')
  const body = { depositType: 'EMD', instrumentNo: 'VLT-DD', amount: 100 }
  await owner.ok(createDeposit, { params: { contractId: id }, body })
  await page.goto(listOf('Vault'))
  await answerDialog(page, 'accept', () => button(page, 'Delete Vault').click())
  await alert(page, 'It cannot be deleted: it still has 1 deposit')
  await showing(page, 'Showing page 1 of 1 — 1 total records')
})

const stale = 'Somebody saved this record while you were editing it'
const panel = (page: Page) => page.getByRole('region', { name: stale })
const choice = (page: Page, label: string, side: 'Mine' | 'Theirs') =>
  panel(page).getByRole('radio', { name: new RegExp(`^${RegExp.escape(label)}: ${side}, `) })

/** What the panel shows: each field with both versions, the chosen one marked with a star. */
async function versions(page: Page): Promise<string[][]> {
  await panel(page).waitFor()
  const radios = await panel(page).getByRole('radio').all()
  const shown = await Promise.all(
    radios.map(async (radio) => {
      const [, label = '', value = ''] =
        /^(.*?): \w+, ([^]*)$/.exec((await radio.getAttribute('aria-label')) ?? '') ?? []
      return { label, value: (await radio.isChecked()) ? `${value} *` : value }
    }),
  )
  return [...Map.groupBy(shown, ({ label }) => label)].map(([label, both]) => [
    label,
    ...both.map(({ value }) => value),
  ])
}

const theirsOf = (name: string) => ({
  contractName: `${name} theirs`,
  comments: 'Theirs',
  closingDate: '2031-02-05',
  status: 'AWARDED' as const,
})

/** Two people edit one contract. Both change the name; I change two more fields, they change three and save first. */
async function collide(page: Page, owner: Client, name: string) {
  const { id } = await newContract(owner, name, name)
  await page.goto(edit(id))
  await title(page, 'Edit contract')
  await fill(page, { 'Contract name': `${name} mine`, 'Reference no.': 'REF-MINE', 'Paper cost': '1,500' })
  await owner.ok(updateContract, { params: { id }, body: theirsOf(name) })
  await save(page)
  expect(await versions(page)).toEqual([
    ['Contract name', `${name} mine *`, `${name} theirs`],
    ['Reference no.', 'REF-MINE *', 'empty'],
    ['Status', 'Draft', 'Awarded *'],
    ['Closing date', '–', '05 Feb 2031 *'],
    ['Paper cost', '₹1,500.00 *', '–'],
    ['Comments', 'empty', 'Theirs *'],
  ])
  await panel(page)
    .getByText(/^Saved by Asha Rao on \d/)
    .waitFor()
  return id
}

test('after a conflicting save each field gets the version that was chosen', async ({ page, owner }) => {
  const id = await collide(page, owner, 'Wadi')
  expect(await owner.ok(getContract, { params: { id } })).toMatchObject(theirsOf('Wadi'))
  await choice(page, 'Contract name', 'Theirs').check()
  await choice(page, 'Status', 'Mine').check()
  await choice(page, 'Comments', 'Mine').focus()
  await page.keyboard.press('Space')
  await button(page, 'Save with these choices').click()
  await alert(page, 'Contract updated successfully!')
  expect(await owner.ok(getContract, { params: { id } })).toMatchObject({
    contractName: 'Wadi theirs',
    referenceNo: 'REF-MINE',
    paperCost: 1500,
    status: 'DRAFT',
    closingDate: '2031-02-05',
    comments: null,
  })
})

test('after a conflict the default choices keep my version of fields I changed and theirs of the others', async ({
  page,
  owner,
}) => {
  const id = await collide(page, owner, 'Wharf')
  await button(page, 'All theirs').click()
  expect((await versions(page)).map(([, , theirs = '']) => theirs.endsWith('*'))).not.toContain(false)
  await button(page, 'All mine').click()
  expect((await versions(page)).map(([, mine = '']) => mine.endsWith('*'))).not.toContain(false)
  for (const label of ['Status', 'Closing date', 'Comments']) await choice(page, label, 'Theirs').check()
  await button(page, 'Save with these choices').click()
  await alert(page, 'Contract updated successfully!')
  const mine = { contractName: 'Wharf mine', referenceNo: 'REF-MINE', paperCost: 1500 }
  expect(await owner.ok(getContract, { params: { id } })).toMatchObject({ ...theirsOf('Wharf'), ...mine })
})

test('after another conflict during the choice the panel shows it, and the choices made are kept', async ({
  page,
  owner,
}) => {
  const id = await collide(page, owner, 'Weald')
  await choice(page, 'Closing date', 'Mine').check()
  await owner.ok(updateContract, { params: { id }, body: { status: 'ON_HOLD', referenceNo: 'REF-AGAIN' } })
  await button(page, 'Save with these choices').click()
  await eventually(() => versions(page)).toEqual([
    ['Contract name', 'Weald mine *', 'Weald theirs'],
    ['Reference no.', 'REF-MINE *', 'REF-AGAIN'],
    ['Status', 'Awarded', 'On hold *'],
    ['Closing date', '– *', '05 Feb 2031'],
    ['Paper cost', '₹1,500.00 *', '–'],
  ])
  await choice(page, 'Reference no.', 'Theirs').check()
  await button(page, 'Save with these choices').click()
  await alert(page, 'Contract updated successfully!')
  expect(await owner.ok(getContract, { params: { id } })).toMatchObject({
    contractName: 'Weald mine',
    referenceNo: 'REF-AGAIN',
    status: 'ON_HOLD',
    paperCost: 1500,
    closingDate: null,
    comments: 'Theirs',
  })
})

test('value and percentage of a bid are chosen together', async ({ page, owner }) => {
  const { id } = await newContract(owner, 'Weft', 'WFT-1')
  await owner.ok(updateContract, { params: { id }, body: { tenderActualValue: 1000, tenderBidPercentage: 10 } })
  await page.goto(edit(id))
  await title(page, 'Edit contract')
  await fill(page, { 'Bid percentage': '20' })
  await owner.ok(updateContract, { params: { id }, body: { tenderBidPercentage: 5, tenderBidValue: 1050 } })
  await save(page)
  expect(await versions(page)).toEqual([
    ['Bid percentage', '20% *', '5%'],
    ['Bid value', '₹1,200.00 *', '₹1,050.00'],
  ])
  await choice(page, 'Bid value', 'Theirs').check()
  await eventually(() => choice(page, 'Bid percentage', 'Theirs').isChecked()).toBe(true)
  await button(page, 'Save with these choices').click()
  await alert(page, 'Contract updated successfully!')
  const stored = await owner.ok(getContract, { params: { id } })
  expect(stored).toMatchObject({ tenderBidPercentage: 5, tenderBidValue: 1050 })
})

test('loading their version after a conflict shows it and saves nothing', async ({ page, owner }) => {
  const id = await collide(page, owner, 'Weir')
  await button(page, 'Load their version').click()
  await eventually(() => valueOf(page, 'Contract name')).toBe('Weir theirs')
  expect(await typed(page, ['Reference no.', 'Comments'])).toEqual({ 'Reference no.': '', Comments: 'Theirs' })
  expect(await owner.ok(getContract, { params: { id } })).toMatchObject({ ...theirsOf('Weir'), referenceNo: null })
  await fill(page, { 'Reference no.': 'REF-LATER' })
  await save(page)
  await alert(page, 'Contract updated successfully!')
  expect((await owner.ok(getContract, { params: { id } })).referenceNo).toBe('REF-LATER')
})

const licenseLabels = ['License holder', 'License no.', 'License ID']

test('a license used before is found by any of its fields and fills all three', async ({ page, owner }) => {
  const license = { licenseHolderName: 'Wattle & Daub', licenseNo: 'WTL/1/7', licenseId: 'WL-7' }
  await owner.ok(createContract, { body: { contractName: 'Wattle', ...license } })
  const filled = { 'License holder': 'Wattle & Daub', 'License no.': 'WTL/1/7', 'License ID': 'WL-7' }
  for (const path of [create, '/projects/create']) {
    await page.goto(path)
    for (const [label, keyword] of Object.entries({
      'License holder': 'e & d',
      'License no.': 'wtl/',
      'License ID': 'wl-',
    })) {
      await fill(page, Object.fromEntries(licenseLabels.map((name) => [name, ''])))
      await fill(page, { [label]: keyword })
      await page.getByRole('option', { name: 'Wattle & Daub License no. WTL/1/7 · License ID WL-7' }).waitFor()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      expect(await typed(page, licenseLabels), `${path}: ${label}`).toEqual(filled)
    }
  }
  await page.goto(create)
  await fill(page, { 'Contract name': 'Wattle new', 'License no.': 'wtl' })
  await page.getByRole('option').first().waitFor()
  await save(page)
  await alert(page, 'Contract created successfully!')
  const { content } = await owner.ok(filterContracts, { body: { contractName: 'Wattle new' } })
  expect(content).toMatchObject([{ licenseNo: 'wtl', licenseHolderName: null, licenseId: null }])
})

test('further details keep values that are no text, and show an error in a name', async ({ page, owner }) => {
  const contractMetadata = { Lots: 3, Parts: { major: 2 }, Zone: 'North' }
  const { id } = await owner.ok(createContract, { body: { contractName: 'Wicket', contractMetadata } })
  await page.goto(edit(id))
  await title(page, 'Edit contract')
  const [names, values] = [field(page, 'Name'), field(page, 'Value')]
  await button(page, 'Add a detail').click()
  await names.last().fill('Zone')
  await values.last().fill('East')
  await save(page)
  await page.getByText('This name is already used').waitFor()
  await alert(page, 'Further details need a name each, and no name twice')
  expect(await owner.ok(getContract, { params: { id } })).toMatchObject({ contractMetadata })
  await names.last().fill('Side')
  await values.first().fill('4.05')
  await save(page)
  await alert(page, 'Contract updated successfully!')
  const stored = await owner.ok(getContract, { params: { id } })
  expect(stored.contractMetadata).toEqual({ Lots: 4.05, Parts: { major: 2 }, Zone: 'North', Side: 'East' })
})

test('leaving a form with typed values asks for confirmation', async ({ page, owner }) => {
  const { id } = await newContract(owner, 'Willow', 'WLW-1')
  await page.goto(listOf('Willow'))
  await page.getByRole('link', { name: 'Edit Willow' }).click()
  await title(page, 'Edit contract')
  await field(page, 'Contract name').press('End')
  await field(page, 'Contract name').pressSequentially(' bend')
  const cancel = () => page.getByRole('link', { name: 'Cancel' }).click()
  await cancel()
  await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor()
  await button(page, 'Stay').click()
  await eventually(() => valueOf(page, 'Contract name')).toBe('Willow bend')
  expect(pathname(page)).toBe(edit(id))
  const closing = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  const question = await closing
  expect(question.type()).toBe('beforeunload')
  await question.dismiss()
  await cancel()
  await button(page, 'Leave').click()
  await showing(page, 'Showing page 1 of 1 — 1 total records')
  expect((await owner.ok(getContract, { params: { id } })).contractName).toBe('Willow')
})

test('leaving an unchanged form does not ask', async ({ page, owner }) => {
  const { id } = await newContract(owner, 'Wren', 'WRN-1')
  await page.goto(edit(id))
  await title(page, 'Edit contract')
  await page.getByRole('link', { name: 'Cancel' }).click()
  await title(page, 'Contracts')
  expect(await page.getByRole('dialog').count()).toBe(0)
})

test('an unknown contract shows an error, and a failed save keeps the typed values [8.8 8.22]', async ({
  page,
  owner,
}) => {
  await page.goto(`/contracts/${randomUUID()}`)
  await alert(page, /^Failed to fetch contract(?!s)/)
  const { id } = await newContract(owner, 'Wold', 'WLD-1')
  await page.goto(edit(id))
  await fill(page, { 'Contract name': 'Wold pass' })
  await offline(page, `**/contracts/${id}`, async () => {
    await save(page)
    await alert(page, 'Failed to save contract. Please try again.')
  })
  await eventually(() => valueOf(page, 'Contract name')).toBe('Wold pass')
  await save(page)
  await alert(page, 'Contract updated successfully!')
  await owner.ok(deleteContract, { params: { id } })
})
