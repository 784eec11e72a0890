import { createModule } from '@plinth/api/access/modules'
import { newId } from '../../kernel/testing/databases.ts'
import type { TestInputs } from '../../testing/test-inputs.ts'
import type { Client } from '../../testing/test-server.ts'

/** Creates a module for one test, as an operator. */
export const newModule = (by: Client, fields: object = {}) =>
  by.ok(createModule, { body: { name: `Module ${newId()}`, ...fields } })

export const testInputs: TestInputs = {
  make: { modules: async ({ operator }) => (await operator.ok(createModule, { body: { name: newId() } })).id },
  bodies: { createModule: () => ({ name: newId() }) },
}
