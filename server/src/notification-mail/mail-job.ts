import { type Job, openJob } from '../kernel/jobs.ts'
import type { Door } from '../kernel/tenancy.ts'
import { makeDueMails } from './mail-rows.queries.ts'

/** In milliseconds, from one look at who is due mail to the next. */
const interval = 60_000
const grace = 10_000

/** Mail about duties, decided on from now on; the outbox sends it. */
export const openMailMaking = (door: Door): Job =>
  openJob({ work: (round) => makeDueMails(door, round), interval, grace })
