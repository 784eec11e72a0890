import { expect, test } from 'vitest'
import type { Bill, BillInput, Figure, PercentRule, TypedAmount, TypedHead, WorkItem } from './bill.ts'
import { asPrevious, computeBill } from './compute.ts'
import { passBill } from './pass.ts'

// Every expected figure is worked by hand. A comment shows the working unless it is a plain sum.

const rule = (percent: string, round: PercentRule['round']): PercentRule => ({ percent, round, ruleIds: [] })
const typed = (...rows: [TypedHead, string][]): TypedAmount[] => rows.map(([head, since]) => ({ head, since }))
type Schedule = readonly Omit<WorkItem, 'quantity'>[]
const workOf = (schedule: Schedule, quantities: readonly string[]): BillInput['work'] => ({
  source: 'ITEMS',
  items: schedule.map((item, index) => ({ ...item, quantity: quantities[index]! })),
})

const figures = ({ upto, previous, since }: Figure) => [upto, previous, since]
/** Rows of id, then quantity and amount, each upto, previous, since. `12.50` and `12.5` are the same quantity. */
const itemsOf = ({ items }: Bill) =>
  items.map(({ id, quantity, amount }) => [id, ...figures(quantity).map(Number), ...figures(amount)])
/** Rows of work, each head, invoice and net: upto, previous, since. */
const memorandumOf = ({ work, lines, invoice, net }: Bill) => [
  ['work', ...figures(work)],
  ...lines.map((line) => [line.head, ...figures(line)]),
  ['invoice', ...figures(invoice)],
  ['net', ...figures(net)],
]
const byHead = ({ lines }: Bill) => Object.fromEntries(lines.map((line) => [line.head, line]))

const noGst = { kind: 'NONE', percent: '0', ruleIds: [] } as const
const noRules = { withheld: null, retention: null, advanceTax: null, incomeTaxTds: null, gstTds: null, cess: null }
const bare = { ...noRules, isFinal: false, tenderPercentage: '0', value: null, gst: noGst, hasRoundOff: false }

const cpwdSchedule = [
  { id: 'excavation', rate: '231.45', percentageApplies: true },
  { id: 'concrete', rate: '6148.3375', percentageApplies: true },
  { id: 'RCC', rate: '9217.85', percentageApplies: true },
  { id: 'steel', rate: '84.7325', percentageApplies: true },
  { id: 'brickwork', rate: '7012.4', percentageApplies: true },
  { id: 'shuttering', rate: '658.125', percentageApplies: true },
]
const cpwdInput = (quantities: readonly string[], previous: BillInput['previous']): BillInput => ({
  terms: {
    ...bare,
    value: '8460735.55',
    gst: { kind: 'CENTRAL_AND_STATE', percent: '18', ruleIds: [] },
    // Cap: 8460735.55 x 2.5 % = 211518.38875.
    retention: { ...rule('5', 'PAISA'), capPercent: '2.5', mode: 'EACH_BILL' },
    incomeTaxTds: { ...rule('2', 'RUPEE'), base: 'TAXABLE', year: null },
    gstTds: { ...rule('1', 'PAISA'), kind: 'CENTRAL_AND_STATE', base: 'TAXABLE' },
    cess: rule('1', 'RUPEE'),
  },
  work: workOf(cpwdSchedule, quantities),
  variationUpto: '0.00',
  typed: [],
  previous,
})

