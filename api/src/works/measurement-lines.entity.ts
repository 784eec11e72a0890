import { entity } from '../kernel/entity.ts'

/** Lines of measurement sheets, which are shown on the page of their sheet. */
export const measurementLines = entity({
  module: 'Measurement Book',
  path: '/measure/sheets',
  listPath: '/measure',
  audited: { measurement_lines: { label: 'Measured line', parent: 'sheet_id' } },
})
