import type { WordsOf } from '../kernel/words.ts'
import type * as measurementSheets from './measurement-sheets.ts'

const sheet = {
  measuredOn: '2026-11-18',
  location: 'Pier P3, pile cap',
  present: ['Imran Shaikh', 'S. Patil, Assistant Engineer'],
  book: 'MB 214',
  page: '47',
}

const recorded = {
  page: sheet.page,
  number: 14,
  status: 'RECORDED',
  agreementNumber: 'KPWD/CTA/EE/112',
  agreementName: 'Bridge across the Hemavathi at Holenarasipura',
} as const

export const measurementSheetsWords: WordsOf<typeof measurementSheets> = {
  parameters: {
    id: 'The id of the measurement sheet.',
  },
  examples: {
    measuredOn: '2026-11-18',
    location: 'Pier P3, pile cap',
    present: ['Imran Shaikh', 'S. Patil, Assistant Engineer'],
    book: 'MB 214',
    chainageFrom: 12_350,
    chainageTo: 12_380.5,
    deviceKey: '0199c39f-11aa-7c55-9e10-3b2a1c0d9e01',
    recordedByName: 'Imran Shaikh',
    cancelReason: null,
    lineCount: 2,
  },
  records: {
    measurementSheet: { examples: recorded },
    listedSheet: { examples: recorded },
  },
  calls: {
    createMeasurementSheet: {
      body: { agreementId: '0197b2c4-5d6e-7f80-9a1b-2c3d4e5f6a7b', ...sheet },
    },
    updateMeasurementSheet: {
      body: { page: '48', updatedAt: '2026-11-18T10:41:07.502Z' },
    },
    cancelMeasurementSheet: {
      body: { cancelReason: 'Measured under the wrong agreement' },
    },
  },
}
