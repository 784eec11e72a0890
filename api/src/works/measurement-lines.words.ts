import type { WordsOf } from '../kernel/words.ts'
import type * as measurementLines from './measurement-lines.ts'

const sheet = {
  measuredOn: '2026-11-18',
  location: 'Pier P3, pile cap',
  present: ['Imran Shaikh', 'S. Patil, Assistant Engineer'],
  book: 'MB 214',
  page: '47',
}

export const measurementLinesWords: WordsOf<typeof measurementLines> = {
  parameters: {
    id: 'The id of the line of a measurement sheet.',
  },
  examples: {
    lineNo: 1,
    correctsLineId: null,
    correctsSheet: null,
    correctsLineNo: null,
    isCorrected: false,
    isDeduction: false,
    nos: 1,
    parts: null,
    length: 3.65,
    breadth: 4.2,
    depth: 1.8,
    factor: null,
    decimals: 2,
    contents: 27.59,
    itemDescription: 'Pile caps of reinforced concrete M35 with formwork, vibrated and cured, reinforcement paid apart',
    agreedQuantity: 680,
    limitQuantity: 884,
  },
  records: {
    measurementLine: {
      examples: {
        itemNo: '2.5',
        unit: 'cum',
        description: 'Cap with the pedestal',
        typed: { length: '(3.20+4.10)/2' },
      },
    },
    sentLine: {
      examples: { description: 'Cap with the pedestal', typed: { length: '(3.20+4.10)/2' } },
    },
    lineEdit: {
      examples: { description: 'Cap with the pedestal', typed: { length: '(3.20+4.10)/2' } },
    },
    overMeasured: {
      examples: { itemNo: '2.5', unit: 'cum' },
    },
  },
  calls: {
    sendMeasurementLines: {
      body: {
        sheet: {
          agreementId: '0197b2c4-5d6e-7f80-9a1b-2c3d4e5f6a7b',
          deviceKey: '0199c39f-11aa-7c55-9e10-3b2a1c0d9e01',
          ...sheet,
        },
        lines: [
          {
            id: '0199c3a1-4b7e-7d20-8f31-6a5b4c3d2e11',
            itemId: '0198a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a11',
            description: 'Cap with the pedestal',
            nos: 1,
            length: 3.65,
            breadth: 4.2,
            depth: 1.8,
            typed: { length: '(3.20+4.10)/2' },
          },
          {
            id: '0199c3a1-4b7e-7d20-8f31-6a5b4c3d2e12',
            itemId: '0198a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a11',
            description: 'Sleeves of pipes',
            nos: 4,
            length: 0.3,
            breadth: 0.3,
            depth: 1.8,
            isDeduction: true,
          },
        ],
      },
    },
    updateMeasurementLine: {
      body: { depth: 1.85, updatedAt: '2026-11-18T10:41:07.502Z' },
    },
  },
}
