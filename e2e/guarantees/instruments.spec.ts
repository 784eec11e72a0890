import { createDeposit, type Deposit, getDeposit } from '@plinth/api/deposits/deposits'
import { addInstrumentEvent } from '@plinth/api/guarantees/instrument-events'
import {
  createInstrument,
  filterInstruments,
  type Instrument,
  instrumentGroups,
} from '@plinth/api/guarantees/instruments'
import { createContract } from '@plinth/api/tenders/contracts'
import { createOffice } from '@plinth/api/tenders/offices'
import { dayFromToday } from '@plinth/server/kernel/testing/days'
import { expect } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll } from '../src/browser.ts'
import { testIn } from '../src/desk.ts'
import { person } from '../src/people.ts'
import {
  alert,
  button,
  choose,
  columnOf,
  eventually,
  faultAt,
  field,
  fill,
  focusIsOn,
  save,
  showing,
  title,
  typed,
} from '../src/screen.ts'

/** The register of guarantees, receipts and drafts: found, entered, read and changed. Events are in `instrument-events.spec.ts`. */

const test = testIn('Guarantee Works').extend('calls', { scope: 'file' }, ({ company }) =>
  person(company.administrator),
)

const list = '/contracts/instruments'
const guarantee = {
  kind: 'BG',
  amount: 5_00_000,
  issuer: 'State Bank of India',
  issuedOn: dayFromToday(-100),
  expiresOn: dayFromToday(200),
  state: 'LODGED',
  happenedOn: dayFromToday(-90),
} as const

test('the empty register says what to do', async ({ enter, company }) => {
  const page = await enter(company.administrator)
  await page.goto('/contracts')
  await page.getByRole('link', { name: 'Instruments', exact: true }).click()
  await title(page, 'Instruments')
  await page.getByText(/^There are no instruments yet\. Enter the first guarantee/).waitFor()
  await page.getByRole('link', { name: 'New instrument' }).click()
  await title(page, 'New instrument')
  // The first field has the focus without showing its options.
  await focusIsOn(page, field(page, 'Kind'))
  await eventually(() => page.getByRole('option').count()).toBe(0)
})

test('a guarantee is entered with the fields of its kind, and the required ones must be filled in', async ({
  enter,
  company,
  calls,
}) => {
  const page = await enter(company.administrator)
  await page.goto(`${list}/create`)
  await save(page)
  await faultAt(page, 'Kind', 'Kind is required')
  await eventually(() => field(page, 'Expires on').count()).toBe(0)
  await choose(page, 'Kind', 'Fixed deposit receipt')
  await fill(page, { 'Matures on': '01/02/2027' })
  await eventually(() => field(page, 'Expires on').count()).toBe(0)
  // Choosing another kind clears the fields that this kind does not have.
  await choose(page, 'Kind', 'Bank guarantee')
  await eventually(() => field(page, 'Matures on').count()).toBe(0)
  await fill(page, { Amount: '500000', 'Bank or insurer': 'Canara Bank' })
  await save(page)
  for (const label of ['Number', 'Issued on', 'Expires on']) await faultAt(page, label, `${label} is required`)
  await expectAccessible(page)
  await fill(page, { Number: 'CB/77', 'Issued on': '01/11/2026', 'Expires on': '31/10/2026' })
  await save(page)
  await faultAt(page, 'Expires on', 'Expires on must not be before Issued on')
  await fill(page, { 'Expires on': '31/10/2027', 'Claim until': '30/11/2027', 'Margin %': '15' })
  await save(page)
  await alert(page, 'Instrument created successfully!')
  await title(page, 'Instruments')
  const { content } = await calls.ok(filterInstruments, { body: { number: 'CB/77' } })
  expect(content).toMatchObject([
    {
      kind: 'BG',
      state: 'LODGED',
      amount: 5_00_000,
      issuedOn: '2026-11-01',
      expiresOn: '2027-10-31',
      claimUntil: '2027-11-30',
      maturesOn: null,
      marginPercent: 15,
    },
  ])
  // The same instrument cannot be entered twice.
  await page.goto(`${list}/create?kind=BG&number=cb%2F77&issuer=canara+bank&amount=1000&issuedOn=2026-11-01`)
  await fill(page, { 'Expires on': '31/10/2027' })
  await save(page)
  await faultAt(page, 'Number', 'This instrument is in the register already')
})

test('paid money has few fields, and a draft needs only kind and amount', async ({ enter, company, calls }) => {
  const page = await enter(company.administrator)
  await page.goto(`${list}/create`)
  await choose(page, 'Kind', 'Paid in cash')
  for (const label of ['Branch', 'In favour of', 'Expires on', 'Claim until', 'Matures on', 'Margin %', 'Holder'])
    await eventually(() => field(page, label).count()).toBe(0)
  await fill(page, { Amount: '2500' })
  await save(page)
  await alert(page, 'Instrument created successfully!')
  await page.goto(`${list}/create`)
  await choose(page, 'Kind', 'Bank guarantee')
  await choose(page, 'State', 'Draft')
  await fill(page, { Amount: '75000' })
  await save(page)
  await alert(page, 'Instrument created successfully!')
  const { content } = await calls.ok(filterInstruments, { body: { state: ['DRAFT'] } })
  expect(content.map(({ kind, amount, number }) => [kind, amount, number])).toEqual([['BG', 75_000, null]])
})

