import * as api from '@plinth/api/works/measurement-lines'
import type { Routes } from '../../kernel/http/route.ts'
import type { Slice } from '../../slice.ts'
import * as lines from './measurement-lines.queries.ts'
import { send } from './sending.queries.ts'

function measurementLineRoutes({ route }: Routes) {
  route(api.sendMeasurementLines, ({ body }, { db }) => send(db, body))
  route(api.updateMeasurementLine, ({ params, body }, { db }) => lines.update(db, params.id, body))
  route(api.deleteMeasurementLine, ({ params }, { db }) => lines.remove(db, params.id))
}

export const measurementLineSlice: Slice = { routes: measurementLineRoutes }
