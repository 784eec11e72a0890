import {
  type listModules,
  type ModuleRecord,
  type moduleEdit,
  moduleFields,
  type moduleInput,
} from '@plinth/api/access/modules'
import type { Input } from '@plinth/api/kernel/endpoint'
import type { output } from 'zod/v4/core'
import { acrossTenants } from '../../kernel/db/reach.ts'
import { type Db } from '../../kernel/db/tenancy.ts'
import { contains, equals } from '../../kernel/records/conditions.ts'
import { records } from '../../kernel/records/records.ts'

const modules = records<ModuleRecord>({
  table: 'modules',
  fields: Object.keys(moduleFields),
  fixed: ['key', 'platform', 'builtIn'],
})

/** In order of creation, which is the order of the sidebar. */
export const list = (db: Db, { name, description, status }: Input<typeof listModules>['query']) => {
  const { column } = modules
  const where = [
    contains(column('name'), name),
    contains(column('description'), description),
    equals(column('status'), status && status === 'true'),
  ]
  return modules.list(db, where, { field: 'id', direction: 'asc' })
}

/** Throws 404. */
export const get = (db: Db, id: string) => modules.get(db, { id })

/**
 * Stores a module. Permissions are matched by the name it has now. Throws 409 when another module has or had that name.
 */
export const create = (db: Db, values: output<typeof moduleInput>) =>
  acrossTenants(db, () => modules.insert(db, values, { key: values.name }))

/** Throws 404; 409 when the name is taken or an administration module would be deactivated; 412. */
export const update = (db: Db, id: string, values: output<typeof moduleEdit>) =>
  acrossTenants(db, () => modules.update(db, { id }, values))

/** Throws 404; 409 when the product itself uses the module or a role of any company has permissions on it. */
export const remove = (db: Db, id: string) => acrossTenants(db, () => modules.remove(db, { id }))
