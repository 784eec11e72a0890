import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type pg from 'pg'
import { ownerHere } from '../../kernel/db/role-names.ts'
import { copyOut } from '../../kernel/db/table-copies.ts'
import { sequencesIn, type Table, tablesIn } from '../../kernel/db/tables.ts'
import { StartError } from '../../kernel/start-error.ts'
import { type KeptTable, type Manifest, tableFileOf } from './archive.rules.ts'
import { packed, write } from './streams.rules.ts'

/** The tenants whose rows are read one after the other: every tenant by id when row-level security binds the login. */
type Scopes = readonly (string | undefined)[]

async function scopesOf(client: pg.Client, tables: readonly Table[]): Promise<Scopes> {
  const { rows } = await client.query<{ isFree: boolean }>(
    'select rolsuper or rolbypassrls as "isFree" from pg_roles where rolname = current_user',
  )
  if (rows[0]?.isFree) return [undefined]
  const hidden = tables.find(
    ({ name, isSecured, isOfTenants }) => isSecured && !isOfTenants && name !== 'public.tenants',
  )
  if (hidden) throw new StartError(`The login of DATABASE_URL cannot read all of ${hidden.name}: give it BYPASSRLS.`)
  await client.query(`set role ${client.escapeIdentifier((await ownerHere(client)) ?? '')}`)
  const tenants = await client.query<{ id: string }>('select id from public.tenants order by id')
  return tenants.rows.map(({ id }) => id)
}

interface Asked {
  client: pg.Client
  scopes: Scopes
}

/** Writes the rows of a table into a compressed file. Returns their number. */
async function copyRows({ client, scopes }: Asked, { columns, name, isOfTenants }: Table, path: string, rest = '') {
  let rows = 0
  async function* all() {
    for (const tenant of isOfTenants ? scopes : [undefined]) {
      const mine = tenant === undefined ? '' : `tenant_id = ${client.escapeLiteral(tenant)}`
      if (tenant !== undefined) await client.query("select set_config('app.tenant_id', $1, true)", [tenant])
      const where = ['true', mine, rest].filter(Boolean).join(' and ')
      const copy = copyOut(client, `copy (select ${columns.join(', ')} from ${name} where ${where}) to stdout`)
      yield* copy
      await client.query('select')
      rows += copy.rowCount
    }
  }
  return { ...(await write(packed(all()), path)), rows }
}

/** The id of an installation, and the last migration of its database. */
export async function identityOf(client: pg.Client): Promise<Pick<Manifest, 'level' | 'installation'>> {
  const { rows } = await client.query(`select to_regclass('app.migrations') as migrations`)
  const level =
    rows[0]?.migrations && (await client.query('select max(name) as level from app.migrations')).rows[0]?.level
  if (!level) throw new StartError('The database holds no installation: there is nothing to back up.')
  const operator = await client.query('select app.operator_tenant() as id')
  return { level, installation: operator.rows[0]?.id }
}

/** The list of documents at the moment the tables were read; it is deleted once their files are copied. */
export const wantedFile = 'wanted.gz'

/** Reads all tables as of one moment. */
export async function readTables(client: pg.Client, into: string): Promise<Pick<Manifest, 'tables' | 'sequences'>> {
  await client.query('begin isolation level repeatable read, read only')
  const all = await tablesIn(client)
  const scope = { client, scopes: await scopesOf(client, all) }
  const tables: KeptTable[] = []
  await mkdir(join(into, 'tables'), { mode: 0o700 })
  for (const table of all) {
    const written = await copyRows(scope, table, join(into, tableFileOf(table.name)))
    tables.push({ name: table.name, columns: table.columns, ...written })
  }
  const documents = all.filter(({ name }) => name === 'public.documents')
  const columns = ['tenant_id', 'id', 'size', "encode(sha256, 'hex')", 'has_pictures']
  if (documents.length === 0) await write(packed(Readable.from([])), join(into, wantedFile))
  for (const table of documents)
    await copyRows(scope, { ...table, columns }, join(into, wantedFile), 'deleted_at is null order by tenant_id, id')
  const sequences = await sequencesIn(client)
  await client.query('commit; reset role')
  return { tables, sequences }
}
