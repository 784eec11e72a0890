import { logout } from '@plinth/api/access/auth'
import { createDeposit } from '@plinth/api/deposits/deposits'
import {
  createRefundRequest,
  getRefundRequest,
  type RefundRequest,
  sendRefundRequest,
  updateRefundRequest,
} from '@plinth/api/deposits/refund-requests'
import { createContract } from '@plinth/api/tenders/contracts'
import { createOffice, updateOffice } from '@plinth/api/tenders/offices'
import { dayFromToday } from '@plinth/server/kernel/testing/days'
import { client } from '@plinth/server/testing/test-server'
import type { Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll, signIn, spend } from '../src/browser.ts'
import { dayTyped } from '../src/day-forms.ts'
import { testIn } from '../src/desk.ts'
import { alert, button, choose, columnOf, dialog, eventually, field, fill, intercept, title } from '../src/screen.ts'

const test = testIn('Kosi Constructions')
  .extend('officeDeposits', async ({ owner }) => {
    let count = 0
    /** An office with deposits of these amounts: those of `due` are due, those of `later` in a month. */
    return async (name: string, due: readonly number[], later: readonly number[] = []) => {
      const { id: officeId } = await owner.ok(createOffice, { body: { department: 'Kosi PWD', name } })
      const { id: contractId } = await owner.ok(createContract, {
        body: { contractName: `Bridge of ${name}`, bidId: `KP-${name}`, status: 'COMPLETED', officeId },
      })
      const deposit = async (amount: number, fixedDueOn: string) => {
        count += 1
        const number = `DD ${count}`
        const body = {
          depositType: 'EMD',
          instrumentNo: number,
          amount,
          depositSubmitedDate: dayFromToday(-90),
          releaseBasis: 'FIXED' as const,
          fixedDueOn,
        }
        const { id } = await owner.ok(createDeposit, { params: { contractId }, body })
        return { id, number }
      }
      const deposits = []
      for (const amount of due) deposits.push(await deposit(amount, dayFromToday(-20)))
      for (const amount of later) deposits.push(await deposit(amount, dayFromToday(30)))
      return { officeId, name, deposits }
    }
  })
  .extend('draft', async ({ owner, officeDeposits }) => {
    return async (name: string): Promise<RefundRequest> => {
      const { officeId, deposits } = await officeDeposits(name, [40_000])
      const body = { officeId, deposits: deposits.map(({ id: depositId }) => ({ depositId })) }
      return owner.ok(createRefundRequest, { body })
    }
  })

const list = '/contracts/refund-requests'
const letter = (page: Page) => page.getByRole('article', { name: 'The letter' })
const saveIn = (page: Page) => dialog(page).getByRole('button', { name: 'Save', exact: true }).click()
const ticked = (page: Page, number: string) => page.getByRole('checkbox', { name: `EMD ${number}` }).isChecked()
const idIn = (page: Page) => new URL(page.url()).pathname.split('/').at(-1) ?? ''

