import { entity } from '../kernel/entity.ts'

/** Measurement sheets. */
export const measurementSheets = entity({
  module: 'Measurement Book',
  path: '/measure/sheets',
  lists: ['measurement-sheets'],
  audited: { measurement_sheets: 'Measurement sheet' },
})
