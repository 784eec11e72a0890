import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { migrate } from './migrate.ts'
import { schemaTypes } from './schema-types.ts'
import { adminClient, testDatabase, testSecret } from './testing.ts'

const database = await testDatabase()
await migrate(database.admin, testSecret)
const client = await adminClient(database.admin)
writeFileSync(join(import.meta.dirname, 'schema.ts'), await schemaTypes(client))
await client.end()
await database.stop()
