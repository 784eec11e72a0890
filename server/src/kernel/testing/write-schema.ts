import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { migrate } from '../db/migrate.ts'
import { adminClient, testDatabase, testSecret } from './databases.ts'
import { rightsIn } from './rights.ts'
import { schemaText } from './schema-text.ts'

const database = await testDatabase()
await migrate(database.admin, testSecret)
const client = await adminClient(database.admin)
writeFileSync(join(import.meta.dirname, '../../../schema.sql'), await schemaText(client))
writeFileSync(join(import.meta.dirname, '../db/rights.txt'), await rightsIn(client))
await client.end()
await database.stop()
