import { listRecordDocuments } from '@plinth/api/documents/documents'
import { createAgreement } from '@plinth/api/money/agreements'
import { createParty } from '@plinth/api/money/parties'
import { createContract } from '@plinth/api/tenders/contracts'
import { filterMeasurementSheets } from '@plinth/api/works/measurement-sheets'
import { plain } from '@plinth/server/access/users/images.factory'
import { type CellValue, writeXlsx } from 'hucre/xlsx'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { testIn } from '../src/desk.ts'
import { openAtFront, openKept, ownFront } from '../src/front.ts'
import { alert, answerDialog, button, eventually, field, fill, save, title } from '../src/screen.ts'

/**
 * One work from start to end: the department's BOQ becomes the schedule, two sheets are measured on a phone, the first one
 * partly offline, and two running bills are made of them. The second is passed short by 10 cum of masonry.
 */

const test = testIn('Hemavathi Builders')
  .extend('engineer', { scope: 'file' }, ({ company }) =>
    company.joinWith('Site engineer', { 'Measurement Book': ['canView', 'canCreate', 'canEdit'] }),
  )
  .extend('front', ownFront)
  .extend('open', openAtFront)
  .extend('agreement', async ({ owner }) => {
    const party = { kinds: ['CLIENT' as const], legalName: 'Executive Engineer, Minor Irrigation, Hassan', state: '29' }
    const { id: partyId } = await owner.ok(createParty, { body: party })
    const { id: contractId } = await owner.ok(createContract, { body: { contractName: 'Tank at Doddagaddavalli' } })
    return owner.ok(createAgreement, {
      body: {
        direction: 'RECEIVABLE',
        number: 'MI/HSN/26-27/41',
        name: 'Rehabilitation of the tank at Doddagaddavalli',
        partyId,
        contractId,
        status: 'ACTIVE',
        agreedOn: '2026-06-01',
        value: 26_00_000,
        pricing: 'PERCENTAGE_RATE',
        tenderPercentage: -4.5,
        siteState: '29',
        ourGstin: '29AAECD4471P1Z1',
      },
    })
  })

/** A BOQ as a department sends it: titles, headings in two rows, sections, descriptions over two rows, a total and GST. */
async function boq() {
  const item = (itemNo: string, text: string, quantity: number, unit: string, rate: number): CellValue[] => [
    itemNo,
    text,
    quantity,
    unit,
    rate,
    'Rupees as in figures',
    Math.round(quantity * rate * 100) / 100,
  ]
  const rows: CellValue[][] = [
    ['GOVERNMENT OF KARNATAKA, MINOR IRRIGATION DEPARTMENT'],
    ['Name of work: Rehabilitation of the tank at Doddagaddavalli'],
    [],
    ['Sl. No.', 'Description of item', 'Quantity', 'Unit', 'Rate', null, 'Amount'],
    [null, null, null, null, 'In figures', 'In words', '(Rs.)'],
    [1, 2, 3, 4, 5, 6, 7],
    ['A', 'EARTHWORK'],
    ['1', 'Earthwork excavation for foundation in all kinds of soil,'],
    [null, 'with initial lead of 10 m and lift of 1.5 m:'],
    item('a)', 'Ordinary soil', 1200, 'Cum', 148.25),
    item('b)', 'Hard rock by chiselling', 150, 'Cum', 612.5),
    item('2', 'Refilling available earth in layers of 200 mm', 400, 'Cum', 86.4),
    ['B', 'CONCRETE AND MASONRY'],
    item('3', 'Plain cement concrete M10 for levelling course', 60, 'Cum', 4850.5),
    item('4', 'Reinforced cement concrete M25 with 20 mm down size graded', 90, 'Cum', 6425.75),
    [null, 'aggregate, machine mixed, vibrated and cured'],
    item('5', 'Steel reinforcement Fe500D, cut, bent and placed', 8000, 'Kg', 72.15),
    item('6', 'Random rubble masonry in cement mortar 1:6', 220, 'Cum', 3980),
    item('7', 'Name board of the work, painted, as directed', 1, 'No', 8500),
    [null, 'TOTAL', null, null, null, null, 26_34_982.5],
    [null, 'Add GST at 18 %', null, null, null, null, 4_74_296.85],
  ]
  const buffer = Buffer.from(await writeXlsx({ sheets: [{ name: 'BOQ', rows }] }))
  return { name: 'Schedule B.xlsx', mimeType: 'application/vnd.ms-excel', buffer }
}

