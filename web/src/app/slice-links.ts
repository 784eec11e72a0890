import type { RecordKind } from '@plinth/api/entities'
import type { AuditedFields, AuditedLabel, EntityManifest } from '@plinth/api/kernel/entity'
import { kindsOf } from '@plinth/api/kernel/kinds'
import type { Flag, ModuleName } from '@plinth/api/kernel/permissions'
import type { AuditEntry } from '@plinth/api/platform/audit-trail'
import { translated } from '../lib/language.ts'
import { lazyFields, type RecordFields } from '../lib/lazy-fields.ts'

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
 * What leads to a slice's screens from the palette and the audit trail, as one of the `links` of its `links.ts`. Both come later than a page's first load, and
 * this with them.
 */
export interface SliceLinks {
  /** Those of its screens that are no entry of the sidebar, and the flag that opens each. */
  screens?: (ScreenLink & { module: ModuleName; can: Flag })[]
  /** Its screens that ask for no permission, and whom alone they are for. */
  open?: (ScreenLink & { only?: 'guest' | 'signed-in' })[]
  /** Where a new record is begun. */
  beginnings?: (ScreenLink & { module: ModuleName })[]
  search?: RecordSearch
  audited?: Readonly<Record<string, AuditedRecord>>
}

type PathOf = AuditedRecord['path']

/** The page of a record, or of its parent; only the entry that creates a record names its parent, every other one leads to the list. */
function pathIn({ path, listPath = path ?? '' }: EntityManifest, label: AuditedLabel): PathOf {
  if (path === undefined) return () => listPath
  if (typeof label === 'string') return (id) => `${path}/${id}`
  return (_, { changes }) => {
    const parentId = changes[label.parent]
    return typeof parentId === 'string' ? `${path}/${parentId}` : listPath
  }
}

interface OwnWay {
  /** The wire of the entity; its `audited` names the fields of the records that the audit trail shows. */
  wire?: () => Promise<{ audited: Readonly<Record<string, AuditedFields>> }>
  /** Where a record is shown, by its table, where the manifest does not say it. */
  pathOf?: Readonly<Record<string, PathOf>>
  /** Whose `canView` opens a record, by its table, where that is not the module of the entity. */
  moduleOf?: Readonly<Record<string, AuditedRecord['module']>>
}

function auditedIn(
  manifest: EntityManifest,
  { wire, pathOf = {}, moduleOf = {} }: OwnWay,
): Record<string, AuditedRecord> {
  const fieldsOf = (table: string) =>
    wire &&
    lazyFields(wire, ({ audited }) => {
      const { labels = {}, record, kinds } = audited[table] ?? {}
      return { labels, kinds: { ...(record && kindsOf(record)), ...kinds } }
    })
  return Object.fromEntries(
    Object.entries(manifest.audited ?? {}).map(([table, label]) => {
      const fields = fieldsOf(table)
      return [
        table,
        {
          module: moduleOf[table] ?? manifest.module,
          path: pathOf[table] ?? pathIn(manifest, label),
          ...(fields && { fields }),
        },
      ]
    }),
  )
}

/** The links that follow from an entity's manifest: its list, a new record, what the palette finds, its records in the audit trail. */
export function linksOf(manifest: EntityManifest, own: OwnWay = {}): SliceLinks {
  const { module, path = '', title, listPath = path, listTitle = title, create, found } = manifest
  return {
    screens: listTitle === undefined ? [] : [{ to: listPath, label: translated(listTitle), module, can: 'canView' }],
    beginnings: create === undefined ? [] : [{ to: `${path}/create`, label: translated(create), module }],
    ...(found !== undefined &&
      title !== undefined && {
        search: { kind: found as RecordKind, title: translated(title), path },
      }),
    audited: auditedIn(manifest, own),
  }
}
