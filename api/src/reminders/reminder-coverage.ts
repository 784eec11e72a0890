import * as z from 'zod/mini'
import { type Answer, endpoint } from '../kernel/endpoint.ts'
import { exportBody, sheetTypes } from '../kernel/exports.ts'
import * as f from '../kernel/fields.ts'
import { fileBytes } from '../kernel/files.ts'
import { anyOf } from '../kernel/filters.ts'
import { page, pagination } from '../kernel/paging.ts'
import * as r from '../kernel/record.ts'
import { deadline, deadlineKindNames } from './deadlines.ts'

export const about =
  'Whether somebody who may view it will be reminded of each deadline, computed from the records, rules and permissions of the moment.'

const base = '/common/api/reminder-coverage'
const module = 'Reminders'

/** Why nobody will be reminded of a deadline, in the order of the checks: no rule, no step left, no addressee, no permission. */
export const coverageGaps = ['NO_RULE', 'NO_STEP_LEFT', 'NOBODY', 'NOBODY_MAY_SEE'] as const
export const coverageStates = ['COVERED', ...coverageGaps, 'WAIVED'] as const
export type CoverageState = (typeof coverageStates)[number]
const states = z.enum(coverageStates)

/** Records without a required day, which therefore have no deadline. */
export const undatedKinds = {
  TENDER: { module: 'Contracts', label: 'Tenders in preparation without the day on which bids close' },
  CONTRACT: { module: 'Contracts', label: 'Works that are awarded without the day of completion' },
  DEPOSIT: { module: 'Contracts', label: 'Deposits without the day on which they come back' },
  EXEMPTION: { module: 'Contracts', label: 'Exemptions by certificates that end, without their last day' },
  GUARANTEE: { module: 'Contracts', label: 'Guarantees with the department without their last day' },
  TASK: { module: 'Project Tasks', label: 'Tasks in progress without their last day' },
  GENERAL_TASK: { module: 'General Tasks', label: 'General tasks begun without a day' },
} as const
export const undatedKindNames = r.namesOf(undatedKinds)
export type UndatedKind = keyof typeof undatedKinds

const perKind = z.object({
  kind: z.enum(deadlineKindNames),
  /** The stored deadlines, and those counted from the records. If the two differ, rows were lost or added. */
  total: z.int(),
  counted: z.int(),
  states: z.array(z.object({ state: states, count: z.int() })),
})

export const getCoverage = endpoint({
  method: 'GET',
  path: base,
  summary: 'The number of deadlines with and without a reminder, by kind, of the modules that the caller may view',
  allow: { module, can: 'canView' },
  response: z.object({
    /** The day on which the last daily check ended; null before the first. */
    checkedOn: z.nullable(f.day),
    total: z.int(),
    covered: z.int(),
    /** The covered ones without mail, because no addressee has a mail address. */
    inAppOnly: z.int(),
    gaps: z.int(),
    waived: z.int(),
    kinds: z.array(perKind),
    undated: z.array(z.object({ kind: z.enum(undatedKindNames), count: z.int() })),
  }),
})
export type Coverage = Answer<typeof getCoverage>

export const coveredDeadline = z.extend(deadline, { state: states })
export type CoveredDeadline = z.infer<typeof coveredDeadline>

const filters = { kind: anyOf(deadlineKindNames), state: anyOf(coverageStates) }

export const filterCoverage = endpoint({
  method: 'POST',
  path: `${base}/filter`,
  summary:
    'Deadlines with their reminder or the reason for having none, by the day by which to act; without a state, only the gaps',
  allow: { module, can: 'canView' },
  body: z.strictObject({ ...filters, pagination: z._default(pagination, { page: 0, size: 50 }) }),
  response: page(coveredDeadline),
})

export const exportCoverage = endpoint({
  method: 'POST',
  path: `${base}/export`,
  summary: 'Deadlines with their reminder or the reason for having none as a sheet, with the requested columns',
  allow: { module, can: 'canReport' },
  body: z.omit(exportBody(filters, coveredDeadline), { sort: true, dateRange: true }),
  download: Object.values(sheetTypes),
  response: fileBytes,
})

export const undatedRecord = z.object({
  kind: z.enum(undatedKindNames),
  recordId: f.id,
  contractId: z.nullable(f.id),
  title: z.string(),
  number: z.nullable(z.string()),
})
export type UndatedRecord = z.infer<typeof undatedRecord>

export const filterUndated = endpoint({
  method: 'POST',
  path: `${base}/undated/filter`,
  summary: 'Records without a day that they should have, of the modules that the caller may view',
  allow: { module, can: 'canView' },
  body: z.strictObject({ kind: anyOf(undatedKindNames), pagination: z._default(pagination, { page: 0, size: 50 }) }),
  response: page(undatedRecord),
})
