import { getSession } from '@plinth/api/auth'
import { defaultBucket } from '@plinth/api/documents'
import type { Endpoint } from '@plinth/api/kernel/endpoint'
import { createModule } from '@plinth/api/modules'
import { createRoleMapping } from '@plinth/api/role-mappings'
import { createRole } from '@plinth/api/roles'
import { newMessage } from './contact/contact.factory.ts'
import { fileOf, newImport } from './contract-imports/contract-imports.factory.ts'
import { contractBody, newContract } from './contracts/contracts.factory.ts'
import { depositBody, newDeposit } from './deposits/deposits.factory.ts'
import {
  documentForm,
  newDocument,
  recordForm,
  textFile,
  uploadBody,
  wholeUpload,
} from './documents/documents.factory.ts'
import { newId } from './kernel/testing.ts'
import { newProject, projectBody } from './projects/projects.factory.ts'
import { newTask, taskBody } from './tasks/tasks.factory.ts'
import { newTenant, tenantBody } from './tenants/tenants.factory.ts'
import type { Client } from './test-server.ts'
import { newUser, pixel, userBody } from './users/users.factory.ts'

/**
 * What the generated tests aim calls at. A new collection needs a record to aim at (`make`); a call that takes
 * something needs an input that would be good from the right person (`bodies`, `queries`).
 */

/** One record of every collection, by the path segment in front of its id. */
export type Graph = Record<string, string>

export interface Maker {
  owner: Client
  operator: Client
}

/** A new record to stand behind each path segment, with nothing hanging on it; `graph` has what is above it. */
export const make: Record<string, (by: Maker, graph: Graph) => Promise<string>> = {
  tenantId: async ({ owner }) => (await owner.ok(getSession, {})).tenantId,
  contracts: async ({ owner }) => (await newContract(owner)).id,
  'contract-imports': async ({ owner }) => (await newImport(owner)).id,
  'security-deposit': async ({ owner }, { contracts = '' }) => (await newDeposit(owner, contracts)).id,
  projects: async ({ owner }) => (await newProject(owner)).id,
  tasks: async ({ owner }, { projects = '' }) => (await newTask(owner, projects)).id,
  documents: async ({ owner }, { contracts = '' }) => (await newDocument(owner, contracts)).id,
  uploads: async ({ owner }, { contracts = '' }) => (await wholeUpload(owner, contracts)).id,
  'contact-messages': async ({ operator }) => (await newMessage(operator)).id,
  tenants: async ({ operator }) => (await newTenant(operator)).id,
  users: async ({ owner }) => (await newUser(owner)).id,
  user: async ({ owner }) => (await newUser(owner)).id,
  modules: async ({ operator }) => (await operator.ok(createModule, { body: { name: newId() } })).id,
  roles: async ({ owner }) => (await owner.ok(createRole, { body: { name: newId() } })).id,
  bulk: async ({ owner }) => (await owner.ok(createRole, { body: { name: newId() } })).id,
  role: async ({ owner }, { user = '' }) => {
    const { id: roleId } = await owner.ok(createRole, { body: { name: newId() } })
    await owner.ok(createRoleMapping, { body: { userId: user, roleId } })
    return roleId
  },
}

/** What every export takes. */
const sheetBody = () => ({ format: 'csv', columns: [{ field: 'id', label: 'ID' }] })

const bodies: Record<string, (graph: Graph) => object> = {
  createContract: () => contractBody(),
  uploadContracts: () => fileOf('Contract name\nRoad of the matrix\n'),
  createDeposit: () => depositBody(),
  exportAuditTrail: sheetBody,
  exportContracts: sheetBody,
  exportDeposits: sheetBody,
  exportContractDeposits: sheetBody,
  createProject: () => projectBody(),
  uploadTasks: () => fileOf('Number,Title\n1,Task of the matrix\n', 'tasks.csv'),
  moveTask: () => ({ parentId: null }),
  createTask: ({ projects }) => taskBody(projects ?? ''),
  createTenant: () => tenantBody(),
  createUser: () => userBody(),
  setUserImage: () => pixel(),
  createModule: () => ({ name: newId() }),
  createListView: () => ({ name: newId().slice(0, 8), search: '?status=AWARDED' }),
  createRole: () => ({ name: newId() }),
  setRolePermissions: () => [],
  createRoleMapping: ({ users, roles }) => ({ userId: users, roleId: roles }),
  setRoleMapping: () => ({ isMapped: true }),
  exportUsers: sheetBody,
  exportTenants: sheetBody,
  exportProjects: sheetBody,
  uploadRecordDocument: ({ tenantId, contracts }) => recordForm(tenantId, contracts),
  uploadDocument: ({ tenantId, contracts }) => documentForm(tenantId, contracts, { file: textFile() }),
  uploadDocuments: ({ tenantId, contracts }) => documentForm(tenantId, contracts, { files: [textFile(), textFile()] }),
  beginUpload: ({ contracts }) => uploadBody(contracts),
  putUploadPart: () => textFile(),
  updateSecurityPolicy: () => ({ requiresSecondFactor: false }),
  startOwnCompany: () => ({
    currentPassword: newId(),
    name: newId(),
    username: 'Latha',
    email: 'own@test.example',
    password: newId(),
  }),
}

const queries: Record<string, (graph: Graph) => object> = {
  searchTenants: () => ({ keyword: 'company' }),
  summarizeTaskStatuses: ({ projects }) => ({ projectId: projects }),
  exportTasks: ({ projects }) => ({ projectId: projects, format: 'csv' }),
  uploadTasks: ({ projects }) => ({ projectId: projects }),
  getRolePermissions: ({ roles }) => ({ roleId: roles }),
  listDocuments: ({ contracts }) => ({ entityType: 'CONTRACT', entityId: contracts }),
  putUploadPart: () => ({ number: 1 }),
  getDownloadLink: ({ tenantId, documents }) => ({ key: `${tenantId}/${documents}`, bucketName: defaultBucket }),
}

/** Calls whose path names more than ids of records. */
const paths: Record<string, (graph: Graph) => object> = {
  createListView: () => ({ list: 'contracts' }),
  listRecordDocuments: ({ tenantId, contracts }) => ({ tenantId, entityType: 'CONTRACT', entityId: contracts }),
}

/** Calls that people of any company may make, and that only one of them is good for: what it answers in all others. */
export const answeredElsewhere: Record<string, number> = { startOwnCompany: 409 }

/** The ids in a call's path, each with the segment in front of it. */
export const segments = (endpoint: Endpoint) =>
  [...endpoint.path.matchAll(/\/([\w-]+)\/:(\w+)/g)].map(([, segment = '', name = '']) => ({ segment, name }))

/** An input for a call that is good from the right person, aimed at the records of the graph. */
export function inputFor(name: string, endpoint: Endpoint, graph: Graph): object {
  const ids = Object.fromEntries(segments(endpoint).map((part) => [part.name, graph[part.segment]]))
  const params = paths[name]?.(graph) ?? ids
  const body = endpoint.body && (bodies[name]?.(graph) ?? {})
  return { params, ...(body && { body }), ...(endpoint.query && { query: queries[name]?.(graph) ?? {} }) }
}

/** A record of every collection. */
export async function graphOf(maker: Maker): Promise<Graph> {
  const graph: Graph = {}
  for (const [segment, one] of Object.entries(make)) graph[segment] = await one(maker, graph)
  return graph
}