test('three CPWD item-rate bills, the second passed short, equal the hand-worked items and heads', () => {
  const input1 = cpwdInput(['403.61', '38.64', '61.25', '5480.5', '0', '244.36'], null)
  const bill1 = computeBill(input1)
  expect(itemsOf(bill1)).toEqual([
    ['excavation', 403.61, 0, 403.61, '93415.53', '0.00', '93415.53'], // 403.61 x 231.45 = 93415.5345
    ['concrete', 38.64, 0, 38.64, '237571.76', '0.00', '237571.76'], // 38.64 x 6148.3375 = 237571.761
    ['RCC', 61.25, 0, 61.25, '564593.31', '0.00', '564593.31'], // 61.25 x 9217.85 = 564593.3125
    ['steel', 5480.5, 0, 5480.5, '464376.47', '0.00', '464376.47'], // 5480.5 x 84.7325 = 464376.46625
    ['brickwork', 0, 0, 0, '0.00', '0.00', '0.00'],
    ['shuttering', 244.36, 0, 244.36, '160819.43', '0.00', '160819.43'], // x 658.125 = 160819.425, half a paisa
  ])
  expect(memorandumOf(bill1)).toEqual([
    ['work', '1520776.50', '0.00', '1520776.50'],
    ['GROSS', '1520776.50', '0.00', '1520776.50'],
    ['CGST', '136869.89', '0.00', '136869.89'], // 1520776.50 x 9 % = 136869.885, half a paisa
    ['SGST', '136869.89', '0.00', '136869.89'],
    ['RETENTION', '76038.83', '0.00', '76038.83'], // 1520776.50 x 5 % = 76038.825, half a paisa
    ['IT_TDS', '30416.00', '0.00', '30416.00'], // 30415.53
    ['GST_TDS_CENTRAL', '15207.77', '0.00', '15207.77'], // 15207.765, half a paisa
    ['GST_TDS_STATE', '15207.77', '0.00', '15207.77'],
    ['CESS', '15208.00', '0.00', '15208.00'], // 15207.765
    ['invoice', '1794516.28', '0.00', '1794516.28'],
    ['net', '1642437.91', '0.00', '1642437.91'], // 1794516.28 - 76038.83 - 30416 - 2 x 15207.77 - 15208
  ])
  const whole = { base: '1520776.50' }
  expect(byHead(bill1)).toMatchObject({ CGST: whole, RETENTION: whole, GST_TDS_STATE: whole, CESS: whole })
  expect(bill1.year).toBeNull()
  const passed1 = passBill(input1, { quantities: {}, work: null, replaced: [], net: '1642437.91' })
  expect(passed1).toEqual({ bill: bill1, netDifference: '0.00' })

  // Bill 2 claims 118.40 cum of RCC, of which 6.25 are cut; the division retains a round sum.
  const input2 = cpwdInput(['530.12', '52.16', '118.40', '10264.75', '46.72', '471.92'], asPrevious(bill1))
  // 3042746.60 - 1520776.50 = 1521970.10; 1521970.10 + 2 x 136977.31 - 76098.50 - 30439 - 2 x 15219.70 - 15220
  expect(figures(computeBill(input2).net)).toEqual(['3286165.73', '1642437.91', '1643727.82'])
  const replaced = [{ head: 'RETENTION', since: '75000.00', note: 'The division retains 75000' }] as const
  const passed2 = passBill(input2, { quantities: { RCC: '112.15' }, work: null, replaced, net: '1579724.90' })
  expect(passed2.netDifference).toBe('0.00')
  const bill2 = passed2.bill
  expect(byHead(bill2)).toMatchObject({ RETENTION: { replaced: replaced[0].note }, CESS: { replaced: null } })
  expect(itemsOf(bill2)).toEqual([
    ['excavation', 530.12, 403.61, 126.51, '122696.27', '93415.53', '29280.74'], // 122696.274
    ['concrete', 52.16, 38.64, 13.52, '320697.28', '237571.76', '83125.52'], // 320697.284
    ['RCC', 112.15, 61.25, 50.9, '1033781.88', '564593.31', '469188.57'], // 1033781.8775
    ['steel', 10264.75, 5480.5, 4784.25, '869757.93', '464376.47', '405381.46'], // 869757.929375
    ['brickwork', 46.72, 0, 46.72, '327619.33', '0.00', '327619.33'], // 327619.328
    // 471.92 x 658.125 = 310582.35; quantity since x rate would be 227.56 x 658.125 = 149762.925, a paisa more.
    ['shuttering', 471.92, 244.36, 227.56, '310582.35', '160819.43', '149762.92'],
  ])
  expect(memorandumOf(bill2)).toEqual([
    ['work', '2985135.04', '1520776.50', '1464358.54'],
    ['GROSS', '2985135.04', '1520776.50', '1464358.54'],
    ['CGST', '268662.16', '136869.89', '131792.27'], // 1464358.54 x 9 % = 131792.2686
    ['SGST', '268662.16', '136869.89', '131792.27'],
    ['RETENTION', '151038.83', '76038.83', '75000.00'], // 5 % would give 149256.75 - 76038.83 = 73217.92
    ['IT_TDS', '59703.00', '30416.00', '29287.00'], // 29287.1708
    ['GST_TDS_CENTRAL', '29851.36', '15207.77', '14643.59'], // 14643.5854
    ['GST_TDS_STATE', '29851.36', '15207.77', '14643.59'],
    ['CESS', '29852.00', '15208.00', '14644.00'], // 14643.5854
    ['invoice', '3522459.36', '1794516.28', '1727943.08'],
    ['net', '3222162.81', '1642437.91', '1579724.90'], // 1727943.08 - 75000 - 29287 - 2 x 14643.59 - 14644
  ])

  // Bill 3: a deduction lowers the excavation, the cut RCC is claimed again, the retention reaches its cap.
  const bill3 = computeBill(cpwdInput(['521.87', '52.16', '171.83', '15837.25', '128.45', '702.68'], asPrevious(bill2)))
  expect(itemsOf(bill3)).toEqual([
    ['excavation', 521.87, 530.12, -8.25, '120786.81', '122696.27', '-1909.46'], // 120786.8115
    ['concrete', 52.16, 52.16, 0, '320697.28', '320697.28', '0.00'],
    ['RCC', 171.83, 112.15, 59.68, '1583903.17', '1033781.88', '550121.29'], // 1583903.1655
    ['steel', 15837.25, 10264.75, 5572.5, '1341929.79', '869757.93', '472171.86'], // 1341929.785625
    ['brickwork', 128.45, 46.72, 81.73, '900742.78', '327619.33', '573123.45'],
    ['shuttering', 702.68, 471.92, 230.76, '462451.28', '310582.35', '151868.93'], // 462451.275, half a paisa
  ])
  expect(memorandumOf(bill3)).toEqual([
    ['work', '4730511.11', '2985135.04', '1745376.07'],
    ['GROSS', '4730511.11', '2985135.04', '1745376.07'],
    ['CGST', '425746.01', '268662.16', '157083.85'], // 1745376.07 x 9 % = 157083.8463
    ['SGST', '425746.01', '268662.16', '157083.85'],
    ['RETENTION', '211518.39', '151038.83', '60479.56'], // 4730511.11 x 5 % = 236525.5555, above the cap
    ['IT_TDS', '94611.00', '59703.00', '34908.00'], // 34907.5214
    ['GST_TDS_CENTRAL', '47305.12', '29851.36', '17453.76'], // 17453.7607
    ['GST_TDS_STATE', '47305.12', '29851.36', '17453.76'],
    ['CESS', '47306.00', '29852.00', '17454.00'], // 17453.7607
    ['invoice', '5582003.13', '3522459.36', '2059543.77'],
    ['net', '5133957.50', '3222162.81', '1911794.69'], // 2059543.77 - 60479.56 - 34908 - 2 x 17453.76 - 17454
  ])
})

