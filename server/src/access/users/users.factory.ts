import { createUser, type User } from '@plinth/api/access/users'
import type { CallInput } from '@plinth/api/kernel/client'
import { newId } from '../../kernel/testing/databases.ts'
import { newMobileNo } from '../../kernel/testing/unique.ts'
import type { TestInputs } from '../../testing/test-inputs.ts'
import type { Client } from '../../testing/test-server.ts'

/** A person as a form would send them. */
export function userBody(
  fields: Partial<CallInput<typeof createUser>['body']> = {},
): CallInput<typeof createUser>['body'] {
  return { username: 'Meera Iyer', email: `${newId()}@test.example`, password: 'monsoon over the ghats', ...fields }
}

export const newUser = (by: Client, fields: Parameters<typeof userBody>[0] = {}): Promise<User> =>
  by.ok(createUser, { body: userBody(fields) })

/** A picture of one red pixel. */
export const pixel = () =>
  new Blob(
    [
      Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==',
        'base64',
      ),
    ],
    { type: 'image/png' },
  )

export const testInputs: TestInputs = {
  make: {
    users: async ({ owner }) => (await newUser(owner)).id,
    user: async ({ owner }) => (await newUser(owner)).id,
  },
  searched: {
    filterUsers: async ({ owner }, key) => {
      const fields = { username: `Latha ${key}`, email: `${key}@office.example`, designation: 'Draughtsman' }
      return { id: (await newUser(owner, fields)).id, words: `draught latha ${key}@` }
    },
  },
  found: {
    users: async ({ owner }, word) => {
      const name = `Digger ${word}`
      await newUser(owner, { username: name, email: null, mobileNo: newMobileNo(), designation: 'Foreman' })
      return { name, detail: 'Foreman', status: 'ACTIVE' }
    },
  },
  bodies: { createUser: () => userBody(), setUserImage: () => pixel() },
}
