/** What stands in the examples of running bills: the second bill of an agreement, of which less was passed than claimed. */

/** By field. */
export const ofBills: Readonly<Record<string, unknown>> = {
  billDate: '2026-06-30',
  uptoDate: '2026-06-28',
  workUpto: 2_000_000,
  variationUpto: 0,
  netClaimed: 1_105_000,
  netPassed: 1_034_750,
  short: 70_250,
  workPassed: 950_000,
  memoNo: 'EE/HSN/RA/2',
  passedOn: '2026-07-20',
  returnReason: 'Quantities of item 4 to be checked',
}

/** By record or call and field, where one word is used for several things. */
export const ofBillPlaces: Readonly<Record<string, unknown>> = {
  ...Object.fromEntries(
    ['Bill', 'ListedBill', 'BillInput', 'NextBill'].flatMap((place) => [
      [`${place}.number`, 2],
      [`${place}.name`, 'RA-2'],
      [`${place}.title`, null],
    ]),
  ),
  ...Object.fromEntries(
    ['BillLine', 'BillFigures', 'PreviousFigures'].flatMap((place) => [
      [`${place}.upto`, '2000000.00'],
      [`${place}.previous`, '950000.00'],
      [`${place}.since`, '1050000.00'],
      [`${place}.replaced`, null],
      [`${place}.work`, '950000.00'],
      [`${place}.variation`, '0.00'],
    ]),
  ),
  'Bill.cancelReason': null,
  'ListedBill.cancelReason': null,
  'Bill.takenBackReason': null,
  'ListedBill.takenBackReason': null,
  'Bill.agreementName': 'Improvements to the road from Hassan to Sakleshpura',
  'BillLine.base': '1050000.00',
  'BillLine.percent': '2.5',
}

const digest = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'

export const billBodies: Readonly<Record<string, unknown>> = {
  createBill: {
    agreementId: '0197b2c4-5d6e-7f80-9a1b-2c3d4e5f6a7b',
    billDate: '2026-06-30',
    uptoDate: '2026-06-28',
    workUpto: 2_000_000,
    typed: [{ head: 'RELEASED', since: 15_000, note: 'Cube tests passed' }],
  },
  updateBill: { workUpto: 2_012_500.5, updatedAt: '2026-06-30T10:41:07.502Z' },
  submitBill: { inputDigest: digest },
  returnBill: { returnReason: 'Quantities of item 4 to be checked' },
  cancelBill: { cancelReason: 'Taken into the next bill' },
  takeBackMemorandum: { takenBackReason: 'Typed from the memorandum of another bill' },
  passBill: {
    inputDigest: digest,
    memoNo: 'EE/HSN/RA/2',
    passedOn: '2026-07-20',
    workUpto: 1_950_000,
    replaced: [{ head: 'WITHHELD', since: 15_000, note: 'Cube tests are awaited' }],
    net: 1_034_750,
  },
}