const stateSchedule = [
  { id: 'embankment', rate: '186.5', percentageApplies: true },
  { id: 'sub-base', rate: '1642.25', percentageApplies: true },
  { id: 'macadam', rate: '1987.4375', percentageApplies: true },
  { id: 'bitumen', rate: '53218.75', percentageApplies: false },
]
const stateInput = (quantities: readonly string[], input: Omit<BillInput, 'terms' | 'work'>): BillInput => ({
  terms: {
    isFinal: false,
    tenderPercentage: '-7.25',
    value: '12500000.00',
    gst: { kind: 'INTEGRATED', percent: '18', ruleIds: [] },
    hasRoundOff: true,
    withheld: rule('2.5', 'PAISA'),
    retention: { ...rule('7.5', 'RUPEE'), capPercent: null, mode: 'EACH_BILL' },
    advanceTax: rule('18', 'PAISA'),
    incomeTaxTds: { ...rule('2', 'RUPEE'), base: 'INVOICE_NET', year: null },
    gstTds: { ...rule('2', 'RUPEE'), kind: 'INTEGRATED', base: 'LESS_RECOVERY' },
    cess: rule('1', 'RUPEE'),
  },
  work: workOf(stateSchedule, quantities),
  ...input,
})
const stateInput1 = stateInput(['2846', '412', '0', '4.165'], {
  variationUpto: '0.00',
  typed: typed(['SECURED_ADVANCE', '385000.00'], ['ADVANCE_RECOVERY', '124683.25']),
  previous: null,
})

