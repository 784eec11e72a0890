import { sql } from 'kysely'

/** Who made and who last changed a record of this table, by name. */
export function authorsOf(table: string) {
  const nameOf = (column: string) =>
    sql`(select u.username from users u where u.tenant_id = ${sql.ref(`${table}.tenant_id`)} and u.id = ${sql.ref(`${table}.${column}`)})`
  return { createdByName: nameOf('created_by'), updatedByName: nameOf('updated_by') }
}
