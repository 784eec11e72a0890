import * as z from 'zod/mini'
import { noteModules } from '../documents/notes.ts'
import { endpoint } from '../kernel/endpoint.ts'
import * as f from '../kernel/fields.ts'
import type { ModuleName } from '../kernel/permissions.ts'
import * as r from '../kernel/record.ts'
import type { deadlineRecords } from './deadlines.ts'

export const about = 'The people who watch a record. Everybody who may view a record can start and stop watching it.'

/** The record types that can be watched, with their modules. A document or an exemption is watched with the record it belongs to. */
export const watchModules = {
  ...noteModules,
  FACILITY: 'Payments',
  PLAN: 'Payments',
} as const satisfies Record<Exclude<(typeof deadlineRecords)[number], 'DOCUMENT' | 'EXEMPTION'>, ModuleName>
export type WatchRecord = keyof typeof watchModules

/** The maximum number of watchers of a record. */
export const mostWatchers = 200

export const watchers = z.object({
  /** Whether the caller watches the record. */
  isWatching: z.boolean(),
  /** Sorted by name, without users who cannot sign in any more. */
  people: z.array(z.object({ id: f.id, username: z.string() })),
})
export type Watchers = z.infer<typeof watchers>

const call = {
  path: '/common/api/watchers/:recordType/:recordId',
  /** The type of the record determines which of these modules is required. */
  allow: { module: [...new Set(Object.values(watchModules))], can: 'canView' },
  params: z.object({ recordType: z.enum(r.namesOf(watchModules)), recordId: f.id }),
} as const

export const listWatchers = endpoint({
  method: 'GET',
  ...call,
  summary: 'The people who watch a record',
  response: watchers,
})

export const addWatcher = endpoint({
  method: 'PUT',
  ...call,
  summary: 'Watch a record and get notifications of its changes; a repeated call changes nothing',
  response: watchers,
})

export const removeWatcher = endpoint({
  method: 'DELETE',
  ...call,
  summary: 'Stop watching a record; notifications that concern the caller by name still come',
})
