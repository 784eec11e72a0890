import type { AgreedHead } from '@plinth/api/money/bill-heads'
import { expect, test } from 'vitest'
import { blankHead, detailsOf, percentIn, shareOfHead, standingsOn } from './head-words.ts'

const row = (overrides: Partial<AgreedHead>): AgreedHead => ({
  id: '1',
  agreementId: '2',
  head: 'RETENTION',
  percent: 2.5,
  ruleKind: null,
  base: null,
  rounding: 'PAISA',
  capPercent: null,
  mode: 'EACH_BILL',
  validFrom: '2026-04-01',
  comment: null,
  createdAt: '',
  updatedAt: '',
  createdBy: null,
  updatedBy: null,
  createdByName: null,
  updatedByName: null,
  isDeleted: false,
  deletedAt: null,
  deletedBy: null,
  ...overrides,
})

test('rows of a head are valid until the day before the next, in the order of the memorandum', () => {
  const days = ['2026-04-01', '2026-10-01', '2026-12-01']
  const rows = [row({ head: 'GST', validFrom: '2027-01-01' }), ...days.map((validFrom) => row({ validFrom }))]
  const found = standingsOn(rows.toReversed(), '2026-11-30')
  expect(found.map(({ row: { head, validFrom }, until, standing }) => [head, validFrom, until, standing])).toEqual([
    ['GST', '2027-01-01', null, 'LATER'],
    ['RETENTION', '2026-12-01', null, 'LATER'],
    ['RETENTION', '2026-10-01', '2026-11-30', 'IN_FORCE'],
    ['RETENTION', '2026-04-01', '2026-09-30', 'EARLIER'],
  ])
})

test('a row shows its percentage, that a rule gives it, or that the head ends', () => {
  const rows = [row({}), row({ percent: null, ruleKind: 'GST_TDS' }), row({ percent: 0 })]
  expect(rows.map((one) => shareOfHead(one))).toEqual(['2.5%', 'By rule', 'Ends'])
  expect(rows.map((one) => shareOfHead(one, 2))).toEqual(['2.5%', 'By rule: 2%', 'Ends'])
})

test('the percentage of a head by rule is that of the terms, and for GST TDS the sum of both halves', () => {
  const rule = (percent: string) => ({ percent, round: 'PAISA' as const, ruleIds: [] })
  const terms = {
    isFinal: false,
    tenderPercentage: '0',
    value: null,
    gst: { kind: 'CENTRAL_AND_STATE' as const, percent: '18', ruleIds: [] },
    hasRoundOff: false,
    withheld: null,
    retention: null,
    advanceTax: null,
    incomeTaxTds: { ...rule('2'), base: 'TAXABLE' as const, year: null },
    gstTds: { ...rule('1'), kind: 'CENTRAL_AND_STATE' as const, base: 'TAXABLE' as const },
    cess: rule('1'),
  }
  const found = (['GST', 'IT_TDS', 'GST_TDS', 'CESS', 'WITHHELD'] as const).map((head) => percentIn(terms, head))
  expect(found).toEqual([18, 2, 2, 1, undefined])
  expect(percentIn({ ...terms, gstTds: { ...terms.gstTds, percent: '2', kind: 'INTEGRATED' } }, 'GST_TDS')).toBe(2)
  expect(percentIn(null, 'GST')).toBeUndefined()
})

test('details name rule, base, rounding, mode and cap', () => {
  expect(detailsOf(row({ capPercent: 5 }))).toEqual(['From each bill', 'at most 5% of the agreed value'])
  const tax = { head: 'IT_TDS', ruleKind: 'IT_TDS_CONTRACT_OTHER', base: 'INVOICE_NET', rounding: 'RUPEE' } as const
  expect(detailsOf(row({ ...tax, percent: null, mode: null }))).toEqual([
    'Income-tax TDS of contractors: others',
    'of: Invoice less withheld and recovered',
    'To the rupee',
  ])
})

test('a new row has the fields that its head requires', () => {
  expect(blankHead('RETENTION')).toMatchObject({ mode: 'EACH_BILL', base: null, rounding: 'PAISA' })
  expect(blankHead('IT_TDS')).toMatchObject({ mode: null, base: 'TAXABLE', rounding: 'RUPEE' })
})
