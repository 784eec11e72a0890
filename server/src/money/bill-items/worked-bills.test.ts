import { getUnbilledWork } from '@plinth/api/money/bill-items'
import type { Bill } from '@plinth/api/money/bills'
import type { ScheduleItem } from '@plinth/api/works/schedule-items'
import { describe, expect, test } from 'vitest'
import { startSuite } from '../../testing/test-server.ts'
import { passAsClaimed } from '../bills/bills.factory.ts'
import {
  itemsOf,
  measured,
  newItemised,
  newSheetOf,
  newSubmittedByItems,
  passCut,
  takenBack,
} from './bill-items.factory.ts'

const { owner } = await startSuite()

/** The upto, previous and since amounts of each head. */
const headsOf = (figures: Bill['claimed']) =>
  figures?.lines.map(({ head, upto, previous, since }) => [head, upto, previous, since])

/** The quantity and then the amount of each item: upto, previous and since. */
const claimedOf = async (bill: Bill) =>
  (await itemsOf(owner, bill)).map(({ itemNo, claimed: { quantity, amount } }) => [
    itemNo,
    [quantity.upto, quantity.previous, quantity.since],
    [amount?.upto, amount?.previous, amount?.since],
  ])

const unbilled = (agreementId: string) => owner.ok(getUnbilledWork, { params: { agreementId } })

/*
 * Worked on paper. 5.25 % below the schedule, on all items but 9.1. GST 9 % twice; 2.5 % retained; TDS 2 % and cess 1 % to the rupee; GST
 * TDS 1 % twice.
 *
 *   sheet  item  particulars                   contents
 *   1      2.1   250 x 8.25 x 1.10             2268.75
 *          2.2   3 nos x 40.20 x 7.50           904.50
 *   2      2.1   12.5 x 3.2 x 0.75                30.00
 *          9.1   2 nos                             2
 *   3      2.1   of sheet 1 taken back           -40.25
 *          2.1   15.5                             15.50
 *          2.2   10 x 10                         100.00
 *   4      3.4   128 nos x 12 x 0.888 kg/m      1363.97   (1363.968)
 *          9.1   1 no                              1
 *
 *   RA-1 claimed           quantity     rate          amount
 *   2.1                     2298.75    148.25      340789.69   (340789.6875)
 *   2.2                      904.50   1263.4567   1142796.59   (1142796.58515)
 *   S                                             1483586.28
 *   less 5.25 %                                    -77888.28   (77888.2797)
 *   9.1                        2     85000         170000.00
 *   work                                          1575698.00
 *
 *   RA-1 passed: 100.25 of item 2.1 are cut
 *   2.1                     2198.50    148.25      325927.63   (325927.625)
 *   S                                             1468724.22
 *   less 5.25 %                                    -77108.02   (77108.02155)
 *   work                                          1561616.20
 *
 *   RA-2 claimed: what was cut is claimed again, less what sheet 3 takes back
 *   2.1   2298.75 - 40.25 + 15.50 = 2274.00        337120.50   since 11192.87, which is not 75.50 x 148.25 = 11192.88
 *   2.2   904.50 + 100.00        = 1004.50        1269142.26   (1269142.25515)
 *   S                                             1606262.76
 *   less 5.25 %                                    -84328.79   (84328.7949)
 *   work                                          1691933.97
 *
 *   RA-3 claimed
 *   3.4                     1363.97     92.8055    126583.92   (126583.917835)
 *   9.1                        3     85000         255000.00
 *   S                                             1732846.68
 *   less 5.25 %                                    -90974.45   (90974.4507)
 *   work                                          1896872.23
 */
async function workedAgreement() {
  const { agreement, items } = await newItemised(
    owner,
    [
      { itemNo: '2.1', unit: 'cum', quantity: 5000, rate: 148.25 },
      { itemNo: '2.2', unit: 'sqm', quantity: 1200, rate: 1263.4567 },
      { itemNo: '3.4', unit: 'kg', quantity: 2000, rate: 92.8055 },
      { itemNo: '9.1', unit: 'no', quantity: 4, rate: 85_000, percentageApplies: false },
    ],
    { pricing: 'PERCENTAGE_RATE', tenderPercentage: -5.25 },
  )
  const [earth, stone, steel, pump] = items as [ScheduleItem, ScheduleItem, ScheduleItem, ScheduleItem]
  return { agreementId: agreement.id, earth, stone, steel, pump }
}