test('three State percentage-rate bills, the last one negative, equal the hand-worked items and heads', () => {
  const bill1 = computeBill(stateInput1)
  expect(itemsOf(bill1)).toEqual([
    ['embankment', 2846, 0, 2846, '530779.00', '0.00', '530779.00'],
    ['sub-base', 412, 0, 412, '676607.00', '0.00', '676607.00'],
    ['macadam', 0, 0, 0, '0.00', '0.00', '0.00'],
    ['bitumen', 4.165, 0, 4.165, '221656.09', '0.00', '221656.09'], // 4.165 x 53218.75 = 221656.09375
  ])
  expect(memorandumOf(bill1)).toEqual([
    ['work', '1341506.60', '0.00', '1341506.60'], // 1207386 - 87535.49 (7.25 % is 87535.485) + 221656.09
    ['GROSS', '1341506.60', '0.00', '1341506.60'],
    ['IGST', '241471.19', '0.00', '241471.19'], // 241471.188
    ['ROUND_OFF', '0.21', '0.00', '0.21'], // 1582977.79
    ['SECURED_ADVANCE', '385000.00', '0.00', '385000.00'],
    ['WITHHELD', '33537.67', '0.00', '33537.67'], // 1341506.60 x 2.5 % = 33537.665, half a paisa
    ['RETENTION', '100613.00', '0.00', '100613.00'], // 1341506.60 x 7.5 % = 100612.995
    ['ADVANCE_RECOVERY', '124683.25', '0.00', '124683.25'],
    ['ADVANCE_TAX', '22442.99', '0.00', '22442.99'], // 124683.25 x 18 % = 22442.985, half a paisa
    ['IT_TDS', '28046.00', '0.00', '28046.00'], // 28046.2818
    ['GST_TDS_INTEGRATED', '24336.00', '0.00', '24336.00'], // 24336.467
    ['CESS', '13415.00', '0.00', '13415.00'], // 13415.066
    ['invoice', '1582978.00', '0.00', '1582978.00'],
    ['net', '1620904.09', '0.00', '1620904.09'], // 1582978 + 385000 - 347073.91 deducted
  ])
  // 1582978.00 - 33537.67 - 124683.25 - 22442.99, and 1341506.60 - 124683.25
  expect(byHead(bill1)).toMatchObject({ IT_TDS: { base: '1402314.09' }, GST_TDS_INTEGRATED: { base: '1216823.35' } })

  const input2 = stateInput(['4127.33', '986.4', '538.72', '11.482'], {
    variationUpto: '43817.26',
    typed: [
      ...typed(['SECURED_ADVANCE', '-100000.00'], ['SECURED_ADVANCE', '-42617.50'], ['WITHHELD', '15000.00']),
      ...typed(['ADVANCE_RECOVERY', '250000.00'], ['ADVANCE_INTEREST', '6904.00']),
      ...typed(['ROYALTY', '8412.00'], ['OTHER', '1180.00']),
    ],
    previous: asPrevious(bill1),
  })
  const bill2 = computeBill(input2)
  expect(itemsOf(bill2)).toEqual([
    ['embankment', 4127.33, 2846, 1281.33, '769747.05', '530779.00', '238968.05'], // 769747.045, half a paisa
    ['sub-base', 986.4, 412, 574.4, '1619915.40', '676607.00', '943308.40'],
    ['macadam', 538.72, 0, 538.72, '1070672.33', '0.00', '1070672.33'],
    ['bitumen', 11.482, 4.165, 7.317, '611057.69', '221656.09', '389401.60'], // 611057.6875
  ])
  expect(memorandumOf(bill2)).toEqual([
    ['work', '3820518.20', '1341506.60', '2479011.60'], // 3460334.78 - 250874.27 (7.25 %: …4.27155) + 611057.69
    ['GROSS', '3864335.46', '1341506.60', '2522828.86'],
    ['IGST', '695580.38', '241471.19', '454109.19'], // 454109.1948
    ['ROUND_OFF', '0.16', '0.21', '-0.05'], // 2976938.05
    ['SECURED_ADVANCE', '242382.50', '385000.00', '-142617.50'],
    ['WITHHELD', '111608.39', '33537.67', '78070.72'], // 2522828.86 x 2.5 % = 63070.7215, and 15000.00
    ['RETENTION', '289825.00', '100613.00', '189212.00'], // 3864335.46 x 7.5 % = 289825.1595
    ['ADVANCE_RECOVERY', '374683.25', '124683.25', '250000.00'],
    ['ADVANCE_TAX', '67442.99', '22442.99', '45000.00'],
    ['ADVANCE_INTEREST', '6904.00', '0.00', '6904.00'],
    ['IT_TDS', '80123.00', '28046.00', '52077.00'], // (2976938 - 78070.72 - 250000 - 45000) x 2 % = 52077.3456
    ['GST_TDS_INTEGRATED', '69793.00', '24336.00', '45457.00'], // (2522828.86 - 250000) x 2 % = 45456.5772
    ['CESS', '38643.00', '13415.00', '25228.00'], // 25228.2886
    ['ROYALTY', '8412.00', '0.00', '8412.00'],
    ['OTHER', '1180.00', '0.00', '1180.00'],
    ['invoice', '4559916.00', '1582978.00', '2976938.00'],
    ['net', '3753683.87', '1620904.09', '2132779.78'], // 2976938 - 142617.50 - 701540.72 deducted
  ])

  // Bill 3: levels taken again lower two items, the index falls, the materials on site are used up.
  const input3 = stateInput(['3984.10', '864.75', '538.72', '12.905'], {
    variationUpto: '31268.16',
    typed: [
      ...typed(['SECURED_ADVANCE', '-242382.50'], ['RELEASED', '33537.67']),
      ...typed(['ADVANCE_RECOVERY', '-24683.25'], ['FINE', '2500.00']),
    ],
    previous: asPrevious(bill2),
  })
  const bill3 = computeBill(input3)
  expect(itemsOf(bill3)).toEqual([
    ['embankment', 3984.1, 4127.33, -143.23, '743034.65', '769747.05', '-26712.40'],
    ['sub-base', 864.75, 986.4, -121.65, '1420135.69', '1619915.40', '-199779.71'], // 1420135.6875
    ['macadam', 538.72, 538.72, 0, '1070672.33', '1070672.33', '0.00'],
    ['bitumen', 12.905, 11.482, 1.423, '686787.97', '611057.69', '75730.28'], // 686787.96875
  ])
  expect(figures(bill3.variation)).toEqual(['31268.16', '43817.26', '-12549.10'])
  expect(memorandumOf(bill3)).toEqual([
    ['work', '3686177.05', '3820518.20', '-134341.15'], // 3233842.67 - 234453.59 (7.25 %: …3.593575) + 686787.97
    ['GROSS', '3717445.21', '3864335.46', '-146890.25'],
    ['IGST', '669140.13', '695580.38', '-26440.25'], // -26440.245, half a paisa, away from 0
    ['ROUND_OFF', '-0.34', '0.16', '-0.50'], // -173330.50 becomes -173331
    ['SECURED_ADVANCE', '0.00', '242382.50', '-242382.50'],
    ['WITHHELD', '111608.39', '111608.39', '0.00'],
    ['RELEASED', '33537.67', '0.00', '33537.67'],
    ['RETENTION', '278808.00', '289825.00', '-11017.00'], // 3717445.21 x 7.5 % = 278808.39075
    ['ADVANCE_RECOVERY', '350000.00', '374683.25', '-24683.25'],
    ['ADVANCE_TAX', '63000.00', '67442.99', '-4442.99'], // -4442.985, half a paisa, away from 0
    ['ADVANCE_INTEREST', '6904.00', '6904.00', '0.00'],
    ['IT_TDS', '80123.00', '80123.00', '0.00'], // -173331 + 33537.67 + 24683.25 + 4442.99 is below 0
    ['GST_TDS_INTEGRATED', '69793.00', '69793.00', '0.00'],
    ['CESS', '38643.00', '38643.00', '0.00'],
    ['ROYALTY', '8412.00', '8412.00', '0.00'],
    ['FINE', '2500.00', '0.00', '2500.00'],
    ['OTHER', '1180.00', '1180.00', '0.00'],
    ['invoice', '4386585.00', '4559916.00', '-173331.00'],
    ['net', '3409151.28', '3753683.87', '-344532.59'], // -173331 - 242382.50 + 73680.91 given back - 2500
  ])
  expect(byHead(bill3)).toMatchObject({ IGST: { base: '-146890.25' }, ADVANCE_TAX: { base: '-24683.25' } })
})

