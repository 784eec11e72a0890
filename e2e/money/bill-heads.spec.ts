import { type Agreement, createAgreement, updateAgreement } from '@plinth/api/money/agreements'
import { createBillHead, listBillHeads } from '@plinth/api/money/bill-heads'
import { createParty } from '@plinth/api/money/parties'
import { createContract } from '@plinth/api/tenders/contracts'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible, expectContrast, expectNoSidewaysScroll } from '../src/browser.ts'
import { testIn } from '../src/desk.ts'
import { person } from '../src/people.ts'
import { alert, answerDialog, button, eventually, fill, save, title } from '../src/screen.ts'

/** The bill heads of an agreement: entered, changed from a day on, and tried as a memorandum of payment. */

const test = testIn('Bill Works').extend('calls', { scope: 'file' }, ({ company }) => person(company.administrator))
type Calls = Awaited<ReturnType<typeof person>>

let agreementCount = 0
/** An agreement of 50 lakh with a client in Karnataka for work there, unless overridden. */
async function agreementOf(calls: Calls, overrides: Partial<Agreement> = {}): Promise<Agreement> {
  agreementCount += 1
  const isClient = overrides.direction !== 'PAYABLE'
  const kinds = [isClient ? ('CLIENT' as const) : ('SUBCONTRACTOR' as const)]
  const party = { kinds, legalName: `Party ${agreementCount}`, state: '29' }
  const { id: partyId } = await calls.ok(createParty, { body: party })
  const { id: contractId } = await calls.ok(createContract, { body: { contractName: `Canal ${agreementCount}` } })
  return calls.ok(createAgreement, {
    body: {
      direction: 'RECEIVABLE' as const,
      number: `AG/${agreementCount}`,
      name: `Lining of canal ${agreementCount}`,
      partyId,
      contractId,
      agreedOn: '2026-04-01',
      value: 50_00_000,
      siteState: '29',
      ourGstin: '29AAECD4471P1Z1',
      ...overrides,
    },
  })
}

const inForce = (page: Page) =>
  page
    .locator('li[data-standing]')
    .evaluateAll((rows) =>
      rows.map((row) =>
        [
          row.getAttribute('data-standing'),
          ...[...row.children].slice(0, 2).map((part) => part.textContent?.trim()),
        ].join(' '),
      ),
    )
/** The rows of the memorandum: the label and the three figures. */
const memorandum = (page: Page) =>
  page
    .getByRole('table', { name: 'Memorandum of payment' })
    .evaluate((table) =>
      [...table.querySelectorAll('tbody tr')].map((row) => [
        row.querySelector('th')?.firstChild?.textContent,
        ...[...row.querySelectorAll('td')].map((cell) => cell.textContent),
      ]),
    )

test('usual heads are added, one is changed from a day on, and a bill equals the one worked by hand', async ({
  enter,
  company,
  calls,
}) => {
  const agreement = await agreementOf(calls)
  const page = await enter(company.administrator)
  await page.goto(`/payments/agreements/${agreement.id}`)
  await page.getByRole('link', { name: 'Bill heads', exact: true }).click()
  await title(page, 'Bill heads')
  await expectAccessible(page)
  await button(page, 'Add the usual heads').click()
  await alert(page, 'Usual heads added')
  await page.getByRole('dialog', { name: 'New head' }).waitFor()
  await fill(page, { 'Per cent': '2.5', 'At most of the agreed value': '5' })
  await save(page)
  await alert(page, 'Bill head saved')
  await eventually(() => page.getByRole('dialog').count()).toBe(0)
  await button(page, 'Change from a day on: Retention').click()
  await page.getByRole('dialog').waitFor()
  await fill(page, { 'Per cent': '5', 'Holds from': '01/11/2026' })
  await save(page)
  await eventually(() => inForce(page)).toEqual([
    'IN_FORCE GST In force By rule: 18%',
    'IN_FORCE Retention In force 5%',
    'EARLIER Retention Earlier 2.5%',
    'IN_FORCE Income-tax TDS In force By rule: 2%',
    'IN_FORCE GST TDS In force By rule: 2%',
    'IN_FORCE Welfare cess In force By rule: 1%',
  ])

  await fill(page, { 'Work done up to date': '12,34,567.89', 'Paid for up to the last bill': '10,00,000' })
  await page.getByText('Net payable').waitFor()
  // Since: 2,34,567.89 with 9 % twice; 5 % of all work less 50,000; 2 % and 1 % to the rupee; 1 % twice to the paisa.
  expect(await memorandum(page)).toEqual([
    ['Value of work', '₹12,34,567.89', '₹10,00,000.00', '₹2,34,567.89'],
    ['Central GST (CGST)', '₹1,11,111.11', '₹90,000.00', '₹21,111.11'],
    ['State GST (SGST)', '₹1,11,111.11', '₹90,000.00', '₹21,111.11'],
    ['Invoice', '₹14,56,790.11', '₹11,80,000.00', '₹2,76,790.11'],
    ['Less: Retention', '₹61,728.39', '₹50,000.00', '₹11,728.39'],
    ['Less: Income-tax TDS', '₹24,691.00', '₹20,000.00', '₹4,691.00'],
    ['Less: GST TDS, central tax', '₹12,345.68', '₹10,000.00', '₹2,345.68'],
    ['Less: GST TDS, State tax', '₹12,345.68', '₹10,000.00', '₹2,345.68'],
    ['Less: Welfare cess', '₹12,346.00', '₹10,000.00', '₹2,346.00'],
    ['Net payable', '₹13,33,333.36', '₹10,80,000.00', '₹2,53,333.36'],
  ])
  const cgst = page.getByRole('row', { name: /^Central GST/ })
  await cgst.getByText('Why 9% of ₹2,34,567.89?').click()
  await cgst.getByText('GST on works for government', { exact: true }).waitFor()
  await cgst.getByRole('link', { name: 'Notification 15/2025-Central Tax (Rate)' }).waitFor()
  await cgst.getByText(/since 22 Sep 2025/).waitFor()
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectContrast(page)

  // On an earlier day the earlier retention is valid: 2.5 % of all work.
  await fill(page, { 'Day of the bill': '31/10/2026' })
  await page.keyboard.press('Tab')
  await eventually(async () => (await memorandum(page)).find(([head]) => head === 'Less: Retention')?.[1]).toBe(
    '₹30,864.20',
  )
})

