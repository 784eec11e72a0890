import { createRoleMapping } from '@plinth/api/access/role-mappings'
import { createRole } from '@plinth/api/access/roles'
import { newId } from '../../kernel/testing/databases.ts'
import type { TestInputs } from '../../testing/test-inputs.ts'

export const testInputs: TestInputs = {
  make: {
    role: async ({ owner }, above) => {
      const { id: roleId } = await owner.ok(createRole, { body: { name: newId() } })
      await owner.ok(createRoleMapping, { body: { userId: await above('user'), roleId } })
      return roleId
    },
  },
  bodies: {
    createRoleMapping: ({ users, roles }) => ({ userId: users, roleId: roles }),
    setRoleMapping: () => ({ isMapped: true }),
  },
}