test('a replaced head changes invoice, its rounding and net only, and the memorandum may add a head', () => {
  const replaced = [
    { head: 'IGST', since: '241471.00', note: 'Tax in whole rupees' },
    { head: 'ADVANCE_RECOVERY', since: '100000.00', note: 'Recovery in instalments of 100000' },
    { head: 'FINE', since: '5000.00', note: 'No slump register' },
  ] as const
  const { bill, netDifference } = passBill(stateInput1, { quantities: {}, work: null, replaced, net: '1640586.40' })
  // 1341506.60 + 241471 = 1582977.60. The tax of the advance and the taxes deducted are those of bill 1 above.
  expect(byHead(bill)).toMatchObject({ ROUND_OFF: { since: '0.40' }, ADVANCE_TAX: { since: '22442.99' } })
  expect(byHead(bill)).toMatchObject({ IT_TDS: { since: '28046.00' }, GST_TDS_INTEGRATED: { since: '24336.00' } })
  expect(byHead(bill)).toMatchObject({ FINE: { since: '5000.00', base: null, replaced: 'No slump register' } })
  expect(bill.invoice.since).toBe('1582978.00')
  expect(bill.net.since).toBe('1640587.34') // 1620904.09 + 24683.25 - 5000
  expect(netDifference).toBe('-0.94')
  // The memorandum may replace the rounding, too.
  const withRoundOff = [...replaced, { head: 'ROUND_OFF', since: '0.21', note: 'As claimed' }] as const
  const roundedBill = passBill(stateInput1, { quantities: {}, work: null, replaced: withRoundOff, net: '0' }).bill
  expect([byHead(roundedBill)['ROUND_OFF']?.since, roundedBill.invoice.since]).toEqual(['0.21', '1582977.81'])
})