test('a phone shows the missing inputs, and then the memorandum as cards', async ({ enter, company, calls }) => {
  const agreement = await agreementOf(calls, { direction: 'PAYABLE', siteState: null, value: 50_00_000 })
  const params = { agreementId: agreement.id }
  const validFrom = '2026-04-01'
  await calls.ok(createBillHead, {
    params,
    body: { head: 'IT_TDS', ruleKind: 'IT_TDS_CONTRACT_OTHER', base: 'TAXABLE', rounding: 'RUPEE', validFrom },
  })
  await calls.ok(createBillHead, { params, body: { head: 'GST_TDS', percent: 2, base: 'TAXABLE', validFrom } })
  const page = await enter(company.administrator, 'phone')
  await page.goto(`/payments/agreements/${agreement.id}/heads`)
  await page.getByText('GST TDS: State of the site is needed: it decides which tax is due').waitFor()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  expect(await answerDialog(page, 'accept', () => button(page, /^Delete GST TDS 2%/).click())).toContain(
    'delete this head',
  )
  await eventually(() => inForce(page)).toEqual(['IN_FORCE Income-tax TDS In force By rule: 2%'])

  const work = { 'Work done up to date': '99,999.999' }
  await fill(page, work)
  await page.getByText('Work done up to date must have at most 13 digits and 2 decimals').waitFor()
  // Not above a lakh in the year, but above 30,000 in a single sum: 2 % of it.
  await fill(page, { 'Work done up to date': '99,999.50' })
  await page.getByText('Net payable').waitFor()
  expect(await memorandum(page)).toEqual([
    ['Value of work', '₹99,999.50', '₹0.00', '₹99,999.50'],
    ['Invoice', '₹99,999.50', '₹0.00', '₹99,999.50'],
    ['Less: Income-tax TDS', '₹2,000.00', '₹0.00', '₹2,000.00'],
    ['Net payable', '₹97,999.50', '₹0.00', '₹97,999.50'],
  ])
  await page.getByText('Income-tax TDS is computed as on the first bill of the tax year.').waitFor()
  await expectNoSidewaysScroll(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectContrast(page)
})

test('a viewer can read heads, site staff cannot, and those of a closed agreement cannot be changed', async ({
  enter,
  company,
  calls,
}) => {
  const agreement = await agreementOf(calls, { status: 'ACTIVE' })
  const address = `/payments/agreements/${agreement.id}/heads`
  const body = { head: 'WITHHELD' as const, percent: 1, validFrom: '2026-04-01' }
  await calls.ok(createBillHead, { params: { agreementId: agreement.id }, body })
  const controls = (page: Page) => page.getByRole('button', { name: /^(?:New|Change|Edit|Delete) / }).count()

  const engineer = await enter(await company.joinWith('engineer', { 'Measurement Book': ['canView', 'canCreate'] }))
  await engineer.goto(address)
  await engineer.waitForURL((url) => url.pathname === '/unauthorized')

  const viewer = await enter(await company.joinWith('viewer', { Payments: ['canView'] }))
  await viewer.goto(address)
  await eventually(() => inForce(viewer)).toEqual(['IN_FORCE Withheld In force 1%'])
  expect(await controls(viewer)).toBe(0)

  const page = await enter(company.administrator)
  await page.goto(address)
  await button(page, /^Edit Withheld 1%/).click()
  await fill(page, { 'Per cent': '1.5' })
  await save(page)
  await eventually(() => inForce(page)).toEqual(['IN_FORCE Withheld In force 1.5%'])
  const params = { id: agreement.id }
  await calls.ok(updateAgreement, { params, body: { status: 'COMPLETED', completedOn: '2026-09-01' } })
  await calls.ok(updateAgreement, { params, body: { status: 'CLOSED' } })
  await page.reload()
  await page.getByText('This agreement is closed: its bill heads stay as they are.').waitFor()
  expect(await controls(page)).toBe(0)
  expect(await calls.ok(listBillHeads, { params: { agreementId: agreement.id } })).toMatchObject([{ percent: 1.5 }])
})
