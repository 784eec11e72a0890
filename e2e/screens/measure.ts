import { filterAgreements } from '@plinth/api/money/agreements'
import { filterMeasurementSheets } from '@plinth/api/works/measurement-sheets'
import type { SliceScreens } from '../src/slice-screens.ts'

export const screens: SliceScreens = {
  business: [
    '/measure',
    '/measure?open=:sheet',
    '/measure?agreementId=:measured',
    '/measure?search=no+such',
    '/measure/new?agreement=:measured',
    '/measure/sheets/:sheet',
  ],
  async find({ owner }) {
    const { content } = await owner.ok(filterMeasurementSheets, { body: { status: ['RECORDED'] } })
    const agreements = await owner.ok(filterAgreements, { body: { number: 'WO/26/014' } })
    return { sheet: content[0]?.id, measured: agreements.content[0]?.id }
  },
  lists: [{ path: '/measure', call: filterMeasurementSheets }],
  shown: ['/measure'],
}