const limits = { singleLimit: '30000.00', yearLimit: '100000.00' }
const labourInput = (
  [upto, percent, credited, deducted]: readonly [string, string, string, string],
  input: Pick<BillInput, 'typed' | 'previous'>,
  isFinal = false,
): BillInput => ({
  terms: {
    ...bare,
    isFinal,
    retention: { ...rule('5', 'RUPEE'), capPercent: null, mode: 'FINAL_ONLY' },
    incomeTaxTds: { ...rule(percent, 'RUPEE'), base: 'TAXABLE', year: { ...limits, credited, deducted } },
  },
  work: { source: 'TYPED', upto },
  variationUpto: '0.00',
  ...input,
})

test('three bills of a subcontractor deduct tax on the single sum, then on the whole year', () => {
  const typed1 = typed(['MATERIAL', '3460.00'])
  const bill1 = computeBill(labourInput(['24850.40', '1', '0.00', '0.00'], { typed: typed1, previous: null }))
  expect(memorandumOf(bill1)).toEqual([
    ['work', '24850.40', '0.00', '24850.40'],
    ['GROSS', '24850.40', '0.00', '24850.40'],
    ['RETENTION', '0.00', '0.00', '0.00'],
    ['IT_TDS', '0.00', '0.00', '0.00'],
    ['MATERIAL', '3460.00', '0.00', '3460.00'],
    ['invoice', '24850.40', '0.00', '24850.40'],
    ['net', '21390.40', '0.00', '21390.40'],
  ])
  expect(bill1.year).toEqual({ credited: '24850.40', deducted: '0.00' })

  const typed2 = typed(['WITHHELD', '2000.00'], ['MATERIAL', '2875.50'], ['FINE', '500.00'])
  const input2 = labourInput(['64500.00', '1', '24850.40', '0.00'], { typed: typed2, previous: asPrevious(bill1) })
  // 39649.60 is above the single limit: 396.496.
  expect(computeBill(input2).year).toEqual({ credited: '64500.00', deducted: '396.00' })
  // 38275.75 is passed: 1 % would be 383.00.
  const replaced = [{ head: 'IT_TDS', since: '766.00', note: 'Deducted at 2 %' }] as const
  const { bill: bill2 } = passBill(input2, { quantities: {}, work: '63126.15', replaced, net: '32134.25' })
  expect(memorandumOf(bill2)).toEqual([
    ['work', '63126.15', '24850.40', '38275.75'],
    ['GROSS', '63126.15', '24850.40', '38275.75'],
    ['WITHHELD', '2000.00', '0.00', '2000.00'],
    ['RETENTION', '0.00', '0.00', '0.00'],
    ['IT_TDS', '766.00', '0.00', '766.00'],
    ['MATERIAL', '6335.50', '3460.00', '2875.50'],
    ['FINE', '500.00', '0.00', '500.00'],
    ['invoice', '63126.15', '24850.40', '38275.75'],
    ['net', '53524.65', '21390.40', '32134.25'],
  ])
  expect(bill2.year).toEqual({ credited: '63126.15', deducted: '766.00' })

  // Another work order credits 12000.00 in between: 63126.15 + 12000.00.
  const input3 = { typed: typed(['RELEASED', '2000.00'], ['LD', '1250.00']), previous: asPrevious(bill2) }
  const bill3 = computeBill(labourInput(['108250.00', '1', '75126.15', '766.00'], input3, true))
  expect(memorandumOf(bill3)).toEqual([
    ['work', '108250.00', '63126.15', '45123.85'],
    ['GROSS', '108250.00', '63126.15', '45123.85'],
    ['WITHHELD', '2000.00', '2000.00', '0.00'],
    ['RELEASED', '2000.00', '0.00', '2000.00'],
    ['RETENTION', '5413.00', '0.00', '5413.00'], // 108250.00 x 5 % = 5412.50
    ['IT_TDS', '1203.00', '766.00', '437.00'], // 120250.00 x 1 % = 1202.50; 1203 - 766
    ['LD', '1250.00', '0.00', '1250.00'],
    ['MATERIAL', '6335.50', '6335.50', '0.00'],
    ['FINE', '500.00', '500.00', '0.00'],
    ['invoice', '108250.00', '63126.15', '45123.85'],
    ['net', '93548.50', '53524.65', '40023.85'], // 45123.85 + 2000 - 5413 - 437 - 1250
  ])
  expect(bill3.year).toEqual({ credited: '120250.00', deducted: '1203.00' })
})