test('three bills by items equal the figures worked by hand, to the paisa [money 13.12]', async () => {
  const { agreementId, earth, stone, steel, pump } = await workedAgreement()
  const sheet = await newSheetOf(owner, agreementId, [
    { itemId: earth.id, given: { length: 250, breadth: 8.25, depth: 1.1 } },
    { itemId: stone.id, given: { nos: 3, length: 40.2, breadth: 7.5 } },
  ])
  await newSheetOf(owner, agreementId, [
    { itemId: earth.id, given: { length: 12.5, breadth: 3.2, depth: 0.75 } },
    { itemId: pump.id, given: { nos: 2 } },
  ])

  const first = await newSubmittedByItems(owner, agreementId)
  expect(await claimedOf(first)).toEqual([
    ['2.1', ['2298.750', '0.000', '2298.750'], ['340789.69', '0.00', '340789.69']],
    ['2.2', ['904.500', '0.000', '904.500'], ['1142796.59', '0.00', '1142796.59']],
    ['9.1', ['2.000', '0.000', '2.000'], ['170000.00', '0.00', '170000.00']],
  ])
  expect(first).toMatchObject({ workUpto: 1_575_698, netClaimed: 1_741_146.23 })
  expect(headsOf(first.claimed)).toEqual([
    ['GROSS', '1575698.00', '0.00', '1575698.00'],
    ['CGST', '141812.82', '0.00', '141812.82'],
    ['SGST', '141812.82', '0.00', '141812.82'],
    ['RETENTION', '39392.45', '0.00', '39392.45'],
    ['IT_TDS', '31514.00', '0.00', '31514.00'],
    ['GST_TDS_CENTRAL', '15756.98', '0.00', '15756.98'],
    ['GST_TDS_STATE', '15756.98', '0.00', '15756.98'],
    ['CESS', '15757.00', '0.00', '15757.00'],
  ])

  const reason = 'Levels of 1+200 to 1+230 are not agreed'
  const passed = await passCut(owner, first, 1_725_586.39, { itemId: earth.id, cutQuantity: 100.25, reason })
  expect(passed).toMatchObject({ workPassed: 1_561_616.2, netPassed: 1_725_586.39, short: 15_559.84 })
  const [cut, whole] = await itemsOf(owner, passed)
  expect(cut).toMatchObject({ cutQuantity: '100.250', cutReason: reason })
  expect(cut?.passed).toEqual({
    quantity: { upto: '2198.500', previous: '0.000', since: '2198.500' },
    amount: { upto: '325927.63', previous: '0.00', since: '325927.63' },
  })
  expect(whole).toMatchObject({ cutQuantity: null, cutReason: null, passed: whole?.claimed })
  expect(headsOf(passed.passed)).toEqual([
    ['GROSS', '1561616.20', '0.00', '1561616.20'],
    ['CGST', '140545.46', '0.00', '140545.46'],
    ['SGST', '140545.46', '0.00', '140545.46'],
    ['RETENTION', '39040.41', '0.00', '39040.41'],
    ['IT_TDS', '31232.00', '0.00', '31232.00'],
    ['GST_TDS_CENTRAL', '15616.16', '0.00', '15616.16'],
    ['GST_TDS_STATE', '15616.16', '0.00', '15616.16'],
    ['CESS', '15616.00', '0.00', '15616.00'],
  ])

  const [line] = sheet.lines
  if (!line) throw new Error('the sheet has no line')
  await newSheetOf(owner, agreementId, [
    takenBack(line, 40.25),
    { itemId: earth.id, given: { length: 15.5 } },
    { itemId: stone.id, given: { length: 10, breadth: 10 } },
  ])
  const second = await newSubmittedByItems(owner, agreementId)
  expect(await claimedOf(second)).toEqual([
    ['2.1', ['2274.000', '2198.500', '75.500'], ['337120.50', '325927.63', '11192.87']],
    ['2.2', ['1004.500', '904.500', '100.000'], ['1269142.26', '1142796.59', '126345.67']],
    ['9.1', ['2.000', '2.000', '0.000'], ['170000.00', '170000.00', '0.00']],
  ])
  expect(second.claimed?.work).toEqual({ upto: '1691933.97', previous: '1561616.20', since: '130317.77' })
  expect(headsOf(second.claimed)).toEqual([
    ['GROSS', '1691933.97', '1561616.20', '130317.77'],
    ['CGST', '152274.06', '140545.46', '11728.60'],
    ['SGST', '152274.06', '140545.46', '11728.60'],
    ['RETENTION', '42298.35', '39040.41', '3257.94'],
    ['IT_TDS', '33838.00', '31232.00', '2606.00'],
    ['GST_TDS_CENTRAL', '16919.34', '15616.16', '1303.18'],
    ['GST_TDS_STATE', '16919.34', '15616.16', '1303.18'],
    ['CESS', '16919.00', '15616.00', '1303.00'],
  ])
  expect(second.netClaimed).toBe(144_001.67)
  await passAsClaimed(owner, second)

  await newSheetOf(owner, agreementId, [
    { itemId: steel.id, given: { nos: 128, length: 12, factor: 0.888 } },
    { itemId: pump.id, given: { nos: 1 } },
  ])
  const third = await newSubmittedByItems(owner, agreementId)
  expect(await claimedOf(third)).toEqual([
    ['2.1', ['2274.000', '2274.000', '0.000'], ['337120.50', '337120.50', '0.00']],
    ['2.2', ['1004.500', '1004.500', '0.000'], ['1269142.26', '1269142.26', '0.00']],
    ['3.4', ['1363.970', '0.000', '1363.970'], ['126583.92', '0.00', '126583.92']],
    ['9.1', ['3.000', '2.000', '1.000'], ['255000.00', '170000.00', '85000.00']],
  ])
  expect(headsOf(third.claimed)).toEqual([
    ['GROSS', '1896872.23', '1691933.97', '204938.26'],
    ['CGST', '170718.50', '152274.06', '18444.44'],
    ['SGST', '170718.50', '152274.06', '18444.44'],
    ['RETENTION', '47421.81', '42298.35', '5123.46'],
    ['IT_TDS', '37937.00', '33838.00', '4099.00'],
    ['GST_TDS_CENTRAL', '18968.72', '16919.34', '2049.38'],
    ['GST_TDS_STATE', '18968.72', '16919.34', '2049.38'],
    ['CESS', '18968.00', '16919.00', '2049.00'],
  ])
  expect(third.netClaimed).toBe(226_456.92)
})

