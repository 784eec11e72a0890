import type { Flag, ModuleName } from '@plinth/api/kernel/permissions'
import type { auditedRecords, RecordKind } from '@plinth/api/names'
import type { AuditEntry } from '@plinth/api/platform/audit-trail'
import type { RecordFields } from '../lib/late-fields.ts'

interface ScreenLink {
  to: string
  label: string
}

/** Records that are found by what somebody types. */
export interface RecordSearch {
  kind: RecordKind
  title: string
  /** A record's screen has this address and its id. */
  path: string
}

/** How the audit trail shows a record: where it is looked at, and its fields, fetched once such a record is shown. */
export interface AuditedRecord {
  /** Whose canView opens it; of some records the entry says which. */
  module: ModuleName | ((entry: AuditEntry) => ModuleName)
  path: (id: string, entry: AuditEntry) => string
  fields?: () => Promise<RecordFields>
}

/**
 * What leads to a slice's screens from the palette and the audit trail, as `links` of its `links.ts`. Both come later than a page's first load, and this
 * with them.
 */
export interface SliceLinks {
  /** Those of its screens that are no entry of the sidebar, and the flag that opens each. */
  screens?: (ScreenLink & { module: ModuleName; can: Flag })[]
  /** Its screens that ask for no permission, and whom alone they are for. */
  open?: (ScreenLink & { only?: 'guest' | 'signed-in' })[]
  /** Where a new record is begun. */
  beginnings?: (ScreenLink & { module: ModuleName })[]
  search?: RecordSearch
  audited?: Partial<Record<keyof typeof auditedRecords, AuditedRecord>>
}
