import * as z from 'zod/mini'
import { endpoint } from '../kernel/endpoint.ts'
import { exportBody, sheetTypes } from '../kernel/exports.ts'
import * as f from '../kernel/fields.ts'
import { fileBytes } from '../kernel/files.ts'
import { anyIds, filterBy, textFilter } from '../kernel/filters.ts'
import { filterBody, page } from '../kernel/paging.ts'
import * as r from '../kernel/record.ts'

export const about = 'The offices of departments, to which a contractor writes.'

const base = '/project/api/offices'

export const officeFields = {
  department: f.requiredText(200),
  name: f.requiredText(200),
  designation: f.optional(f.text(200)),
  address: f.optional(f.text(500)),
  email: f.optional(f.email),
  phone: f.optional(f.text(20)),
  /** The superior office, to which a contractor writes next. */
  parentId: f.optional(f.id),
  /** The client that the office belongs to. If it is empty, the client whose legal name is the office's department. */
  partyId: f.optional(f.id),
  comment: f.optional(f.text(4000)),
}

/** The label of each field on the screen and in exports. */
export const officeLabels = {
  department: 'Department',
  name: 'Office',
  designation: 'Designation',
  address: 'Address',
  email: 'E-mail',
  phone: 'Phone',
  parentId: 'Parent office',
  partyId: 'Client',
  comment: 'Comment',
} as const satisfies Record<keyof typeof officeFields, string>

/** The name given to an office when its department has only this one and it has no name of its own. */
export const headOffice = 'Head office'

/** Fields of an office that cannot be edited. */
const found = {
  /** The parent office as a letter addresses it: designation, name, department. */
  parentName: z.nullable(z.string()),
  /** The legal name of the client. */
  partyName: z.nullable(z.string()),
  /** The number of contracts with this office. */
  contracts: z.int(),
  ...r.authors,
}

export const office = r.stored({ id: f.id, ...officeFields, ...found })
export type Office = z.infer<typeof office>

export const officeInput = r.createBody(officeFields, {}, r.namesOf(found))
export const officeEdit = r.editBody(officeFields, r.namesOf(found))

const officeFilters = {
  /** Words; each may be in any part of department, name, designation, address or e-mail. */
  search: textFilter,
  department: textFilter,
  name: textFilter,
  designation: textFilter,
  address: textFilter,
  partyId: anyIds,
}

export const audited = {
  offices: { record: office, labels: officeLabels },
}

export const filterOffices = endpoint({
  method: 'POST',
  path: `${base}/filter`,
  summary: 'Search the offices of departments',
  allow: { module: 'Contracts', can: 'canView' },
  body: filterBody(officeFilters, office),
  response: page(office),
})

export const exportOffices = endpoint({
  method: 'POST',
  path: `${base}/export`,
  summary: 'The offices found by a search as a sheet, with the requested columns',
  allow: { module: 'Contracts', can: 'canReport' },
  body: exportBody(officeFilters, office),
  download: Object.values(sheetTypes),
  response: fileBytes,
})

/** An office in a list of choices: its department, and its name within it. */
export const officeChoice = z.object({ id: f.id, department: z.string(), officeName: z.string() })
export type OfficeChoice = z.infer<typeof officeChoice>

export const listOfficeChoices = endpoint({
  method: 'GET',
  path: `${base}/choices`,
  summary: 'All offices by department and name, for a choice',
  allow: { module: 'Contracts', can: 'canView' },
  response: z.array(officeChoice),
})

export const listParentOffices = endpoint({
  method: 'GET',
  path: `${base}/parents`,
  summary: 'The offices that can be the parent of an office, by department and name: not itself, and none below it',
  allow: { module: 'Contracts', can: 'canView' },
  query: z.strictObject({ officeId: filterBy(f.id) }),
  response: z.array(z.object({ id: f.id, parentName: z.string() })),
})

export const getOffice = endpoint({
  method: 'GET',
  path: `${base}/:id`,
  summary: 'One office',
  allow: { module: 'Contracts', can: 'canView' },
  params: f.idParams,
  response: office,
})

export const createOffice = endpoint({
  method: 'POST',
  path: base,
  summary: 'Create an office',
  allow: { module: 'Contracts', can: 'canCreate' },
  status: 201,
  body: officeInput,
  response: office,
})

export const updateOffice = endpoint({
  method: 'PUT',
  path: `${base}/:id`,
  summary: 'Change an office',
  allow: { module: 'Contracts', can: 'canEdit' },
  params: f.idParams,
  body: officeEdit,
  response: office,
})

export const deleteOffice = endpoint({
  method: 'DELETE',
  path: `${base}/:id`,
  summary: 'Delete an office that no contract and no other office refers to',
  allow: { module: 'Contracts', can: 'canDelete' },
  params: f.idParams,
})
