import type { SliceName } from '@plinth/api'
import type { Endpoint } from '@plinth/api/kernel/endpoint'
import { contactAims } from './contact/contact.factory.ts'
import { contractImportAims } from './contract-imports/contract-imports.factory.ts'
import { contractAims } from './contracts/contracts.factory.ts'
import { depositAims } from './deposits/deposits.factory.ts'
import { documentAims } from './documents/documents.factory.ts'
import { listSettingsAims } from './list-settings/list-settings.factory.ts'
import { moduleAims } from './modules/modules.factory.ts'
import { projectAims } from './projects/projects.factory.ts'
import { roleMappingAims } from './role-mappings/role-mappings.factory.ts'
import { roleAims } from './roles/roles.factory.ts'
import { taskSheetAims } from './task-sheets/task-sheets.factory.ts'
import { taskAims } from './tasks/tasks.factory.ts'
import { tenantAims } from './tenants/tenants.factory.ts'
import type { Aims, Graph, Maker } from './test-aims.ts'
import { userAims } from './users/users.factory.ts'

/** What the generated tests aim calls at, those first whose records others hang on. */
const aims: Readonly<Record<SliceName, Aims>> = {
  auth: {},
  account: {},
  'list-settings': listSettingsAims,
  tenants: tenantAims,
  users: userAims,
  'password-links': {},
  modules: moduleAims,
  roles: roleAims,
  'role-mappings': roleMappingAims,
  contracts: contractAims,
  'contract-imports': contractImportAims,
  deposits: depositAims,
  dashboard: {},
  projects: projectAims,
  tasks: taskAims,
  'task-sheets': taskSheetAims,
  documents: documentAims,
  contact: contactAims,
  'audit-trail': {},
}

/** One part of what every slice says. */
const all = <P extends keyof Aims>(part: P): NonNullable<Aims[P]> =>
  Object.assign({}, ...Object.values(aims).map((said) => said[part]))

export const make = all('make')
const bodies = all('bodies')
const queries = all('queries')
const paths = all('paths')
export const answeredElsewhere = all('answeredElsewhere')

/** What every export takes. */
const sheetBody = { format: 'csv', columns: [{ field: 'id', label: 'ID' }] }
const bodyOf = (name: string, { path }: Endpoint, graph: Graph): object =>
  bodies[name]?.(graph) ?? (path.endsWith('/export') ? sheetBody : {})

/** The ids in a call's path, each with the segment in front of it. */
export const segments = (endpoint: Endpoint) =>
  [...endpoint.path.matchAll(/\/([\w-]+)\/:(\w+)/g)].map(([, segment = '', name = '']) => ({ segment, name }))

/** An input for a call that is good from the right person, aimed at the records of the graph. */
export function inputFor(name: string, endpoint: Endpoint, graph: Graph): object {
  const ids = Object.fromEntries(segments(endpoint).map((part) => [part.name, graph[part.segment]]))
  const params = paths[name]?.(graph) ?? ids
  const body = endpoint.body && bodyOf(name, endpoint, graph)
  return { params, ...(body && { body }), ...(endpoint.query && { query: queries[name]?.(graph) ?? {} }) }
}

/** A record of every collection. */
export async function graphOf(maker: Maker): Promise<Graph> {
  const graph: Graph = {}
  for (const [segment, one] of Object.entries(make)) graph[segment] = await one(maker, graph)
  return graph
}
