import type { WordsOf } from '../kernel/words.ts'
import type * as billFigures from './bill-figures.ts'
import type * as bills from './bills.ts'

const digest = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'
const named: Partial<bills.ListedBill> = {
  number: 2,
  name: 'RA-2',
  title: null,
  cancelReason: null,
  takenBackReason: null,
}

export const billsWords: WordsOf<typeof bills & typeof billFigures> = {
  parameters: {
    day: 'The day of the bill; if omitted, the day of the edited bill, or today in the company’s time zone.',
    uptoDate: 'The last day of the sheets of a bill by items; if omitted, the day of the bill.',
    billId: 'The id of the edited bill; if omitted, a new bill.',
  },
  examples: {
    upto: '2000000.00',
    previous: '950000.00',
    since: '1050000.00',
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
  },
  records: {
    bill: {
      examples: { ...named, agreementName: 'Improvements to the road from Hassan to Sakleshpura' },
    },
    listedBill: {
      examples: named,
    },
    nextBill: {
      examples: { number: 2 },
    },
    billLine: {
      examples: {
        base: '1050000.00',
        percent: '2.5',
        replaced: null,
      },
    },
    previousFigures: {
      examples: { work: '950000.00', variation: '0.00' },
    },
  },
  calls: {
    createBill: {
      body: {
        agreementId: '0197b2c4-5d6e-7f80-9a1b-2c3d4e5f6a7b',
        billDate: '2026-06-30',
        uptoDate: '2026-06-28',
        workUpto: 2_000_000,
        typed: [{ head: 'RELEASED', since: 15_000, note: 'Cube tests passed' }],
      },
    },
    updateBill: {
      body: { workUpto: 2_012_500.5, updatedAt: '2026-06-30T10:41:07.502Z' },
    },
    submitBill: {
      body: { inputDigest: digest },
    },
    returnBill: {
      body: { returnReason: 'Quantities of item 4 to be checked' },
    },
    cancelBill: {
      body: { cancelReason: 'Taken into the next bill' },
    },
    takeBackMemorandum: {
      body: { takenBackReason: 'Typed from the memorandum of another bill' },
    },
    passBill: {
      body: {
        inputDigest: digest,
        memoNo: 'EE/HSN/RA/2',
        passedOn: '2026-07-20',
        workUpto: 1_950_000,
        replaced: [{ head: 'WITHHELD', since: 15_000, note: 'Cube tests are awaited' }],
        net: 1_034_750,
      },
    },
  },
}