// Work of 60000.00 was passed before, so that 90000.00 is a sum of 30000.00.
test.each<[string, readonly [string, string, string, string], string, string, string]>([
  ['20 % without a PAN', ['98275.75', '20', '0.00', '0.00'], '7655.00', '38275.75', '7655.00'], // 7655.15
  ['a sum of exactly the single limit', ['90000.00', '1', '0.00', '0.00'], '0.00', '30000.00', '0.00'],
  ['a paisa above the single limit', ['90000.01', '1', '0.00', '0.00'], '300.00', '30000.01', '300.00'],
  ['a year of exactly its limit', ['85000.00', '1', '75000.00', '0.00'], '0.00', '100000.00', '0.00'],
  ['a year a paisa above its limit', ['85000.01', '1', '75000.00', '0.00'], '1000.00', '100000.01', '1000.00'],
  ['a year without a PAN', ['90000.00', '20', '90000.00', '0.00'], '24000.00', '120000.00', '24000.00'],
  ['more deducted than due', ['51500.00', '1', '130000.00', '1300.00'], '0.00', '121500.00', '1300.00'],
  ['a year that falls below 0', ['51500.00', '1', '5000.00', '0.00'], '0.00', '0.00', '0.00'],
])('TDS of a subcontractor: %s', (_, figuresOfYear, tax, credited, deducted) => {
  const previous = { work: '60000.00', variation: '0.00', items: {}, heads: { GROSS: '60000.00' } }
  const bill = computeBill(labourInput(figuresOfYear, { typed: [], previous }))
  expect(byHead(bill)).toMatchObject({ IT_TDS: { since: tax } })
  expect(bill.year).toEqual({ credited, deducted })
})