const head = (page: Page) => page.getByRole('region', { name: 'At a glance' })
const isGone = (page: Page) => eventually(() => page.getByRole('dialog').count()).toBe(0)

/** The amounts of a row of a table, from left to right. */
async function amountsOf(page: Page, table: string, row: string): Promise<string[]> {
  const cells = await page
    .getByRole('table', { name: table })
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: new RegExp(`^${RegExp.escape(row)}`) }) })
    .getByRole('cell')
    .allInnerTexts()
  return cells.flatMap((cell) => cell.split('\n'))
}

async function beginSheet(phone: Page, location: string): Promise<void> {
  await phone.getByRole('link', { name: 'New sheet', exact: true }).click()
  await title(phone, 'New measurement sheet')
  await phone.getByRole('combobox', { name: 'Agreement', exact: true }).click()
  await phone.getByRole('option', { name: /^MI\/HSN/ }).click()
  await fill(phone, { Location: location })
  await save(phone)
  await title(phone, 'Draft sheet')
}

async function measure(phone: Page, item: string, values: Record<string, string>): Promise<void> {
  await phone.getByRole('combobox', { name: 'Item, by number or word' }).fill(item)
  await phone.getByRole('option', { name: new RegExp(item) }).click()
  await fill(phone, values)
  await button(phone, 'Save line').click()
  await eventually(() => field(phone, 'Particulars').inputValue()).toBe('')
}

async function record(phone: Page, name: string): Promise<void> {
  await answerDialog(phone, 'accept', () => button(phone, 'Record sheet').click())
  await title(phone, name)
}

async function importSchedule(desk: Page): Promise<void> {
  await head(desk).getByRole('link', { name: 'Enter its schedule' }).click()
  await button(desk, 'Import from Excel').click()
  const dialog = desk.getByRole('dialog', { name: 'Import from Excel' })
  await dialog.getByLabel('BOQ of the tender').setInputFiles(await boq())
  await dialog.getByText('Totals that agree: G20 ₹26,34,982.50').waitFor()
  await dialog.getByRole('button', { name: 'Store 8 items' }).click()
  await alert(desk, '8 items stored in the schedule')
  await isGone(desk)
  await desk.getByRole('row', { name: /^5 Steel/ }).hover()
  await desk.getByRole('button', { name: /^Edit 5 Steel/ }).click()
  await desk.getByRole('checkbox', { name: 'With the tender percentage' }).click()
  await save(desk)
  await isGone(desk)
  // All but the 5,77,200.00 of steel are 4.5 % below.
  await desk.getByText('₹25,42,382.29').waitFor()
}

async function setHeads(desk: Page): Promise<void> {
  await desk.getByRole('link', { name: 'Bill heads', exact: true }).click()
  await button(desk, 'Add the usual heads').click()
  await desk.getByRole('dialog', { name: 'New head' }).waitFor()
  await fill(desk, { 'Per cent': '5', 'At most of the agreed value': '5' })
  await save(desk)
  await isGone(desk)
}

async function submitNext(desk: Page, name: string, work: string): Promise<void> {
  await title(desk, 'New bill')
  await eventually(async () => (await amountsOf(desk, 'Memorandum of payment', 'Value of work')).at(-1)).toBe(work)
  await button(desk, 'Submit').click()
  await title(desk, name)
  await head(desk).getByRole('link', { name: 'Enter memorandum' }).click()
  await title(desk, 'Memorandum of payment')
}

