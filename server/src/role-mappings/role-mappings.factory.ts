import { createRoleMapping } from '@plinth/api/role-mappings'
import { createRole } from '@plinth/api/roles'
import { newId } from '../kernel/testing.ts'
import type { Aims } from '../test-aims.ts'

export const roleMappingAims: Aims = {
  make: {
    role: async ({ owner }, { user = '' }) => {
      const { id: roleId } = await owner.ok(createRole, { body: { name: newId() } })
      await owner.ok(createRoleMapping, { body: { userId: user, roleId } })
      return roleId
    },
  },
  bodies: {
    createRoleMapping: ({ users, roles }) => ({ userId: users, roleId: roles }),
    setRoleMapping: () => ({ isMapped: true }),
  },
}
