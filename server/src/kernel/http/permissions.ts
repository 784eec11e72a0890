import type { Endpoint } from '@plinth/api/kernel/endpoint'
import type { Flag, ModuleName } from '@plinth/api/kernel/permissions'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/tenancy.ts'
import { aboutField, forbidden, notFound } from '../errors.ts'

/** For a call that several modules allow: checks the flag of the module that the record belongs to. Throws 403. */
export async function requirePermission(db: Db, module: ModuleName, flag: Flag): Promise<void> {
  const found = await sql<{ may: boolean }>`select app.may(${module}, ${flag}) as may`.execute(db)
  if (!found.rows[0]?.may) throw forbidden()
}

/** An empty list counts as no value. */
const hasValue = (value: unknown) => (Array.isArray(value) ? value.length > 0 : (value ?? null) !== null)

/**
 * Throws 403 for a body field that needs a permission the caller lacks in the transaction's company, and names the
 * field.
 */
export async function requireForFields(db: Db, { alsoFor = {} }: Endpoint, body: unknown): Promise<void> {
  for (const [path, { module, can, ifChanged }] of Object.entries(alsoFor)) {
    if (!ifChanged && hasValue(Object(body)[path])) await aboutField(path, requirePermission(db, module, can))
  }
}

/**
 * The same for fields that need a flag only when their value differs from the stored one, so that a record can be sent
 * back whole.
 */
export async function requireForChanges(
  db: Db,
  { alsoFor = {} }: Endpoint,
  edit: object,
  stored: object,
): Promise<void> {
  for (const [path, { module, can, ifChanged }] of Object.entries(alsoFor)) {
    const value: unknown = Object(edit)[path]
    if (ifChanged && hasValue(value) && value !== Object(stored)[path])
      await aboutField(path, requirePermission(db, module, can))
  }
}

/** A name of a record of another module; null for a caller who may not view that module. */
export const forViewers = (module: ModuleName, name: RawBuilder<unknown>) =>
  sql`case when (select app.may(${sql.lit(module)}, 'canView')) then ${name} end`

/** Throws 404 when the transaction is in another company than `tenantId`. */
export async function requireInside(db: Db, tenantId: string): Promise<void> {
  const found = await sql<{ inside: boolean }>`select app.tenant_id() = ${tenantId} as inside`.execute(db)
  if (!found.rows[0]?.inside) throw notFound()
}

/** The modules whose canView the caller holds. */
export async function viewable(db: Db, modules: readonly ModuleName[]): Promise<Set<ModuleName>> {
  const { rows } = await sql<{ module: ModuleName }>`
    select module from unnest(${[...modules]}::text[]) module where app.may(module, 'canView')`.execute(db)
  return new Set(rows.map(({ module }) => module))
}

/** The active people who may view a module, ordered by name. */
export async function viewersOf(db: Db, module: ModuleName) {
  const { rows } = await sql<{ id: string; username: string; designation: string | null }>`
    select id, username, designation from users where is_active and deleted_at is null
      and id in (select app.holders(${module}, 'canView')) order by username`.execute(db)
  return rows
}
