import { sql } from 'kysely'

/** The names of the creator and of the last editor of a record of this table. */
export function authorsOf(table: string) {
  const nameOf = (column: string) =>
    sql`(select u.username from users u where u.tenant_id = ${sql.ref(`${table}.tenant_id`)} and u.id = ${sql.ref(`${table}.${column}`)})`
  return { createdByName: nameOf('created_by'), updatedByName: nameOf('updated_by') }
}