test('the form opened from a deposit has its values, and the new instrument secures the deposit', async ({
  enter,
  company,
  calls,
}) => {
  const { id: contractId } = await calls.ok(createContract, { body: { contractName: 'Hemavathi canal' } })
  const { id } = await calls.ok(createDeposit, {
    params: { contractId },
    body: { depositType: 'EMD', instrumentNo: 'DD 4711', amount: 40_000 },
  })
  const page = await enter(company.administrator)
  const search = new URLSearchParams({
    depositIds: id,
    number: 'DD 4711',
    issuer: 'Canara Bank',
    branch: 'Hassan',
    amount: '40000',
    issuedOn: '2026-11-02',
  })
  await page.goto(`${list}/create?${search}`)
  expect(await typed(page, ['Kind', 'Number', 'Bank or insurer', 'Branch', 'Amount', 'Issued on'])).toEqual({
    Kind: 'Demand draft',
    Number: 'DD 4711',
    'Bank or insurer': 'Canara Bank',
    Branch: 'Hassan',
    Amount: '40,000',
    'Issued on': '02 Nov 2026',
  })
  await page.getByText('Once it is saved it stands behind 1 deposit').waitFor()
  await save(page)
  await alert(page, 'Instrument created successfully!')
  await page.goto(`${list}?number=4711`)
  await eventually(() => columnOf(page, 'Secures')).toEqual(['Hemavathi canal'])
  await page.getByRole('link', { name: 'DD 4711', exact: true }).click()
  await title(page, 'Demand draft DD 4711')
  const deposits = page.getByRole('region', { name: 'Deposits it stands behind' }).first()
  await deposits.getByText('Hemavathi canal').waitFor()
  await deposits.getByRole('link', { name: 'EMD' }).click()
  await title(page, 'EMD DD 4711')
  const stored: Deposit = await calls.ok(getDeposit, { params: { contractId, depositId: id } })
  expect(stored).toMatchObject({ bankName: 'Canara Bank', bankAddress: 'Hassan' })
})

test('quick filters count and find instruments that run out, are claimed or secure no deposit', async ({
  enter,
  company,
  calls,
}) => {
  const createOne = (overrides: Partial<Instrument>) =>
    calls.ok(createInstrument, { body: { ...guarantee, issuer: 'Chip Bank', ...overrides, state: 'LODGED' } })
  await createOne({ number: 'CHIP 1', expiresOn: dayFromToday(20) })
  await createOne({ number: 'CHIP 2', expiresOn: dayFromToday(80) })
  await createOne({ number: 'CHIP 3', expiresOn: dayFromToday(-3) })
  const claimed = await createOne({ number: 'CHIP 4' })
  await calls.ok(addInstrumentEvent, {
    params: { id: claimed.id },
    body: { kind: 'CLAIM_LODGED', happenedOn: dayFromToday(-1) },
  })
  const page = await enter(company.administrator)
  await page.goto(`${list}?search=chip+bank`)
  const chips = page.getByRole('group', { name: 'Quick filters' })
  await eventually(() => chips.getByRole('button').allInnerTexts()).toEqual([
    expect.stringMatching(/^Under way\s*4$/),
    expect.stringMatching(/^Runs out within 30 days\s*1$/),
    expect.stringMatching(/^Runs out within 90 days\s*2$/),
    expect.stringMatching(/^Ran out\s*1$/),
    expect.stringMatching(/^Claimed\s*1$/),
    expect.stringMatching(/^To discharge\s*1$/),
    expect.stringMatching(/^Without deposit\s*4$/),
  ])
  await page.getByText('Instruments found: 4, in total ₹20,00,000.00').waitFor()
  await chips.getByRole('button', { name: /^Runs out within 30/ }).click()
  await showing(page, 'Showing page 1 of 1 — 1 total records')
  await eventually(() => columnOf(page, 'Runs out on')).toEqual([expect.stringMatching(/20 days left$/)])
  await chips.getByRole('button', { name: /^Ran out/ }).click()
  await eventually(() => columnOf(page, 'Runs out on')).toEqual([expect.stringMatching(/ran out 3 days ago$/)])
})

