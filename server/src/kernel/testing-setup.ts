import type { ClientConfig } from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from './migrate.ts'
import { testDatabase, testSecret } from './testing.ts'

/** One database for all server tests; every suite makes companies of its own in it. */
export default async function setup(project: TestProject) {
  const database = await testDatabase()
  project.provide('admin', database.admin)
  project.provide('login', await migrate(database.admin, testSecret))
  return () => database.stop()
}

declare module 'vitest' {
  interface ProvidedContext {
    admin: ClientConfig
    login: ClientConfig
  }
}
