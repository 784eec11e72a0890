import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { migrate } from '../db/migrate.ts'
import { adminClient, testDatabase, testSecret } from './databases.ts'
import { rightsIn } from './rights.ts'

const tsTypes: Record<string, string> = {
  uuid: 'string',
  text: 'string',
  _text: 'string[]',
  date: 'string',
  timestamptz: 'string',
  bytea: 'Buffer',
  bool: 'boolean',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  numeric: 'number',
  jsonb: 'unknown',
}

interface Column {
  table: string
  name: string
  type: string
  nullable: boolean
  generated: boolean
}

/** The TypeScript types of every table of the migrated database; `schema.ts` holds them, and a test compares. */
export async function schemaTypes(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<Column>(`
    select c.table_name as "table", c.column_name as name, c.udt_name as type, c.is_nullable = 'YES' as nullable,
      (c.column_default is not null or c.is_generated = 'ALWAYS') as generated
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' order by c.table_name, c.ordinal_position`)
  const tables = Map.groupBy(rows, (column) => column.table)
  const lines = [...tables].map(([table, columns]) => {
    const fields = columns.map(({ name, type, nullable, generated }) => {
      const plain = `${tsTypes[type] ?? 'unknown'}${nullable ? ' | null' : ''}`
      return `    ${name}: ${generated ? `Generated<${plain}>` : plain}`
    })
    return `  ${table}: {\n${fields.join('\n')}\n  }`
  })
  return `import type { Generated } from 'kysely'\n\n/** Written from the migrated database by \`npm run schema\`; a test fails when it is not current. */\nexport interface Schema {\n${lines.join('\n')}\n}\n`
}

if (import.meta.main) {
  const database = await testDatabase()
  await migrate(database.admin, testSecret)
  const client = await adminClient(database.admin)
  writeFileSync(join(import.meta.dirname, '../db/schema.ts'), await schemaTypes(client))
  writeFileSync(join(import.meta.dirname, '../db/rights.txt'), await rightsIn(client))
  await client.end()
  await database.stop()
}
