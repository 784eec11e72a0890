import * as z from 'zod/mini'
import { endpoint } from '../kernel/endpoint.ts'
import * as f from '../kernel/fields.ts'
import { filterBy, textFilter } from '../kernel/filters.ts'
import * as r from '../kernel/record.ts'

export const about = 'The modules that permissions are granted on.'

const base = '/platform/api/modules'

export const moduleFields = {
  name: f.requiredText(100),
  description: f.optional(f.text(1000)),
  /** Permissions on an inactive module have no effect. */
  status: f.active,
}

/** Fields of a module that cannot be edited. */
const found = {
  /** The name that the module was created with. Permissions are matched by it, so it never changes. */
  key: z.string(),
  /** Only operators of the installation can have permissions on this module. */
  platform: z.boolean(),
  /** The product's own calls check permissions on this module, so it cannot be deleted. */
  builtIn: z.boolean(),
}

export const moduleRecord = r.stored({ id: f.id, ...moduleFields, ...found })
export type ModuleRecord = z.infer<typeof moduleRecord>

export const moduleInput = r.createBody(moduleFields, { status: true }, r.namesOf(found))
export const moduleEdit = r.editBody(moduleFields, r.namesOf(found))

export const listModules = endpoint({
  method: 'GET',
  path: base,
  summary: 'The modules of the installation, in the order of the sidebar',
  allow: 'signed-in',
  query: z.strictObject({
    name: textFilter,
    description: textFilter,
    status: filterBy(z.enum(['true', 'false'])),
  }),
  response: z.array(moduleRecord),
})

export const getModule = endpoint({
  method: 'GET',
  path: `${base}/:id`,
  summary: 'One module',
  allow: 'signed-in',
  params: f.idParams,
  response: moduleRecord,
})

export const createModule = endpoint({
  method: 'POST',
  path: base,
  summary: 'Create a module that roles can have permissions on',
  allow: { module: 'Modules', can: 'canCreate' },
  scope: 'platform',
  status: 201,
  body: moduleInput,
  response: moduleRecord,
})

export const updateModule = endpoint({
  method: 'PUT',
  path: `${base}/:id`,
  summary: 'Change a module; the key that its permissions are matched by stays',
  allow: { module: 'Modules', can: 'canEdit' },
  scope: 'platform',
  params: f.idParams,
  body: moduleEdit,
  response: moduleRecord,
})

export const deleteModule = endpoint({
  method: 'DELETE',
  path: `${base}/:id`,
  summary: 'Delete a module that no role has permissions on',
  allow: { module: 'Modules', can: 'canDelete' },
  scope: 'platform',
  params: f.idParams,
})