test('an office is chosen and its letter printed in two clicks', async ({ enter, company, officeDeposits, owner }) => {
  const { name, deposits } = await officeDeposits('Division', [40_000, 2_500.5], [90_000])
  const page = await enter(company.administrator)
  await page.goto(`${list}/create`)
  await title(page, 'New refund request')
  await button(page, new RegExp(`^${name}.*₹42,500.50.*2 deposits overdue`)).click()
  await page.getByText('Rupees forty-two thousand five hundred and fifty paise only').first().waitFor()
  await letter(page).getByText('40,000.00').waitFor()
  await eventually(() => ticked(page, deposits[1]?.number ?? '')).toBe(true)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  const download = page.waitForEvent('download')
  await button(page, 'PDF').click()
  expect((await download).suggestedFilename()).toMatch(/^RR-\d{4}-\d\d-\d{3}\.pdf$/)
  await page.getByRole('heading', { level: 1, name: /^RR\// }).waitFor()
  await expectNoSidewaysScroll(page)
  const stored = await owner.ok(getRefundRequest, { params: { id: idIn(page) } })
  expect(stored).toMatchObject({ state: 'DRAFT', depositCount: 2, amount: 42_500.5 })
})

test('an amount above the open one is refused at its deposit, and a letter without deposits cannot be printed', async ({
  enter,
  company,
  officeDeposits,
}) => {
  const { officeId, deposits } = await officeDeposits('Canal', [1_000], [3_000])
  const [due, later] = deposits.map(({ number }) => number)
  const page = await enter(company.administrator)
  await page.goto(`${list}/create?officeId=${officeId}`)
  const amount = field(page, `Amount of EMD ${due}`)
  await amount.fill('1,000.01')
  await page.getByText('Amount is more than what is open of this deposit').waitFor()
  await button(page, 'Save draft').click()
  await page.getByRole('alert').filter({ hasText: 'Please correct these fields' }).waitFor()
  await amount.fill('600')
  await button(page, 'Show 1 deposit not due yet').click()
  await page.getByRole('checkbox', { name: `EMD ${later}` }).check()
  await letter(page).getByText('3,600.00').first().waitFor()
  await page.getByRole('checkbox', { name: `EMD ${due}` }).uncheck()
  await page.getByRole('checkbox', { name: `EMD ${later}` }).uncheck()
  await button(page, 'PDF').click()
  await page.getByText('Choose the deposits that are asked for').first().waitFor()
  await page.getByText('No deposit is ticked: the table is empty.').waitFor()
})

test('the texts follow language and template until the user edits them; edited texts stay and can be put back', async ({
  enter,
  company,
  officeDeposits,
}) => {
  const { officeId } = await officeDeposits('Weir', [1_000])
  const page = await enter(company.administrator)
  await page.goto(`${list}/create?officeId=${officeId}`)
  const subject = field(page, 'Subject')
  await eventually(() => subject.inputValue()).toMatch(/^Refund of Earnest Money/)
  await choose(page, 'Language', 'हिन्दी')
  await eventually(() => subject.inputValue()).toMatch(/^धरोहर राशि/)
  await letter(page).getByText('महोदय/महोदया,').waitFor()
  await subject.fill('About {amout}')
  await page.getByText('{amout} is not a field of a letter').waitFor()
  await subject.fill('About the weir: ')
  await subject.press('End')
  await button(page, 'Insert a field into Subject').click()
  await page.getByRole('menuitem', { name: /What the contracts say of refunds/ }).click()
  await eventually(() => subject.inputValue()).toBe('About the weir: {clause}')
  await page.getByText("Clause is empty: the contract's terms say none.").waitFor()
  await choose(page, 'Language', 'English')
  await letter(page).getByText('Respected Sir/Madam,').waitFor()
  await eventually(() => subject.inputValue()).toBe('About the weir: {clause}')
  await button(page, 'Take the words of the template').click()
  await eventually(() => subject.inputValue()).toMatch(/^Refund of Earnest Money/)
  await button(page, 'Put back what stood there').click()
  await eventually(() => subject.inputValue()).toBe('About the weir: {clause}')
  await button(page, 'Save draft').click()
  await page.getByRole('heading', { level: 1, name: /^RR\// }).waitFor()
})

test('a letter can be sent and answered, and a new letter for the same deposit is a reminder', async ({
  enter,
  company,
  officeDeposits,
  owner,
}) => {
  const { officeId, deposits } = await officeDeposits('Barrage', [7_000])
  const page = await enter(company.administrator)
  await page.goto(`${list}/create?officeId=${officeId}`)
  await letter(page).getByText('7,000.00').first().waitFor()
  await button(page, 'Mark as sent').click()
  await dialog(page).waitFor()
  await fill(page, { 'Sent on': '05/01/2030' })
  await saveIn(page)
  await page.getByRole('textbox', { name: 'Sent on', description: /must not be after today/ }).waitFor()
  await fill(page, { 'Sent on': dayTyped(dayFromToday(0)), 'Dispatch reference': 'D 17' })
  await saveIn(page)
  await alert(page, /^RR\/.* is sent/)
  await page.getByRole('region', { name: 'The letter as it was sent' }).first().waitFor()
  const sent = await owner.ok(getRefundRequest, { params: { id: idIn(page) } })
  expect(sent).toMatchObject({ state: 'SENT', sentByMeans: 'HAND', dispatchRef: 'D 17', daysSinceSent: 0 })
  await page.getByRole('link', { name: 'Write a reminder' }).click()
  await title(page, 'New refund request')
  await eventually(() => ticked(page, deposits[0]?.number ?? '')).toBe(true)
  await eventually(() => field(page, 'Subject').inputValue()).toMatch(/^Reminder/)
  await page.getByRole('link', { name: sent.number }).click()
  await button(page, 'It was answered').click()
  await fill(page, { 'Inward reference': 'IN 4', Answer: 'Under process' })
  await saveIn(page)
  await alert(page, `Answer to ${sent.number} entered`)
  await page.getByRole('region', { name: 'Facts' }).getByText('Under process').waitFor()
  await page.goto(`${list}?state=ANSWERED`)
  await eventually(() => columnOf(page, 'Number')).toEqual([sent.number])
})

test('the third letter is proposed for the office above, and the user can choose the office itself', async ({
  enter,
  company,
  officeDeposits,
  owner,
}) => {
  const { officeId, deposits } = await officeDeposits('Regulator', [9_000])
  const circle = { department: 'Kosi PWD', name: 'Circle', designation: 'Superintending Engineer' }
  const { id: parentId } = await owner.ok(createOffice, { body: circle })
  await owner.ok(updateOffice, { params: { id: officeId }, body: { parentId } })
  const body = { officeId, deposits: deposits.map(({ id: depositId }) => ({ depositId })) }
  const sent = { sentOn: dayFromToday(0), sentByMeans: 'POST' } as const
  for (const _ of [1, 2]) {
    const { id } = await owner.ok(createRefundRequest, { body })
    await owner.ok(sendRefundRequest, { params: { id }, body: sent })
  }
  const page = await enter(company.administrator, 'phone')
  await page.goto(`${list}/create?officeId=${officeId}`)
  const toParent = page.getByRole('checkbox', {
    name: 'To the office above: Superintending Engineer, Circle, Kosi PWD',
  })
  await eventually(() => toParent.isChecked()).toBe(true)
  await page.getByText(/^The office was asked for these deposits 2 times/).waitFor()
  await letter(page).getByText('The Superintending Engineer').waitFor()
  await expectNoSidewaysScroll(page)
  await toParent.uncheck()
  await letter(page).getByText('The Superintending Engineer').waitFor({ state: 'detached' })
  await toParent.check()
  await button(page, 'PDF').click()
  await page.getByRole('heading', { level: 1, name: /^RR\// }).waitFor()
  expect(await owner.ok(getRefundRequest, { params: { id: idIn(page) } })).toMatchObject({ toParent: true, officeId })
})

test('a sent letter is withdrawn after a confirmation, and a draft is deleted', async ({
  enter,
  company,
  draft,
  owner,
}) => {
  const [sent, draftToDelete] = [await draft('Sluice'), await draft('Spillway')]
  const body = { sentOn: dayFromToday(0), sentByMeans: 'POST' } as const
  await owner.ok(sendRefundRequest, { params: { id: sent.id }, body })
  const page = await enter(company.administrator, 'phone')
  await page.goto(`${list}/${sent.id}`)
  await button(page, 'Withdraw').click()
  await dialog(page).getByRole('button', { name: 'Withdraw', exact: true }).click()
  await alert(page, `${sent.number} is withdrawn`)
  await page.getByRole('link', { name: 'Write it again' }).waitFor()
  await expectNoSidewaysScroll(page)
  await page.goto(`${list}/${draftToDelete.id}`)
  page.once('dialog', (question) => void question.accept())
  await button(page, 'Delete draft').click()
  await title(page, 'Refund requests')
  await alert(page, `Draft ${draftToDelete.number} deleted`)
})

test('choices and typed values can be restored after the session ended and the user signed in again', async ({
  enter,
  company,
  officeDeposits,
}) => {
  const { officeId, deposits } = await officeDeposits('Headworks', [5_000, 6_000])
  const [first, second] = deposits.map(({ number }) => number)
  // A user of its own, because the test ends the session.
  const clerk = await company.joinWith('Clerk', { Contracts: ['canView', 'canCreate'] })
  const page = await enter(clerk)
  spend(page)
  const path = `${list}/create?officeId=${officeId}`
  await page.goto(path)
  await letter(page).getByText('11,000.00').first().waitFor()
  await page.getByRole('checkbox', { name: `EMD ${first}` }).uncheck()
  await field(page, `Amount of EMD ${second}`).fill('4,321')
  await field(page, 'Subject').fill('Half written')
  await letter(page).getByText('Half written').waitFor()
  // The bell would ask in between, and go on without the session.
  await intercept(page, '**/notifications/count', (route) => route.abort())
  const token = await page.evaluate<string>(`localStorage.getItem('accessToken') ?? ''`)
  await client(inject('url'), token).ok(logout, {})
  await button(page, 'Save draft').click()
  await page.waitForURL((url) => url.pathname === '/')
  await signIn(page, clerk)
  await page.goto(path)
  await letter(page).getByText('11,000.00').first().waitFor()
  await button(page, 'Restore what you had typed').click()
  await letter(page).getByText('4,321.00').first().waitFor()
  expect(await ticked(page, first ?? '')).toBe(false)
  await eventually(() => field(page, 'Subject').inputValue()).toBe('Half written')
})

test('a change that another user saved meanwhile is shown beside the own one', async ({
  enter,
  company,
  draft,
  owner,
}) => {
  const { id, number, updatedAt } = await draft('Levee')
  const page = await enter(company.administrator)
  await page.goto(`${list}/${id}/edit`)
  await title(page, `Edit ${number}`)
  await field(page, 'Subject').fill('Mine')
  await owner.ok(updateRefundRequest, { params: { id }, body: { subject: 'Theirs', updatedAt } })
  await button(page, 'Save draft').click()
  const panel = page.getByRole('region', { name: 'Somebody saved this record while you were editing it' })
  await panel.getByText('Theirs').first().waitFor()
  await eventually(() => panel.getByRole('row').count()).toBe(2)
  await button(page, 'Save with these choices').click()
  await title(page, number)
  expect((await owner.ok(getRefundRequest, { params: { id } })).subject).toBe('Mine')
})