test('a BOQ becomes a schedule, two sheets measured on a phone become two bills, and the second is passed short', async ({
  enter,
  open,
  owner,
  engineer,
  company,
  agreement,
}) => {
  const address = `/payments/agreements/${agreement.id}`
  const desk = await enter(company.administrator)
  await desk.goto(address)
  await importSchedule(desk)

  const phone = await open(engineer)
  await openKept(phone, '/measure')
  await beginSheet(phone, 'Ch. 0 to 45.6 m')
  await measure(phone, 'Ordinary', { Length: '62.4+65.6', Breadth: '6', Depth: '.75', Particulars: 'Main bund' })
  await button(phone, 'Change line 1').waitFor()
  await phone.context().setOffline(true)
  await measure(phone, 'Ordinary', { Length: '45.6', Breadth: '(5.2+5.8)/2', Depth: '.6', Particulars: 'Sluice pit' })
  await measure(phone, 'M10', { Nos: '2', Length: '45.6', Breadth: '1.2', Depth: '.1', Particulars: 'Under walls' })
  await measure(phone, 'M25', { Length: '45.6', Breadth: '(.9+.6)/2', Depth: '1.5', Particulars: 'Wall' })
  await measure(phone, 'Steel', { Nos: '24', Length: '45.6', Factor: '.888', Particulars: '12 mm bars' })
  const image = { name: 'image.png', mimeType: 'image/png', buffer: await plain(400, 300).png().toBuffer() }
  await phone.getByLabel('Photo of this sheet').setInputFiles(image)
  await phone.getByText('1 photo waiting').waitFor()
  await phone.context().setOffline(false)
  await eventually(() => phone.getByText(/waiting$/i).count()).toBe(0)
  await button(phone, 'Change line 5').waitFor()
  await record(phone, 'Sheet 1')
  const [sheet] = (await owner.ok(filterMeasurementSheets, { body: { agreementId: agreement.id } })).content
  const params = { tenantId: company.tenantId, entityType: 'MEASUREMENT' as const, entityId: sheet?.id ?? '' }
  expect(await owner.ok(listRecordDocuments, { params, query: {} })).toHaveLength(1)

  await desk.goto(address)
  await setHeads(desk)
  await desk.goto(address)
  const bills = desk.getByRole('region', { name: 'Bills' })
  // 726.48 and 10.94 and 51.30 cum are 4,90,406.11, less 4.5 %; 971.83 kg of steel at its own rate are 70,117.53.
  await bills.getByText('The next bill would claim work of ₹5,38,455.37 for it').waitFor()
  await bills.getByRole('link', { name: 'Enter the next bill' }).click()
  await submitNext(desk, 'RA-1', '₹5,38,455.37')
  await fill(desk, { 'Memorandum no.': 'EE/HSN/114', 'Net of the memorandum': '5,81,531.46' })
  await button(desk, 'Pass').click()
  await title(desk, 'RA-1')

  await phone.goto('/measure')
  await beginSheet(phone, 'Ch. 45.6 to 90 m')
  await measure(phone, 'Hard rock', { Length: '12', Breadth: '3.5', Depth: '1.2', Particulars: 'Cut-off' })
  await measure(phone, 'M25', { Length: '44.4', Breadth: '(.9+.6)/2', Depth: '1.5', Particulars: 'Wall' })
  await measure(phone, 'Steel', { Nos: '22', Length: '44.4', Factor: '.888', Particulars: '12 mm bars' })
  await measure(phone, 'rubble', { Nos: '2', Length: '18.5', Breadth: '.6', Depth: '1.35', Particulars: 'Wing walls' })
  await button(phone, 'Change line 4').waitFor()
  await record(phone, 'Sheet 2')

  await head(desk).getByRole('link', { name: 'Enter the next bill' }).click()
  await submitNext(desk, 'RA-2', '₹5,12,499.46')
  await fill(desk, {
    'Memorandum no.': 'EE/HSN/131',
    'Cut of item 6': '10',
    'Why item 6 is cut': 'Joints not raked',
    'Net of the memorandum': '5,12,449.42',
  })
  await desk.getByRole('status').filter({ hasText: 'Difference ₹0.00' }).waitFor()
  await button(desk, 'Pass').click()
  await title(desk, 'RA-2')
  // 10 cum at 3,980.00 are 39,800.00, less 4.5 %.
  const work = ['₹10,50,954.83', '₹10,12,945.83', '₹5,38,455.37', '₹5,12,499.46', '₹4,74,490.46']
  await eventually(() => amountsOf(desk, 'Memorandum of payment', 'Value of work')).toEqual([...work, '₹38,009.00'])
  expect(await amountsOf(desk, 'Abstract', 'Work done')).toEqual(work)
  const net = ['₹11,35,030.87', '₹10,93,980.88', '₹5,81,531.46', '₹5,53,499.41', '₹5,12,449.42', '₹41,049.99']
  expect(await amountsOf(desk, 'Memorandum of payment', 'Net payable')).toEqual(net)
  await head(desk).getByText('₹41,049.99 short').waitFor()
}, 180_000)
