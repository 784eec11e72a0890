import type pg from 'pg'
import { connectAdmin } from '../../kernel/db/admin-connection.ts'
import { locks } from '../../kernel/db/locks.ts'
import { rolesHere } from '../../kernel/db/role-names.ts'
import { readPacks, type ShippedRule, shippedPacks } from './rule-packs.rules.ts'

const rows = `jsonb_to_recordset($1::jsonb) as s (id uuid, kind text, scope text, valid_from date, value jsonb, source_title text,
  source_reference text, source_url text, published_on date, read_on date, trust text, vectors jsonb)`

/**
 * Withdraws rules that are in no pack any more, without deleting them. Runs before the insert, because a rule with
 * another value may take their place.
 */
const withdraw = `update rules r set withdrawn_at = now(), updated_at = now()
  where r.withdrawn_at is null and not exists (select from ${rows} where s.id = r.id)`

const sourceColumns = ['source_title', 'source_reference', 'source_url', 'published_on', 'read_on', 'trust', 'vectors']
const listOf = (prefix: string) => sourceColumns.map((column) => `${prefix}.${column}`).join(', ')

const upsert = `insert into rules (id, kind, scope, valid_from, value, ${sourceColumns.join(', ')})
  select s.id, s.kind, s.scope, s.valid_from, s.value, ${listOf('s')} from ${rows}
  on conflict (id) do update set (${sourceColumns.join(', ')}, withdrawn_at, updated_at) = (${listOf('excluded')}, null, now())
  where (${listOf('rules')}, rules.withdrawn_at) is distinct from (${listOf('excluded')}, null::timestamptz)`

const rowOf = ({ id, kind, scope, validFrom, value, source, trust, vectors }: ShippedRule) => ({
  id,
  kind,
  scope,
  valid_from: validFrom,
  value,
  source_title: source.title,
  source_reference: source.reference,
  source_url: source.url,
  published_on: source.publishedOn,
  read_on: source.readOn,
  trust,
  vectors,
})

/**
 * Updates the table of shipped rules to the packs, as its owner; rows that are unchanged are not touched. One server
 * at a time does this, after the migrations. Throws a StartError before anything is written if a rule of a pack is
 * wrong.
 */
export async function loadRules(admin: pg.ClientConfig, packs = shippedPacks()): Promise<void> {
  const rules = JSON.stringify(readPacks(packs).map(rowOf))
  const client = await connectAdmin(admin)
  try {
    await client.query(`select pg_advisory_lock(${locks.migrating})`)
    await client.query(`begin; set local role ${(await rolesHere(client)).owner}`)
    await client.query(withdraw, [rules])
    await client.query(upsert, [rules])
    await client.query('commit')
  } finally {
    await client.end()
  }
}
