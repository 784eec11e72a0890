import * as api from '@plinth/api/works/measurement-sheets'
import type { Routes } from '../../kernel/http/route.ts'
import type { Slice } from '../../slice.ts'
import * as sheets from './measurement-sheets.queries.ts'
import * as recording from './recording.queries.ts'

function measurementSheetRoutes({ route }: Routes) {
  route(api.filterMeasurementSheets, ({ body }, { db }) => sheets.search(db, body))
  route(api.exportMeasurementSheets, ({ body }, { db }) => sheets.exported(db, body))
  route(api.getMeasurementSheet, ({ params }, { db }) => sheets.get(db, params.id))
  route(api.listSheetStatusHistory, ({ params }, { db }) => sheets.history(db, params.id))
  route(api.createMeasurementSheet, ({ body }, { db }) => sheets.create(db, body))
  route(api.updateMeasurementSheet, ({ params, body }, { db }) => sheets.update(db, params.id, body))
  route(api.deleteMeasurementSheet, ({ params }, { db }) => sheets.remove(db, params.id))
  route(api.recordMeasurementSheet, ({ params }, { db }) => recording.record(db, params.id))
  route(api.cancelMeasurementSheet, ({ params, body }, { db }) => recording.cancel(db, params.id, body))
}

export const measurementSheetSlice: Slice = {
  routes: measurementSheetRoutes,
  events: { exported: [api.exportMeasurementSheets] },
}
