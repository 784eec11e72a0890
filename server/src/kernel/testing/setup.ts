import type { ClientConfig } from 'pg'
import type { TestProject } from 'vitest/node'
import { loadRules } from '../../money/statutory-rules/loading.queries.ts'
import { migrate } from '../db/migrate.ts'
import { ownDatabase, type TestDatabase, testDatabase, testSecret } from './databases.ts'

let database: TestDatabase | undefined
let template: TestDatabase | undefined

/** One database for all server tests; every suite creates its own companies in it. */
export async function setup(project: TestProject) {
  database = await testDatabase()
  project.provide('admin', database.admin)
  project.provide('login', await migrate(database.admin, testSecret))
  await loadRules(database.admin)
  template = await ownDatabase(database.admin)
  await migrate(template.admin, testSecret)
  await loadRules(template.admin)
  project.provide('migrated', template.name)
}

export async function teardown() {
  await template?.stop()
  await database?.stop()
}

declare module 'vitest' {
  interface ProvidedContext {
    admin: ClientConfig
    login: ClientConfig
    /** The name of a database with every migration and no other data, which `ownDatabase` copies. */
    migrated: string
  }
}
