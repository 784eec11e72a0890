import { countDeposits, type Deposit, filterDeposits, updateDeposit } from '@plinth/api/deposits/deposits'
import { filterInstruments } from '@plinth/api/guarantees/instruments'
import { createContract } from '@plinth/api/tenders/contracts'
import { writeXlsx } from 'hucre/xlsx'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible, expectContrast, expectNoSidewaysScroll } from '../src/browser.ts'
import { testIn } from '../src/desk.ts'
import { alert, button, title } from '../src/screen.ts'

/** A messy register of deposits is checked, corrected, imported and undone. */

const test = testIn('Godavari Works').extend('tenders', { scope: 'file', auto: true }, async ({ owner }) => {
  for (const [bidId, contractName] of [
    ['GOD-1', 'Godavari barrage'],
    ['GOD-2', 'Godavari canal'],
  ] as const)
    await owner.ok(createContract, { body: { bidId, contractName, status: 'WORK_ORDER_ISSUED' } })
})

const address = '/contracts/deposit-upload'
const field = (page: Page) => page.getByLabel('File of deposits')

async function open(page: Page): Promise<void> {
  await page.goto(address)
  await title(page, 'Upload deposits')
}

type Cells = (string | number)[]
const register = async (name: string, rows: Cells[]) => ({
  name,
  mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  buffer: Buffer.from(await writeXlsx({ sheets: [{ name: 'BG & EMD', rows }] })),
})

const headings = [
  'Sr.',
  'Tender no.',
  'Type',
  'Mode',
  'BG no.',
  'Bank name',
  'Amount (Rs.)',
  'BG date',
  'Valid upto',
  'Claim expiry',
  'Margin %',
  'Margin FDR no.',
  'Refund date',
  'Refund amount',
  'Deduction',
  'Present status',
  'Due on',
  'Owner',
  'File colour',
]
/** A row of the sheet; unnamed cells are empty. */
const line = (cells: Record<string, string | number>): Cells => headings.map((heading) => cells[heading] ?? '')

const fdr = {
  'Sr.': 1,
  Type: 'Margin money',
  Mode: 'FDR',
  'BG no.': 'FDR 9',
  'Amount (Rs.)': 60_000,
  'BG date': '01/03/2025',
}
const guarantee = {
  'Sr.': 2,
  'Tender no.': 'GOD-1',
  Type: 'Performance security',
  Mode: 'Bank Guarantee',
  'BG no.': 'BG/117',
  'Bank name': 'Canara Bank',
  'Amount (Rs.)': '₹ 5,00,000/-',
  'BG date': '05-Mar-25',
  'Valid upto': '31.03.2030',
  'Claim expiry': '31/03/2031',
  'Margin %': 10,
  'Margin FDR no.': 'FDR 9',
  'Present status': 'Live',
  'Due on': '30/05/2030',
  'File colour': 'green',
}
const short = {
  'Sr.': 3,
  'Tender no.': 'GOD-2',
  Type: 'EMD',
  Mode: 'NEFT',
  'BG no.': 'UTR55',
  'Amount (Rs.)': '1,00,000',
  'Refund date': '01/06/2025',
  'Refund amount': '98,000',
  Deduction: 2000,
  'Present status': 'Refunded',
}
const bad = {
  'Sr.': 4,
  'Tender no.': 'GOD-9',
  Type: 'EMD',
  Mode: 'DD',
  'BG no.': '440210',
  'Amount (Rs.)': '5.000,00',
  'BG date': '31/02/2025',
  'Present status': 'In the drawer',
}
const total = { Type: '', 'Tender no.': 'Total', 'Amount (Rs.)': 660_000 }
const messy = () =>
  register('drawer.xlsx', [
    ['Register of BG / EMD 2025-26'],
    [],
    headings,
    line(fdr),
    line(guarantee),
    line(short),
    line(bad),
    line(total),
  ])

async function send(page: Page, file: Awaited<ReturnType<typeof register>>, by: string) {
  await field(page).setInputFiles(file)
  await button(page, by).click()
}

test('a messy register is checked, its valid rows are stored with their instruments, a second upload adds nothing, and undo keeps changed deposits', async ({
  enter,
  owner,
  company,
}) => {
  const page = await enter(company.administrator)
  await open(page)
  await page.getByText('Nothing has been uploaded yet. Choose a file above, or start from the template.').waitFor()
  await send(page, await messy(), 'Check first')
  await alert(page, '3 rows can be stored. 2 rows cannot.')
  await page.getByText('Sr., File colour. Their headings are no field of a deposit.').waitFor()
  const table = page.getByRole('region', { name: 'Rows that were not stored' })
  const texts = (await table.getByRole('row').allTextContents()).join('\n')
  expect(texts).toMatch(/GOD-9No tender has this bid ID, reference or name/)
  expect(texts).toMatch(/5\.000,00must be an amount such as/)
  expect(texts).toMatch(/31\/02\/2025must be a day/)
  expect(texts).toMatch(/In the drawermust be one of Submitted, .*Live/)
  expect(texts).toMatch(/Totalsays that the row is a sum of others/)
  await expectAccessible(page)
  await expectContrast(page)
  const found = () => owner.ok(filterDeposits, { body: {} })
  expect((await found()).totalElements).toBe(0)

  await button(page, 'Upload the 3 good rows').click()
  await alert(page, '3 deposits were stored. 2 rows were not.')
  const deposits = (await found()).content
  expect(deposits.map(({ bidId, status, openAmount }) => [bidId, status, openAmount])).toEqual(
    expect.arrayContaining([
      ['GOD-1', 'SUBMITTED', 500_000],
      ['GOD-2', 'REFUNDED', 0],
    ]),
  )
  const held = (await owner.ok(countDeposits, { body: {} })).find(({ quickFilter }) => quickFilter === 'HELD')
  expect(held).toMatchObject({ count: 1, amount: 500_000 })
  expect((await owner.ok(filterInstruments, { body: { kind: ['FDR'] } })).content).toMatchObject([
    { lienAmount: 50_000 },
  ])

  await button(page, 'Reset').click()
  await send(page, await messy(), 'Upload')
  await alert(page, 'No deposits were stored. 5 rows were not.')
  await table.getByText('This instrument is in the register already (row 5)').waitFor()

  const emd = deposits.find(({ bidId }) => bidId === 'GOD-2')
  await owner.ok(updateDeposit, { params: placeOf(emd), body: { comment: 'Asked for by phone' } })
  page.on('dialog', (dialog) => void dialog.accept())
  await button(page, 'Undo the upload of drawer.xlsx').click()
  await alert(page, /2 deposits deleted, 1 stays/)
  await page.getByText(': It was changed since.').waitFor()
  await page.getByRole('link', { name: 'EMD UTR55' }).click()
  await title(page, 'EMD UTR55')
  expect((await found()).totalElements).toBe(1)
})

const placeOf = (deposit: Deposit | undefined) => ({
  contractId: deposit?.contractId ?? '',
  depositId: deposit?.id ?? '',
})

test('on a phone the errors of a row are listed below each other', async ({ enter, company }) => {
  const page = await enter(company.administrator)
  await page.setViewportSize({ width: 360, height: 740 })
  await open(page)
  await expectNoSidewaysScroll(page)
  await send(page, await register('phone.xlsx', [headings, line(bad)]), 'Check first')
  await alert(page, 'No rows can be stored. 1 row cannot.')
  const faults = page.getByRole('list', { name: 'Rows that were not stored' })
  await faults.getByText(/Present status \(P\): In the drawer must be one of/).waitFor()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
})
