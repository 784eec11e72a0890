/** What stands in the examples of the measurement book: a pile cap that was measured beside the department's engineer. */

const lineId = '0199c3a1-4b7e-7d20-8f31-6a5b4c3d2e11'
const secondLineId = '0199c3a1-4b7e-7d20-8f31-6a5b4c3d2e12'
const sheet = {
  measuredOn: '2026-11-18',
  location: 'Pier P3, pile cap',
  present: ['Imran Shaikh', 'S. Patil, Assistant Engineer'],
  book: 'MB 214',
  page: '47',
}

/** By field. */
export const ofMeasuring: Readonly<Record<string, unknown>> = {
  ...sheet,
  chainageFrom: 12_350,
  chainageTo: 12_380.5,
  deviceKey: '0199c39f-11aa-7c55-9e10-3b2a1c0d9e01',
  recordedByName: 'Imran Shaikh',
  cancelReason: null,
  lineCount: 2,
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
  measuredQuantity: 412.66,
}

const ofItems = ['SentLine', 'MeasurementLine', 'LineEdit', 'OverMeasured', 'MeasurableItem']

/** By record or call and field, where one word is used for several things. */
export const ofMeasuringPlaces: Readonly<Record<string, unknown>> = {
  ...Object.fromEntries(
    ofItems.flatMap((place) => [
      [`${place}.itemNo`, '2.5'],
      [`${place}.unit`, 'cum'],
      [`${place}.description`, 'Cap with the pedestal'],
    ]),
  ),
  ...Object.fromEntries(
    ['MeasurementSheet', 'ListedSheet'].flatMap((place) => [
      [`${place}.number`, 14],
      [`${place}.status`, 'RECORDED'],
      [`${place}.agreementNumber`, 'KPWD/CTA/EE/112'],
      [`${place}.agreementName`, 'Bridge across the Hemavathi at Holenarasipura'],
    ]),
  ),
  ...Object.fromEntries(
    ['SentLine', 'MeasurementLine', 'LineEdit'].map((place) => [`${place}.typed`, { length: '(3.20+4.10)/2' }]),
  ),
  'MeasurableItem.kind': 'ITEM',
  'MeasurableItem.limitPercent': 30,
}

/** Bodies that no rule makes. */
export const measuringBodies: Readonly<Record<string, unknown>> = {
  createMeasurementSheet: { agreementId: '0197b2c4-5d6e-7f80-9a1b-2c3d4e5f6a7b', ...sheet },
  updateMeasurementSheet: { page: '48', updatedAt: '2026-11-18T10:41:07.502Z' },
  sendMeasurementLines: {
    sheet: {
      agreementId: '0197b2c4-5d6e-7f80-9a1b-2c3d4e5f6a7b',
      deviceKey: '0199c39f-11aa-7c55-9e10-3b2a1c0d9e01',
      ...sheet,
    },
    lines: [
      {
        id: lineId,
        itemId: '0198a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a11',
        description: 'Cap with the pedestal',
        nos: 1,
        length: 3.65,
        breadth: 4.2,
        depth: 1.8,
        typed: { length: '(3.20+4.10)/2' },
      },
      {
        id: secondLineId,
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
  updateMeasurementLine: { depth: 1.85, updatedAt: '2026-11-18T10:41:07.502Z' },
  cancelMeasurementSheet: { cancelReason: 'Measured under the wrong agreement' },
}
