import * as api from '@plinth/api/works/schedule-sheets'
import type { Routes } from '../../kernel/http/route.ts'
import type { Slice } from '../../slice.ts'
import * as sheets from './schedule-sheets.queries.ts'

const ownCompany = () => null

function scheduleSheetRoutes({ route, stagedRoute }: Routes) {
  route(api.downloadScheduleTemplate, ({ query }) => sheets.template(query.format))
  stagedRoute(api.uploadSchedule, ownCompany, ({ params, query, body }, context) =>
    sheets.upload(context, body, {
      agreementId: params.agreementId,
      isDryRun: query.dryRun === 'true',
      acceptsAmounts: query.acceptAmounts === 'true',
    }),
  )
}

export const scheduleSheetSlice: Slice = { routes: scheduleSheetRoutes }
