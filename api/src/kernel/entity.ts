import type * as z from 'zod/mini'
import type { Kind } from './kinds.ts'
import type { ModuleName } from './permissions.ts'

/**
 * What the audit trail calls a record of a table. `parent` is the column with the id of the record on whose page such a
 * record is shown.
 */
export type AuditedLabel = string | { label: string; parent: string }

/** What the product has to know of an entity beside its calls. It is free of schemas, so that every page can load it. */
export interface EntityManifest {
  /** Whose `canView` shows its lists and records. */
  module: ModuleName
  /** The address of its screens: a record is at `<path>/<id>`, a new one at `<path>/create`. */
  path?: string
  /** What many records are called: the title of its list and of what the palette finds. */
  title?: string
  /** The address of its list, where that is not `path`, and the name of the list, where that is not `title`. */
  listPath?: string
  listTitle?: string
  /** What the palette calls the screen of a new record. */
  create?: string
  /** The names under which people's columns and views of its lists are stored. */
  lists?: readonly string[]
  /** The kind of its records that the palette finds by their name. */
  found?: string
  /** The tables whose rows leave an audit trail. */
  audited?: Readonly<Record<string, AuditedLabel>>
}

export const entity = <const Manifest extends EntityManifest>(manifest: Manifest): Manifest => manifest

/** What the audit trail calls a record of a table. */
export const labelOf = (audited: AuditedLabel): string => (typeof audited === 'string' ? audited : audited.label)

/** What the manifests say of each list, table or kind; their types know the names. */
export const recordOf = <Name extends string, Value>(pairs: readonly (readonly [string, Value])[]) =>
  Object.fromEntries(pairs) as Record<Name, Value>

/** The fields of the records of a table that the audit trail shows, as the `audited` of a wire file has them by table. */
export interface AuditedFields {
  record: z.ZodMiniObject
  /** In the order of the form. */
  labels: Readonly<Record<string, string>>
  /** The kinds of fields that their schemas do not say. */
  kinds?: Readonly<Record<string, Kind>>
}
