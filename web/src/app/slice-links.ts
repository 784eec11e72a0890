import type { RecordKind } from '@plinth/api/entities'
import type { AuditedFields, AuditedLabel, EntityManifest } from '@plinth/api/kernel/entity'
import { type Kind, kindsOf } from '@plinth/api/kernel/kinds'
import type { Flag, ModuleName } from '@plinth/api/kernel/permissions'
import type { AuditEntry } from '@plinth/api/platform/audit-trail'
import { translated } from '../lib/language.ts'
import { lazyScript } from '../lib/lazy-script.ts'

interface ScreenLink {
  to: string
  label: string
}

/** The records that the palette finds by their names. */
export interface RecordSearch {
  kind: RecordKind
  title: string
  /** A record's screen has this address and its id. */
  path: string
}

/** The labels of a record's fields, in the order of the form, and their kinds. */
export interface RecordFields {
  labels: Readonly<Record<string, string>>
  kinds: Readonly<Record<string, Kind>>
}

/** How the audit trail shows a record: its page, and its fields, which are loaded with the first such record. */
export interface AuditedRecord {
  /** Whose `canView` opens it; for some records this depends on the entry. */
  module: ModuleName | ((entry: AuditEntry) => ModuleName)
  path: (id: string, entry: AuditEntry) => string
  fields?: () => Promise<RecordFields>
}

/**
 * The links of the palette and the audit trail to a slice's screens, one of the `links` of its `links.ts`. They are not part of a page's
 * first load.
 */
export interface SliceLinks {
  /** Its screens that have no entry in the sidebar, and the permission for each. */
  screens?: (ScreenLink & { module: ModuleName; can: Flag })[]
  /** Its screens that need no permission, and the only people who see the link. */
  open?: (ScreenLink & { only?: 'guest' | 'signed-in' })[]
  /** The screens for a new record. */
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
  const script = wire && lazyScript(wire)
  const fieldsOf = (table: string) =>
    script &&
    (async (): Promise<RecordFields> => {
      const { labels = {}, record, kinds } = (await script.load()).audited[table] ?? {}
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