/** An item at 1,000 rupees, of an agreement without a tender percentage. */
async function plainItem(value = 50_00_000): Promise<ScheduleItem> {
  const { items } = await newItemised(owner, [{ itemNo: '4.2', unit: 'cum', quantity: 1000, rate: 1000 }], { value })
  const [item] = items
  if (!item) throw new Error('the schedule has no item')
  return item
}

test('after a cut the next bill starts from what was passed; the cut quantity is unbilled, and claimed again [money 13.18b]', async () => {
  const item = await plainItem()
  const { agreementId } = item
  const sheet = await measured(owner, item, 500)
  expect(await unbilled(agreementId)).toMatchObject({ sheets: [{ id: sheet.id, number: 1 }], cuts: [] })
  const first = await newSubmittedByItems(owner, agreementId)
  expect(await unbilled(agreementId)).toEqual({ sheets: [], cuts: [] })
  // 480 x 1000 = 4,80,000; + 18 % - 2.5 % - 2 % - 2 x 1 % - 1 % = 110.5 %.
  await passCut(owner, first, 5_30_400, { itemId: item.id, cutQuantity: 20, reason: 'Bulking' })
  const { description, unit } = item
  const cut = {
    itemId: item.id,
    itemNo: '4.2',
    description,
    unit,
    quantity: '20.000',
    amount: '20000.00',
    reason: 'Bulking',
  }
  expect(await unbilled(agreementId)).toEqual({ sheets: [], cuts: [cut] })

  await measured(owner, item, 100)
  const second = await newSubmittedByItems(owner, agreementId)
  expect(await claimedOf(second)).toEqual([
    ['4.2', ['600.000', '480.000', '120.000'], ['600000.00', '480000.00', '120000.00']],
  ])
  // The second bill claims the cut quantity.
  expect((await unbilled(agreementId)).cuts).toEqual([])
  await passAsClaimed(owner, second)
  expect(await unbilled(agreementId)).toEqual({ sheets: [], cuts: [] })
})

describe('a bill whose gross since is below zero', () => {
  test('deducts no TDS, GST TDS or cess, refunds GST, and reduces the retention [money 13.13a]', async () => {
    const item = await plainItem()
    const sheet = await measured(owner, item, 500)
    await passAsClaimed(owner, await newSubmittedByItems(owner, item.agreementId))
    const [line] = sheet.lines
    if (!line) throw new Error('the sheet has no line')
    await newSheetOf(owner, item.agreementId, [takenBack(line, 120.5)])
    const bill = await newSubmittedByItems(owner, item.agreementId)
    expect(await claimedOf(bill)).toEqual([
      ['4.2', ['379.500', '500.000', '-120.500'], ['379500.00', '500000.00', '-120500.00']],
    ])
    expect(headsOf(bill.claimed)).toEqual([
      ['GROSS', '379500.00', '500000.00', '-120500.00'],
      ['CGST', '34155.00', '45000.00', '-10845.00'],
      ['SGST', '34155.00', '45000.00', '-10845.00'],
      ['RETENTION', '9487.50', '12500.00', '-3012.50'],
      ['IT_TDS', '10000.00', '10000.00', '0.00'],
      ['GST_TDS_CENTRAL', '5000.00', '5000.00', '0.00'],
      ['GST_TDS_STATE', '5000.00', '5000.00', '0.00'],
      ['CESS', '5000.00', '5000.00', '0.00'],
    ])
    expect(bill.netClaimed).toBe(-139_177.5)
  })
})

test('retention stops at its cap [money 13.16a]', async () => {
  // 5 % of 2,00,000 is 10,000.
  const item = await plainItem(2_00_000)
  const retained: unknown[] = []
  for (const quantity of [300, 200, 100]) {
    await measured(owner, item, quantity)
    const bill = await newSubmittedByItems(owner, item.agreementId)
    retained.push(headsOf(bill.claimed)?.find(([head]) => head === 'RETENTION'))
    await passAsClaimed(owner, bill)
  }
  expect(retained).toEqual([
    ['RETENTION', '7500.00', '0.00', '7500.00'],
    ['RETENTION', '10000.00', '7500.00', '2500.00'],
    ['RETENTION', '10000.00', '10000.00', '0.00'],
  ])
})