test('the register can be grouped, and shows an instrument beside the list', async ({ enter, company, calls }) => {
  await calls.ok(createInstrument, { body: { ...guarantee, number: 'GROUP 1', issuer: 'Group Bank' } })
  const page = await enter(company.administrator)
  await page.goto(`${list}?search=group+bank`)
  const grouping = page.getByRole('combobox', { name: 'Group by' })
  await eventually(() => grouping.getByRole('option').allInnerTexts()).toHaveLength(1 + instrumentGroups.length)
  await grouping.selectOption('kind')
  await page.getByRole('button', { name: /Bank guarantee.*1/ }).waitFor()
  await page.goto(`${list}?search=group+bank`)
  await page.getByRole('cell', { name: 'Group Bank', exact: true }).click()
  const beside = page.getByRole('main').getByRole('region', { name: 'Bank guarantee GROUP 1', exact: true })
  const head = beside.getByRole('region', { name: 'At a glance' })
  await head.getByText('₹5,00,000.00').waitFor()
  await head.getByText('200 days left').waitFor()
  await beside.getByRole('button', { name: 'It was extended' }).waitFor()
  await expectAccessible(page)
})

test('the form of an issued paper shows its terms read-only, and links to the events that change them', async ({
  enter,
  company,
  calls,
}) => {
  const { id: officeId } = await calls.ok(createOffice, { body: { department: 'PWD', name: 'Division 4' } })
  const { id } = await calls.ok(createInstrument, { body: { ...guarantee, number: 'FIXED 1', officeId } })
  const page = await enter(company.administrator)
  await page.goto(`${list}/${id}/edit`)
  await title(page, 'Edit instrument')
  for (const label of ['Kind', 'Amount', 'Issued on', 'Expires on', 'Claim until'])
    await eventually(() => field(page, label).count()).toBe(0)
  const terms = page.getByRole('region', { name: 'What it says' })
  await eventually(() => terms.innerText()).toMatch(/Amount\s+₹5,00,000\.00/)
  await fill(page, { Number: '', Branch: 'Hassan Main' })
  await save(page)
  await faultAt(page, 'Number', 'Number is required')
  await fill(page, { Number: 'FIXED 2' })
  await save(page)
  await alert(page, 'Instrument updated successfully!')
  await page.goto(`${list}/${id}`)
  await title(page, 'Bank guarantee FIXED 2')
  await page.getByText('PWD — Division 4').waitFor()
  await page.goto(`${list}/${id}/edit`)
  await page.getByRole('link', { name: 'Enter what happened' }).click()
  await title(page, 'Bank guarantee FIXED 2')
  await button(page, 'It was extended').waitFor()
})

test('an instrument is deleted from the list, but not while it has a deposit', async ({ enter, company, calls }) => {
  const { id: contractId } = await calls.ok(createContract, { body: { contractName: 'Held back' } })
  const { id } = await calls.ok(createDeposit, {
    params: { contractId },
    body: { depositType: 'EMD', instrumentNo: 'x', amount: 1000 },
  })
  await calls.ok(createInstrument, { body: { ...guarantee, number: 'GONE 1', depositIds: [id] } })
  await calls.ok(createInstrument, { body: { ...guarantee, number: 'GONE 2' } })
  const page = await enter(company.administrator)
  await page.goto(`${list}?number=GONE`)
  await showing(page, 'Showing page 1 of 1 — 2 total records')
  for (const number of ['GONE 1', 'GONE 2']) {
    page.once('dialog', (dialog) => void dialog.accept())
    await button(page, `Delete Bank guarantee ${number}`).click()
  }
  await alert(page, 'It cannot be deleted: it still has 1 deposit')
  await showing(page, 'Showing page 1 of 1 — 1 total records')
})

test('the palette finds an instrument, and the audit trail links back to it', async ({ enter, company, calls }) => {
  await calls.ok(createInstrument, { body: { ...guarantee, number: 'PALETTE 9', issuer: 'Palette Bank' } })
  const page = await enter(company.administrator)
  await page.goto('/contracts')
  await title(page, 'Contract dashboard')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search screens, records and actions' }).fill('palette 9')
  await page.getByRole('option', { name: /^PALETTE 9.*Palette Bank/ }).click()
  await title(page, 'Bank guarantee PALETTE 9')
  await page.getByRole('link', { name: 'Audit trail' }).last().click()
  await title(page, 'Audit Trail')
  await page.getByRole('link', { name: 'PALETTE 9' }).first().click()
  await title(page, 'Bank guarantee PALETTE 9')
})

test('the register and its form do not scroll sideways on a phone', async ({ enter, company, calls }) => {
  const number = '0034IBG26001187/EXT/2026-27/00045'
  await calls.ok(createInstrument, { body: { ...guarantee, number, issuer: 'Phone Bank', amount: 12_34_56_789.5 } })
  const page = await enter(company.administrator, 'phone')
  await page.goto(`${list}?search=phone+bank`)
  await page.getByRole('link', { name: number, exact: true }).waitFor()
  await page.getByText('200 days left').waitFor()
  await expectNoSidewaysScroll(page)
  await page.goto(`${list}/create`)
  await choose(page, 'Kind', 'Bank guarantee')
  await expectNoSidewaysScroll(page)
})
