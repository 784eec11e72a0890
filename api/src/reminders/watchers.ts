import * as z from 'zod/mini'
import { noteModules } from '../documents/notes.ts'
import { endpoint } from '../kernel/endpoint.ts'
import * as f from '../kernel/fields.ts'
import type { ModuleName } from '../kernel/permissions.ts'
import * as r from '../kernel/record.ts'
import type { deadlineRecords } from './deadlines.ts'

export const about =
  'Who wants to know what happens to a record. Everybody who may view it watches it, or stops to, for themselves.'

/** What can be watched, and the module whose permissions it follows; a document and an exemption with the record that they hang on. */
export const watchModules = {
  ...noteModules,
  FACILITY: 'Payments',
  PLAN: 'Payments',
} as const satisfies Record<Exclude<(typeof deadlineRecords)[number], 'DOCUMENT' | 'EXEMPTION'>, ModuleName>
export type WatchRecord = keyof typeof watchModules

/** The most people who watch a record. */
export const mostWatchers = 200

export const watchers = z.object({
  /** Whether the caller does. */
  isWatching: z.boolean(),
  /** By name, and none of those who cannot sign in any more. */
  people: z.array(z.object({ id: f.id, username: z.string() })),
})
export type Watchers = z.infer<typeof watchers>

const call = {
  path: '/common/api/watchers/:recordType/:recordId',
  /** The record decides which of these modules is asked for. */
  allow: { module: [...new Set(Object.values(watchModules))], can: 'canView' },
  params: z.object({ recordType: z.enum(r.namesOf(watchModules)), recordId: f.id }),
} as const

export const listWatchers = endpoint({
  method: 'GET',
  ...call,
  summary: 'Who watches a record',
  response: watchers,
})

export const addWatcher = endpoint({
  method: 'PUT',
  ...call,
  summary: 'Watch a record: be told what happens to it. Who watches it already still does',
  response: watchers,
})

export const removeWatcher = endpoint({
  method: 'DELETE',
  ...call,
  summary: 'Watch a record no more. What concerns oneself by name is told all the same',
})
