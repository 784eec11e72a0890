import * as z from 'zod/mini'
import { listNames } from '../entities.ts'
import { endpoint } from '../kernel/endpoint.ts'
import * as f from '../kernel/fields.ts'

export const about = 'A person’s columns and saved views of each list; views may be shared with roles.'

const base = '/platform/api/lists/:list'

const list = z.enum(listNames, { error: 'must be the name of a list' })

/** Filters, sort, groups and page size of a list under a name, as they stand in its address. */
export const listView = z.object({
  id: f.id,
  name: z.string(),
  search: z.string(),
  /** The user who shares it with a role of the caller's; null for the caller's own. */
  from: z.nullable(z.string()),
  /** The roles it is shared with; visible to its owner only. */
  roleIds: z.array(f.id),
})
export type ListView = z.infer<typeof listView>

const viewFields = {
  name: f.requiredText(60),
  search: f.text(4000).check(z.regex(/^(\?.*)?$/, { error: 'must be empty or start with ?' })),
}

/** A user's settings of a list, with the views that others share with them. */
export const listSettings = z.object({
  /** The fields shown, in their order; null means the list's own choice. */
  columns: z.nullable(z.array(z.string())),
  /** The caller's own by name, then those that others share with a role of theirs. */
  views: z.array(listView),
})
export type ListSettings = z.infer<typeof listSettings>

const column = f.text(60).check(z.regex(/^[a-zA-Z]+$/, { error: 'must be the name of a field' }))
const columns = z.array(column).check(
  z.minLength(1, { error: 'must name a column' }),
  z.maxLength(100, { error: 'must be at most {max}' }),
  z.refine((names) => new Set(names).size === names.length, { error: 'must name each column once' }),
)

export const getListSettings = endpoint({
  method: 'GET',
  path: base,
  summary: 'The caller’s columns of a list, their saved views, and the views shared with them',
  allow: 'signed-in',
  params: z.object({ list }),
  response: listSettings,
})

export const setListColumns = endpoint({
  method: 'PUT',
  path: `${base}/columns`,
  summary: 'Choose the caller’s columns of a list',
  allow: 'signed-in',
  params: z.object({ list }),
  body: z.strictObject({ columns: z.nullable(columns) }),
  response: listSettings,
})

export const createListView = endpoint({
  method: 'POST',
  path: `${base}/views`,
  summary: 'Save a view of a list for the caller',
  allow: 'signed-in',
  status: 201,
  params: z.object({ list }),
  body: z.strictObject(viewFields),
  response: listView,
})

export const updateListView = endpoint({
  method: 'PUT',
  path: `${base}/views/:id`,
  summary:
    'Rename a saved view of the caller, or store other filters in it; people whom it is shared with see the change',
  allow: 'signed-in',
  params: z.object({ list, id: f.id }),
  body: z.strictObject({ name: z.optional(viewFields.name), search: z.optional(viewFields.search) }),
  response: listView,
})

export const deleteListView = endpoint({
  method: 'DELETE',
  path: `${base}/views/:id`,
  summary: 'Delete a saved view of the caller',
  allow: 'signed-in',
  params: z.object({ list, id: f.id }),
})

export const listSharingRoles = endpoint({
  method: 'GET',
  path: `${base}/roles`,
  summary: 'The roles that the caller may share a view with: their own, or all roles if they may view roles',
  allow: 'signed-in',
  params: z.object({ list }),
  response: z.array(z.object({ id: f.id, name: z.string() })),
})

const roleIds = z.array(f.id).check(
  z.maxLength(50, { error: 'must be at most {max}' }),
  z.refine((ids) => new Set(ids).size === ids.length, { error: 'must name each role once' }),
)

export const setListViewRoles = endpoint({
  method: 'PUT',
  path: `${base}/views/:id/roles`,
  summary: 'Share a saved view of the caller with exactly these roles; it grants no permission',
  allow: 'signed-in',
  params: z.object({ list, id: f.id }),
  body: z.strictObject({ roleIds }),
  response: listView,
})
