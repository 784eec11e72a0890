import type { ClientConfig } from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from './migrate.ts'
import { type TestDatabase, testDatabase, testSecret } from './testing.ts'

let database: TestDatabase | undefined

/** One database for all server tests; every suite makes companies of its own in it. */
export async function setup(project: TestProject) {
  database = await testDatabase()
  project.provide('admin', database.admin)
  project.provide('login', await migrate(database.admin, testSecret))
}

export const teardown = () => database?.stop()

declare module 'vitest' {
  interface ProvidedContext {
    admin: ClientConfig
    login: ClientConfig
  }
}
