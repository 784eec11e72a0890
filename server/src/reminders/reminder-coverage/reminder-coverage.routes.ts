import * as api from '@plinth/api/reminders/reminder-coverage'
import type { Routes } from '../../kernel/http/route.ts'
import type { Slice } from '../../slice.ts'
import * as coverage from './coverage.queries.ts'
import { checksOverdue, faultsFound } from './proving-job.queries.ts'
import * as undated from './undated.queries.ts'

function reminderCoverageRoutes({ route }: Routes) {
  route(api.getCoverage, (_, { db }) => coverage.summary(db))
  route(api.filterCoverage, ({ body }, { db }) => coverage.search(db, body))
  route(api.exportCoverage, ({ body }, { db }) => coverage.exported(db, body))
  route(api.filterUndated, ({ body }, { db }) => undated.search(db, body))
}

export const reminderCoverageSlice: Slice = {
  routes: reminderCoverageRoutes,
  figures: (door) => [
    {
      name: 'reminder_faults',
      help: 'Deadlines that the last check found shown as covered although nobody would be reminded, or counted differently.',
      measure: () => faultsFound(door),
    },
    {
      name: 'reminder_checks_overdue',
      help: 'Companies whose check of reminders of yesterday has not ended.',
      measure: () => checksOverdue(door),
    },
  ],
  events: { exported: [api.exportCoverage] },
}
