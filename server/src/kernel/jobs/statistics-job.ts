import { sql } from 'kysely'
import type { Door } from '../db/tenancy.ts'
import { type Job, openJob } from './jobs.ts'

/**
 * Milliseconds between two rounds; until the next one, the lists of a company that imported thousands of rows are slow.
 */
const interval = 5_000

/** Refreshes the planner's statistics: of every table at first, then of tables that changed much. */
export function openStatistics(door: Door): Job {
  let isFirst = true
  return openJob({
    interval,
    grace: 0,
    async work() {
      await door.anonymous((db) => sql`select app.refresh_statistics(${isFirst})`.execute(db))
      isFirst = false
    },
  })
}
